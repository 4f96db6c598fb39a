"""The bid model: the chance to make a contract from one's own tiles, fitted on simulated auctions.

The log odds are linear in what the hand gives under the best caishen: the log odds (`policies.prospects`)
of the contract's tai and of one more, the caishen held, the level, and whether the
seat is the dealer; each mode of caishen has coefficients of its own.
"""

from typing import Final

import numpy as np

from zhuji_sim.engine.codes import NO_TILE, Action
from zhuji_sim.engine.distance import UNREACHABLE, distance_to_tai
from zhuji_sim.engine.ending import contract_points
from zhuji_sim.engine.foresight import count_live, foresee_caishen
from zhuji_sim.engine.helpful import live_helpful_from
from zhuji_sim.engine.jit import inner, kernel
from zhuji_sim.engine.options import MODES, Mode, WucaiBonus

from .at_once import best_at_once, floor_at_once
from .first_discard import FIRST_START, SORTS
from .prospects import MOST_GAP, prospect, typical_live
from .stakes import DECLARER, win_pays
from .value_weights import BID_MARGIN, BID_MARGIN_AT, BIDDING

__all__ = [
    "BID_NUMBERS",
    "FEATURES",
    "FEATURE_PLACE",
    "MODEL_START",
    "OUTLOOK",
    "PAYOFF",
    "RANKS",
    "VALUES",
    "bid_values",
    "contract_features",
    "make_chance",
    "odds_under_name",
]

FEATURES: Final = 6
"""1, log odds of the tai needed, those of one more, caishen held, level above 2, dealer."""
MODEL_START: Final = FIRST_START + SORTS
"""Place in the model of the coefficients, FEATURES for each mode."""
OUTLOOK: Final = MODEL_START + FEATURES * MODES
"""Place of the points of a seat that passes: where nobody has bid, then for each mode of the highest bid a
number and a share of the contract's points."""
PAYOFF: Final = OUTLOOK + 1 + 2 * MODES
"""Place of what bids bring, PAYOFFS for each mode.

Pay of a made contract and loss of a failed one, in units of 2^level; how often a bid of level 2 and of more
becomes the contract; and what an outbid one brings, as a share of the contract's points.
"""
PAYOFFS: Final = 5
BID_NUMBERS: Final = PAYOFF + PAYOFFS * MODES
"""Numbers of the whole model."""
LOWEST_LEVEL: Final = 2
RANKS: Final = 33
"""Contracts there can be."""
OTHER_BIDS: Final = 6
"""Bids looked at above the last one."""
FEATURE_PLACE: Final = 32
"""Place in the scratch of the features of the contract looked at last."""
VALUES: Final = 64
"""Place in the scratch of the points of each legal bid, by position."""
CACHE: Final = 160
"""Place in the scratch of chances already found, after the four keys they belong to."""
ONCE: Final = CACHE + 4 + RANKS
"""Place in the scratch of the chances to win before anybody draws, by mode, found with them."""
LEVELS: Final = RANKS // MODES
WITHOUT: Final = 136
"""Place in the scratch of the tiles missing without caishen, by level, found with them."""
NATURAL: Final = WITHOUT + LEVELS
"""Place of the same where having no caishen brings no tai."""
LIKELY_AT_ONCE: Final = 0.1
"""Chance to win so from which every contract is looked at."""
_UNKNOWN: Final = -1.0
_LEAST: Final = 1e-4
NOTHING: Final = -1e18
SURE: Final = 100
"""Live tiles that a hand counts as having that is complete already."""


@inner
def _log_odds(chance):
    chance = min(max(chance, _LEAST), 1.0 - _LEAST)
    return np.log(chance / (1.0 - chance))


@inner
def _with_name(scene, mind, mode, level, near, turns, rules, tables):
    """Log odds of a contract under one name, whose features are left in the scratch."""
    trial, scratch = mind.trial, mind.scratch
    live = np.int64(SURE)
    if near >= UNREACHABLE:
        live = np.int64(0)
    elif near > 0:
        live = live_helpful_from(trial, level, near, mind.live, rules, tables)
    further = distance_to_tai(trial, level + 1, np.int64(0), rules, tables)
    gap = min(further - near, MOST_GAP)
    caishen = np.float64(trial.caishen)
    zero, one = np.int64(0), np.int64(1)
    chance = prospect(mind.model, DECLARER, zero, near, live, turns, caishen, 0.0, gap)
    more = prospect(mind.model, DECLARER, one, further, typical_live(further), turns, caishen, 0.0, gap)
    scratch[FEATURE_PLACE] = 1.0
    scratch[FEATURE_PLACE + 1] = _log_odds(chance)
    scratch[FEATURE_PLACE + 2] = _log_odds(more)
    scratch[FEATURE_PLACE + 3] = np.float64(mind.trial.caishen)
    scratch[FEATURE_PLACE + 4] = np.float64(level - 2)
    scratch[FEATURE_PLACE + 5] = 1.0 if scene.seat == 0 else 0.0
    total = 0.0
    for i in range(FEATURES):
        total += np.float64(mind.model[MODEL_START + mode * FEATURES + i]) * scratch[FEATURE_PLACE + i]
    return total


