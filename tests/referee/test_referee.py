"""The referee lets whole deals pass under every preset, and finds each kind of forgery in them."""

import copy
import random

import pytest

from tests.referee.naive import write_log
from tests.referee.referee import Illegal, judge
from zhuji_sim.rules import PRESETS, Ruleset

DEALS = 6
EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)


@pytest.fixture(scope="module")
def logs():
    """A few deals of naive players under each preset, some of them won."""
    made = {}
    for preset in PRESETS:
        rules = Ruleset.preset(preset).options()
        made[preset] = [write_log(rules, seed, stays=seed % 2 == 1, lanes=seed == 5) for seed in range(DEALS)]
    return made


def find(logs, wanted):
    """A copy of a deal that has the wanted event, and its index."""
    for log in logs:
        for index, event in enumerate(log["events"]):
            if wanted(log, index, event):
                return copy.deepcopy(log), index
    raise AssertionError("no such event in these deals")


def rejected(log, index, reason):
    with pytest.raises(Illegal, match=reason) as caught:
        judge(log)
    assert caught.value.event_index == index


def is_won(log, index, event):
    return event["do"] == "hu"


def front_draw(log, index, event):
    return event["do"] == "draw" and not event.get("tail") and "position" not in event


def first_discard(log, index, event):
    return event["do"] == "discard"


@EVERYWHERE
def test_whole_deals_pass(logs, preset):
    for log in logs[preset]:
        judge(log)


@pytest.mark.parametrize("seed", range(8))
def test_whole_deals_pass_under_options_of_chance(seed):
    coin = random.Random(seed)
    options = {
        name: coin.choice(option.values)
        for name, option in Ruleset.all_options().items()
        if option.values and name not in ("tai_limit", "caishen_source")
    }
    options |= {name: coin.random() < 0.5 for name, option in Ruleset.all_options().items() if option.flag}
    options |= {"tai_limit": coin.choice(["none", 4, 9]), "wall_reserve": coin.randrange(61)}
    for preset in PRESETS:
        rules = Ruleset.preset(preset, **options).options()
        judge(write_log(rules, seed, stays=seed, lanes=seed % 2 == 0))


# The set-up


@EVERYWHERE
def test_the_wall_is_four_of_each_kind(logs, preset):
    log = copy.deepcopy(logs[preset][0])
    log["wall"][0] = "1m" if log["wall"][0] != "1m" else "2m"
    rejected(log, -1, "four of each kind")
    log["wall"].pop()
    rejected(log, -1, "135 tiles")


def test_the_indicator_is_the_tile_after_the_dealt_ones(logs):
    log = copy.deepcopy(logs["heping"][0])
    log["indicator"] = "1m" if log["indicator"] != "1m" else "2m"
    rejected(log, -1, "wrong tile is turned")
    log = copy.deepcopy(logs["bao"][0])
    log["indicator"] = "1m"
    rejected(log, -1, "no tile is turned")


def test_the_rules_are_complete_and_valid(logs):
    log = copy.deepcopy(logs["bao"][0])
    del log["rules"]["draw_pays"]
    rejected(log, -1, "the rules lack draw_pays")
    log["rules"]["draw_pays"] = "everybody"
    rejected(log, -1, "draw_pays = 'everybody'")


def test_a_forced_contract_has_a_declarer_and_a_bidding_preset(logs):
    log = copy.deepcopy(logs["heping"][0])
    log["forced"] = {"declarer": "E", "contract": "2"}
    rejected(log, -1, "where there is no bidding")
    log = copy.deepcopy(logs["bao"][0])
    log["forced"] = {"declarer": "Q", "contract": "2"}
    rejected(log, -1, "has no declarer")


@pytest.mark.parametrize(("name", "value"), [("wall", None), ("lao_zhuang", "yes"), ("events", None)])
def test_fields_of_the_wrong_type(logs, name, value):
    log = copy.deepcopy(logs["bao"][0])
    log[name] = value
    rejected(log, -1, f"{name} is no")


# Moves


