"""What a discard may give away: how likely another seat wins on it, and what that would cost.

Log odds that are linear in what he shows (melds, role, the tai he needs), in the turn, and in the tile (its
place, copies unseen, whether it was just let pass); fitted on simulated discards (`zhuji_sim.fitting`).
"""

from typing import Final

import numpy as np

from zhuji_sim.engine.codes import NOBODY, MeldKind
from zhuji_sim.engine.ending import contract_points
from zhuji_sim.engine.jit import inner, kernel
from zhuji_sim.engine.legal import is_wild
from zhuji_sim.engine.options import DefenderRon

from .prospects import PROSPECTS
from .stakes import win_pays
from .value_weights import DEFENCE, FEED_DECLARER, FEED_FELLOW, FEED_TAI

__all__ = [
    "DANGER_FEATURES",
    "DANGER_START",
    "SEAT_FEATURES",
    "TILE_FEATURES",
    "can_win_from",
    "given_away",
    "judge_discard",
    "keeps_value",
    "meld_suits",
    "passed_kinds",
    "seat_features",
    "set_dangers",
    "tile_features",
]

SEAT_FEATURES: Final = 6
"""1, melds, turns, turns squared, tai needed beyond one, declarer."""
TILE_FEATURES: Final = 7
"""Honour, 1 or 9, 2 or 8, copies unseen, none unseen, his caishen, a suit he has no meld of."""
DANGER_FEATURES: Final = SEAT_FEATURES + TILE_FEATURES
DANGER_START: Final = PROSPECTS
"""Place in the model of the coefficients of danger."""
TURNS_UNIT: Final = 0.1
ODDS: Final = 8
"""Place in the scratch of the log odds of each seat, before the tile is looked at."""
COST: Final = 12
"""Place of what a win of each seat on one's discard costs beside the worth of one's own hand."""
SAFE: Final = 16
"""Place of the kinds that each seat has just let pass, as bits."""
SUITS: Final = 20
"""Place of the suits of each seat's melds, as bits; 0 without."""
TILE: Final = 24
"""Place of the features of the tile looked at."""
ONE_IN: Final = 256
"""Place of one in how many times each seat wins on each discard that is compared, NEVER if never."""
NEVER: Final = -1e9
MOST_SHARE: Final = 0.99
"""Share of a hand's worth that a discard gives away at most if more worth is to be more for certain."""
SEATS: Final = 4
_FIRST_HONOUR: Final = 27
_SUIT: Final = 9
_LAST_RANK: Final = 8


@inner
def _cost_of(scene, mind, other, rules):
    """Points that a win of `other` on one's discard costs more than the deal's going on."""
    weights = mind.weights
    cost = weights[FEED_TAI] * win_pays(np.int64(scene.minimum[other]), rules)
    if scene.declarer == NOBODY or scene.declarer == scene.seat:
        return cost
    stake = 2.0 * np.float64(contract_points(np.int64(scene.level), np.int64(scene.mode)))
    if other == scene.declarer:
        return cost + weights[FEED_DECLARER] * stake
    return 0.5 * cost - weights[FEED_FELLOW] * stake


@inner
def can_win_from(scene, other, rules):
    """Whether `other` may win on a discard of the seat to act."""
    seat = np.int64(scene.seat)
    if other == seat or rules.win_on_discard == 0:
        return False
    return (
        rules.defender_ron != DefenderRon.DECLARER_ONLY
        or scene.declarer == NOBODY
        or seat == scene.declarer
        or other == scene.declarer
    )


