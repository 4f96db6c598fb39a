import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhuji_sim.errors import RulesError
from zhuji_sim.rules import PRESETS, Ruleset

OPTIONS = Ruleset.all_options()


def valid_values(option):
    """Every word and truth value the option may have, and the bounds of its numbers."""
    if option.flag:
        return [True, False]
    return [*option.values, *(bound for bound in (option.low, option.high) if bound is not None)]


EVERY_VALUE = [(name, value) for name, option in OPTIONS.items() for value in valid_values(option)]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("caishen_source", ["declarer", "indicator", "each_player", "declarer"]),
        ("wall_reserve", [26, 14, 14, 26]),
        ("caishen_peng", [True, True, False, True]),
        ("caishen_chi", [False, True, False, False]),
        ("caishen_gang", ["when_ready", "never", "never", "never"]),
        ("win_on_discard", [True, True, False, True]),
        ("defender_ron", ["any", "any", "any", "declarer_only"]),
        ("minimum_tai", [1, 1, 3, 1]),
        ("payment", ["by_discard", "by_discard", "equal", "by_discard"]),
        ("next_dealer", ["rotate", "rotate", "winner", "rotate"]),
        ("earthly_on", ["first_discard", "first_discard", "first_draw", "first_discard"]),
        ("tai_dragon", [1, 1, 1, 1]),
        ("tai_east_dealer", [2, 2, 2, 2]),
        ("tai_east_others", [1, 1, 2, 2]),
        ("tai_own_wind", [1, 1, 0, 0]),
        ("tai_qingyise", [3, 3, 3, 3]),
        ("tai_no_caishen", [1, 1, 0, 1]),
        ("tai_three_caishen", [0, 0, 2, 0]),
        ("tai_all_honours", [8, 8, 8, 7]),
        ("tai_heavenly", [8, 8, 8, 0]),
        ("tai_earthly", [8, 8, 8, 0]),
        ("tai_no_caishen_floor", [0, 0, 8, 0]),
        ("floor_needs_tai", [0, 0, 3, 0]),
    ],
)
def test_the_presets_are_the_tables_of_the_rules(name, expected):
    assert [getattr(Ruleset.preset(preset), name) for preset in PRESETS] == expected


@pytest.mark.parametrize(
    ("name", "default"),
    [
        ("ziyou_caishen", "each_player"),
        ("honour_cycle", "4+3"),
        ("discarded_caishen", "as_itself"),
        ("pass_is_final", False),
        ("max_level", 8),
        ("all_pass", "no_caishen"),
        ("rob_exposed", False),
        ("dragon_tai", "each"),
        ("wucai_bonus", "hand"),
        ("loose_all_honours", False),
        ("tai_limit", "none"),
        ("robbed_pays", "all"),
        ("draw_pays", "declarer"),
        ("lao_zhuang", "double"),
    ],
)
def test_what_the_presets_share_is_the_first_value_the_rules_give(name, default):
    assert {getattr(Ruleset.preset(preset), name) for preset in PRESETS} == {default}


def test_there_is_bidding_exactly_where_a_declarer_names_the_caishen():
    assert [Ruleset.preset(name).has_bidding for name in PRESETS] == [True, False, False, True]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("name", "value"), EVERY_VALUE)
def test_every_option_can_be_set_and_comes_back_from_toml(tmp_path, preset, name, value):
    rules = Ruleset.preset(preset, **{name: value})
    assert rules.preset == preset
    assert getattr(rules, name) == value
    path = tmp_path / "rules.toml"
    path.write_text(rules.to_toml(), encoding="utf-8")
    assert Ruleset.from_toml(path) == rules


@given(st.sampled_from(PRESETS), st.data())
def test_options_in_toml_types_give_the_same_rules_again(preset, data):
    chosen = data.draw(st.sets(st.sampled_from(sorted(OPTIONS)), max_size=10))
    changes = {name: data.draw(st.sampled_from(valid_values(OPTIONS[name]))) for name in chosen}
    rules = Ruleset.preset(preset, **changes)
    assert Ruleset.from_options(rules.options()) == rules
    assert Ruleset.from_options(tomllib.loads(rules.to_toml())) == rules


def wrong_values(option):
    """Values of the wrong type or beyond the bounds."""
    if option.flag:
        return [1, "true"]
    wrong = ["nonsense", True, 1.5, None]
    return wrong if option.low is None else [*wrong, option.low - 1, option.high + 1]


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, option in OPTIONS.items() for value in wrong_values(option)]
)
def test_a_wrong_value_is_refused_with_the_valid_ones(name, value):
    with pytest.raises(RulesError) as refused:
        Ruleset.preset("bao", **{name: value})
    text = str(refused.value)
    assert text.startswith(f"{name} = {value!r}: expected")
    assert all(str(valid).lower() in text for valid in valid_values(OPTIONS[name]))


def test_an_unknown_option_is_refused_with_all_there_are():
    with pytest.raises(RulesError, match="'wall_reserv'") as refused:
        Ruleset.preset("bao", wall_reserv=20)
    assert all(name in str(refused.value) for name in OPTIONS)


@pytest.mark.parametrize("make", [Ruleset.preset, Ruleset.of, lambda name: Ruleset(base=name)])
def test_an_unknown_preset_is_refused_with_the_four(make):
    with pytest.raises(RulesError, match=r"'taiwan'.*bao, heping, ziyou, dongfeng"):
        make("taiwan")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("wall_reserve = 99", "wall_reserve = 99: expected a whole number from 0 to 60"),
        ("tai_limt = 8", "unknown option 'tai_limt'"),
        ('preset = "x"', "unknown preset 'x'"),
        ("wall_reserve = ", "not valid TOML"),
    ],
)
def test_a_wrong_file_is_named(tmp_path, content, why):
    path = tmp_path / "table.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        Ruleset.from_toml(path)
    assert str(refused.value).startswith(str(path))
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_file_that_is_missing_or_no_text_is_named(tmp_path):
    with pytest.raises(RulesError, match=r"nothing\.toml: cannot be read"):
        Ruleset.from_toml(tmp_path / "nothing.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(RulesError, match="not UTF-8"):
        Ruleset.from_toml(tmp_path / "binary.toml")


def test_a_file_without_preset_changes_bao(tmp_path):
    path = tmp_path / "table.toml"
    path.write_text("wall_reserve = 20", encoding="utf-8")
    assert Ruleset.from_toml(path) == Ruleset.preset("bao", wall_reserve=20)


def test_rules_can_be_meant_in_several_ways(tmp_path):
    ziyou = Ruleset.preset("ziyou")
    path = tmp_path / "ziyou.toml"
    path.write_text('preset = "ziyou"', encoding="utf-8")
    for meant in (ziyou, "ziyou", path, str(path), {"preset": "ziyou"}):
        assert Ruleset.of(meant) == ziyou
    assert Ruleset.of(None) == Ruleset.preset("bao")


def test_replace_keeps_everything_else():
    rules = Ruleset.preset("ziyou", wall_reserve=20).replace(max_level=5)
    assert rules == Ruleset.preset("ziyou", wall_reserve=20, max_level=5)
    assert rules.preset == "ziyou"


def test_rules_cannot_be_changed_and_can_be_keys():
    rules = Ruleset.preset("bao")
    with pytest.raises(AttributeError):
        rules.wall_reserve = 3
    assert {rules: 1}[Ruleset.preset("bao")] == 1


def test_every_option_says_in_one_line_what_it_means():
    for name, option in OPTIONS.items():
        assert 10 < len(option.meaning) < 110, name
        assert "\n" not in option.meaning
