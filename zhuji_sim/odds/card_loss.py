"""What following a card costs, on decisions that it was not made from."""

from typing import Any, Final

import numpy as np
import pandas as pd
from joblib import Parallel, delayed
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import Sums, mean
from zhuji_sim.engine.arms import PLAY, TAKE
from zhuji_sim.engine.codes import NO_TILE, Action
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import format_tiles
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

from .card_cells import advised
from .card_points import BID, Points, choices_of, kind_of
from .playing import Arm, Dealer, Deals
from .screening import IF_I_BID, groups_of
from .search import STREAM_LENGTH
from .situation import Situation, read_situation

__all__ = ["CARD", "FULL", "FULL_DEALS", "PASSING", "losses"]

CARD: Final = "card"
"""What the card says is followed."""
PASSING: Final = "pass"
"""Nothing is ever bid."""
FULL: Final = "full"
"""The full calculation, against which the card is held."""
FULL_DEALS: Final = 256
"""Deals by which it chooses among the `KEPT` choices that look best on the first `LOOK`."""
JUDGING: Final = 256
"""Other deals, by which its choice and the card's are judged."""
LOOK: Final = 64
KEPT: Final = 4
FULL_STREAM: Final = 3
"""Its deals lie beyond the streams of `search`."""


def losses(
    rules: Ruleset, policy: Policy, cells: pd.DataFrame, fresh: Points, full: int, seed: int, jobs: int
) -> pd.DataFrame:
    """What the card costs a decision, against the policy's own choice and against a full calculation.

    Against the policy: points of the deal as it was dealt, at every decision of `fresh`. Against the full
    calculation: at the first `full` of them every choice is played over common redeals of the hidden tiles,
    and the best of them is judged on other redeals, so that having been chosen does not flatter it.

    Returns
    -------
    DataFrame
        `follows` (`card`, or for comparison `pass`: to pass always), `against` (the policy's name, `full`),
        `decisions`, `differ` (share of them in which the two do something else), `loss` in points a decision,
        with `_low` and `_high`.
    """
    said = advised(rules, cells, fresh).choice
    rows = [_row(CARD, policy.name, *_against_policy(rules, fresh, said))]
    if kind_of(rules) == BID:
        rows.append(_row(PASSING, policy.name, *_against_policy(rules, fresh, np.full(len(said), -1))))
    first = Points(fresh.points[:full], fresh.counts[:full])
    found = Parallel(n_jobs=jobs, backend="threading")(
        delayed(_against_full)(rules, policy, first, said, i, seed) for i in range(len(first.points))
    )
    if found:
        loss, other = (np.array(each) for each in zip(*found, strict=True))
        rows.append(_row(CARD, FULL, loss, other))
    return pd.DataFrame(rows)


def _row(follows: str, against: str, loss: NDArray[Any], other: NDArray[Any]) -> dict[str, Any]:
    n = len(loss)
    estimate = mean(Sums(n, n, loss.sum(), n, loss.sum(), (loss**2).sum()))
    return {
        "follows": follows,
        "against": against,
        "decisions": n,
        "differ": float(other.mean()),
        "loss": float(estimate.value),
        "loss_low": float(estimate.low),
        "loss_high": float(estimate.high),
    }


def _against_policy(
    rules: Ruleset, fresh: Points, said: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Points of the policy's choice less those of the card's, and where the two differ."""
    at = np.arange(len(said))
    points = np.where(said >= 0, fresh.counts["points"][at, said], fresh.points["passing"]).astype(float)
    actions = np.array([_action(fresh, rules, i, choice) for i, choice in enumerate(said.tolist())])
    return fresh.points["own"] - points, actions != fresh.points["action"]


def _action(points: Points, rules: Ruleset, i: int, choice: int) -> int:
    """Code of what the card says."""
    if choice < 0:
        return int(Action.PASS)
    rank = choices_of(rules)[choice].rank
    if rank >= 0:
        return int(Action.BID) + rank
    count = points.counts[i, choice]
    return int((Action.SOLO if count["second"] == NO_TILE else Action.DUAL) + count["first"])


def _against_full(
    rules: Ruleset, policy: Policy, points: Points, said: NDArray[np.int64], i: int, seed: int
) -> tuple[float, bool]:
    """Points lost at a decision, and whether the full calculation says something else."""
    situation = situation_of(rules, points.points[i])
    arms = _arms(rules, situation, points, i)
    card = arms.index(_said(rules, points, i, int(said[i])))
    dealer = Dealer(situation, (policy,) * 4, seed)
    start = FULL_STREAM * STREAM_LENGTH + i * (FULL_DEALS + JUDGING)
    looked = _means(dealer.play(arms, start, LOOK))
    kept = sorted({card, *np.argsort(-looked, kind="stable")[:KEPT].tolist()})
    chosen = _means(dealer.play([arms[k] for k in kept], start, FULL_DEALS))
    best = arms[kept[int(chosen.argmax())]]
    if best == arms[card]:
        return 0.0, False
    judged = _means(dealer.play([best, arms[card]], start + FULL_DEALS, JUDGING))
    return float(judged[0] - judged[1]), True


def _said(rules: Ruleset, points: Points, i: int, choice: int) -> Arm:
    """What the card says at a decision."""
    if choice < 0:
        return Arm(TAKE)
    rank, name = choices_of(rules)[choice].rank, _set(points.counts[i, choice])
    return Arm(TAKE, int(Action.BID) + rank, rank, name) if rank >= 0 else Arm(PLAY, caishen=name)


def _arms(rules: Ruleset, situation: Situation, points: Points, i: int) -> list[Arm]:
    """Everything that is compared: all that the card may say, and what the bid model would try."""
    there = [choice for choice in range(points.counts.shape[1]) if points.counts["open"][i, choice]]
    card = [_said(rules, points, i, choice) for choice in there]
    if kind_of(rules) != BID:
        return [*card, Arm(PLAY)]
    tried = [group[0] for group in groups_of(situation, IF_I_BID)[1:]]
    return list(dict.fromkeys([Arm(TAKE), *card, *tried]))


def _set(count: Any) -> tuple[int, ...]:
    return tuple(int(kind) for kind in (count["first"], count["second"]) if kind != NO_TILE)


def _means(played: Deals) -> NDArray[np.float64]:
    """Mean points of each arm; of equal weights where no deal fits what was bid."""
    weights = played.weights if played.weights.any() else np.ones(len(played.weights))
    means: NDArray[np.float64] = weights @ played.outcomes["points"] / weights.sum()
    return means


def situation_of(rules: Ruleset, point: Any) -> Situation:
    """What the player of a decision knows."""
    auction = None
    if rules.has_bidding:
        codes = [int(code) for code in point["auction"][: int(point["length"])]]
        auction = " ".join(f"{SEATS[code >> 6]}:{_call(code & 63)}" for code in codes)
    hand = format_tiles([kind for kind in range(len(point["hand"])) for _ in range(int(point["hand"][kind]))])
    return read_situation(hand, SEATS[int(point["seat"])], rules, auction=auction)


def _call(code: int) -> str:
    return str(Contract.from_rank(code - 1)) if code else "pass"
