"""What is counted in each deal. The tables turn these counts into estimates."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.tally import Tally
from zhuji_sim.rules.contracts import Mode
from zhuji_sim.rules.tiles import SEATS

__all__ = ["BIG_TAI", "COLUMNS", "Deals", "count"]

BIG_TAI: Final = 8
"""A win of this many tai or more is a big one (design: what share of a mean comes from them?)."""

_REDEAL_TURNS: Final = 1
"""A deal nobody won with at most this many tiles drawn was dealt again; a drawn one uses up the wall."""

_PER_DEAL: Final = ("cell", "match", "auction", "declarer", "contract", "level", "mode", "caishen")
_PER_ENDING: Final = ("winner", "loser", "by", "tai", "turns")
_PER_SEAT: Final = ("policy", "caishen", "distance", "points")
COLUMNS: Final = frozenset(
    (*_PER_DEAL, *_PER_ENDING, *(f"{name}_{seat}" for name in _PER_SEAT for seat in SEATS))
)
"""The columns of the deals frame that are read; those a run lacks are left out."""

_SELF_DRAWS: Final = ("self_draw", "gang", "heavenly")


@dataclass(frozen=True)
class Deals:
    """A frame of deals as arrays; seats are numbers 0–3, -1 for nobody."""

    frame: pd.DataFrame
    cell: int
    match: NDArray[np.int64] | None
    declarer: NDArray[np.int8]
    winner: NDArray[np.int8]
    loser: NDArray[np.int8]
    tai: NDArray[np.int64]
    """0 where nobody won."""
    points: NDArray[np.int64]
    """Deal × seat."""
    wins: NDArray[np.bool_]
    """Deal × seat: this seat won."""
    role: NDArray[Any]
    """Deal × seat: declarer, defender or none."""

    @classmethod
    def read(cls, frame: pd.DataFrame, cell: int) -> "Deals":
        """Take what is needed from a frame of one cell's deals."""
        frame = frame.reset_index(drop=True)
        declarer, winner, loser = (_seat(frame[name]) for name in ("declarer", "winner", "loser"))
        seats = np.arange(len(SEATS))
        in_contract = np.where(declarer[:, None] == seats, "declarer", "defender")
        return cls(
            frame=frame,
            cell=cell,
            match=frame["match"].to_numpy(np.int64) if "match" in frame else None,
            declarer=declarer,
            winner=winner,
            loser=loser,
            tai=frame["tai"].fillna(0).to_numpy(np.int64),
            points=frame[[f"points_{seat}" for seat in SEATS]].to_numpy(np.int64),
            wins=winner[:, None] == seats,
            role=np.where(declarer[:, None] < 0, "none", in_contract),
        )

    def ending(self) -> NDArray[Any]:
        """How each deal ended: the winner's `by`, else `drawn` or `redeal`."""
        nobody = np.where(self.frame["turns"] <= _REDEAL_TURNS, "redeal", "drawn")
        return np.where(self.winner < 0, nobody, self.frame["by"].astype(object))

    def outcome(self) -> NDArray[Any]:
        """How each contract ended: made, or one of four ways to fail."""
        return np.select(
            [
                self.winner < 0,
                self.winner == self.declarer,
                self.frame["by"].isin(_SELF_DRAWS).to_numpy(),
                self.loser == self.declarer,
            ],
            ["drawn", "made", "self_draw", "dealt_in"],
            "between",
        )

    def source(self) -> NDArray[Any]:
        """How the contract came about: by auction or forced."""
        return np.where(self.frame["auction"].isna(), "forced", "auction")

    def mode(self) -> NDArray[Any]:
        """Caishen mode that the winner (or in a drawn deal East) played under.

        Without a contract it is told by the number of caishen; `all_pass` where an auction found no declarer.
        """
        named = self.frame["mode"].astype(object)
        if "caishen" in self.frame:
            counted = _mode_of(self.frame["caishen"])
        else:
            own = np.column_stack([_mode_of(self.frame[f"caishen_{seat}"]) for seat in SEATS])
            counted = own[np.arange(len(own)), np.maximum(self.winner, 0)]
        passed = (self.declarer < 0) & self.frame["auction"].notna().to_numpy()
        return np.where(passed, "all_pass", np.where(named.isna(), counted, named))

    def declarer_points(self) -> NDArray[np.int64]:
        """The declarer's points; 0 where there is none."""
        own = self.points[np.arange(len(self.points)), np.maximum(self.declarer, 0)]
        return np.where(self.declarer < 0, 0, own)

    def in_contract(self) -> dict[str, Any]:
        """The keys of contract tables; missing where there is no contract."""
        frame = self.frame
        return {"cell": self.cell, "source": self.source()} | {
            name: frame[name] for name in ("contract", "level", "mode")
        }


