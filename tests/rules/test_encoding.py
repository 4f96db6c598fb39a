import numpy as np
import pytest

from tests.rules.test_ruleset import EVERY_VALUE, OPTIONS
from zhuji_sim.rules import KINDS, PRESETS, Ruleset, parse_tile
from zhuji_sim.rules.encoding import RULES


@pytest.mark.parametrize(("name", "value"), EVERY_VALUE)
def test_every_value_has_its_own_code(name, value):
    code = Ruleset.preset("bao", **{name: value}).encode()[name]
    option = OPTIONS[name]
    assert code == (option.values.index(value) if isinstance(value, str) else int(value))


def test_no_limit_and_every_limit_are_told_apart():
    assert Ruleset.preset("bao").encode().tai_limit == 0
    assert Ruleset.preset("bao", tai_limit=1).encode().tai_limit == 1


@pytest.mark.parametrize("preset", PRESETS)
def test_the_record_holds_every_option_under_its_name(preset):
    record = Ruleset.preset(preset).encode()
    assert record.dtype == RULES
    assert PRESETS[record.preset] == preset
    assert set(OPTIONS) < set(RULES.names)


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("bao", [[2, 0, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 0, 1]]),
        ("ziyou", [[2, 0, 0, 0]] * 4),
    ],
)
def test_honour_tai_is_what_a_triplet_gives_at_each_seat(preset, expected):
    honour_tai = Ruleset.preset(preset).encode().honour_tai
    assert honour_tai[:, :4].tolist() == expected
    assert (honour_tai[:, 4:] == 1).all()


def test_successors_follow_the_honour_cycle():
    def after(cycle, text):
        return Ruleset.preset("bao", honour_cycle=cycle).encode().successors[parse_tile(text)]

    assert after("4+3", "北") == parse_tile("东")
    assert after("7", "北") == parse_tile("中")
    assert after("none", "北") == -1
    assert after("none", "8s") == parse_tile("9s")


def test_the_record_is_numbers_all_through():
    record = Ruleset.preset("bao").encode()
    assert record.successors.shape == (KINDS,)
    assert all(np.issubdtype(RULES[name].base, np.integer) for name in RULES.names)
