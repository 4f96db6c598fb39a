"""What a comparison says of itself: who is better, what is remarkable, and nothing that is not known."""

import dataclasses

import numpy as np
import pytest

from zhuji_sim.duplicate import wording
from zhuji_sim.duplicate.compare import study
from zhuji_sim.duplicate.study import Study
from zhuji_sim.labels import LANGUAGES


@pytest.fixture(scope="module")
def found() -> Study:
    return study(["random", "speed"], walls=60, rules="heping")


def told(found: Study, **changes: float | str) -> str:
    """The verdict on the pair with some of its figures changed."""
    return wording.verdicts(dataclasses.replace(found, pairs=found.pairs.assign(**changes)), "en")[0]


def test_the_better_one_is_named_first_with_points_of_his_own(found):
    assert told(found).startswith("speed beats random: +")
    assert told(found, points_per_deal=1.0, low=0.5, high=1.5).startswith("random beats speed: +1.0")
    assert "cannot be told apart: −0.2" in told(found, points_per_deal=-0.2, low=-0.5, high=0.1)


def test_it_is_news_that_each_gains_or_loses_among_three_of_the_other(found):
    assert "Note" not in told(found)
    assert "each of them gains" in told(found, a_alone_low=0.1, b_alone_low=0.2)
    assert "each of them loses" in told(found, a_alone_high=-0.1, b_alone_high=-0.2)


def test_how_it_ended_is_told_where_a_width_was_asked_for(found):
    asked = dataclasses.replace(found.comparison, until_width=0.5)
    found = dataclasses.replace(found, comparison=asked)
    narrow = {"points_per_deal": 1.0, "low": 0.9, "high": 1.1}
    assert "Stopped after 480 deals" in told(found, ended="width", **narrow)
    assert "so lopsided" in told(found, ended="deals", **narrow)
    assert "still wider than 0.5" in told(found, ended="deals", low=0.0, high=2.0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tables_write_no_figure_that_is_missing(found, lang):
    policies = found.policies.assign(tai_low=np.nan, tai_high=np.nan, deal_in=np.nan)
    found = dataclasses.replace(found, policies=policies)
    for make in (wording.pair_table, wording.policy_table, wording.method_table, wording.matrix):
        table = make(found, lang)
        assert "nan" not in str(table)
        assert all(len(row) == len(table.heads) == len(table.numeric) for row in table.rows)


def test_columns_in_which_nothing_stands_are_left_out(found):
    assert "declared" not in wording.policy_table(found, "en").heads
    assert "declared" in wording.policy_table(study(["random", "speed"], walls=20), "en").heads
