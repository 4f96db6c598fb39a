"""The bid card: what is counted, what came of it, how cells are made of that, and what a reader sees."""

import json
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import zhuji_sim as zj
from zhuji_sim.batches import BatchSpec, play, seat_table
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import Action
from zhuji_sim.engine.counted import READY, SURE, count_name, count_once
from zhuji_sim.engine.distance import UNREACHABLE
from zhuji_sim.odds.card import Card, make_card
from zhuji_sim.odds.card_cells import CLOSE, DO, DONT, advised, cells_of, grid_groups
from zhuji_sim.odds.card_loss import losses
from zhuji_sim.odds.card_page import card_html, card_text
from zhuji_sim.odds.card_points import choices_of, play_card_points
from zhuji_sim.odds.cards import main
from zhuji_sim.odds.screening import names_of
from zhuji_sim.odds.situation import read_situation
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.contracts import Mode
from zhuji_sim.rules.notation import format_tiles, parse_tiles

PRESETS = ("bao", "heping", "ziyou", "dongfeng")
BIDDING = ("bao", "dongfeng")


@pytest.fixture(scope="module")
def cards() -> dict[str, Card]:
    return {preset: make_card(preset, "tai", deals=600, seed=3, full=2) for preset in PRESETS}


def counted(hand: str, seat: str, mode: Mode, tai: int, copies: int = -1) -> tuple[int, int, str]:
    rules = zj.Ruleset.preset("bao")
    table = seat_table(rules, (load("tai"),) * 4)
    scene = read_situation(hand, seat, rules).scene
    mind = table.minds["ESWN".index(seat)]
    missing, held, *kinds = count_name(scene, mind, mode.value, tai, copies, table.rules, table.tables)
    return int(missing), int(held), format_tiles([kind for kind in kinds if kind >= 0])


@pytest.mark.small
@pytest.mark.parametrize(
    ("mode", "tai", "expected"),
    [
        # 东 and two caishen are a triplet, the third pairs any 万 that comes: 混一色 and 东, 2 tai.
        (Mode.SOLO, 2, (1, 3, "5p")),
        (Mode.DUAL, 2, (1, 3, "45p")),
        # 清一色 wants two more 万; nothing else has 3 tai any sooner.
        (Mode.SOLO, 3, (2, 3, "5p")),
        # 无财 alone is 1 tai; 平胡 besides wants 6p and 7p, so that 55p is the pair.
        (Mode.NONE, 2, (2, 0, "")),
    ],
)
def test_a_hand_is_counted_as_at_the_table(mode, tai, expected):
    """The best set is wrong, or its caishen are not counted as the tiles they stand for."""
    assert counted("123456789m555p东", "S", mode, tai) == expected


@pytest.mark.parametrize(
    ("hand", "seat", "mode", "expected"),
    [
        ("123456789m11p999s", "E", Mode.NONE, (0, SURE, "")),
        ("123456789m11p99s5p", "E", Mode.SOLO, (0, SURE, "5p")),
        ("123456789m147p东南", "E", Mode.DUAL, (UNREACHABLE, 0, "")),
        ("123456789m111p5p", "S", Mode.SOLO, (1, SURE, "5p")),
        ("123456789m11p99s", "S", Mode.NONE, (1, READY, "")),
        ("147m258p369s东南西北", "S", Mode.SOLO, (UNREACHABLE, 0, "")),
    ],
)
def test_hands_that_may_win_before_anybody_draws_are_known(hand, seat, mode, expected):
    """Such a hand needs no tai: counted by its tai it would seem far from any contract."""
    table = seat_table(zj.Ruleset(), (load("tai"),) * 4)
    scene = read_situation(hand, seat, zj.Ruleset()).scene
    mind = table.minds["ESWN".index(seat)]
    missing, place, *kinds = count_once(scene, mind, mode.value, table.rules, table.tables)
    assert (int(missing), int(place)) == expected[:2]
    if expected[2] == "" or mode == Mode.NONE:
        assert format_tiles([kind for kind in kinds if kind >= 0]) == expected[2]
    else:
        caishen = format_tiles([kind for kind in kinds if kind >= 0])
        assert parse_tiles(caishen)[0] in parse_tiles(hand)


