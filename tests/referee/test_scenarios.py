"""Each rule of play in a hand-made deal: what the referee lets pass and what he stops (RULES.md §2–§5)."""

import pytest

from tests.referee.referee import Illegal, judge
from tests.referee.scenario import deal

RUNS = "123m456m789m123p"
"""Twelve tiles that lack a pair."""


def legal(log):
    judge(log)
    return log["result"]


def illegal(log, reason):
    """The log's last event is the first violation."""
    with pytest.raises(Illegal, match=reason) as caught:
        judge(log)
    assert caught.value.event_index == len(log["events"]) - 1


# Bidding and caishen


def test_bidding_ends_when_all_others_have_passed_after_a_bid():
    script = "E bid 2, S bid 独2, W pass, N pass, E pass, S caishen 5m, E discard 9p, around 57, exhausted"
    log = deal("bao", script, E="9p", S="5m", draws="1m")
    assert legal(log)["points"] == {"E": 10, "S": -30, "W": 10, "N": 10}


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("E bid 独2, S bid 2", "not above the last one"),
        ("E bid 2, S bid 2", "not above the last one"),
        ("E bid 9", "above max_level"),
        ("S pass", "it is E who bids"),
        ("E bid 2, W pass", "it is S who bids"),
        (
            "E bid 2, S pass, W pass, E caishen 5m 6m",
            "it is N who bids|during the bidding|no caishen is to be",
        ),
        ("E bid 2, S pass, W pass, N pass, S pass", "bidding is not open"),
        ("E bid 2, S pass, W pass, N pass, S caishen 5m 6m", "it is E who names"),
        ("E bid 2, S pass, W pass, N pass, E caishen 5m", "asks for 2 kinds"),
        ("E bid 独2, S pass, W pass, N pass, E caishen 5m 6m", "asks for 1 kinds"),
        ("E bid 无财2, S pass, W pass, N pass, E caishen 5m", "asks for 0 kinds"),
        ("E bid 2, S pass, W pass, N pass, E caishen 5m 7m", "not a tile and its successor"),
        ("E bid 2, S pass, W pass, N pass, E caishen 北 中", "not a tile and its successor"),
        ("E bid 2, S pass, W pass, N pass, E discard 9p", "nobody discards now"),
    ],
)
def test_a_false_call_is_stopped(script, reason):
    illegal(deal("bao", script, E="9p"), reason)


def test_a_pass_is_final_only_under_its_option():
    script = "E pass, S bid 2, W pass, N pass, E bid 3"
    with pytest.raises(Illegal, match="not over"):
        judge(deal("bao", script))
    illegal(deal("bao", script, pass_is_final=True), "bidding is not open")
    illegal(deal("bao", "E pass, S bid 2, W bid 3, N pass, E pass", pass_is_final=True), "it is S who bids")


def test_the_last_to_speak_may_still_bid_where_a_pass_is_final():
    script = "E pass, S pass, W pass, N bid 独2, N caishen 5m"
    with pytest.raises(Illegal, match="not over"):
        judge(deal("bao", script, pass_is_final=True))


def test_four_passes_under_each_option():
    passes = "E pass, S pass, W pass, N pass, "
    drawn = legal(deal("bao", f"{passes} E discard 9p, around 57, exhausted", E="9p"))
    assert (drawn["declarer"], set(drawn["points"].values())) == (None, {0})
    illegal(deal("bao", f"{passes} E caishen 5m 6m"), "no caishen is to be named")
    script = f"{passes} E caishen 5m 6m, E discard 9p, around 57, exhausted"
    held = legal(deal("bao", script, E="9p", all_pass="dealer_must_bid"))
    assert (held["declarer"], held["contract"], held["points"]["E"]) == ("E", "2", -15)
    assert set(legal(deal("bao", f"{passes} redeal", all_pass="redeal"))["points"].values()) == {0}
    illegal(deal("bao", f"{passes} redeal"), "no redeal is due")
    illegal(deal("bao", f"{passes} E discard 9p", E="9p", all_pass="redeal"), "nobody discards")


