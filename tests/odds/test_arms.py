"""Arms over hidden hands: the same deal played by hand, what is hidden, and how deals are weighed."""

from dataclasses import replace

import numpy as np
import pytest

from tests.engine.scenarios_players import codes_of, policies
from zhuji_sim.batches import seat_table
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.arms import ARM, DONE, ENDS, FORCE, OUTCOME, PLAY, STATES, TAKE, play_arms
from zhuji_sim.engine.codes import Action, Phase
from zhuji_sim.engine.determinize import new_workspace
from zhuji_sim.engine.state import new_states
from zhuji_sim.odds.playing import Arm, Dealer
from zhuji_sim.odds.situation import read_situation
from zhuji_sim.policies import load
from zhuji_sim.policies.unjudged import chances as unjudged
from zhuji_sim.rules import PRESETS, Ruleset
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import parse_tiles
from zhuji_sim.rules.tiles import COPIES

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
BIDDING = pytest.mark.parametrize("preset", ["bao", "dongfeng"])
HAND = "中中 发发 23m 99p 78s 5m 1s 东"
PLAYERS = ("tai", "speed", "tai", "random")


def asked(preset, hand=HAND, seat="S", **known):
    """A situation under a preset; in heping with caishen turned up."""
    if preset == "heping":
        known.setdefault("caishen", "4p5p")
    return read_situation(hand, seat, Ruleset.preset(preset), **known)


def played(situation, arms, deals=3, candidates=1, names=PLAYERS, judged=False, seed=7, first=0):
    """Outcomes, weights, and the wall of the last deal, by the kernel itself."""
    four = tuple(load(name) for name in names)
    table = seat_table(situation.rules, four)
    chances = tuple(policy.chances() if judged else unjudged for policy in four)
    records = np.zeros(len(arms), ARM).view(np.recarray)
    for record, arm in zip(records, arms, strict=True):
        record.kind, record.action, record.rank = arm.kind, arm.action, arm.rank
        record.first, record.second = (*arm.caishen, -1, -1)[:2]
        record.if_held = arm.if_held
    states = new_states(STATES)
    outcomes, weights = np.zeros((deals, len(arms)), OUTCOME), np.zeros(deals)
    status = play_arms(
        situation.record,
        records,
        np.ones(len(arms), bool),
        states,
        new_workspace(),
        table.deciders,
        chances,
        table.minds,
        candidates,
        0 if situation.seen else 1,
        seed,
        first,
        table.rules,
        table.tables,
        outcomes,
        weights,
    )
    assert status == DONE
    return outcomes, weights, [int(kind) for kind in states[0]["wall"]]


def by_hand(situation, arm, wall, index, seed=7):
    """The same deal move by move: what `play_arms` should say of it."""
    me, rules = situation.seat, situation.rules
    choose = policies(rules, PLAYERS)
    forced = arm.kind == FORCE
    holder = None
    if forced:
        holder = me
    elif int(situation.record["declarer"]) >= 0:
        holder = int(situation.record["declarer"])
    contract = None
    if holder is not None:
        contract = Contract.from_rank(arm.rank if forced else int(situation.record["rank"]))
    session = DealSession(
        rules,
        seed,
        index,
        contract=contract,
        declarer=holder,
        lanes=not situation.seen,
        stays=situation.stays,
        wall=wall,
    )
    if not forced:
        for code in situation.record["history"][: int(situation.record["length"])]:
            session.act(codes_of(session).index(int(code)))
    if arm.kind == TAKE:
        session.act(codes_of(session).index(arm.action))
    while not session.over:
        scene = session.scene
        ours = (int(scene["level"]) - 2) * 3 + int(scene["mode"]) == arm.rank and int(scene["declarer"]) == me
        names = int(scene["phase"]) == Phase.NAME_CAISHEN and session.seat == me and arm.caishen
        if names and (arm.rank < 0 or ours):
            base = Action.SOLO if len(arm.caishen) == 1 else Action.DUAL
            session.act(codes_of(session).index(base + arm.caishen[0]))
        else:
            session.act(choose(session))
    return session