@inner
def meld_suits(scene, other):
    """Suits of the melds of a seat, bit s for suit s; honours and hidden gangs have none."""
    found = np.int64(0)
    for place in range(scene.meld_count[other]):
        tile = np.int64(scene.meld_tile[other, place])
        if 0 <= tile < _FIRST_HONOUR and scene.meld_kind[other, place] != MeldKind.CONCEALED_GANG:
            found |= np.int64(1) << (tile // _SUIT)
    return found


@inner
def seat_features(scene, other, features, place):
    """Fill what a seat shows into `features` from `place` on."""
    turns = np.float64(scene.river_length) * (TURNS_UNIT / 4.0)
    features[place] = 1.0
    features[place + 1] = np.float64(scene.meld_count[other])
    features[place + 2] = turns
    features[place + 3] = turns * turns
    features[place + 4] = np.float64(scene.minimum[other] - 1)
    features[place + 5] = 1.0 if scene.declarer == other else 0.0


@inner
def tile_features(scene, mind, other, kind, suits, features, place):
    """Fill what a tile is to a seat into `features` from `place` on."""
    rank = kind % _SUIT
    honour = kind >= _FIRST_HONOUR
    features[place] = 1.0 if honour else 0.0
    features[place + 1] = 1.0 if not honour and (rank == 0 or rank == _LAST_RANK) else 0.0
    features[place + 2] = 1.0 if not honour and (rank == 1 or rank == _LAST_RANK - 1) else 0.0
    features[place + 3] = np.float64(mind.live[kind])
    features[place + 4] = 1.0 if mind.live[kind] <= 0 else 0.0
    features[place + 5] = 1.0 if is_wild(scene, other, kind) else 0.0
    features[place + 6] = 1.0 if suits != 0 and (honour or (suits >> (kind // _SUIT)) & 1 == 0) else 0.0


@kernel
def passed_kinds(scene, other):
    """Kinds discarded since the last discard of `other`, which he did not win on; bit k for kind k."""
    passed = np.int64(0)
    for back in range(1, 4):
        place = np.int64(scene.river_length) - back
        if place < 0 or scene.river_seat[place] == other:
            break
        passed |= np.int64(1) << np.int64(scene.river_tile[place])
    return passed


@kernel
def set_dangers(scene, mind, rules):
    """Judge the other seats before a discard; puts log odds, costs and safe kinds into the scratch."""
    scratch = mind.scratch
    if mind.weights[DEFENCE] <= 0.0:
        return
    for other in range(4):
        scratch[ODDS + other] = NEVER
        if not can_win_from(scene, other, rules):
            continue
        seat_features(scene, other, scratch, TILE)
        odds = 0.0
        for i in range(SEAT_FEATURES):
            odds += np.float64(mind.model[DANGER_START + i]) * scratch[TILE + i]
        scratch[ODDS + other] = odds
        scratch[COST + other] = _cost_of(scene, mind, other, rules)
        scratch[SAFE + other] = np.float64(passed_kinds(scene, other))
        scratch[SUITS + other] = np.float64(meld_suits(scene, other))


@inner
def judge_discard(scene, mind, kind, which):
    """Find out how likely each other seat wins if `kind` is discarded.

    `which`: the discard's place (0 to 13) among those that are compared; the other functions take it.
    """
    scratch = mind.scratch
    if mind.weights[DEFENCE] <= 0.0:
        return
    place = ONE_IN + SEATS * which
    for other in range(SEATS):
        odds = scratch[ODDS + other]
        scratch[place + other] = NEVER
        if odds == NEVER or (np.int64(scratch[SAFE + other]) >> kind) & 1 == 1:
            continue
        tile_features(scene, mind, other, kind, np.int64(scratch[SUITS + other]), scratch, TILE)
        for i in range(TILE_FEATURES):
            odds += np.float64(mind.model[DANGER_START + SEAT_FEATURES + i]) * scratch[TILE + i]
        scratch[place + other] = 1.0 + np.exp(-odds)


@inner
def given_away(mind, which, value):
    """Points that a discard (`judge_discard`) loses on average to those who may win on it.

    `value`: the worth of the hand that is left, which such a win would end.
    """
    scratch = mind.scratch
    lost = 0.0
    if mind.weights[DEFENCE] <= 0.0:
        return lost
    place = ONE_IN + SEATS * which
    for other in range(SEATS):
        if scratch[place + other] != NEVER:
            lost += (value + scratch[COST + other]) / scratch[place + other]
    return mind.weights[DEFENCE] * lost


@inner
def keeps_value(mind, which):
    """Whether of two hands left by a discard the better one stays so with what the discard gives away."""
    scratch = mind.scratch
    share = 0.0
    if mind.weights[DEFENCE] <= 0.0:
        return True
    place = ONE_IN + SEATS * which
    for other in range(SEATS):
        if scratch[place + other] != NEVER:
            share += 1.0 / scratch[place + other]
    return mind.weights[DEFENCE] * share < MOST_SHARE
