"""How far what was foretold is from what happened, with intervals that know how noisy both are."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.estimates import MIN_CLUSTERS, Z95
from zhuji_sim.engine.options import MODES
from zhuji_sim.rules.contracts import Contract

from .foretelling import BID, HALVES, NAME, PASS

__all__ = ["ALLOWED", "FEWEST", "by_contract", "by_tenth", "outside", "overall"]

ALLOWED: Final = 0.015
"""Deviation of a chance that is still right, beyond the half-width of its own interval."""
FEWEST: Final = 4_000
"""Points of a cell; contracts with fewer are taken together."""
TENTHS: Final = 10
CHANCES: Final = ("hold", "win", "make")
"""Chance that the contract is held; that it is held and made; that it is made when it is held."""
POINTS: Final = "points"
ALL: Final = "all"
OTHERS: Final = "others"
Floats = NDArray[np.float64]


def overall(points: pd.DataFrame) -> pd.DataFrame:
    """Deviation of every quantity, for each kind of decision and for all.

    Parameters
    ----------
    points : DataFrame
        Rows of `foretelling.foretell`.

    Returns
    -------
    DataFrame
        `kind`, `quantity`, `points` (decisions), `foretold`, `happened` (means; chances as shares), their
        `deviation` (happened less foretold) with `deviation_low` and `deviation_high`.
    """
    rows = []
    for kind in (ALL, PASS, BID, NAME):
        part = points if kind == ALL else points[points["kind"] == kind]
        rows += [{"kind": kind} | each for each in _quantities(part)]
    return pd.DataFrame(rows).dropna(subset="deviation").reset_index(drop=True)


def by_tenth(points: pd.DataFrame) -> pd.DataFrame:
    """Deviation of chances by tenths of the chance, of bids and names.

    A tenth is told by one half of the redeals and the chance by the other, both ways round: were it the same,
    chances would look far from each other's middle merely for their noise.

    Returns
    -------
    DataFrame
        `quantity`, `tenth` (0: below 10 %), and columns as of `overall`.
    """
    contracts = points[points["kind"] != PASS]
    rows = []
    for quantity in CHANCES:
        foretold, happened = _trials(contracts, quantity)
        tenth = np.minimum(np.floor(foretold * TENTHS), TENTHS - 1)
        for each in range(TENTHS):
            told = tenth[:, ::-1] == each  # no tenth, where a half cannot tell
            rows.append({"quantity": quantity, "tenth": each} | _deviation(foretold, happened, told))
    return pd.DataFrame(rows).dropna(subset="deviation").reset_index(drop=True)


def by_contract(points: pd.DataFrame, fewest: int = FEWEST) -> pd.DataFrame:
    """Deviation of every quantity by mode and level; contracts with fewer points than `fewest` together.

    Returns
    -------
    DataFrame
        `contract` (text, or `others`), `quantity`, and columns as of `overall`.
    """
    rows = []
    for name, part in _cells(points[points["kind"] != PASS], fewest):
        rows += [{"contract": name} | each for each in _quantities(part)]
    return pd.DataFrame(rows).dropna(subset="deviation").reset_index(drop=True)


def outside(table: pd.DataFrame, allowed: float = ALLOWED) -> pd.DataFrame:
    """The rows of chances whose deviation is more than `allowed` beyond its own half-width."""
    chances = table[table["quantity"] != POINTS]
    half = (chances["deviation_high"] - chances["deviation_low"]) / 2
    return chances[chances["deviation"].abs() > allowed + half]


def _cells(points: pd.DataFrame, fewest: int) -> Iterator[tuple[str, pd.DataFrame]]:
    rest = []
    for rank, part in points.groupby((points["level"] - 2) * MODES + points["mode"]):
        if len(part) >= fewest:
            yield str(Contract.from_rank(int(str(rank)))), part
        else:
            rest.append(part)
    if rest:
        yield OTHERS, pd.concat(rest)


def _quantities(points: pd.DataFrame) -> list[dict[str, Any]]:
    """A deviation for each quantity."""
    return [{"quantity": each} | _deviation(*_trials(points, each)) for each in (*CHANCES, POINTS)]


def _trials(points: pd.DataFrame, quantity: str) -> tuple[Floats, Floats]:
    """What each half of the redeals foretold (float64[n, 2], nan where it could not), and what happened."""
    if quantity == "make":
        points = points[points["held"] == 1]
    foretold = points[[f"{quantity}_{half}" for half in HALVES]].to_numpy(float)
    name = {"hold": "held", "win": "won", "make": "won", POINTS: POINTS}[quantity]
    return foretold, points[name].to_numpy(float)


def _deviation(
    foretold: Floats, happened: Floats, counted: NDArray[np.bool_] | None = None
) -> dict[str, Any]:
    """Mean of what happened less what was foretold, over the halves that count; a decision is a cluster."""
    told = np.isfinite(foretold) & (True if counted is None else counted)
    x = told.sum(axis=1).astype(float)
    n, total = int((x > 0).sum()), x.sum()
    if n < MIN_CLUSTERS:
        return {"points": n, "deviation": np.nan}
    said = np.where(told, foretold, 0.0).sum(axis=1)
    deviation = float((x * happened - said).sum() / total)
    residual = x * happened - said - deviation * x
    half = Z95 * float(np.sqrt(n / (n - 1) * (residual**2).sum()) / total)
    return {
        "points": n,
        "foretold": float(said.sum() / total),
        "happened": float((x * happened).sum() / total),
        "deviation": deviation,
        "deviation_low": deviation - half,
        "deviation_high": deviation + half,
    }
