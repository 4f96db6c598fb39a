"""Random numbers and walls: uniform, keyed by seed and deal, and the same game by wall and by lanes."""

import numpy as np
import pytest

from tests.engine.scenarios_players import policies
from zhuji_sim import batches
from zhuji_sim.batches import BatchSpec
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.drawing import start_streams
from zhuji_sim.engine.jit import numba
from zhuji_sim.engine.state import new_states
from zhuji_sim.engine.streams import STREAM, STREAMS, WALL_STREAM, below, next_word, start_stream, unit
from zhuji_sim.policies import load
from zhuji_sim.rules import PRESETS, Ruleset
from zhuji_sim.rules.tiles import COPIES, KINDS

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
RARELY = 5.0
"""Standard deviations that no test of chance here should reach; seeds are fixed."""


def chi_square(observed, expected):
    """Chi-square as standard deviations from its mean (Wilson and Hilferty)."""
    observed = np.asarray(observed, float)
    expected = np.broadcast_to(expected, observed.shape)
    freedom = observed.size - 1
    value = ((observed - expected) ** 2 / expected).sum()
    third = (value / freedom) ** (1 / 3)
    return (third - (1 - 2 / (9 * freedom))) / np.sqrt(2 / (9 * freedom))


@numba.njit
def words(rng, count):
    """Some words of a stream."""
    found = np.empty(count, np.uint64)
    for i in range(count):
        found[i] = next_word(rng)
    return found


@numba.njit
def many_below(rng, bound, count):
    """How often each number below `bound` comes."""
    found = np.zeros(bound, np.int64)
    for _ in range(count):
        found[below(rng, bound)] += 1
    return found


@numba.njit
def sum_of_units(rng, count):
    """Sum and smallest and largest of random fractions."""
    total, low, high = 0.0, 1.0, 0.0
    for _ in range(count):
        value = unit(rng)
        total += value
        low, high = min(low, value), max(high, value)
    return total, low, high


def stream(seed, deal, number):
    """A random stream."""
    rng = np.zeros(1, STREAM)[0]
    start_stream(rng, seed, deal, number)
    return rng


def xoshiro(state, count):
    """Xoshiro256++ in plain Python, from its authors' definition."""
    mask, found = (1 << 64) - 1, []
    s = [int(word) for word in state]

    def rotated(word, by):
        return (word << by | word >> (64 - by)) & mask

    for _ in range(count):
        found.append((rotated((s[0] + s[3]) & mask, 23) + s[0]) & mask)
        t = s[1] << 17 & mask
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotated(s[3], 45)
    return found


def test_the_generator_is_xoshiro256_plus_plus():
    """Guards against a generator of one's own invention."""
    rng = stream(1, 2, 3)
    expected = xoshiro(rng["words"], 200)
    assert [int(word) for word in words(rng, 200)] == expected


def test_streams_of_seeds_deals_and_seats_have_nothing_in_common():
    """Guards against streams that meet: near keys, swapped keys, and large seeds."""
    keys = [
        (seed, deal, number)
        for seed in (0, 1, 2, 3, 2**40, 2**63 - 1)
        for deal in (0, 1, 2, 10**12)
        for number in range(STREAMS)
    ]
    first = {key: tuple(words(stream(*key), 4)) for key in keys}
    assert len({word for four in first.values() for word in four}) == 4 * len(keys)
    bits = np.unpackbits(np.array(list(first.values()), np.uint64).view(np.uint8))
    assert abs(bits.mean() - 0.5) < RARELY * 0.5 / np.sqrt(bits.size)


@pytest.mark.parametrize("bound", [2, 3, 14, 80, 136])
def test_bounded_draws_are_uniform(bound):
    """Guards against a modulo in disguise, and against a bound that can be reached."""
    count = 200_000
    assert abs(chi_square(many_below(stream(1, bound, 0), bound, count), count / bound)) < RARELY