def test_a_hand_that_wins_at_once_bids_the_highest_contract(cards):
    """The card would pass with a hand that cannot lose; a few tell enough, as they are all alike."""
    card = cards["bao"]
    sample = play_card_points(card.rules, card.policy, 0, 300, 3, 1, thorough=False)
    q = next(q for q, choice in enumerate(choices_of(card.rules)) if choice.block == "8!")
    once = sample.counts[:, q]
    once["open"], sample.points["seat"] = 0, 1
    once["open"][:40] = 1
    once["held"][:12], once["won"][:12], once["points"][:12] = SURE, 1, 1472
    once["held"][12:40], once["won"][12:40], once["points"][12:40] = READY, 0, -960
    cells = cells_of(card.rules, sample)
    block = cells[cells["block"] == "8!"].set_index("held")
    assert block["advice"].to_dict() == {READY: DONT, SURE: DO}
    assert 0 < block.loc[SURE, "points_low"] < block.loc[SURE, "points"] == 1472
    said = advised(card.rules, cells, sample).choice
    assert (said[:12] == q).all()
    assert (said[12:] != q).all()
    for lang, words in (
        ("en", "a tile and the next, if any tile wins: bid 8 (+1,472)."),
        ("zh", "定一种及其下一张，听任何牌：叫8（+1,472）。"),
    ):
        assert words in card_text(replace(card, cells=cells), lang)


def test_only_rules_with_such_wins_have_them_on_the_card():
    """In dongfeng a win on the deal needs its tai like any other."""
    blocks = {
        preset: {choice.block for choice in choices_of(zj.Ruleset.preset(preset)) if choice.once}
        for preset in PRESETS
    }
    assert blocks == {"bao": {"8!", "独8!", "无财8!"}, "dongfeng": set(), "heping": set(), "ziyou": set()}


def test_figures_that_are_those_of_neighbours_are_marked(cards):
    """Guards against a small card that shows figures of hands that nobody was dealt."""
    card = cards["bao"]
    text = card_text(card, "en")
    assert "*: fewer than 100 hands of its own" in text
    full = card.cells.assign(hands=1000, pooled=1000)
    assert "*" not in card_text(replace(card, cells=full), "en")


@pytest.mark.parametrize("mode", [Mode.DUAL, Mode.SOLO])
def test_the_set_counted_is_the_nearest_of_all_then_the_one_held_most(mode):
    """A set is left out, or ties go to the wrong one."""
    rules = zj.Ruleset.preset("bao")
    for hand in ("1245m2679p39s东白白", "112233m567p44s发发", "19m19p19s东南西北中发白"):
        tiles = parse_tiles(hand)
        for tai in (2, 4):
            found = {}
            for name in names_of(rules, mode):
                held = sum(tiles.count(kind) for kind in name)
                if held:
                    caishen = format_tiles(name)
                    found[caishen] = (zj.distance(hand, caishen=caishen, seat="W", tai=tai), -held)
            missing, held, caishen = counted(hand, "W", mode, tai)
            assert found[caishen] == (missing, -held) == min(found.values())


def test_only_sets_with_the_wanted_copies_are_looked_at():
    """In the caishen card every number of copies is a choice of its own."""
    assert counted("123456789m555p东", "S", Mode.SOLO, 2, copies=1)[1] == 1
    assert counted("123456789m555p东", "S", Mode.SOLO, 2, copies=4) == (64, 0, "")


@pytest.mark.parametrize("preset", PRESETS)
def test_the_deals_are_the_ones_that_the_policy_plays(preset):
    """The auction of the sampled deals or what followed is not that of ordinary play."""
    rules, policy = zj.Ruleset.preset(preset), load("tai")
    sample = play_card_points(rules, policy, 5, 40, 9, 1, thorough=True)
    rows = play(BatchSpec(rules, (policy,) * 4, 9, draws="lanes"), 5, 45)
    assert len(sample.points) == 40
    assert sample.points["own"].tolist() == rows["points"][np.arange(40), sample.points["seat"]].tolist()