def test_successors_of_honours_follow_the_option():
    for cycle, pair, fine in [
        ("4+3", "北 东", True), ("4+3", "白 中", True), ("4+3", "北 中", False), ("7", "北 中", True),
        ("7", "白 东", True), ("7", "北 东", False), ("none", "东 南", False), ("none", "9m 1m", False),
        ("4+3", "9m 1m", True), ("none", "8m 9m", True),
    ]:  # fmt: skip
        log = deal("bao", f"E caishen {pair}", forced="E 2", honour_cycle=cycle)
        with pytest.raises(Illegal, match="not over" if fine else "not a tile and its successor"):
            judge(log)


def test_in_ziyou_everybody_names_caishen_in_seat_order():
    illegal(deal("ziyou", "E caishen 5m, W caishen 5m"), "it is S who names")
    illegal(deal("ziyou", "E caishen 5m, S caishen 5m 7m"), "not a tile and its successor")
    illegal(deal("ziyou", "E caishen 5m, S caishen"), "one kind or two")
    illegal(deal("ziyou", "E caishen 5m, S caishen 5m", ziyou_caishen="dealer"), "no caishen is to be named")


# Claims

PLAIN = {"forced": "E 2", "draws": "1s"}
SOUTH_CAISHEN = "E caishen 5m 6m, E discard 9s, "


def test_only_the_next_player_may_chi():
    legal_script = f"{SOUTH_CAISHEN} S chi [789s], S discard 北, around 57, exhausted"
    legal(deal("bao", legal_script, E="9s", S="78s 北", forced="E 2"))
    illegal(deal("bao", f"{SOUTH_CAISHEN} W chi [789s]", E="9s", W="78s", **PLAIN), "only the next player")


@pytest.mark.parametrize(
    ("preset", "hands", "claim", "reason"),
    [
        ("bao", {"S": "77s"}, "S chi [789s]", "does not hold"),
        ("bao", {"W": "9s"}, "W peng [999s]", "does not hold"),
        ("bao", {"W": "99s"}, "W gang [9999s]", "does not hold"),
        ("bao", {"W": "99s"}, "W peng [9*9s] 5m", "does not hold"),
        ("bao", {"W": "9s5p"}, "W peng [9*9s] 5p", "is no caishen"),
        ("bao", {"W": "9s5m"}, "W peng [9*9s]", "one caishen for each"),
        ("bao", {"S": "5m8s"}, "S chi [*89s] 5m", "no caishen chi"),
        ("dongfeng", {"W": "999s5m"}, "W gang [99*9s] 5m", "no caishen in a gang"),
        ("bao", {"W": "99s5m"}, "W gang [99*9s] 5m", "leaves the hand ready"),
        ("bao", {"W": "999s"}, "W gang (9999s)", "on a discard is exposed"),
        ("bao", {"E": "99s"}, "E peng [999s]", "one's own discard"),
        ("bao", {"W": "88s"}, "W peng [888s]", "does not hold the discard"),
    ],
)
def test_a_claim_needs_its_tiles_and_its_rule(preset, hands, claim, reason):
    hands = hands | {"E": "9s" + hands.get("E", "")}
    illegal(deal(preset, SOUTH_CAISHEN + claim, **hands, **PLAIN), reason)


