"""What is counted in each deal. The tables turn these counts into estimates."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from zhuji_sim.analysis.clusters import matches
from zhuji_sim.analysis.columns import required
from zhuji_sim.analysis.tally import Groups, Tally
from zhuji_sim.rules.contracts import Mode
from zhuji_sim.rules.tiles import SEATS

__all__ = ["BIG_TAI", "COLUMNS", "ROLES", "Deals", "count"]

ROLES: Final = ("declarer", "defender", "none")
"""Roles of a player in a deal; none where there is no contract."""

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

_READ: Final = ("declarer", "winner", "loser", "tai", *(f"points_{seat}" for seat in SEATS))
_COUNTED: Final = (
    *_READ,
    *("auction", "contract", "level", "mode", "by", "turns"),
    *(f"{name}_{seat}" for name in ("policy", "distance") for seat in SEATS),
)
"""What a deal must tell to be read, and to be counted."""

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
    role: NDArray[np.int64]
    """Deal × seat: place in `ROLES`."""

    @classmethod
    def read(cls, frame: pd.DataFrame, cell: int) -> "Deals":
        """Take what is needed from a frame of one cell's deals.

        Raises
        ------
        FrameError
            A column is missing, or it is not told which deals are of one match.
        """
        required(frame, _READ)
        frame = frame.reset_index(drop=True)
        declarer, winner, loser = (_seat(frame[name]) for name in ("declarer", "winner", "loser"))
        seats = np.arange(len(SEATS))
        declares = declarer[:, None] == seats
        return cls(
            frame=frame,
            cell=cell,
            match=matches(frame),
            declarer=declarer,
            winner=winner,
            loser=loser,
            tai=frame["tai"].fillna(0).to_numpy(np.int64),
            points=frame[[f"points_{seat}" for seat in SEATS]].to_numpy(np.int64),
            wins=winner[:, None] == seats,
            role=np.where(declarer[:, None] < 0, ROLES.index("none"), np.where(declares, 0, 1)),
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

    def groups(self, **keys: Any) -> Groups:
        """All deals as one group of this cell."""
        return Groups.whole(len(self.winner), cell=self.cell, **keys)


def count(tally: Tally, frame: pd.DataFrame) -> None:
    """Add a frame of deals to all sums. Matches have to lie whole in the frame.

    Raises
    ------
    FrameError
        A column is missing, or it is not told which deals are of one match.
    """
    if frame.empty:
        return
    own = any(f"caishen_{seat}" in frame for seat in SEATS)
    required(frame, [*_COUNTED, *([f"caishen_{seat}" for seat in SEATS] if own else ["caishen"])])
    cells = frame["cell"].to_numpy(int) if "cell" in frame else np.zeros(len(frame), int)
    for cell in np.unique(cells).tolist():
        deals = Deals.read(frame[cells == cell], cell)
        _count_players(tally, deals)
        _count_contracts(tally, deals)
        _count_endings(tally, deals)
        _count_distances(tally, deals)


def _count_players(tally: Tally, deals: Deals) -> None:
    """Wins, deal-ins and points by seat, policy and role."""
    match = deals.match
    places = np.broadcast_to(np.arange(len(SEATS)), deals.wins.shape)
    deal_ins = deals.loser[:, None] == places
    policies, names = pd.factorize(
        np.concatenate([deals.frame[f"policy_{seat}"].astype(object) for seat in SEATS])
    )
    codes = policies.reshape(len(SEATS), -1).T
    for key, players, labels in (
        ("seat", places, list(SEATS)),
        ("policy", codes, list(names)),
        ("role", deals.role, list(ROLES)),
    ):
        for code, label in enumerate(labels):
            who, groups = players == code, deals.groups(**{key: label})
            at_table = who.sum(axis=1)
            for measure, y in (("win", deals.wins), ("deal_in", deal_ins), ("points", deals.points)):
                tally.add(f"{key}: {measure}", groups, at_table, (who * y).sum(axis=1), match)
            if key == "policy":
                declarers = who & (deals.role == ROLES.index("declarer"))
                declared, made = declarers.sum(axis=1), (declarers & deals.wins).sum(axis=1)
                tally.add("policy: declared", groups, at_table * (deals.declarer >= 0), declared, match)
                tally.add("policy: made", groups, declared, made, match)


def _count_contracts(tally: Tally, deals: Deals) -> None:
    """Make rates, the declarer's points and how contracts end."""
    frame = deals.frame
    keys = {"source": deals.source(), "contract": frame["contract"]}
    keys |= {"level": frame["level"].astype("Int8"), "mode": frame["mode"]}
    groups = deals.groups().split(keys)
    outcome, points, match = deals.outcome(), deals.declarer_points(), deals.match
    made = outcome == "made"
    big = deals.tai >= BIG_TAI
    tally.add("contract: made", groups, 1, made, match)
    tally.add("contract: points", groups, 1, points, match)
    tally.add("contract: points when made", groups, made, made * points, match)
    tally.add("contract: points when failed", groups, ~made, ~made * points, match)
    tally.add("contract: points from big wins", groups, 1, big * points, match)
    tally.add_shares("outcome", groups, {"outcome": outcome}, match)
    tally.add("outcome: points", groups.split({"outcome": outcome}), 1, points, match)


def _count_endings(tally: Tally, deals: Deals) -> None:
    """Ways to end, tai, turns and big wins."""
    whole, match, won = deals.groups(), deals.match, deals.winner >= 0
    tai, turns = pd.Series(deals.tai), deals.frame["turns"]
    gain = np.maximum(deals.points, 0).sum(axis=1)
    big = deals.tai >= BIG_TAI
    tally.add_shares("ending", whole, {"ending": deals.ending()}, match)
    tally.add_shares("tai", whole.split({"mode": deals.mode()}), {"tai": tai.where(won)}, match)
    tally.add_shares("turns", whole, {"turns": turns.where(won)}, match)
    tally.add("turns: mean", whole, won, won * turns, match)
    tally.add("big: deals", whole, 1, big, match)
    tally.add("big: points", whole, gain, big * gain, match)


def _count_distances(tally: Tally, deals: Deals) -> None:
    """Wins by role and distance after dealing."""
    distance = deals.frame[[f"distance_{seat}" for seat in SEATS]].to_numpy()
    for code, role in enumerate(ROLES):
        for away in range(int(distance.max(initial=0)) + 1):
            who = (deals.role == code) & (distance == away)
            groups = deals.groups(role=role, distance=away)
            tally.add("distance: win", groups, who.sum(axis=1), (who & deals.wins).sum(axis=1), deals.match)


def _seat(column: pd.Series) -> NDArray[np.int8]:
    return pd.Categorical(column, categories=list(SEATS)).codes.astype(np.int8)


def _mode_of(caishen: pd.Series) -> NDArray[Any]:
    """Mode by the number of caishen kinds that a text such as `5m6m` names."""
    modes = {0: Mode.NONE.key, 1: Mode.SOLO.key, 2: Mode.DUAL.key}
    texts = caishen.astype("category")
    named = [modes[sum(not letter.islower() for letter in str(text))] for text in texts.cat.categories]
    return np.array([*named, Mode.NONE.key], dtype=object)[texts.cat.codes]