def test_fractions_are_uniform_in_the_unit_interval():
    """Guards against fractions of 1, and against a range that is too small."""
    count = 200_000
    total, low, high = sum_of_units(stream(5, 5, 5), count)
    assert 0 <= low < 1e-4
    assert 1 - 1e-4 < high < 1
    assert abs(total / count - 0.5) < RARELY / np.sqrt(12 * count)


def walls(count, seed=1):
    """Walls of many deals."""
    rules = Ruleset.preset("bao")
    found = np.zeros((count, 136), np.int8)
    for index in range(count):
        found[index] = DealSession(rules, seed, index).state["wall"]
    return found


def test_walls_are_uniform_permutations():
    """Guards against a shuffle that leaves tiles near their places, or prefers pairs of neighbours."""
    count = 6000
    shuffled = walls(count)
    assert (np.sort(shuffled, axis=1) == np.repeat(np.arange(KINDS), COPIES)).all()
    for place in (0, 1, 13, 52, 53, 67, 120, 134, 135):
        assert abs(chi_square(np.bincount(shuffled[:, place], minlength=KINDS), count / KINDS)) < RARELY
    for place in (0, 52, 134):
        alike = (shuffled[:, place] == shuffled[:, place + 1]).mean()
        assert abs(alike - 3 / 135) < RARELY * np.sqrt(3 / 135 / count)
    moved = np.corrcoef(shuffled[:, 0], shuffled[:, 135])[0, 1]
    assert abs(moved) < 0.08
    following = np.corrcoef(shuffled[:-1, 5], shuffled[1:, 5])[0, 1]
    assert abs(following) < RARELY / np.sqrt(count)


def test_walls_hang_on_seed_and_deal_alone():
    """Guards against walls that change with the players, the rules, the contract or the draws."""
    wall = DealSession(Ruleset.preset("bao"), 9, 4).state["wall"]
    for preset in PRESETS:
        for lanes in (False, True):
            session = DealSession(Ruleset.preset(preset), 9, 4, lanes=lanes, stays=2)
            assert (session.state["wall"] == wall).all()
    assert (DealSession(Ruleset.preset("bao"), 9, 5).state["wall"] != wall).any()
    assert (DealSession(Ruleset.preset("bao"), 8, 4).state["wall"] != wall).any()


@EVERYWHERE
def test_one_seats_coins_do_not_move_another_seats(preset):
    """Guards against one stream for all: who plays elsewhere does not change what is tossed here."""
    for names in (("random",) * 4, ("random", "tai", "speed", "tai")):
        session = DealSession(Ruleset.preset(preset), 2, 7)
        choose = policies(session.rules, names)
        tossed = [0, 0, 0, 0]
        while not session.over:
            seat, before = session.seat, session.state["rng"].copy()
            session.act(choose(session))
            after = session.state["rng"]
            assert all(before[other] == after[other] for other in range(STREAMS) if other != seat)
            tossed[seat] += before[seat] != after[seat]
        assert tossed[0] > 0
        assert (sum(tossed[1:]) > 0) == (names[1] == "random")
        fresh = new_states(1)[0]
        start_streams(fresh, 2, 7)
        for number in range(STREAMS):
            if number == WALL_STREAM or names[number] != "random":
                continue
            assert session.state["rng"][number] != fresh["rng"][number]


# Wall and lanes


def figures(rows):
    """What is compared: the shares of winners and of ways to win, then turns, and points won."""
    won = rows["winner"] >= 0
    shares = [np.bincount(rows["winner"] + 1, minlength=5), np.bincount(rows["by"] + 1, minlength=7)]
    return (
        shares,
        rows["turns"].astype(float),
        rows["points"].max(axis=1)[won].astype(float),
        rows["tai"][won],
    )


def distance_of_shares(first, second):
    """Chi-square of two columns of counts, in standard deviations."""
    table = np.array([first, second], float)
    table = table[:, table.sum(axis=0) > 20]
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    value, freedom = ((table - expected) ** 2 / expected).sum(), table.shape[1] - 1
    return (value - freedom) / np.sqrt(2 * freedom)