def test_heping_has_caishen_chi_and_ziyou_no_caishen_claims():
    chi = "E discard 9s, S chi [*89s] 5m, S discard 北, around 1"
    with pytest.raises(Illegal, match="not over"):
        judge(deal("heping", chi, E="9s", S="5m 8s 北", turned="5m"))
    two = "E discard 9s, S chi [**9s] 5m 5m"
    illegal(deal("heping", two, E="9s", S="55m", turned="5m"), "is no meld")
    ziyou = "E caishen 1m, S caishen 5m, W caishen 1m, N caishen 1m, E discard 9s, S peng [9*9s] 5m"
    illegal(deal("ziyou", ziyou, E="9s", S="5m 9s"), "no caishen peng")
    allowed = deal("ziyou", ziyou, E="9s", S="5m 9s", caishen_peng=True)
    with pytest.raises(Illegal, match="not over"):
        judge(allowed)


def test_a_caishen_at_its_own_place_is_natural():
    chi = "E discard 5m, S chi [567m], S discard 北"
    with pytest.raises(Illegal, match="not over"):
        judge(deal("bao", f"E caishen 6m 7m, {chi}", E="5m", S="67m 北", forced="E 2"))
    starred = "E caishen 6m 7m, E discard 5m, S chi [5*7m] 6m"
    illegal(deal("heping", starred.split(", ", 1)[1], E="5m", S="67m", turned="6m"), "at its own place")


def test_a_discarded_caishen_is_claimed_with_natural_tiles_only():
    naming = "E caishen 5m 6m, E discard 5m, "
    illegal(deal("bao", naming + "W peng [5*5m] 6m", E="5m", W="56m", forced="E 2"), "natural tiles only")
    natural = naming + "W peng [555m], W discard 北, around 1"
    with pytest.raises(Illegal, match="not over"):
        judge(deal("bao", natural, E="5m", W="55m 北", forced="E 2"))
    untouchable = {"forced": "E 2", "discarded_caishen": "unclaimable"}
    illegal(deal("bao", naming + "W peng [555m]", E="5m", W="55m", **untouchable), "cannot be claimed")
    win = naming + "S hu earthly"
    hands = {"E": "5m", "S": "46m 789m 123p 456p 东东"}
    illegal(deal("bao", win, **hands, **untouchable), "cannot be claimed")
    assert legal(deal("bao", win, **hands, forced="E 2"))["by"] == "earthly"


def test_after_a_claim_the_player_discards_and_does_nothing_else():
    claim = f"{SOUTH_CAISHEN} W peng [999s], "
    hands = {"E": "9s", "W": "99s 东东东东"}
    illegal(deal("bao", claim + "W gang (东东东东)", **hands, **PLAIN), "not possible now")
    illegal(deal("bao", claim + "W draw", **hands, **PLAIN), "nobody draws now")
    illegal(deal("bao", claim + "W hu self_draw", **hands, **PLAIN), "nobody can win now")
    illegal(deal("bao", claim + "N discard 北", N="北", **hands, **PLAIN), "it is W who discards")


# Gangs

GANG = "E caishen 5m 6m, E gang (东东东东), "


def test_a_gang_is_replaced_from_the_tail():
    hands = {"E": "东东东东 9s", "forced": "E 2", "tail": "北"}
    illegal(deal("bao", GANG + "E draw", **hands), "comes off the tail")
    illegal(deal("bao", GANG + "E discard 9s", **hands), "nobody discards now")
    script = GANG + "E draw tail, E discard 9s, S draw tail"
    illegal(deal("bao", script, **hands), "only a gang's replacement")
    legal(deal("bao", GANG + "E draw tail, E discard 9s, around 56, exhausted", **hands))


def test_no_gang_when_no_replacement_may_be_drawn():
    script = "E caishen 5m 6m, E discard 9s, around 20, S draw, S gang (东东东东)"
    hands = {"E": "9s", "S": "东东东东", "forced": "E 2"}
    with pytest.raises(Illegal, match="not over"):
        judge(deal("bao", script, wall_reserve=60, **hands))
    script = "E caishen 5m 6m, E discard 9s, around 22, N draw, N gang (东东东东)"
    illegal(deal("bao", script, wall_reserve=60, E="9s", N="东东东东", forced="E 2"), "no replacement")
    script = "E caishen 5m 6m, E discard 9s, around 23, W gang [1111s]"
    hands = {"E": "9s", "W": "111s 北", "draws": "2345678m 2345678p 2345678s 9p 1s"}
    illegal(deal("bao", script, wall_reserve=60, forced="E 2", **hands), "no replacement")
    peng = script.replace("gang [1111s]", "peng [111s], W discard 北, exhausted")
    assert legal(deal("bao", peng, wall_reserve=60, forced="E 2", **hands))["winner"] is None


