"""Frames to begin with: the deals of a run folder, and a row for every player in them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from zhuji_sim.analysis.clusters import check_seeds
from zhuji_sim.analysis.measures import ROLES, Deals
from zhuji_sim.analysis.provenance import noted, passed_on
from zhuji_sim.analysis.run_folder import read_run, read_shards
from zhuji_sim.analysis.tables import NoDealsError
from zhuji_sim.labels import LANGUAGES
from zhuji_sim.rules.tiles import SEATS

__all__ = ["players", "read"]

_OF_DEAL: Final = (
    "cell",
    "cell_name",
    "match",
    "round",
    "deal",
    "seed",
    "rules",
    "contract",
    "level",
    "mode",
    "turns",
)
_OF_SEAT: Final = ("policy", "caishen", "distance", "caishen_dealt")


def read(folder: str | Path, columns: list[str] | None = None) -> pd.DataFrame:
    """All deals of a run folder as one frame.

    Runs of many millions of deals fit into memory better with a choice of columns, or shard by shard in
    `zhuji_sim.analysis.summarise`.

    Parameters
    ----------
    folder : str or Path
        Where `zhuji run` wrote.
    columns : list of str, optional
        Those of `zhuji_sim.analysis.frame` that are wanted; `deal`, `cell` and in matches `match` and `round`
        are always there.

    Returns
    -------
    DataFrame
        A row per deal, as `zhuji_sim.simulate` gives it, with `cell` and `cell_name` in front: which cell of
        the experiment's grid it belongs to. Seed and names are noted in `attrs`, from where charts take them.

    Raises
    ------
    RunFolderError
        It is no run folder, or a file of it is damaged.
    NoDealsError
        No shard is finished yet.
    """
    folder = Path(folder)
    run = read_run(folder)
    wanted = None if columns is None else [*_OF_DEAL[:1], *_OF_DEAL[2:5], *columns]
    tables = list(read_shards(folder, wanted))
    if not tables:
        raise NoDealsError(f"{folder} holds no finished shard of deals yet")
    deals = pa.concat_tables(tables).to_pandas(strings_to_categorical=True)
    names = {cell.index: cell.name for cell in run.cells}
    deals.insert(1, "cell_name", pd.Categorical(deals["cell"].map(names), list(names.values())))
    cells = {lang: run.cell_labels(lang) for lang in LANGUAGES}
    series = {lang: run.series_labels(lang) for lang in LANGUAGES}
    return noted(deals, run.seed, cells=cells, series=series)


def players(deals: pd.DataFrame) -> pd.DataFrame:
    """A row for every player in every deal.

    Parameters
    ----------
    deals : DataFrame
        As `read` and `zhuji_sim.simulate` give it, all columns there.

    Returns
    -------
    DataFrame
        What the deal has of `cell`, `cell_name`, `match`, `round`, `deal`, `seed`, `rules`, `contract`,
        `level`, `mode`, `turns`; then `seat`, `role` (declarer, defender, none), `policy`, `caishen`,
        `distance` (tiles missing when dealt), `caishen_dealt`, `won`, `dealt_in` (bool), `tai` (of the own
        win, else missing) and `points`.

    Raises
    ------
    FrameError
        A column is missing, or deals of several seeds are not told apart by a column `seed`.
    """
    check_seeds(deals)
    known = Deals.read(deals, 0)
    seats = np.arange(len(SEATS))
    kept = [name for name in _OF_DEAL if name in deals]
    of_deal = deals[kept].iloc[np.arange(len(deals)).repeat(len(SEATS))].reset_index(drop=True)
    won = known.wins.reshape(-1)
    tai = pd.array(known.tai.repeat(len(SEATS)), dtype="Int16")
    tai[~won] = pd.NA
    columns: dict[str, Any] = {
        "seat": _coded(np.tile(seats, len(deals)), SEATS),
        "role": _coded(known.role.reshape(-1), ROLES),
    }
    for name in _OF_SEAT:
        by_seat = [f"{name}_{seat}" for seat in SEATS]
        if set(by_seat) <= set(deals):
            columns[name] = _by_deal(deals[by_seat])
        elif name in deals:
            columns[name] = deals[name].repeat(len(SEATS)).array
    columns |= {"won": won, "dealt_in": (known.loser[:, None] == seats).reshape(-1), "tai": tai}
    columns["points"] = known.points.reshape(-1)
    return passed_on(deals, of_deal.assign(**columns))


def _coded(codes: NDArray[Any], names: Sequence[str]) -> pd.Categorical:
    return pd.Categorical.from_codes(codes, categories=pd.Index(list(names), dtype="str"))


def _by_deal(columns: pd.DataFrame) -> Any:
    """The columns of the four seats as one, deal by deal; texts become categories."""
    if all(map(pd.api.types.is_numeric_dtype, columns.dtypes)):
        return columns.to_numpy().reshape(-1)
    return pd.Categorical(columns.astype(object).to_numpy().reshape(-1))
