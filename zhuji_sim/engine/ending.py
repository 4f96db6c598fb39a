"""How a deal ends: the winner's tai and what everyone pays (RULES.md §5, §6).

A defender's win: the declarer pays 3B more and each fellow defender B less, which is B from the declarer to
each of the three defenders.
"""

import numpy as np

from zhuji_sim.rules.settlement import MOST_DOUBLINGS

from .codes import NOBODY, By, Outcome, Phase
from .jit import inner, kernel
from .options import DrawPays, LaoZhuang, Mode, Payment, RobbedPays
from .tai import best_tai

__all__ = ["end_exhausted", "end_redeal", "end_won", "settle"]


@inner
def contract_points(level, mode):
    """Points of a contract: dual 5 * 2^(level - 2), solo and none twice that (RULES.md §3)."""
    points = np.int64(5) << np.int64(level - 2)
    return points if mode == Mode.DUAL else 2 * points


@inner
def _pay(points, payer, payee, amount):
    points[payer] -= amount
    points[payee] += amount


@kernel
def settle(winner, tai, loser, robbed, declarer, level, mode, stays, rules, points):
    """Fill `points` (int64[4]) for a deal that ended; they sum to zero.

    `winner` NOBODY: drawn. `loser`: who discarded or was robbed, NOBODY after a self-draw. `declarer` NOBODY:
    no contract. `stays`: how often the dealer has stayed (老庄).
    """
    for seat in range(4):
        points[seat] = 0
    if winner == NOBODY:
        if declarer != NOBODY and rules.draw_pays != DrawPays.NOBODY:
            payer = declarer if rules.draw_pays == DrawPays.DECLARER else 0
            for seat in range(4):
                if seat != payer:
                    _pay(points, payer, seat, contract_points(level, mode))
    else:
        for seat in range(4):
            if seat == winner:
                continue
            if rules.payment == Payment.EQUAL:
                payer = loser if robbed and rules.robbed_pays == RobbedPays.ROBBED_ONLY else seat
                _pay(points, payer, winner, 1 << max(tai - 2, 0))
            elif loser == NOBODY or seat == loser:
                _pay(points, seat, winner, 1 << tai)
            else:
                _pay(points, seat, winner, 1 << (tai - 1))
        if declarer != NOBODY:
            stake = contract_points(level, mode)
            for seat in range(4):
                if seat != declarer:
                    if winner == declarer:
                        _pay(points, seat, declarer, stake)
                    else:
                        _pay(points, declarer, seat, stake)
    factor = 1
    if stays > 0:
        if rules.lao_zhuang == LaoZhuang.DOUBLE:
            factor = 2
        elif rules.lao_zhuang == LaoZhuang.CUMULATIVE:
            factor = np.int64(1) << min(np.int64(stays), MOST_DOUBLINGS)
    for seat in range(4):
        points[seat] *= factor


@inner
def _settle_state(state, rules):
    scene = state.scene
    robbed = state.by == By.ROB
    settle(
        np.int64(state.winner),
        np.int64(state.tai),
        np.int64(state.loser),
        robbed,
        scene.declarer,
        scene.level,
        scene.mode,
        scene.lao_zhuang,
        rules,
        state.points,
    )
    scene.phase = Phase.OVER
    state.legal.count = 0


@inner
def end_won(state, seat, tile, by, loser, rules, tables):
    """`seat` wins; his holding has the winning tile in it by now."""
    state.outcome = Outcome.HU
    state.winner = seat
    state.loser = loser
    state.by = by
    state.winning_tile = tile
    state.tai = best_tai(state.holdings[seat], by, rules, tables)
    _settle_state(state, rules)


@inner
def end_exhausted(state, rules):
    """A tile had to be drawn and only the reserve was left."""
    state.outcome = Outcome.EXHAUSTED
    _settle_state(state, rules)


@inner
def end_redeal(state):
    """All four passed and the tiles are dealt anew: nobody scores."""
    state.outcome = Outcome.REDEAL
    state.scene.phase = Phase.OVER
    state.legal.count = 0