@pytest.mark.parametrize("preset", BIDDING)
def test_a_choice_played_out_by_hand_gives_the_same_points(preset):
    """A bid, a pass or the caishen that belong to it did not reach the deal."""
    rules, policy = zj.Ruleset.preset(preset), load("tai")
    sample = play_card_points(rules, policy, 0, 12, 4, 1, thorough=True)
    checked = 0
    for deal, (point, counts) in enumerate(zip(sample.points, sample.counts, strict=True)):
        assert played_by_hand(rules, deal, point, None, None) == point["passing"]
        for choice, count in zip(choices_of(rules), counts, strict=True):
            if count["open"]:
                assert played_by_hand(rules, deal, point, choice.rank, count) == count["points"]
                checked += 1
    assert checked > 12


def here_to_name(session, seat, rank):
    scene = session.scene
    reached = (int(scene["level"]) - 2) * 3 + int(scene["mode"])
    return int(scene["phase"]) == 1 and session.seat == seat and reached == rank


def played_by_hand(rules, deal, point, rank, count):
    table = seat_table(rules, (load("tai"),) * 4)
    session = DealSession(rules, 4, deal, lanes=True)
    seat, taken = int(point["seat"]), False
    while not session.over:
        scene, legal = session.scene, session.state["legal"]
        codes = legal["actions"][: int(legal["count"])].tolist()
        position = int(
            table.deciders[session.seat](
                scene,
                legal,
                table.rules,
                table.tables,
                table.minds[session.seat],
                session.state["rng"][session.seat],
            )
        )
        here = session.seat == seat and int(scene["phase"]) == 0
        if not taken and here and int(scene["auction_length"]) == int(point["length"]):
            position, taken = codes.index(0 if rank is None else int(Action.BID) + rank), True
        elif taken and here_to_name(session, seat, rank):
            base = Action.SOLO if count["second"] < 0 else Action.DUAL
            position = codes.index(int(base) + int(count["first"]))
        session.act(position)
    return int(session.state["points"][seat])