@kernel
def odds_under_name(scene, mind, rank, first, second, rules, tables):
    """Log odds to make the contract of this rank with these caishen (NO_TILE: none); counts `mind.live`."""
    mode, level = rank % MODES, rank // MODES + 2
    count_live(scene, mind)
    foresee_caishen(scene, mind, first, second)
    near = distance_to_tai(mind.trial, level, np.int64(0), rules, tables)
    turns = np.float64(scene.draws_left) / 4.0
    return _with_name(scene, mind, mode, level, near, turns, rules, tables)


@inner
def _held(scene, mode, first, second):
    """Tiles held of a set of caishen; -1 where there is no such set."""
    if mode == Mode.DUAL:
        return np.int64(scene.hand[first]) + np.int64(scene.hand[second]) if second >= 0 else np.int64(-1)
    return np.int64(scene.hand[first])


@inner
def _most_held(scene, mode, rules):
    """Most tiles held of any set of caishen of a mode."""
    most = np.int64(0)
    for first in range(34):
        second = np.int64(rules.successors[first]) if mode == Mode.DUAL else NO_TILE
        most = max(most, _held(scene, mode, first, second))
    return most


@inner
def _recall(scene, mind):
    """Forget what was found of other tiles."""
    scratch = mind.scratch
    same = True
    for group in range(4):
        same &= scratch[CACHE + group] == np.float64(scene.own.keys[group] * 4 + scene.seat + 1)
    if not same:
        for group in range(4):
            scratch[CACHE + group] = np.float64(scene.own.keys[group] * 4 + scene.seat + 1)
        for place in range(RANKS + MODES):
            scratch[CACHE + 4 + place] = _UNKNOWN
        for place in range(2 * LEVELS):
            scratch[WITHOUT + place] = _UNKNOWN


@inner
def _missing_without(scene, mind, start, level, rules, tables):
    """Tiles missing to the contract's tai without any caishen; remembered like `make_chance`.

    `start`: WITHOUT, or NATURAL for hands that get no tai for having none.
    """
    _recall(scene, mind)
    place = start + level - LOWEST_LEVEL
    if mind.scratch[place] == _UNKNOWN:
        extra = np.int64(0)
        if start == NATURAL and rules.wucai_bonus != WucaiBonus.OFF:
            extra -= rules.tai_no_caishen
        foresee_caishen(scene, mind, NO_TILE, NO_TILE)
        mind.scratch[place] = np.float64(distance_to_tai(mind.trial, level, extra, rules, tables))
    return np.int64(mind.scratch[place])


@kernel
def contract_features(scene, mind, rank, rules, tables):
    """Log odds to make the contract of this rank; `mind.live` has to be counted.

    They are those under the name that brings the hand nearest to the contract's tai, of those of which it
    holds most or one fewer.
    The features that belong to them are left in the scratch from FEATURE_PLACE on.
    """
    mode = rank % MODES
    level = rank // MODES + 2
    turns = np.float64(scene.draws_left) / 4.0
    without = _missing_without(scene, mind, WITHOUT, level, rules, tables)
    if mode == Mode.NONE:
        foresee_caishen(scene, mind, NO_TILE, NO_TILE)
        return _with_name(scene, mind, mode, level, without, turns, rules, tables)
    natural = _missing_without(scene, mind, NATURAL, level, rules, tables)
    most = _most_held(scene, mode, rules)
    nearest, chosen = np.int64(UNREACHABLE) + 1, np.int64(-1)
    for fewer in range(2):
        wanted = most - fewer
        # Caishen bring a hand nearer by as many as it holds, at most, unless there are tai for holding three;
        # thrown away, they leave it as far as it is without any.
        least = np.int64(0)
        if natural < UNREACHABLE and rules.tai_three_caishen == 0:
            least = min(natural - wanted, without)
        for first in range(34):
            if wanted < 1 or nearest <= least:
                break
            second = np.int64(rules.successors[first]) if mode == Mode.DUAL else NO_TILE
            if _held(scene, mode, first, second) == wanted:
                foresee_caishen(scene, mind, np.int64(first), second)
                near = distance_to_tai(mind.trial, level, np.int64(0), rules, tables)
                if near < nearest:
                    nearest, chosen = near, np.int64(first)
    if chosen < 0:
        return NOTHING
    second = np.int64(rules.successors[chosen]) if mode == Mode.DUAL else NO_TILE
    foresee_caishen(scene, mind, chosen, second)
    return _with_name(scene, mind, mode, level, nearest, turns, rules, tables)