def count(tally: Tally, frame: pd.DataFrame) -> None:
    """Add a frame of deals to all sums. Matches have to lie whole in the frame."""
    cells = frame["cell"].to_numpy(int) if "cell" in frame else np.zeros(len(frame), int)
    for cell in np.unique(cells).tolist():
        deals = Deals.read(frame[cells == cell], cell)
        _count_players(tally, deals)
        _count_contracts(tally, deals)
        _count_endings(tally, deals)
        _count_distances(tally, deals)


def _count_players(tally: Tally, deals: Deals) -> None:
    """Wins, deal-ins and points by seat, policy and role."""
    seats = np.tile(np.array(list(SEATS)), (len(deals.winner), 1))
    policies = np.column_stack([deals.frame[f"policy_{seat}"].astype(object) for seat in SEATS])
    deal_ins = deals.loser[:, None] == np.arange(len(SEATS))
    for key, labels in (("seat", seats), ("policy", policies), ("role", deals.role)):
        for label in np.unique(labels.astype(str)):
            who = labels == label
            for measure, y in (("win", deals.wins), ("deal_in", deal_ins), ("points", deals.points)):
                keys = {"cell": deals.cell, key: label}
                tally.add(f"{key}: {measure}", keys, who.sum(axis=1), (who * y).sum(axis=1), deals.match)
            if key == "policy":
                declared, made = deals.role == "declarer", (deals.role == "declarer") & deals.wins
                contracts = deals.declarer >= 0
                at_table = (who * contracts[:, None]).sum(axis=1)
                tally.add("policy: declared", keys, at_table, (who & declared).sum(axis=1), deals.match)
                tally.add(
                    "policy: made", keys, (who & declared).sum(axis=1), (who & made).sum(axis=1), deals.match
                )


def _count_contracts(tally: Tally, deals: Deals) -> None:
    """Make rates, the declarer's points and how contracts end."""
    keys, outcome, points = deals.in_contract(), deals.outcome(), deals.declarer_points()
    made = outcome == "made"
    big = deals.tai >= BIG_TAI
    tally.add("contract: made", keys, 1, made, deals.match)
    tally.add("contract: points", keys, 1, points, deals.match)
    tally.add("contract: points when made", keys, made, made * points, deals.match)
    tally.add("contract: points when failed", keys, ~made, ~made * points, deals.match)
    tally.add("contract: points from big wins", keys, 1, big * points, deals.match)
    tally.add_shares("outcome", keys, {"outcome": outcome}, deals.match)
    tally.add("outcome: points", {**keys, "outcome": outcome}, 1, points, deals.match)


def _count_endings(tally: Tally, deals: Deals) -> None:
    """Ways to end, tai, turns and big wins."""
    cell, won = {"cell": deals.cell}, deals.winner >= 0
    tai, turns = pd.Series(deals.tai), deals.frame["turns"]
    gain = np.maximum(deals.points, 0).sum(axis=1)
    big = deals.tai >= BIG_TAI
    tally.add_shares("ending", cell, {"ending": deals.ending()}, deals.match)
    tally.add_shares("tai", {**cell, "mode": deals.mode()}, {"tai": tai.where(won)}, deals.match)
    tally.add_shares("turns", cell, {"turns": turns.where(won)}, deals.match)
    tally.add("turns: mean", cell, won, won * turns, deals.match)
    tally.add("big: deals", cell, 1, big, deals.match)
    tally.add("big: points", cell, gain, big * gain, deals.match)


def _count_distances(tally: Tally, deals: Deals) -> None:
    """Wins by role and distance after dealing."""
    distance = deals.frame[[f"distance_{seat}" for seat in SEATS]].to_numpy()
    for role in np.unique(deals.role):
        for away in np.unique(distance[distance >= 0]):
            who = (deals.role == role) & (distance == away)
            keys = {"cell": deals.cell, "role": role, "distance": int(away)}
            tally.add("distance: win", keys, who.sum(axis=1), (who & deals.wins).sum(axis=1), deals.match)


def _seat(column: pd.Series) -> NDArray[np.int8]:
    return pd.Categorical(column, categories=list(SEATS)).codes.astype(np.int8)


def _mode_of(caishen: pd.Series) -> NDArray[Any]:
    """Mode by the number of caishen kinds that a text such as `5m6m` names."""
    modes = {0: Mode.NONE.key, 1: Mode.SOLO.key, 2: Mode.DUAL.key}
    texts = caishen.astype("category")
    named = [modes[sum(not letter.islower() for letter in str(text))] for text in texts.cat.categories]
    return np.array([*named, Mode.NONE.key], dtype=object)[texts.cat.codes]