def test_bids_far_above_the_one_that_stands_are_left_out():
    """The card would compare leaps that it has no figures for."""
    rules = zj.Ruleset.preset("bao")
    sample = play_card_points(rules, load("tai"), 0, 200, 1, 1, thorough=True)
    for q, choice in enumerate(choices_of(rules)):
        if choice.once:
            continue
        standing = sample.points["standing"].astype(int)
        reach = (choice.rank > standing) & (choice.tai <= np.maximum(standing, 0) // 3 + 3)
        assert (sample.counts["open"][:, q] == reach).all()


def filled(values, hands=1000, spread=1.0):
    values = np.array(values, float)
    n = np.full(values.shape, hands)
    return n, values * n, (values**2 + spread**2) * n


def test_cells_in_order_with_enough_hands_are_left_alone():
    groups = grid_groups(*filled([[2, 3], [0, 1]]), 150)
    assert len(np.unique(groups)) == 4


def test_a_cell_with_few_hands_joins_the_one_beside_it():
    hands, total, squares = filled([[2, 3], [0, 1]])
    hands[0, 1], total[0, 1], squares[0, 1] = 10, 30, 100
    assert grid_groups(hands, total, squares, 150).tolist() == [[0, 0], [1, 2]]


def test_neighbours_in_the_wrong_order_are_pooled_unless_it_is_no_accident():
    """Noise would have a player bid on the worse of two hands; what is clear is not hidden either."""
    wrong = [[2.0, 1.5], [0.0, 1.0]]
    assert grid_groups(*filled(wrong, spread=20), 150)[0].tolist() == [0, 0]
    assert len(np.unique(grid_groups(*filled(wrong, spread=1), 150))) == 4


def test_everything_is_pooled_where_there_is_hardly_a_hand():
    assert (grid_groups(*filled([[2, 3], [0, 1]], hands=5), 150) == 0).all()


@pytest.mark.parametrize("preset", PRESETS)
def test_cells_add_up(cards, preset):
    """A hand is counted twice or lost between the cells."""
    card = cards[preset]
    sample = play_card_points(card.rules, card.policy, 0, card.deals, card.seed, 2, thorough=False)
    choices = choices_of(card.rules)
    for block, cells in card.cells.groupby("block"):
        places = [q for q, choice in enumerate(choices) if choice.block == block]
        assert cells["hands"].sum() == sample.counts["open"][:, places].sum()
        for _, one in cells.groupby("dealer"):
            assert (one.groupby("group")["hands"].transform("sum") == one["pooled"]).all()
            assert (one.groupby("group")["points"].nunique() <= 1).all()


@pytest.mark.parametrize("preset", BIDDING)
def test_advice_follows_the_intervals(cards, preset):
    cells = cards[preset].cells
    for _, cell in cells.iterrows():
        wanted = DO if cell["points_low"] > 0 else DONT if cell["points_high"] < 0 else CLOSE
        assert cell["advice"] == wanted
    assert {DO, DONT, CLOSE} >= set(cells["advice"])
    assert DONT in set(cells["advice"])


def one_decision(missing, held):
    rules = zj.Ruleset.preset("bao")
    sample = play_card_points(rules, load("tai"), 0, 1, 1, 1, thorough=True)
    sample.points["seat"], sample.points["standing"] = 1, -1
    sample.counts["open"] = 1
    sample.counts["missing"], sample.counts["held"] = missing, held
    return rules, sample


def test_the_card_is_read_in_the_cell_of_the_hand(cards):
    """The last row and column are for so many and more; the dealer has a block of his own."""
    cells = cards["bao"].cells.assign(advice=DONT, points=-1.0)
    here = (cells["block"] == "3") & ~cells["dealer"] & (cells["missing"] == 6) & (cells["held"] == 4)
    assert here.sum() == 1
    cells.loc[here, ["advice", "points"]] = DO, 7.0
    rules, sample = one_decision(missing=8, held=6)
    said = advised(rules, cells, sample)
    assert (choices_of(rules)[said.choice[0]].name, said.value[0]) == ("3", 7.0)
    rules, sample = one_decision(missing=5, held=6)
    assert advised(rules, cells, sample).choice[0] == -1
    rules, sample = one_decision(missing=8, held=6)
    sample.points["seat"] = 0
    assert advised(rules, cells, sample).choice[0] == -1


def test_of_several_bids_the_highest_figure_is_taken(cards):
    cells = cards["bao"].cells.assign(advice=DO, points=1.0)
    cells.loc[cells["block"] == "独2", "points"] = 2.0
    cells.loc[cells["block"] == "3", ["advice", "points"]] = CLOSE, 9.0
    rules, sample = one_decision(missing=3, held=2)
    assert choices_of(rules)[advised(rules, cells, sample).choice[0]].name == "独2"


def test_a_card_that_always_passes_loses_what_the_policy_gains(cards):
    card = cards["bao"]
    fresh = play_card_points(card.rules, card.policy, 1000, 300, 1, 1, thorough=True)
    found = losses(card.rules, card.policy, card.cells.assign(advice=DONT), fresh, 0, 1, 1)
    assert found[["follows", "against"]].to_numpy().tolist() == [["card", "tai"], ["pass", "tai"]]
    assert found["loss"][0] == found["loss"][1]
    gains = fresh.points["own"].astype(float) - fresh.points["passing"]
    assert found["loss"][0] == pytest.approx(gains.mean())
    assert found["differ"][0] == pytest.approx((fresh.points["action"] != 0).mean())


def test_a_bad_card_is_found_out_by_the_full_calculation(cards):
    """A card that bids 无财3 whatever the hand comes off as well as any other."""
    card = cards["bao"]
    fresh = play_card_points(card.rules, card.policy, 1000, 10, 1, 1, thorough=True)
    reckless = card.cells.assign(advice=np.where(card.cells["block"] == "无财3", DO, DONT), points=1.0)
    found = losses(card.rules, card.policy, reckless, fresh, 6, 1, 2).set_index("against").loc["full"]
    assert found["differ"] == 1
    assert found["loss"] > 15


@pytest.mark.parametrize("preset", PRESETS)
def test_the_number_of_jobs_changes_nothing(cards, preset):
    again = make_card(preset, "tai", deals=600, seed=3, jobs=3, full=2)
    pd.testing.assert_frame_equal(cards[preset].cells, again.cells)
    pd.testing.assert_frame_equal(cards[preset].losses, again.losses)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("preset", PRESETS)
def test_both_languages_show_every_cell(cards, preset, lang):
    card = cards[preset]
    shown = card.cells[~card.cells["block"].str.contains("无财|!")]
    page = card_html(card, lang)
    assert len(re.findall('<td class="(bid|close|pass)">', page)) == len(shown)
    assert "http" not in page
    assert ("Dealer" in page, "庄家" in page) == (lang == "en", lang == "zh")
    text = card_text(card, lang)
    seats = {"en": ("Dealer", "The others"), "zh": ("庄家", "闲家")}[lang]
    heads = [line for line in text.splitlines() if " · " in line]
    blocks = [head.strip() for line in heads for head in re.split(" {3,}", line)]
    assert len(blocks) == len(shown.groupby(["block", "dealer"]))
    assert all(head.startswith(seats) for head in blocks)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_document_is_plain(cards, preset):
    document = json.loads(json.dumps(cards[preset].document()))
    assert len(document["cells"]) == len(cards[preset].cells)
    assert document["cells"][0]["hands"] == cards[preset].cells["hands"][0]


def test_the_card_knows_the_options_of_the_bidding():
    """It would promise a second chance to bid, and tell of contracts that there are not."""
    options = {"pass_is_final": True, "max_level": 2}
    text = card_text(make_card(zj.Ruleset.preset("bao", **options), "tai", deals=60, full=0), "en")
    assert "solo 2" in text
    for untrue in ("may still bid later", "solo 3", "Contracts above"):
        assert untrue not in text


def test_changed_options_stand_in_the_title():
    card = make_card(zj.Ruleset.preset("heping", wall_reserve=20), "tai", deals=60, full=0)
    assert "wall_reserve = 20" in card_text(card, "en").splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--deals", "1"], "cards: deals = 1: expected a whole number from 3 to 50000000"),
        (["--full", "5", "--deals", "9"], "cards: full = 5: expected a whole number from 0 to 3"),
        (["--jobs", "0"], "cards: jobs = 0: expected a whole number from 1 to"),
        (["--rules", "nowhere"], "cards: "),
    ],
)
def test_wrong_input_is_one_line(tmp_path, capsys, arguments, line):
    assert main([*arguments, "--out", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith(line)
    assert said.count("\n") == 1


def test_the_command_writes_pages_and_tables(tmp_path):
    assert (
        main(["--rules", "bao", "--policy", "tai", "--deals", "90", "--full", "1", "--out", str(tmp_path)])
        == 0
    )
    assert {path.name for path in tmp_path.iterdir()} == {
        "card_en.html",
        "card_zh.html",
        "cells.csv",
        "losses.csv",
        "manifest.json",
    }
    assert json.loads((tmp_path / "manifest.json").read_text())["deals"] == 90


def test_too_few_hands_give_no_advice():
    """A mean of a handful of deals looks far surer than it is."""
    rules = zj.Ruleset.preset("bao")
    cells = cells_of(rules, play_card_points(rules, load("tai"), 0, 20, 1, 1, thorough=False))
    assert set(cells["advice"]) == {CLOSE}


def test_where_there_is_no_choice_nothing_can_be_lost(cards):
    assert cards["heping"].losses.empty
    assert (cards["heping"].cells["advice"] == "-").all()