def distance_of_means(first, second):
    """Difference of two means, in standard errors."""
    error = np.sqrt(first.var() / len(first) + second.var() / len(second))
    return abs(first.mean() - second.mean()) / error


@EVERYWHERE
@pytest.mark.parametrize("name", ["random", "tai"])
def test_wall_and_lanes_are_the_same_game(preset, name):
    """Guards against lanes that favour a seat, change how long deals last, or what wins are worth."""
    four = (load(name),) * 4
    by_wall, by_lanes = (
        batches.play(BatchSpec(Ruleset.preset(preset), four, seed, draws=draws), 0, 4000)
        for seed, draws in ((1, "wall"), (2, "lanes"))
    )
    shares, *numbers = figures(by_wall)
    other_shares, *other_numbers = figures(by_lanes)
    for first, second in zip(shares, other_shares, strict=True):
        assert distance_of_shares(first, second) < RARELY
    for first, second in zip(numbers, other_numbers, strict=True):
        assert distance_of_means(first, second) < 4
    if name == "random":
        assert by_lanes["turns"].max() == by_wall["turns"].max(), "all tiles above the reserve can be drawn"


@EVERYWHERE
def test_the_first_round_is_the_same_wall_by_wall_and_by_lanes(preset):
    """Guards against lanes over other tiles than the wall's."""
    rules = Ruleset.preset(preset)
    for index in range(20):
        by_wall, by_lanes = (DealSession(rules, 4, index, lanes=lanes) for lanes in (False, True))
        assert (by_wall.state["hands"] == by_lanes.state["hands"]).all()


def test_lanes_keep_two_runs_in_step_after_a_claim():
    """Guards against lanes that shift when the turn order does: every seat's draws stay its own."""
    rules = Ruleset.preset("heping")
    tables = (("random",) * 4, ("tai",) * 4, ("speed", "random", "tai", "random"))
    same = shifted = 0
    for index in range(12):
        taken = {}
        for lanes in (False, True):
            taken[lanes] = [draws_by_seat(rules, index, names, lanes) for names in tables]
        for seat in range(4):
            for one in taken[True]:
                for other in taken[True]:
                    count = min(len(one[seat]), len(other[seat]), 14)
                    assert one[seat][:count] == other[seat][:count]
                    same += count
            walls_differ = [each[seat][:8] for each in taken[False]]
            shifted += any(draws != walls_differ[0] for draws in walls_differ)
    assert same > 1000
    assert shifted > 20, "by wall they do shift"


def draws_by_seat(rules, index, names, lanes):
    """Wall positions of each seat's ordinary draws."""
    session = DealSession(rules, 6, index, lanes=lanes)
    choose = policies(rules, names)
    while not session.over:
        session.act(choose(session))
    found = [[], [], [], []]
    drawn = [event for event in session.events if event["do"] == "draw" and not event.get("tail")]
    for front, event in enumerate(drawn, start=54):
        found["ESWN".index(event["seat"])].append(event["position"] if lanes else front)
    return found


def test_a_spent_lane_borrows_from_the_longest():
    """Guards against a deal that ends because one seat has drawn its share, and against tiles drawn twice."""
    rules = Ruleset.preset("heping", wall_reserve=0)
    longest = 0
    for index in range(40):
        session = DealSession(rules, 3, index, lanes=True)
        choose = policies(rules, ("random",) * 4)
        while not session.over:
            session.act(choose(session))
        drawn = [event for event in session.events if event["do"] == "draw"]
        positions = [event["position"] for event in drawn]
        assert len(set(positions)) == len(positions)
        by_seat = [sum(event["seat"] == seat for event in drawn) for seat in "ESWN"]
        longest = max(longest, *by_seat)
        if session.events[-1]["do"] == "exhausted":
            assert sorted(positions) == list(range(54, 136))
    assert longest > 21, "somebody drew more than a quarter of the wall"