def check(situation, arms, index=4):
    """Hold each arm of one deal against the same deal played by hand."""
    outcomes, _, wall = played(situation, arms, 1, first=index)
    for place, arm in enumerate(arms):
        session = by_hand(situation, arm, wall, index)
        row, result, me = outcomes[0, place], session.result(), "ESWN"[situation.seat]
        assert row["points"] == result["points"][me]
        assert (ENDS[row["end"]] == "won") == (result["winner"] == me)
        assert row["tai"] == (result["tai"] if result["winner"] is not None else 0)
        if ENDS[row["end"]] == "my_discard":
            assert result["loser"] == me
        if ENDS[row["end"]] == "other_discard":
            assert result["loser"] not in (None, me)
        if ENDS[row["end"]] == "self_draw":
            assert result["winner"] not in (None, me)
            assert result["loser"] is None
        if ENDS[row["end"]] == "wall_out":
            assert result["winner"] is None
        got = result["declarer"] == me and arm.rank >= 0 and result["contract"] == str_of(arm.rank)
        assert bool(row["held"]) == (arm.rank < 0 or got)


def str_of(rank):
    """A contract's name."""
    return str(Contract.from_rank(rank))


@pytest.mark.small
@BIDDING
def test_bids_are_played_as_by_hand(preset):
    """Guards against another game than the engine's: names that are forced, contracts without auction."""
    situation = asked(preset, auction="E:2")
    nine = parse_tiles("9p")[0]
    arms = [
        Arm(TAKE),
        Arm(TAKE, Action.BID + 1, 1, (nine,)),
        Arm(TAKE, Action.BID + 5, 5),
        Arm(TAKE, Action.BID + 6, 6, (31, 32)),
        Arm(FORCE, 0, 4, (nine,)),
        Arm(FORCE, 0, 9, (1, 2)),
    ]
    for index in range(6):
        check(situation, arms, index)


@pytest.mark.small
@BIDDING
def test_a_bid_that_is_lost_is_left_and_one_that_is_held_is_played_alike(preset):
    """Guards against further auctions that end differently from those of deals played to their end."""
    situation = asked(preset, auction="E:2")
    whole = [Arm(TAKE, Action.BID + rank, rank) for rank in (1, 6)]
    arms = [*whole, *(replace(arm, if_held=True) for arm in whole)]
    outcomes, _, _ = played(situation, arms, 6)
    full, short = outcomes[:, :2], outcomes[:, 2:]
    held = full["held"] == 1
    assert (short["held"] == full["held"]).all()
    assert (short[held] == full[held]).all()
    assert (short["end"][~held] == ENDS.index("not_held")).all()
    assert 0 < held.sum() < held.size


@pytest.mark.small
@EVERYWHERE
def test_chances_are_played_as_by_hand(preset):
    """Guards against an indicator, or a contract that stands, that is lost on the way."""
    known = {"contract": "独2", "declarer": "W", "caishen": "5m"} if preset in ("bao", "dongfeng") else {}
    situation = asked(preset, **known)
    for index in range(6):
        check(situation, [Arm(PLAY)], index)


@pytest.mark.small
def test_names_of_ziyou_are_played_as_by_hand():
    """Guards against a name that another seat gives, or that is given for the contract of nobody."""
    situation = asked("ziyou", seat="W")
    assert situation.choice == "name"
    for index in range(4):
        check(situation, [Arm(PLAY, caishen=(31, 32)), Arm(PLAY, caishen=(17,)), Arm(PLAY)], index)


@pytest.mark.small
@EVERYWHERE
@pytest.mark.parametrize("seat", ["E", "W"])
def test_the_seat_gets_its_tiles_and_the_rest_is_every_other_tile(preset, seat):
    """Guards against tiles that are dealt twice, or to another seat."""
    hand = f"{HAND} 8p" if seat == "E" else HAND
    situation = asked(preset, hand, seat)
    _, _, wall = played(situation, [Arm(PLAY)], 1)
    assert sorted(wall) == sorted(kind for kind in range(34) for _ in range(COPIES))
    at = "ESWN".index(seat) * 13
    own = wall[at : at + 13]
    turned = preset == "heping"
    if seat == "E":
        own.append(wall[52 + turned])
    assert sorted(own) == sorted(parse_tiles(hand))
    if turned:
        assert wall[52] == parse_tiles("4p")[0]


