"""The verdict says what to do, by how much, and how sure that is, for every kind of question."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from zhuji_sim.analysis.estimates import Estimate
from zhuji_sim.odds.answer import Answer
from zhuji_sim.odds.asked import Asked, four_of
from zhuji_sim.odds.opponents import Opponents
from zhuji_sim.odds.situation import Situation, read_situation
from zhuji_sim.odds.verdict import difference, does_it_hold, per_cent, plain, tied, verdict
from zhuji_sim.odds.wording import assumptions, caution, explained, page_tables, tables
from zhuji_sim.rules.ruleset import Ruleset

HAND = "123m45s456m79p中9s9p"
COLUMNS = (
    *("make", "points", "to_best", "to_pass", "break_even", "hold", "win", "tai", "points_q05", "points_q95"),
    *("fail_self_draw", "fail_my_discard", "fail_other_discard", "fail_wall_out"),
)


def situation(preset: str = "bao", **said) -> Situation:
    return read_situation(HAND, said.pop("seat", "S"), Ruleset.preset(preset), **said)


def row(contract: str, caishen: str, points: float, to_best=(0, 0, 0), to_pass=(0, 0, 0), **more) -> dict:
    found = {"contract": contract, "caishen": caishen, "deals": 1024, "auctions": 1024, "effective": 800.0}
    values = dict.fromkeys(COLUMNS, (0.5, 0.47, 0.53)) | {"points": (points, points - 3, points + 3)}
    values |= {"to_best": to_best, "to_pass": to_pass, "at_once": (0, 0, 0)} | more
    if contract == "pass":
        values |= dict.fromkeys(
            ("make", "tai", "at_once", "break_even", "hold", *COLUMNS[-4:]), (np.nan,) * 3
        )
    for name, (value, low, high) in values.items():
        found |= {name: value, f"{name}_low": low, f"{name}_high": high}
    return found


def answered(*rows: dict, where: Situation | None = None, **more) -> Answer:
    asked = Asked(four_of("tai"), more.pop("view", "bid"), seed=5)
    known = {"effective": 800.0, "likelihood": 1.0, "conditioned": False, "opponents": ()}
    tai = pd.DataFrame({"tai": [0, 2], "share": 0.5, "share_low": 0.45, "share_high": 0.55})
    known |= {"deals": 2048, "tai": tai, "seconds": 1.0, "best": 0} | more
    return Answer(situation=where or situation(), asked=asked, frame=pd.DataFrame(rows), **known)


def bid(**more) -> Answer:
    return answered(
        row("独4", "9p", 60, to_pass=(26, 20, 32)),
        row("独3", "9p", 51, to_best=(-9, -15, -3), to_pass=(17, 12, 22)),
        row("pass", "", 34, to_best=(-26, -32, -20)),
        **more,
    )


def test_a_bid_that_is_clearly_best():
    assert verdict(bid(), "en") == (
        "Bid solo 4 naming 9p: +60.0 points a deal, 9 (3–15) more than the next best (solo 3 naming 9p) "
        "and 26 (20–32) more than passing."
    )
    assert verdict(bid(), "zh") == (
        "叫独4（财神 9p）：每局 +60.0 分，比次好的独3（财神 9p）多 9（3–15）分，比过多 26（20–32）分。"
    )


def test_a_bid_with_the_pass_next_to_it_tells_the_margin_once():
    found = answered(row("2", "8p9p", 5, to_pass=(4, 1, 7)), row("pass", "", 1, to_best=(-4, -7, -1)))
    assert verdict(found, "en") == ("Bid 2 naming 8p9p: +5.0 points a deal, 4.0 (1.0–7.0) more than passing.")
    assert "比过多 4.0（1.0–7.0）分" in verdict(found, "zh")


def test_a_pass_that_is_clearly_best():
    found = answered(row("pass", "", 1), row("无财2", "", -4, to_best=(-5, -8, -2), to_pass=(-5, -8, -2)))
    assert verdict(found, "en") == (
        "Pass: +1.0 points a deal, 5.0 (2.0–8.0) more than the best bid (none 2)."
    )
    assert verdict(found, "zh").startswith("过：每局 +1.0 分，比最好的叫法无财2多")


def test_too_close_to_call_names_what_is():
    found = answered(
        row("2", "8p9p", 5, to_pass=(1, -2, 4)),
        row("pass", "", 4, to_best=(-1, -4, 2)),
        row("独2", "9p", -9, to_best=(-14, -19, -9)),
    )
    assert tied(found) == [1]
    assert verdict(found, "en") == (
        "Too close to call between 2 naming 8p9p and passing: 2 naming 8p9p brings +5.0 points a deal, "
        "+1.0 (−2.0 … +4.0) compared with passing."
    )
    assert verdict(found, "zh").startswith("难分高下：2（财神 8p9p）与过。")


def test_bids_that_are_all_better_than_the_pass_are_told_so():
    """Guards against "too close to call" where it is clear that one should bid."""
    found = answered(
        row("2", "8p9p", 5, to_pass=(9, 6, 12)),
        row("独2", "9p", 4, to_best=(-1, -4, 2)),
        row("pass", "", -4, to_best=(-9, -12, -6)),
    )
    said = verdict(found, "en")
    assert said.startswith("Bid. Which bid is too close to call between 2 naming 8p9p and solo 2 naming 9p")
    assert said.endswith("and 9.0 (6.0–12.0) more than passing.")
    assert verdict(found, "zh").startswith("该叫，但叫哪种难分高下")


def test_of_many_that_are_close_some_are_named_and_the_rest_counted():
    near = [row("独2", f"{i}p", 4, to_best=(-1, -4, 2)) for i in range(1, 6)]
    said = verdict(answered(row("2", "8p9p", 5), *near), "en")
    assert "between 2 naming 8p9p, solo 2 naming 1p, solo 2 naming 2p and 3 more" in said


def test_rows_that_were_never_held_are_no_rivals():
    """Guards against a verdict that compares with what is not known."""
    found = bid()
    never = [f"{name}{end}" for name in ("to_best", "points") for end in ("", "_low", "_high")]
    found.frame.loc[1, never] = np.nan
    assert "26 (20–32) more than passing" in verdict(found, "en")
    assert "solo 3" not in verdict(found, "en")
    assert "nan" not in str(tables(found, "en", 200))


def test_with_very_few_deals_nothing_is_claimed():
    found = bid(deals=10)
    for name in [name for name in found.frame if name.endswith(("_low", "_high"))]:
        found.frame[name] = np.nan
    for lang, word in (("en", "Too few deals"), ("zh", "局数太少")):
        assert verdict(found, lang).startswith(word)
        assert "nan" not in str(tables(found, lang, 200))


@pytest.mark.parametrize(
    ("preset", "said", "english", "chinese"),
    [
        (
            "bao",
            {"seat": "W", "contract": "独2", "declarer": "W", "caishen": "5m"},
            "You make solo 2 with 5m in 50% (47–53) of deals: +7.0 points a deal.",
            "独2（财神 5m）包成的机会 50%（47–53），每局 +7.0 分。",
        ),
        (
            "dongfeng",
            {"contract": "2", "declarer": "W", "caishen": "5m6m"},
            "As a defender against West's 2 with 5m6m you win 50% (47–53) of deals: +7.0 points a deal.",
            "西家包2（财神 5m6m），防守方的你胡牌的机会 50%（47–53），每局 +7.0 分。",
        ),
        (
            "heping",
            {"caishen": "8p9p"},
            "You win 50% (47–53) of deals: +7.0 points a deal.",
            "胡牌的机会 50%（47–53），每局 +7.0 分。",
        ),
    ],
)
def test_where_there_is_nothing_to_choose_the_chances_are_told(preset, said, english, chinese):
    found = answered(row("-", "", 7), where=situation(preset, **said))
    assert verdict(found, "en") == english
    assert verdict(found, "zh") == chinese
    assert does_it_hold(found, "en") == []
    assert "caishen" not in tables(found, "en", 200)[0].heads


@pytest.mark.parametrize(
    ("preset", "said", "english", "chinese"),
    [
        (
            "bao",
            {"contract": "独2", "declarer": "S"},
            "you make solo 2 in 50% (47–53) of deals",
            "独2包成的机会",
        ),
        ("ziyou", {}, "you win 50% (47–53) of deals", "胡牌的机会"),
    ],
)
def test_a_caishen_to_name(preset, said, english, chinese):
    contract = said.get("contract", "-")
    rows = row(contract, "9p", 7), row(contract, "5m", 1, to_best=(-6, -9, -3))
    found = answered(*rows, where=situation(preset, **said))
    assert verdict(found, "en") == (
        f"Name 9p: +7.0 points a deal, 6.0 (3.0–9.0) more than the next best (5m); {english}."
    )
    assert verdict(found, "zh").startswith("财神定 9p：")
    assert chinese in verdict(found, "zh")
    assert "bid" not in tables(found, "en", 200)[0].heads


def test_whether_it_holds_against_others():
    def against(name, holds, rival, *lead):
        return Opponents(name, holds, rival, Estimate(*map(np.array, lead)))

    found = bid(
        opponents=(
            against("speed", True, 1, 9.0, 3.0, 15.0),
            against("tai", False, 2, -4.0, -7.0, -1.0),
            against("quick", None, 1, 0.5, -1.0, 2.0),
        )
    )
    assert does_it_hold(found, "en") == [
        "speed: yes, 9 (3–15) more than solo 3 naming 9p",
        "tai: no, passing brings 4.0 (1.0–7.0) more",
        "quick: too close to tell, +0.5 (−1.0 … +2.0) compared with solo 3 naming 9p",
    ]
    assert does_it_hold(found, "zh")[1] == "tai：否，过多 4.0（1.0–7.0）分"


def test_what_is_assumed_is_told():
    weighted = bid(conditioned=True, effective=640.4, where=situation(auction="E:2"))
    assert assumptions(weighted, "en") == (
        "Rules bao, seat South; if you bid this now, and the others may go over you. "
        "tai plays all four seats; 2,048 deals (1,024 for rows far behind), seed 5; hidden hands are "
        "weighted by how likely their players would have bid so, worth 640 deals of equal weight. "
        "Intervals are 95 %."
    )
    for view, words in (("get", "the others pass it out"), ("forced", "nobody has a choice")):
        assert words in assumptions(bid(view=view), "en")
    mixed = bid()
    mixed = replace(mixed, asked=Asked(four_of(["tai", "speed", "tai", "random"])))
    assert "East tai, South speed, West tai, North random" in assumptions(mixed, "en")
    assert "东 tai、南 speed、西 tai、北 random" in assumptions(mixed, "zh")
    alone = situation(contract="2", declarer="S")
    assert "equally likely, as how the contract was won is not told" in assumptions(bid(where=alone), "en")
    assert assumptions(bid(deals=1024), "en").count("1,024 deals,") == 1
    assert "these policies tell no chances" in assumptions(bid(where=situation(auction="E:2")), "en")
    further = bid()
    further.frame.loc[1, "auctions"] = 5120
    told = (
        "2,048 deals (1,024 for rows far behind) and 5,120 auctions for the chance of solo 3 naming 9p, seed"
    )
    assert told in assumptions(further, "en")
    assert "5,120 次叫牌" in assumptions(further, "zh")


def test_bids_that_nobody_would_make_are_warned_of():
    assert caution(bid(), "en") == ""
    unlikely = bid(conditioned=True, likelihood=2e-7, effective=950.0)
    assert "about once in 5,000,000 times" in caution(unlikely, "en")
    assert "注意" in caution(unlikely, "zh")
    never = caution(bid(conditioned=True, likelihood=1e-14, effective=950.0), "en")
    assert "less often than their policies can tell" in never
    assert "000,000" not in never
    few = bid(conditioned=True, likelihood=0.4, effective=40.0)
    assert "no more than 40 of equal weight" in caution(few, "en")
    assert "40 局" in caution(few, "zh")


def test_rules_of_the_house_are_named_with_what_they_change():
    house = read_situation(HAND, "S", Ruleset.preset("bao", wall_reserve=14))
    assert "Rules bao (wall_reserve = 14), seat South" in assumptions(bid(where=house), "en")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_narrow_terminal_gets_the_table_in_two_parts(lang):
    found = bid()
    (whole,) = tables(found, lang, 200)
    first, second = tables(found, lang, 80)
    cells = {tuple(values) for table in (first, second) for values in zip(*table.rows, strict=True)}
    assert cells == set(zip(*whole.rows, strict=True))
    assert first.rows[0][0] in ("solo 4", "独4")
    assert first.rows[0][-3:] == ["+60.0 ±3.0", "–", "+26.0 ±6.0"]
    assert page_tables(found, lang)[1].rows[0][-1] == "1,024"
    assert len(explained(found, lang)) == 6


def test_figures_are_rounded_as_their_intervals_bear():
    assert plain(pd.Series({"x": 12.34, "x_low": 12.3, "x_high": 12.4}), "x") == "+12.34"
    assert plain(pd.Series({"x": -12.34, "x_low": -20, "x_high": -3}), "x") == "−12"
    assert plain(pd.Series({"x": -0.2, "x_low": -9, "x_high": 9}), "x") == "0"
    assert difference(Estimate(np.array(30.0), np.array(30.0), np.array(30.0)), "en") == "30"
    assert difference(Estimate(np.array(-2.0), np.array(-2.0), np.array(-2.0)), "en") == "−2"
    small = pd.Series({"x": 0.004, "x_low": 0.001, "x_high": 0.012})
    assert per_cent(small, "x", "en") == "0.4% (0.1–1.2)"
    assert per_cent(pd.Series({"x": 0.61, "x_low": 0.59, "x_high": 0.63}), "x", "zh") == "61%（59–63）"


def test_a_break_even_that_cannot_be_is_told_as_such():
    found = bid()
    found.frame.loc[0, "break_even"], found.frame.loc[1, "break_even"] = 4.9, -0.3
    (table,) = tables(found, "en", 200)
    at = [head.split() for head in table.heads].index(["break", "even"])
    assert [row[at] for row in table.rows] == [">100%", "<0%", "–"]


def test_wins_by_the_first_tile_have_a_column_where_there_are_any():
    """Guards against a chance of 100 % that nobody can explain."""
    heads = " ".join(tables(bid(), "en", 200)[0].heads)
    assert "at once" not in heads
    found = bid()
    found.frame.loc[0, "at_once"] = 0.97
    (table,) = tables(found, "en", 300)
    at = [head.split() for head in table.heads].index(["at", "once"])
    assert table.rows[0][at] == "97%"
    assert any(line.startswith("at once:") for line in explained(found, "en"))


def test_what_was_weighed_is_told():
    """Guards against "weighted by bids" where a name alone was told, or a bid alone."""
    passed = "E:2 S:pass W:pass N:pass"
    for said, words, chinese in (
        ({"auction": passed}, "would have bid so, worth 800 deals", "会这样叫的可能加权"),
        ({"auction": passed, "caishen": "5m6m"}, "would have bid and named so", "这样定财神的可能"),
        (
            {"contract": "独2", "declarer": "W", "caishen": "5m"},
            "the hand of West alone is weighted, by how likely it would have been opened with solo 2 or "
            "more and 5m named",
            "只有西家的牌按开叫独2或更高并定财神 5m的可能加权",
        ),
        (
            {"contract": "无财2", "declarer": "W"},
            "would have been opened with none 2 or more, worth",
            "开叫无财2或更高的可能",
        ),
    ):
        found = bid(conditioned=True, where=situation(**said))
        assert words in assumptions(found, "en")
        assert chinese in assumptions(found, "zh")


def test_the_head_of_heping_has_its_caishen():
    found = answered(row("-", "", 7), where=situation("heping", caishen="8p9p"))
    assert "caishen 8p9p" in assumptions(found, "en")
    assert "规则 和平麻将，" in assumptions(found, "zh")
    assert "财神 8p9p" in assumptions(found, "zh")


def test_a_single_deal_is_no_plural():
    assert "1 deal, seed" in assumptions(answered(row("-", "", 7), deals=1), "en")


def test_where_hardly_a_deal_fits_the_bidding_nothing_is_concluded():
    """Guards against a lead of a single deal, and against a floor of numbers that is told as a chance."""
    found = bid(conditioned=True, likelihood=0.0, effective=1.2)
    for lang, words, warning in (
        ("en", "Nothing can be concluded", "Caution: these players would hardly ever have bid so."),
        ("zh", "得不出结论", "注意：这几家几乎不会这样叫。"),
    ):
        said = verdict(found, lang)
        assert words in said
        assert "60" not in said
        assert caution(found, lang) == warning
        assert tables(found, lang, 200) == page_tables(found, lang) == explained(found, lang) == []
    assert "1 deal of equal weight" in verdict(found, "en")
    document = found.document()
    assert document["withheld"] is True
    assert document["best"] is None


def test_a_verdict_against_others_is_withheld_where_too_few_deals_fit():
    nothing = Estimate(*(np.array(np.nan),) * 3)
    (line,) = does_it_hold(bid(opponents=(Opponents("speed", None, 1, nothing),)), "en")
    assert line == "speed: cannot be told, too few deals fit what was bid"


def test_a_pass_gets_no_contract():
    """Guards against 100 % in the row of the pass."""
    (table,) = tables(bid(), "en", 200)
    at = [head.split() for head in table.heads].index(["get", "it"])
    assert [cells[at] for cells in table.rows] == ["50%", "50%", "–"]
    assert bid().document()["rows"][2]["hold"] is None


def test_view_get_tells_how_many_deals_count():
    """Guards against a row of forty deals that looks like one of a thousand."""
    found = bid(view="get")
    assert "passed" not in " ".join(tables(found, "en", 300)[0].heads)
    found.frame["effective"] = [39.6, 350.0, 800.0]
    (table,) = tables(found, "en", 300)
    at = [head.split() for head in table.heads].index(["passed", "out"])
    assert [cells[at] for cells in table.rows] == ["40", "350", "–"]
    assert caution(found, "en") == (
        "Caution: fewer than 100 of these deals were passed out to solo 4 naming 9p."
    )
    assert "独4（财神 9p）" in caution(found, "zh")
    assert any(line.startswith("passed out:") for line in explained(found, "en"))


def test_no_half_of_an_interval_is_zero():
    """Guards against "±0" beside an interval that is only narrow, and beside none at all."""
    found = bid()
    found.frame["points_low"] = [40.0, 50.9, 34.0]
    found.frame["points_high"] = [80.0, 51.1, 34.0]
    (table,) = tables(found, "en", 200)
    at = table.heads.index("points")
    assert [cells[at] for cells in table.rows] == ["+60 ±20", "+51.0 ±0.1", "+34"]
