"""The frame of deals: a row per deal, columns as scripts know them, texts instead of codes."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.notation import format_tile
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.rules.winning import BY_KEYS, ITEM_KEYS

__all__ = ["frame"]

_SEAT_FACTOR: Final = 64
"""An entry of `auction` is seat × this + (0 for a pass, else the contract's rank + 1)."""

_NO_TILE: Final = -1


def frame(
    results: NDArray[np.void],
    rules: str,
    policies: Sequence[str],
    *,
    own_caishen: bool = False,
    match: bool = False,
) -> pd.DataFrame:
    """Turn the engine's result rows into the frame of deals.

    Parameters
    ----------
    results : structured array of `zhuji_sim.engine.results.RESULT`
        A row per deal.
    rules : str
        Name of the rules, for the column `rules`.
    policies : sequence of 4 str
        Names of the policies: by seat E S W N, in matches by player.
    own_caishen : bool
        Every player names a caishen of his own (`caishen_source = "each_player"`): columns
        `caishen_E` … `caishen_N` instead of `caishen`.
    match : bool
        The rows are deals of matches: adds `match`, `round`, `dealer` and `player_E` … `player_N`.

    Returns
    -------
    pandas.DataFrame
        Texts are categoricals; what does not exist (no declarer, nobody won) is missing. Points are in
        points, `turns` and `wall_left` in tiles; `lao_zhuang` counts how often the dealer has stayed (0: not
        a 老庄 round).
    """
    columns: dict[str, Any] = {"deal": results["deal"].astype(np.int64)}
    if match:
        columns["match"] = results["match"]
        columns["round"] = results["round"]
        columns["dealer"] = _seats(results["dealer"])
        columns |= {f"player_{seat}": _seats(results["players"][:, i]) for i, seat in enumerate(SEATS)}
    columns["rules"] = _categorical(np.zeros(len(results), np.int8), [rules])
    for i, seat in enumerate(SEATS):
        player = results["players"][:, i] if match else np.full(len(results), i, np.int8)
        columns[f"policy_{seat}"] = _named(player, policies)
    columns["declarer"] = _seats(results["declarer"])
    columns["contract"] = _contracts(results)
    columns["level"] = pd.array(results["level"], dtype="Int8")
    columns["level"][results["declarer"] < 0] = pd.NA
    columns["mode"] = _named(results["mode"], [mode.key for mode in Mode])
    if own_caishen:
        columns |= {f"caishen_{seat}": _tiles(results["caishen"][:, i]) for i, seat in enumerate(SEATS)}
    else:
        columns["caishen"] = _tiles(results["caishen"][:, 0])
    won = results["winner"] >= 0
    columns["winner"] = _seats(results["winner"])
    columns["loser"] = _seats(results["loser"])
    columns["by"] = _named(results["by"], BY_KEYS)
    columns["tai"] = pd.array(results["tai"], dtype="Int16")
    columns["tai"][~won] = pd.NA
    columns["items"] = _items(results["items"], won)
    columns["turns"] = results["turns"]
    columns["wall_left"] = results["wall_left"]
    columns["auction"] = _auctions(results["auction"], results["auction_length"])
    for name in ("distance", "caishen_dealt"):
        columns |= {f"{name}_{seat}": results[name][:, i] for i, seat in enumerate(SEATS)}
    columns["lao_zhuang"] = results["lao_zhuang"]
    columns |= {f"points_{seat}": results["points"][:, i] for i, seat in enumerate(SEATS)}
    return pd.DataFrame(columns)


def _categorical(codes: NDArray[Any], names: Sequence[str]) -> pd.Categorical:
    return pd.Categorical.from_codes(codes, categories=pd.Index(list(names), dtype="str"))


def _named(codes: NDArray[Any], names: Sequence[str]) -> pd.Categorical:
    """Names for codes, missing for negative ones; two codes may share a name."""
    distinct = list(dict.fromkeys(names))
    places = np.array([distinct.index(name) for name in names] + [-1], np.int8)
    return _categorical(places[np.where(codes < 0, len(names), codes)], distinct)


def _seats(codes: NDArray[Any]) -> pd.Categorical:
    return _named(codes, SEATS)


def _texts(codes: NDArray[np.int64], spell: Callable[[int], str]) -> pd.Categorical:
    """Spell out each code that occurs; negative codes are missing."""
    found, places = np.unique(codes, return_inverse=True)
    names = [spell(int(code)) for code in found if code >= 0]
    return _categorical(places - np.count_nonzero(found < 0), names)


def _contracts(results: NDArray[np.void]) -> pd.Categorical:
    rank = (results["level"].astype(np.int64) - 2) * len(Mode) + results["mode"]
    return _texts(np.where(results["declarer"] >= 0, rank, -1), lambda code: str(Contract.from_rank(code)))


def _tiles(pairs: NDArray[np.int8]) -> pd.Categorical:
    """Texts such as `5m6m` for one or two tile kinds, the named one first."""
    first, second = pairs[:, 0].astype(np.int64), pairs[:, 1].astype(np.int64)

    def spell(code: int) -> str:
        kinds = code % 64, code // 64 - 1
        return "".join(format_tile(kind) for kind in kinds if kind != _NO_TILE)

    return _texts(np.where(first < 0, -1, first + 64 * (second + 1)), spell)


def _items(items: NDArray[np.int8], won: NDArray[np.bool_]) -> pd.Categorical:
    bits = (items != 0) @ (1 << np.arange(len(ITEM_KEYS), dtype=np.int64))

    def spell(code: int) -> str:
        return "+".join(key for i, key in enumerate(ITEM_KEYS) if code >> i & 1)

    return _texts(np.where(won, bits, -1), spell)


def _auctions(auction: NDArray[np.int16], length: NDArray[np.int16]) -> pd.Categorical:
    """Texts such as `E:2 S:- W:独2`; missing where there was no auction.

    Equal auctions are found call by call, so that each is spelled out once.
    """
    code = np.zeros(len(auction), np.int64)
    for i in range(int(length.max(initial=0))):
        call = np.where(length > i, auction[:, i].astype(np.int64) + 1, 0)
        code = np.unique(code * (len(SEATS) * _SEAT_FACTOR + 1) + call, return_inverse=True)[1]
    _, example, place = np.unique(code, return_index=True, return_inverse=True)
    names = [_spell_auction(auction[row, : length[row]]) for row in example]
    spelled = _categorical(place, names)
    return spelled.remove_categories("") if "" in names else spelled


def _spell_auction(calls: NDArray[np.int16]) -> str:
    words = []
    for call in calls.tolist():
        seat, bid = divmod(call, _SEAT_FACTOR)
        words.append(f"{SEATS[seat]}:{Contract.from_rank(bid - 1) if bid else '-'}")
    return " ".join(words)