@inner
def _at_once(scene, mind, mode, rules, tables):
    """Chance to win before anybody draws under caishen of a mode; remembered like `make_chance`."""
    _recall(scene, mind)
    if mind.scratch[ONCE + mode] == _UNKNOWN:
        mind.scratch[ONCE + mode] = best_at_once(scene, mind, mode, rules, tables)
    return mind.scratch[ONCE + mode]


@kernel
def make_chance(scene, mind, rank, rules, tables):
    """Chance to make the contract of this rank; remembered while the tiles stay the same."""
    scratch = mind.scratch
    _recall(scene, mind)
    if scratch[CACHE + 4 + rank] == _UNKNOWN:
        odds = contract_features(scene, mind, rank, rules, tables)
        scratch[CACHE + 4 + rank] = 1.0 / (1.0 + np.exp(-odds))
    return scratch[CACHE + 4 + rank]


@inner
def outlook(scene, model):
    """Points (float) that passing now leads to on average."""
    rank = np.int64(scene.bid_rank)
    if rank < 0:
        return np.float64(model[OUTLOOK])
    mode = rank % MODES
    stake = np.float64(contract_points(rank // MODES + 2, mode))
    place = OUTLOOK + 1 + 2 * mode
    return np.float64(model[place]) + np.float64(model[place + 1]) * stake


@inner
def holding_pays(model, rank, chance):
    """Points (float) of holding a contract that is made with this chance."""
    mode = rank % MODES
    level = rank // MODES + 2
    stake = 3.0 * np.float64(contract_points(level, mode))
    unit = np.float64(np.int64(1) << level)
    place = PAYOFF + PAYOFFS * mode
    made = stake + np.float64(model[place]) * unit
    failed = stake + np.float64(model[place + 1]) * unit
    return chance * made - (1.0 - chance) * failed


@inner
def once_pays(model, rank, once, tai):
    """Points (float) of holding a contract that is made by a win of `tai` before anybody draws, or fails."""
    mode = rank % MODES
    level = rank // MODES + 2
    stake = 3.0 * np.float64(contract_points(level, mode))
    failed = stake + np.float64(model[PAYOFF + PAYOFFS * mode + 1]) * np.float64(np.int64(1) << level)
    return once * (stake + tai) - (1.0 - once) * failed


@inner
def bid_pays(model, rank, held):
    """Points (float) that a bid leads to on average: it is held, which is worth `held`, or outbid."""
    mode = rank % MODES
    level = rank // MODES + 2
    place = PAYOFF + PAYOFFS * mode
    holds = np.float64(model[place + (2 if level == LOWEST_LEVEL else 3)])
    outbid = np.float64(model[place + 4]) * np.float64(contract_points(level, mode))
    return holds * held + (1.0 - holds) * outbid


@kernel
def bid_values(scene, legal, rules, tables, mind):
    """Points of each legal bid, less those of passing and the margin, into the scratch from VALUES on.

    Where a bid is not worth it, higher ones of the same mode are not looked at; nor are solo bids where a
    dual one is not, which is easier to make and risks less. A hand that may win before anybody draws looks at
    all bids.

    Returns
    -------
    int
        The best position, 0 (pass) if no bid is worth more than a pass.
    """
    scratch = mind.scratch
    best, most = np.int64(0), 0.0
    if mind.weights[BIDDING] <= 0.0:
        for i in range(legal.count):
            scratch[VALUES + i] = 0.0 if i == 0 else NOTHING
        return best
    margin, only = mind.weights[BID_MARGIN], np.int64(mind.weights[BID_MARGIN_AT])
    passing = outlook(scene, mind.model)
    if only < 0:
        passing += margin
    scratch[VALUES] = 0.0
    hopeless = np.int64(0)
    tai = win_pays(floor_at_once(scene, mind, rules), rules)
    for i in range(1, legal.count):
        scratch[VALUES + i] = NOTHING
        rank = np.int64(legal.actions[i]) - Action.BID
        mode = rank % MODES
        once = _at_once(scene, mind, mode, rules, tables)
        if (i > OTHER_BIDS or (hopeless >> mode) & 1 == 1) and once < LIKELY_AT_ONCE:
            continue
        held = holding_pays(mind.model, rank, make_chance(scene, mind, rank, rules, tables))
        if once > 0.0:
            held = max(held, once_pays(mind.model, rank, once, tai))
        value = bid_pays(mind.model, rank, held) - passing
        if value <= 0.0:
            hopeless |= np.int64(1) << mode
            if mode == Mode.DUAL:
                hopeless |= np.int64(1) << Mode.SOLO.value
        if rank == only:
            value -= margin
        scratch[VALUES + i] = value
        if value > most:
            best, most = np.int64(i), value
    return best