def test_a_caishen_kind_never_forms_a_gang():
    illegal(deal("bao", "E caishen 5m 6m, E gang (5555m)", E="5555m", forced="E 2"), "never forms a gang")


def test_a_gang_with_caishen_leaves_the_hand_ready():
    ready = "E caishen 东 南, E gang (9**9s) 东 南"
    hand = "99s 东南 123m 456m 789m 1p"
    with pytest.raises(Illegal, match="not over"):
        judge(deal("bao", ready, E=hand, forced="E 2"))
    illegal(deal("heping", "E gang (9**9s) 东 南", E=hand, turned="东"), "no caishen in a gang")
    illegal(deal("bao", ready, E="99s 东南 147m 258p 369s 1p", forced="E 2"), "leaves the hand ready")
    illegal(deal("bao", "E caishen 东 南, E gang (***9s) 东 东 南", E="9s 东东南", forced="E 2"), "no meld")


def test_of_two_pengs_of_a_kind_the_gang_is_the_one_whose_fourth_tile_is_in_hand():
    """Guards against a tile that is asked for which the hand does not hold."""
    script = (
        "E caishen 5m 6m, E discard 9s, W peng [9*9s] 6m, W discard 北, N draw, N discard 9s, "
        "W peng [9*9s] 5m, W discard 7p, N draw, N discard 南, around 2, W draw, W gang [9**9s] 5m 6m, "
        "W draw tail, W discard 1p"
    )
    hands = {"E": "9s", "N": "9s南", "W": "99s 5m66m 123p 456p 7p 北", "forced": "E 2"}
    with pytest.raises(Illegal, match="not over"):
        judge(deal("bao", script, **hands))


def test_a_caishen_in_a_peng_is_not_swapped_out():
    script = ADDED.replace("peng [999s]", "peng [9*9s] 5m")
    hands = {"E": "9s", "W": "9s 5m 北", "draws": "1s 北 北 9s", "forced": "E 2"}
    illegal(deal("bao", script.replace("[9999s],", "[9999s]"), **hands), "the peng and one tile more")
    waits = "123m 456p 78p 东东"
    kept = script.replace("[9999s],", "[9*99s] 5m")
    with pytest.raises(Illegal, match="not over"):
        judge(deal("bao", kept, **(hands | {"W": "9s 5m 北" + waits})))
    illegal(deal("dongfeng", kept, **(hands | {"W": "9s 5m 北" + waits})), "no caishen in a gang")
    exchanged = script.replace("[9999s],", "[9*99s] 6m")
    illegal(deal("bao", exchanged, **(hands | {"W": "9s 56m 北"})), "the peng and one tile more")


def test_a_gang_in_one_s_own_turn_is_nobody_else_s():
    script = "E caishen 5m 6m, S gang (东东东东)"
    illegal(deal("bao", script, S="东东东东", forced="E 2"), "it is E whose turn")
    log = deal("bao", GANG, E="东东东东", forced="E 2")
    log["events"][-1]["from"] = "S"
    illegal(log, "comes from nobody")


def test_an_added_gang_needs_one_s_own_peng():
    illegal(deal("bao", "E caishen 5m 6m, E gang [9999s]", E="9999s", forced="E 2"), "no peng of one's own")