@EVERYWHERE
def test_a_tile_that_the_wall_does_not_give(logs, preset):
    log, index = find(logs[preset], front_draw)
    log["events"][index]["tile"] = "1m" if log["events"][index]["tile"] != "1m" else "2m"
    rejected(log, index, "not the tile that the wall gives")


@EVERYWHERE
def test_a_skipped_draw(logs, preset):
    def drawn_and_discarded(log, index, event):
        return front_draw(log, index, event) and log["events"][index + 1]["do"] == "discard"

    log, index = find(logs[preset], drawn_and_discarded)
    del log["events"][index]
    rejected(log, index, "nobody discards now")


@EVERYWHERE
def test_a_draw_out_of_turn(logs, preset):
    log, index = find(logs[preset], front_draw)
    seat = log["events"][index]["seat"]
    log["events"][index]["seat"] = "ESWN"["ESWN".index(seat) - 1]
    rejected(log, index, f"it is {seat} who draws")


@EVERYWHERE
def test_a_draw_from_the_wrong_end(logs, preset):
    log, index = find(logs[preset], front_draw)
    log["events"][index]["tail"] = True
    rejected(log, index, "only a gang's replacement")


@EVERYWHERE
def test_a_discard_that_is_not_held(logs, preset):
    log, index = find(logs[preset], first_discard)
    deal_to_east = log["wall"][:13] + log["wall"][52:54]
    log["events"][index]["tile"] = next(tile for tile in log["wall"] if tile not in deal_to_east)
    rejected(log, index, "E does not hold")


@EVERYWHERE
def test_a_discard_of_another_seat(logs, preset):
    log, index = find(logs[preset], first_discard)
    log["events"][index]["seat"] = "W"
    rejected(log, index, "it is E who discards")


@EVERYWHERE
@pytest.mark.parametrize("do", ["chi", "peng"])
def test_a_claim_that_names_another_seat_than_the_discarder(logs, preset, do):
    log, index = find(logs[preset], lambda log, index, event: event["do"] == do)
    event = log["events"][index]
    event["from"] = next(seat for seat in "ESWN" if seat not in (event["from"], event["seat"]))
    rejected(log, index, "does not name the discarder")


@EVERYWHERE
def test_a_claim_of_a_tile_that_was_not_discarded(logs, preset):
    log, index = find(logs[preset], lambda log, index, event: event["do"] == "peng")
    log["events"][index]["meld"] = "[111m]" if "1m" not in log["events"][index]["meld"] else "[222m]"
    log["events"][index].pop("laid", None)
    rejected(log, index, "does not hold the discard")


@EVERYWHERE
def test_a_meld_under_the_wrong_name(logs, preset):
    log, index = find(logs[preset], lambda log, index, event: event["do"] == "chi")
    log["events"][index]["do"] = "peng"
    rejected(log, index, "a chi is written in a peng event")


@EVERYWHERE
def test_exhausted_too_early(logs, preset):
    log, index = find(logs[preset], front_draw)
    log["events"][index:] = [{"do": "exhausted"}]
    rejected(log, index, "more than the reserve")


@EVERYWHERE
def test_a_draw_into_the_reserve(logs, preset):
    live = 82 if preset == "heping" else 83

    def one_too_many(log, index, event):
        drawn = [event for event in log["events"][:index] if event["do"] == "draw"]
        return front_draw(log, index, event) and len(drawn) == live - 60

    log, index = find(logs[preset], one_too_many)
    log["rules"]["wall_reserve"] = 60
    rejected(log, index, "into the reserve")


def test_a_lane_position_is_used_once_and_lies_in_the_live_wall(logs):
    log, _ = find(logs["bao"], lambda log, index, event: "position" in event)
    draws = [event for event in log["events"] if "position" in event]
    second = log["events"].index(draws[1])
    for position, reason in ((3, "not in the live wall"), (draws[0]["position"], "drawn twice")):
        forged = copy.deepcopy(log)
        forged["events"][second] |= {"position": position, "tile": log["wall"][position]}
        rejected(forged, second, reason)