def test_every_other_tile_is_equally_likely_in_every_hidden_place():
    """Guards against a shuffle that leaves tiles where they lay."""
    situation = asked("bao")
    walls = np.array([played(situation, [], 1, first=i)[2] for i in range(1500)])
    free = [kind for kind in range(34) if parse_tiles(HAND).count(kind) == 0]
    for place in (0, 12, 26, 52, 53, 135):
        counts = np.bincount(walls[:, place], minlength=34)[free]
        expected = 1500 * COPIES / (136 - 13)
        assert ((counts - expected) ** 2 / expected).sum() < 70  # 24 degrees of freedom or so


@pytest.mark.small
def test_seen_tiles_lie_where_nobody_draws_them():
    """Guards against tiles that were seen and come back."""
    situation = asked("bao", seen="9p9p 4s")
    for index in range(20):
        wall = played(situation, [Arm(PLAY)], 1, first=index)[2]
        out = len(wall) - situation.rules.wall_reserve
        assert sorted(wall[out : out + 3]) == sorted(parse_tiles("9p9p4s"))
        assert sorted(wall) == sorted(kind for kind in range(34) for _ in range(COPIES))


@pytest.mark.small
@BIDDING
def test_a_deal_weighs_what_the_bids_before_were_likely(preset):
    """Guards against the player's own calls being judged, and against chances of another decision."""
    situation = asked(preset, seat="S", auction="E:2 S:pass W:3 N:pass E:4")
    names = ("champion",) * 4
    _, weights, wall = played(situation, [Arm(TAKE)], 1, names=names, judged=True)
    session = DealSession(situation.rules, 7, 0, lanes=True, wall=wall)
    champion = load("champion")
    table = seat_table(situation.rules, (champion,) * 4)
    expected = 1.0
    for code in situation.record["history"][: int(situation.record["length"])]:
        position = codes_of(session).index(int(code))
        if session.seat != situation.seat:
            state, mind = session.state, table.minds[session.seat]
            rng = state["rng"][session.seat]
            champion.chances()(state["scene"], state["legal"], table.rules, table.tables, mind, rng)
            expected *= float(mind["scratch"][position])
        session.act(position)
    assert weights[0] == pytest.approx(expected)
    assert 0 < weights[0] < 1


def test_candidates_change_no_mean():
    """Guards against a choice among candidates that is counted twice, or not at all, in the weight."""
    situation = asked("bao", seat="S", auction="E:3")
    names = ("champion",) * 4
    found = []
    for candidates in (1, 8):
        outcomes, weights, _ = played(situation, [Arm(TAKE)], 1200, candidates, names, judged=True)
        points = outcomes["points"][:, 0]
        mean = (weights * points).sum() / weights.sum()
        error = np.sqrt((weights**2 * (points - mean) ** 2).sum()) / weights.sum()
        found.append((mean, error, weights.mean(), weights.std() / np.sqrt(len(weights))))
    (one, se_one, level, se_level), (other, se_other, same, se_same) = found
    assert abs(one - other) < 4 * np.hypot(se_one, se_other)
    assert abs(level - same) < 4 * np.hypot(se_level, se_same)


def test_who_bid_high_is_dealt_better_tiles():
    """Guards against hands that do not fit the bidding: the same pass costs more over a high bid."""
    means = []
    for judged in (False, True):
        situation = asked("bao", seat="S", auction="E:3", hand="147m 258p 369s 东南西北")
        outcomes, weights, _ = played(situation, [Arm(TAKE)], 600, 4, ("champion",) * 4, judged)
        means.append((weights * outcomes["points"][:, 0]).sum() / weights.sum())
    assert means[1] < means[0] - 2


@BIDDING
def test_threads_and_chunks_change_nothing(preset):
    """Guards against figures that depend on how many work on them, or on how many were asked for."""
    situation = asked(preset, auction="E:2")
    four = tuple(load(name) for name in PLAYERS)
    arms = [Arm(TAKE), Arm(TAKE, Action.BID + 3, 3)]
    alone = Dealer(situation, four, 3).play(arms, 10, 150)
    together = Dealer(situation, four, 3, jobs=3).play(arms, 10, 150)
    assert alone.outcomes.tobytes() == together.outcomes.tobytes()
    first = Dealer(situation, four, 3).play(arms[1:], 10, 70)
    assert first.outcomes[:, 0].tobytes() == alone.outcomes[:70, 1].tobytes()
