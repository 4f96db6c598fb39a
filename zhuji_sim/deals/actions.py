"""Actions and events as people and logs write them, from the engine's codes."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from zhuji_sim.engine.codes import ADDED_STRIDE, CHI_VARIANTS, CONCEALED_STRIDE, NO_TILE, MeldKind
from zhuji_sim.engine.codes import Action as Code
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import Meld, format_meld, format_tile

__all__ = ["Action", "action_of", "legal_actions", "meld_on_table"]


@dataclass(frozen=True)
class Action:
    """Something a player may do.

    Attributes
    ----------
    do : str
        `pass`, `bid`, `caishen`, `discard`, `chi`, `peng`, `gang` or `hu`.
    contract : str or None
        Of a bid: `2`, `独2`, `无财2`, …
    tiles : tuple of str
        Of `caishen`: the kinds named.
    tile : str or None
        Of a discard.
    meld : str or None
        Of chi, peng and gang: the whole meld as it will lie, `*` for a caishen that stands for a tile.
    laid : tuple of str
        The caishen for each `*`.
    """

    do: str
    contract: str | None = None
    tiles: tuple[str, ...] = ()
    tile: str | None = None
    meld: str | None = None
    laid: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name in ("tiles", "laid"):
            object.__setattr__(self, name, tuple(getattr(self, name)))

    def event(self) -> dict[str, Any]:
        """The action as a log's event, without the seat."""
        event: dict[str, Any] = {"do": self.do}
        if self.contract is not None:
            event["contract"] = self.contract
        if self.do == "caishen":
            event["tiles"] = list(self.tiles)
        if self.tile is not None:
            event["tile"] = self.tile
        if self.meld is not None:
            event["meld"] = self.meld
        if self.laid:
            event["laid"] = list(self.laid)
        return event

    def __str__(self) -> str:
        parts = [self.do, self.contract, " ".join(self.tiles), self.tile, self.meld]
        text = " ".join(part for part in parts if part)
        return f"{text} with {' '.join(self.laid)}" if self.laid else text


def action_of(code: int, scene: np.record, seat: int, successors: np.ndarray) -> Action:
    """The action that a code means for `seat` in this scene (before it is carried out)."""
    if code == Code.PASS:
        return Action("pass")
    if code == Code.HU:
        return Action("hu")
    if code < Code.SOLO:
        return Action("bid", contract=str(Contract.from_rank(code - Code.BID)))
    if code < Code.DUAL:
        return Action("caishen", tiles=(format_tile(code - Code.SOLO),))
    if code < Code.DISCARD:
        first = code - Code.DUAL
        return Action("caishen", tiles=(format_tile(first), format_tile(int(successors[first]))))
    if code < Code.CHI:
        return Action("discard", tile=format_tile(code - Code.DISCARD))
    if code < Code.PENG:
        return _chi(code - Code.CHI, scene, seat)
    caishen = [int(kind) for kind in scene["caishen"][seat]]
    offered = int(scene["offered"])
    if code < Code.GANG:
        laid = caishen[code - Code.PENG - 1 : code - Code.PENG] if code > Code.PENG else []
        return _set("peng", "peng", offered, 3, laid)
    if code < Code.ADDED:
        return _set("gang", "gang", offered, 4, _fill(code - Code.GANG, caishen))
    if code < Code.CONCEALED:
        return _added(code - Code.ADDED, scene, seat, caishen)
    kind, fill = divmod(code - Code.CONCEALED, CONCEALED_STRIDE)
    return _set("gang", "concealed_gang", kind, 4, _fill(fill, caishen))


def legal_actions(legal: np.record, scene: np.record, successors: np.ndarray) -> list[Action]:
    """The legal actions of the seat to act, in the engine's order."""
    codes = legal["actions"][: int(legal["count"])]
    return [action_of(int(code), scene, int(scene["seat"]), successors) for code in codes]


def meld_on_table(
    kind: str, lowest: int, wild: int, laid: tuple[int, ...], taken: int | None = None
) -> tuple[str, tuple[str, ...]]:
    """A meld's text and the caishen laid for its `*`; `wild` has bit p set where place p is a `*`."""
    size = 3 if kind in ("chi", "peng") else 4
    tiles = tuple(lowest + (place if kind == "chi" else 0) for place in range(size))
    stars = tuple(bool(wild >> place & 1) for place in range(size))
    text = format_meld(Meld(kind, tiles, stars))  # type: ignore[arg-type]
    return text, tuple(format_tile(each) for each in laid)


def _fill(code: int, caishen: list[int]) -> list[int]:
    of_first, of_second = divmod(code, 3)
    return [caishen[0]] * of_first + [caishen[1]] * of_second


def _set(do: str, kind: str, tile: int, size: int, laid: list[int]) -> Action:
    """A peng or gang: natural tiles first, caishen last."""
    wild = sum(1 << place for place in range(size - len(laid), size))
    meld, tiles = meld_on_table(kind, tile, wild, tuple(laid))
    return Action(do, meld=meld, laid=tiles)


def _added(code: int, scene: np.record, seat: int, caishen: list[int]) -> Action:
    which, kind = divmod(code, ADDED_STRIDE)
    for place in range(int(scene["meld_count"][seat])):
        is_peng = int(scene["meld_kind"][seat][place]) == MeldKind.PENG
        if is_peng and int(scene["meld_tile"][seat][place]) == kind:
            wild = int(scene["meld_wild"][seat][place])
            laid = [int(each) for each in scene["meld_laid"][seat][place][: wild.bit_count()]]
    if which > 0:
        wild |= 1 << 3
        laid.append(caishen[which - 1])
    meld, tiles = meld_on_table("gang", kind, wild, tuple(laid))
    return Action("gang", meld=meld, laid=tiles)


def _chi(code: int, scene: np.record, seat: int) -> Action:
    at, variant = divmod(code, CHI_VARIANTS)
    low = int(scene["offered"]) - at
    others = [place for place in range(3) if place != at]
    if variant == 0:
        meld, tiles = meld_on_table("chi", low, 0, ())
    else:
        other, which = divmod(variant - 1, 2)
        laid = int(scene["caishen"][seat][which])
        assert laid != NO_TILE
        meld, tiles = meld_on_table("chi", low, 1 << others[other], (laid,))
    return Action("chi", meld=meld, laid=tiles)