@EVERYWHERE
def test_an_event_after_the_end_or_no_end(logs, preset):
    log = copy.deepcopy(logs[preset][0])
    last = len(log["events"])
    log["events"].append({"do": "exhausted"})
    rejected(log, last, "after the end")
    log["events"] = log["events"][:-2]
    rejected(log, last - 1, "not over")


def test_a_missing_pass_and_a_missing_caishen_event(logs):
    def last_pass(log, index, event):
        return event["do"] == "pass" and log["events"][index + 1]["do"] == "caishen"

    log, index = find(logs["bao"], last_pass)
    forged = copy.deepcopy(log)
    del forged["events"][index]
    with pytest.raises(Illegal):
        judge(forged)
    del log["events"][index + 1]
    rejected(log, index + 1, "nobody discards now|no hu|not possible|nobody can win")


# The result


@EVERYWHERE
@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("winner", None, "the wrong winner"),
        ("loser", "X", "the wrong loser"),
        ("by", "rob", "the wrong kind of win"),
        ("tai", 30, "tai 30 in the result"),
        ("items", {}, "do not add up"),
        ("items", ["pinghu"], "no names with tai"),
        ("items", {"pinghu": 2, "hunyise": -1}, "no number of tai"),
        ("hand", "1m", "the wrong hand"),
        ("melds", ["[111m]"] * 5, "the wrong melds"),
        ("melds", None, "no list"),
        ("declarer", "X", "the wrong declarer"),
        ("contract", "12", "the wrong contract"),
        ("points", {"E": 0, "S": 0, "W": 0, "N": 0}, "should be"),
        ("points", {"E": 1, "S": 0, "W": 0, "N": 0}, "add up to zero"),
        ("points", {"E": 0.0, "S": 0, "W": 0, "N": 0}, "whole numbers"),
        ("points", {"E": 0, "S": 0, "W": 0}, "not given for"),
    ],
)
def test_a_false_result(logs, preset, name, value, reason):
    log, index = find(logs[preset], is_won)
    log["result"][name] = value
    rejected(log, index + 1, reason)


def test_a_drawn_deal_has_no_winner_s_fields(logs):
    log, index = find(logs["bao"], lambda log, index, event: event["do"] == "exhausted")
    for name, value in [
        ("winner", "E"),
        ("loser", "E"),
        ("by", "gang"),
        ("tai", 0),
        ("hand", ""),
        ("items", {"x": 1}),
        ("melds", ["[111m]"]),
    ]:
        forged = copy.deepcopy(log)
        forged["result"][name] = value
        rejected(forged, index + 1, f"has {name}")


@EVERYWHERE
def test_items_that_add_up_but_are_not_the_hand_s(logs, preset):
    log, index = find(logs[preset], is_won)
    log["result"]["items"] = {"wind_north": log["result"]["tai"]}
    rejected(log, index + 1, "no reading of the hand")


@EVERYWHERE
def test_a_win_on_another_tile_from_another_seat_or_by_another_name(logs, preset):
    log, index = find(logs[preset], is_won)
    for name, value, reason in [
        ("tile", "1m" if log["events"][index]["tile"] != "1m" else "2m", "not the tile that is won on"),
        ("by", "rob", "this win is by"),
        ("from", log["events"][index]["seat"], "wrong seat to come from"),
    ]:
        forged = copy.deepcopy(log)
        forged["events"][index][name] = value
        rejected(forged, index, reason)


@EVERYWHERE
def test_lao_zhuang_doubles_the_points(logs, preset):
    log, index = find(logs[preset], is_won)
    log["lao_zhuang"] = not log["lao_zhuang"]
    rejected(log, index + 1, "should be")


@EVERYWHERE
def test_a_hu_with_an_incomplete_hand(logs, preset):
    log, index = find(logs[preset], front_draw)
    event = log["events"][index]
    seat, tile = event["seat"], event["tile"]
    by = "earthly" if preset == "ziyou" else "self_draw"
    log["events"][index + 1 :] = [{"seat": seat, "do": "hu", "by": by, "tile": tile, "from": None}]
    rejected(log, index + 1, "not complete|this win is by")