ADDED = f"{SOUTH_CAISHEN} W peng [999s], W discard 北, N draw, N discard 1s, around 2, W draw, "
ADDED += "W gang [9999s], "
ROBBED = {"E": "9s", "W": "99s 北", "forced": "E 2", "draws": "1s 2p 2p 9s"}
ROBBER = "78s 123m 456p 789p 东东"


def test_an_added_gang_can_be_robbed():
    robbed = legal(deal("bao", ADDED + "S hu rob", S=ROBBER, **ROBBED))
    assert (robbed["by"], robbed["loser"], robbed["tai"]) == ("rob", "W", 2)
    illegal(deal("bao", ADDED + "S hu gang", S=ROBBER, **ROBBED), "by rob")
    illegal(deal("bao", ADDED + "W hu rob", S=ROBBER, **ROBBED), "one's own gang")
    defender = deal("dongfeng", ADDED + "S hu rob", S=ROBBER, **ROBBED)
    illegal(defender, "a defender wins only on the declarer")
    illegal(deal("bao", ADDED + "N draw tail", S=ROBBER, **ROBBED), "it is W who draws the replacement")
    late = ADDED + "W draw tail, S hu rob"
    illegal(deal("bao", late, S=ROBBER, **ROBBED), "whose turn it is")


def test_a_gang_completed_by_a_caishen_or_concealed_cannot_be_robbed():
    hands = {"E": "9s", "W": "99s 5m 北 123m 456p 78p 东", "S": ROBBER, "forced": "E 2"}
    script = ADDED.replace("[9999s]", "[999*s] 5m") + "S hu rob"
    illegal(deal("bao", script, draws="1s 2p 2p 9p", **hands), "cannot be robbed")
    concealed = deal("bao", GANG + "S hu rob", E="东东东东", S="19m 19p", forced="E 2")
    illegal(concealed, "cannot be robbed")


def test_an_exposed_gang_is_robbed_only_under_its_option():
    naming = "E caishen 1m, S caishen 1m, W caishen 1m, N caishen 1m, "
    script = naming + "E discard 9s, W gang [9999s], S hu rob"
    hands = {"E": "9s", "W": "999s", "S": "78s 456s 456s 456s 11s"}
    illegal(deal("ziyou", script, **hands), "cannot be robbed")
    assert legal(deal("ziyou", script, rob_exposed=True, **hands))["loser"] == "W"
    by_discarder = script.replace("S hu", "E hu")
    illegal(deal("ziyou", by_discarder, rob_exposed=True, **hands), "one's own discard")


# Winning


@pytest.mark.parametrize(("preset", "by"), [("bao", "heavenly"), ("dongfeng", "self_draw")])
def test_a_win_with_the_dealt_tiles(preset, by):
    script = "E caishen 东 南, E hu "
    hands = {"E": RUNS + " 55s", "forced": "E 2"}
    assert legal(deal(preset, script + by, **hands))["by"] == by
    other = {"heavenly": "self_draw", "self_draw": "heavenly"}[by]
    illegal(deal(preset, script + other, **hands), f"by {by}")


@pytest.mark.parametrize(("preset", "by"), [("bao", "earthly"), ("dongfeng", "discard")])
def test_a_win_on_the_first_discard(preset, by):
    hands = {"E": "5s", "S": RUNS + " 5s", "forced": "E 2"}
    opening = "E caishen 东 南, E discard 5s, S hu "
    assert legal(deal(preset, opening + by, **hands))["loser"] == "E"
    later = "E caishen 东 南, E gang (北北北北), E draw tail, E discard 5s, S hu " + by
    hands["E"] = "5s 北北北北"
    assert legal(deal(preset, later, **hands))["by"] == by


