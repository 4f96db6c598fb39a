"""Tables of a run: tidy frames, a row per group and cell, each figure with its 95 % interval.

A figure `f` stands in the columns `f`, `f_low` and `f_high`; shares lie between 0 and 1, points are per deal.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from zhuji_sim.analysis.estimates import Estimate, Sums, break_even, mean, proportion, quantile
from zhuji_sim.analysis.measures import ROLES, count
from zhuji_sim.analysis.provenance import passed_on
from zhuji_sim.analysis.tally import Tally
from zhuji_sim.errors import ZhujiError
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.rules.winning import BY_KEYS

__all__ = ["ENDINGS", "MODES", "OUTCOMES", "NoDealsError", "in_order", "summarise"]

MODES: Final = ("dual", "solo", "none", "all_pass")
ENDINGS: Final = (*BY_KEYS, "drawn", "redeal")
OUTCOMES: Final = ("made", "self_draw", "dealt_in", "between", "drawn")
"""How a contract ends: made; won by a defender who drew the tile, who got it from the declarer, or from
another defender; drawn."""

_SOURCES: Final = ("auction", "forced")
_CONTRACT: Final = ["cell", "source", "contract", "level", "mode"]
_ORDERS: Final[dict[str, tuple[str, ...]]] = {
    "seat": tuple(SEATS),
    "role": ROLES,
    "mode": MODES,
    "ending": ENDINGS,
    "outcome": OUTCOMES,
    "source": _SOURCES,
}


class NoDealsError(ZhujiError):
    """Nothing has been simulated yet."""


def summarise(frames: pd.DataFrame | Iterable[pd.DataFrame]) -> dict[str, pd.DataFrame]:
    """All tables of a frame of deals, or of frames that follow one another.

    Memory does not grow with the number of frames, so shards of any run can be read one at a time. Deals
    count as independent, in matches the matches do; a match has to lie whole in one frame.

    Parameters
    ----------
    frames : DataFrame or iterable of DataFrame
        Frames of deals; the column `cell` tells the cells of a grid apart (without it all is cell 0).

    Returns
    -------
    dict of str to DataFrame
        `by_seat`, `by_policy`, `by_role`: wins, deal-ins and points per player and deal.
        `contracts`: per contract the make rate, the declarer's points, the make rate to break even.
        `contract_outcomes`: how contracts end. `endings`: how deals end.
        `tai_by_mode`: tai of wins. `big_wins`: what comes from wins of 8 tai and more.
        `turns_to_win`: tiles drawn until the win. `win_by_distance`: wins by the distance after dealing.

    Raises
    ------
    NoDealsError
        There are no deals at all.
    FrameError
        A column is missing, or it is not told which deals are of one match.
    """
    tally, deals = Tally(), 0
    source = frames if isinstance(frames, pd.DataFrame) else pd.DataFrame()
    for frame in [frames] if isinstance(frames, pd.DataFrame) else frames:
        count(tally, frame)
        deals += len(frame)
    if not deals:
        raise NoDealsError("there are no deals to summarise")
    tables = {
        "by_seat": _by_player(tally, "seat"),
        "by_policy": _by_policy(tally),
        "by_role": _by_player(tally, "role"),
        "contracts": _contracts(tally),
        "contract_outcomes": _contract_outcomes(tally),
        "endings": _endings(tally),
        "tai_by_mode": _tai_by_mode(tally),
        "big_wins": _big_wins(tally),
        "turns_to_win": _turns_to_win(tally),
        "win_by_distance": _win_by_distance(tally),
    }
    return {name: passed_on(source, table, deals=deals) for name, table in tables.items()}


def _by_player(tally: Tally, key: str) -> pd.DataFrame:
    wins = tally.table(f"{key}: win")
    table = wins[["cell", key]].assign(players=wins["x"].astype(int), wins=wins["y"].astype(int))
    for measure in ("win", "deal_in"):
        table = _with(table, measure, proportion(_sums(tally.table(f"{key}: {measure}"))))
    return in_order(_with(table, "points", mean(_sums(tally.table(f"{key}: points")))), ["cell", key])


def _by_policy(tally: Tally) -> pd.DataFrame:
    table = _by_player(tally, "policy")
    for measure in ("declared", "made"):
        sums = tally.table(f"policy: {measure}")
        share = _with(sums[["cell", "policy"]], measure, proportion(_sums(sums)))
        table = table.merge(share, how="left", on=["cell", "policy"])
    return table


def _contracts(tally: Tally) -> pd.DataFrame:
    made = tally.table("contract: made")
    table = (
        made[_CONTRACT].astype({"level": int}).assign(deals=made["x"].astype(int), made=made["y"].astype(int))
    )
    table = _with(table, "make_rate", proportion(_sums(made)))
    table = _with(table, "points", mean(_sums(tally.table("contract: points"))))
    table = _with(
        table, "points_from_big_wins", _if_seen(_sums(tally.table("contract: points from big wins")))
    )
    won, lost = (
        _sums(table[_CONTRACT].merge(tally.table(f"contract: points when {how}"), how="left").fillna(0.0))
        for how in ("made", "failed")
    )
    for name, sums in (("points_made", won), ("points_failed", lost)):
        table = _with(table, name, mean(sums))
    return in_order(_with(table, "break_even", break_even(won, lost)), ["cell", "source", "level", "mode"])


def _contract_outcomes(tally: Tally) -> pd.DataFrame:
    shares = tally.table("outcome")
    table = shares[[*_CONTRACT, "outcome"]].assign(deals=shares["y"].astype(int))
    table = _with(table, "share", proportion(_sums(shares)))
    points = tally.table("outcome: points")
    points = _with(points[[*_CONTRACT, "outcome"]], "points", mean(_sums(points)))
    return in_order(table.merge(points), ["cell", "source", "level", "mode", "outcome"])


def _endings(tally: Tally) -> pd.DataFrame:
    shares = tally.table("ending")
    table = shares[["cell", "ending"]].assign(deals=shares["y"].astype(int))
    return in_order(_with(table, "share", proportion(_sums(shares))), ["cell", "ending"])


def _tai_by_mode(tally: Tally) -> pd.DataFrame:
    shares = tally.table("tai")
    table = shares[["cell", "mode"]].assign(tai=shares["tai"].astype(int), wins=shares["y"].astype(int))
    return in_order(_with(table, "share", proportion(_sums(shares))), ["cell", "mode", "tai"])


def _big_wins(tally: Tally) -> pd.DataFrame:
    deals, points = tally.table("big: deals"), tally.table("big: points")
    table = deals[["cell"]].assign(deals=deals["x"].astype(int), big_wins=deals["y"].astype(int))
    table = _with(table, "rate", proportion(_sums(deals)))
    within = Estimate(*(np.clip(part, 0, 1) for part in _if_seen(_sums(points))))
    share = _with(points[["cell"]], "share_of_points", within)
    return table.merge(share, how="left", on="cell")


def _turns_to_win(tally: Tally) -> pd.DataFrame:
    means, counts = tally.table("turns: mean"), tally.table("turns")
    table = means[["cell"]].assign(wins=means["x"].astype(int))
    table = _with(table, "mean", mean(_sums(means)))
    medians = [quantile(of["turns"], of["y"], 0.5) for _, of in counts.groupby("cell")]
    return _with(table, "median", Estimate(*np.array(medians).reshape(-1, 3).T))


def _win_by_distance(tally: Tally) -> pd.DataFrame:
    wins = tally.table("distance: win")
    table = wins[["cell", "role", "distance"]].assign(
        players=wins["x"].astype(int), wins=wins["y"].astype(int)
    )
    return in_order(_with(table, "win", proportion(_sums(wins))), ["cell", "role", "distance"])


def _if_seen(sums: Sums) -> Estimate:
    """A mean, without interval where nothing was seen: no big win so far does not mean that none exist."""
    estimate = mean(sums)
    seen = np.asarray(sums.yy) > 0
    return Estimate(
        estimate.value, np.where(seen, estimate.low, np.nan), np.where(seen, estimate.high, np.nan)
    )


def _sums(table: pd.DataFrame) -> Sums:
    return Sums(*(table[name].to_numpy(float) for name in Sums._fields))


def _with(table: pd.DataFrame, name: str, estimate: Estimate) -> pd.DataFrame:
    return table.assign(**{name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high})


def in_order(table: pd.DataFrame, by: Sequence[str]) -> pd.DataFrame:
    """Rows sorted by columns in the order a player would name them, not that of the alphabet."""

    def place(column: "pd.Series[Any]") -> "pd.Series[Any]":
        order = _ORDERS.get(str(column.name))
        if column.name == "contract":
            return column.astype(object).map(lambda name: Contract.parse(name).rank)
        return (
            column if order is None else column.astype(object).map({name: i for i, name in enumerate(order)})
        )

    return table.sort_values(list(by), key=place, ignore_index=True)
