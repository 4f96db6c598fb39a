"""How well a model does on deals that it was not fitted to."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import Sums, mean, wilson
from zhuji_sim.policies.bid_model import FEATURES, MODEL_START
from zhuji_sim.policies.prospects import FARTHEST, PROSPECT_FEATURES, PROSPECTS, ROLES, STEPS

from .estimates import MODES, UNREACHABLE, hand_features
from .fit import Rows

__all__ = ["ROLE_NAMES", "TENTHS", "bid_chances", "check", "hand_chances"]

ROLE_NAMES: Final = ("plain", "declarer", "defender")
"""In the order of `policies.stakes`: a player without contract, its declarer, who plays against him."""
TENTHS: Final = 10
LEAST: Final = 1e-9
"""No chance is taken for smaller, so that its logarithm stays finite."""


def hand_chances(
    model: NDArray[np.floating], hands: NDArray[Any], role: int, step: int
) -> NDArray[np.float64]:
    """Chances (float64[n]) to win with `step` tai more than needed, as by `policies.prospects.prospect`."""
    table = model[:PROSPECTS].reshape(ROLES, STEPS, FARTHEST, PROSPECT_FEATURES)
    missing = np.clip(hands["missing"][:, step], 1, FARTHEST)
    return _chance((hand_features(hands, step) * table[role, step][missing - 1]).sum(axis=1))


def bid_chances(model: NDArray[np.floating], bids: NDArray[Any]) -> NDArray[np.float64]:
    """Chances (float64[n]) to make the contracts bid, those of `policies.bid_model.make_chance`."""
    table = model[MODEL_START : MODEL_START + MODES * FEATURES].reshape(MODES, FEATURES)
    return _chance((bids["features"] * table[bids["rank"] % MODES]).sum(axis=1))


def check(model: NDArray[np.floating], rows: Rows) -> dict[str, list[dict[str, Any]]]:
    """Hold a model against rows of deals that it was not fitted to.

    Returns
    -------
    dict
        `prospects`, one row for each role that occurs and each step: `role`, `step` (tai more than needed),
        `hands`, `won` (share), `log_loss` in nats a hand with its 95 % interval `low` to `high`, clustered by
        deal (None where all hands are of one), and `log_loss_of_share`, that of saying `won` of every hand.
        `bids`, one row for each tenth of the contracts, by the chance that the model gave them: `contracts`,
        `chance` (mean), `made` (share), `low` and `high`. Only bids that became contracts can be judged.
    """
    prospects = []
    for role, name in enumerate(ROLE_NAMES):
        for step in range(STEPS):
            reached = rows.hands["missing"][:, step] < UNREACHABLE
            hands = rows.hands[(rows.hands["role"] == role) & reached]
            if len(hands):
                prospects.append({"role": name, "step": step, **_judge_hands(model, hands, role, step)})
    return {"prospects": prospects, "bids": _judge_bids(model, rows.bids[rows.bids["holds"] == 1])}


def _judge_hands(
    model: NDArray[np.floating], hands: NDArray[Any], role: int, step: int
) -> dict[str, int | float | None]:
    won = hands["won"] >= step
    loss = _log_loss(hand_chances(model, hands, role, step), won)
    _, deal = np.unique(hands["deal"], return_inverse=True)
    x, y = np.bincount(deal).astype(float), np.bincount(deal, loss)
    found = mean(Sums(len(x), x.sum(), y.sum(), (x * x).sum(), (x * y).sum(), (y * y).sum()))
    return {
        "hands": len(hands),
        "won": float(won.mean()),
        "log_loss": float(found.value),
        "low": _known(float(found.low)),
        "high": _known(float(found.high)),
        "log_loss_of_share": float(_log_loss(np.full(len(hands), won.mean()), won).mean()),
    }


def _known(end: float) -> float | None:
    """An end of an interval, None where there are too few deals for one."""
    return end if np.isfinite(end) else None


def _judge_bids(model: NDArray[np.floating], held: NDArray[Any]) -> list[dict[str, int | float]]:
    chances = bid_chances(model, held)
    found = []
    for tenth in np.array_split(np.argsort(chances, kind="stable"), TENTHS):
        if not len(tenth):
            continue
        made = int(held["made"][tenth].sum())
        low, high = wilson(made, len(tenth))
        found.append(
            {
                "contracts": len(tenth),
                "chance": float(chances[tenth].mean()),
                "made": made / len(tenth),
                "low": float(low),
                "high": float(high),
            }
        )
    return found


def _chance(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1 / (1 + np.exp(-np.clip(odds, -700, 700)))


def _log_loss(chances: NDArray[np.float64], happened: NDArray[np.bool_]) -> NDArray[np.float64]:
    right = np.where(happened, chances, 1 - chances)
    return -np.log(np.maximum(right, LEAST))