def test_in_ziyou_earthly_is_the_own_first_draw_before_any_claim():
    naming = "E caishen 1m, S caishen 1m, W caishen 1m, N caishen 1m, "
    hands = {"S": "22s 456s 456s 456s 78s", "E": "北 西", "W": "西西 北"}
    script = naming + "E discard 北, S draw, S hu "
    assert legal(deal("ziyou", script + "earthly", draws="9s", **hands))["tai"] == 8
    illegal(deal("ziyou", script + "self_draw", draws="9s", **hands), "by earthly")
    claimed = naming + "E discard 西, W peng [西西西], W discard 北, N draw, N discard 2m, "
    claimed += "around 1, S draw, S hu "
    hands["N"] = "2m"
    illegal(deal("ziyou", claimed + "earthly", draws="3m 3m 9s", **hands), "by self_draw")
    assert legal(deal("ziyou", claimed + "self_draw", draws="3m 3m 9s", **hands))["by"] == "self_draw"
    illegal(deal("ziyou", naming + "E discard 9s, S hu discard", S=hands["S"], E="9s"), "no win on a discard")


def test_a_win_on_a_replacement_is_a_gang_win():
    hands = {"E": "东东东东 123m 456m 789m 5s", "tail": "5s", "forced": "E 2"}
    assert legal(deal("heping", "E gang (东东东东), E draw tail, E hu gang", turned="南", **_unforced(hands)))
    illegal(deal("bao", GANG + "E draw tail, E hu self_draw", **hands), "by gang")


def _unforced(hands):
    return {name: text for name, text in hands.items() if name != "forced"}


def test_nobody_wins_on_his_own_discard():
    hands = {"E": RUNS + " 55s", "forced": "E 2"}
    illegal(deal("bao", "E caishen 东 南, E discard 5s, E hu discard", **hands), "one's own discard")


def test_the_declarer_needs_his_level_and_the_others_their_minimum():
    hands = {"E": "1m", "S": "123m 456m 789p 111s 5s", "N": "北"}
    script = "E caishen 东 南, E discard 1m, S draw, S hu self_draw"
    assert legal(deal("bao", script, draws="5s", forced="E 2", **hands))["tai"] == 1
    script = "S caishen 东 南, E discard 1m, S draw, S hu self_draw"
    illegal(deal("bao", script, draws="5s", forced="S 2", **hands), "1 tai do not reach")
    caishen = {"E": "1m", "S": "123m 456m 789p 11s 东 5s"}
    script = "E caishen 东, E discard 1m, S draw, S hu self_draw"
    illegal(deal("bao", script, draws="5s", forced="E 独2", **caishen), "0 tai do not reach")
    incomplete = {"E": "1m", "S": "123m 456m 789p 11s 7s 5s"}
    illegal(deal("bao", script, draws="5s", forced="E 独2", **incomplete), "not complete")


def test_in_dongfeng_a_defender_wins_only_on_the_declarer():
    hands = {"E": "北", "S": "5s 北", "W": RUNS + " 5s", "draws": "北 1s"}
    script = "{} caishen 东 南, E discard 北, S draw, S discard 5s, W hu discard"
    illegal(deal("dongfeng", script.format("E"), forced="E 2", **hands), "only on the declarer")
    for declarer in "SW":
        assert legal(deal("dongfeng", script.format(declarer), forced=f"{declarer} 2", **hands))
    passes = "E pass, S pass, W pass, N pass, E discard 北, S draw, S discard 5s, W hu discard"
    assert legal(deal("dongfeng", passes, **hands))["loser"] == "S"


def test_the_deal_is_drawn_exactly_when_only_the_reserve_is_left():
    opening = "E caishen 东 南, E discard 9s, "
    hands = {"E": "9s", "forced": "E 2"}
    illegal(deal("bao", opening + "around 56, exhausted", **hands), "more than the reserve")
    illegal(deal("bao", opening + "around 57, S draw", **hands), "it is .* who draws|into the reserve")
    illegal(deal("bao", opening + "around 57, W draw", **hands), "into the reserve|it is")
    illegal(
        deal("bao", opening + "around 56, S draw, exhausted", **hands), "only when a tile has to be drawn"
    )
