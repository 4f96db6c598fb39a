"""One deal step by step from Python, by the compiled loop's own `legal` and `apply`, with its log."""

from typing import Any, Final

import numpy as np

from zhuji_sim.engine.apply import apply
from zhuji_sim.engine.batch import fill_result
from zhuji_sim.engine.codes import Action as Code
from zhuji_sim.engine.codes import By, MeldKind, Outcome, Phase
from zhuji_sim.engine.deal import start_deal, start_on_wall
from zhuji_sim.engine.drawing import start_streams
from zhuji_sim.engine.results import RESULT
from zhuji_sim.engine.state import new_states
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.encoding import encode
from zhuji_sim.rules.notation import format_tile, format_tiles
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.rules.winning import ITEM_KEYS
from zhuji_sim.tables import load as load_tables

from .actions import Action, action_of, legal_actions, meld_on_table

__all__ = ["HIGHEST_SEED", "MOST_STAYS", "DealSession"]

HIGHEST_SEED: Final = (1 << 63) - 1
"""Of seeds and of indices."""
MOST_STAYS: Final = 10_000
"""More than a dealer can stay."""

_MELD_KINDS = {
    MeldKind.CHI: "chi",
    MeldKind.PENG: "peng",
    MeldKind.EXPOSED_GANG: "gang",
    MeldKind.ADDED_GANG: "gang",
    MeldKind.CONCEALED_GANG: "concealed_gang",
}


class DealSession:
    """A deal in progress: whose decision it is, what he may do, and everything that has happened.

    Parameters
    ----------
    rules : Ruleset
    seed, index : int
        Fix the tiles and the coins.
    contract, declarer : Contract and seat number, or None
        A contract held without an auction.
    lanes : bool
        Every seat draws from a share of the wall of its own.
    stays : int
        How often the dealer has stayed (老庄).
    wall : sequence of 136 kinds, or None
        A wall to play on instead of the one that seed and index give.
    """

    def __init__(
        self,
        rules: Ruleset,
        seed: int = 1,
        index: int = 0,
        *,
        contract: Contract | None = None,
        declarer: int | None = None,
        lanes: bool = False,
        stays: int = 0,
        wall: list[int] | None = None,
    ) -> None:
        self.rules = rules
        self.encoded = encode(rules)
        self.tables = load_tables(rules)
        self.states = new_states(1)
        self.state: np.record = self.states[0]
        self.seed, self.index, self.stays, self.lanes = seed, index, stays, lanes
        self.forced = (declarer, contract) if contract is not None and declarer is not None else None
        self.events: list[dict[str, Any]] = []
        holder, rank = (declarer, contract.rank) if contract is not None else (-1, -1)
        start = (stays, int(lanes), holder, rank, self.encoded, self.tables)
        if wall is None:
            start_deal(self.state, seed, index, *start)
        else:
            start_streams(self.state, seed, index)
            self.state["wall"][:] = wall
            start_on_wall(self.state, *start)
        self._note_no_caishen(Phase.BID)

    @property
    def scene(self) -> np.record:
        """What the seat to act sees."""
        scene: np.record = self.state["scene"]
        return scene

    @property
    def over(self) -> bool:
        """Whether the deal has ended."""
        return int(self.scene["phase"]) == Phase.OVER

    @property
    def seat(self) -> int:
        """The seat to act."""
        return int(self.scene["seat"])

    def legal(self) -> list[Action]:
        """What the seat to act may do, in the engine's order."""
        return legal_actions(self.state["legal"], self.scene, self.encoded["successors"])

    def act(self, position: int) -> None:
        """Carry out the legal action at this position and log what follows."""
        code = int(self.state["legal"]["actions"][position])
        scene, seat, phase = self.scene, self.seat, int(self.scene["phase"])
        successors = self.encoded["successors"]
        claiming = phase in (Phase.CLAIM, Phase.ROB)
        offered_by = int(scene["offered_by"])
        readable = {}
        if phase == Phase.CLAIM:
            claims = {other: int(self.state["claim"][other]) for other in range(len(SEATS))} | {seat: code}
            readable = {other: action_of(each, scene, other, successors) for other, each in claims.items()}
        elif not claiming and code != Code.HU:
            self._log(seat, action_of(code, scene, seat, successors))
        draws = int(self.state["draws"])
        apply(self.state, code, self.encoded, self.tables)
        taker = int(self.state["taken_by"])
        if claiming and taker >= 0 and int(self.state["taken_action"]) != Code.HU:
            self._log(taker, readable[taker], **{"from": SEATS[offered_by]})
        self._note_no_caishen(phase)
        if int(self.state["draws"]) > draws:
            self._log_draw()
        if self.over:
            self._log_end()

    def log(self) -> dict[str, Any]:
        """The deal log; complete, with its result, once the deal is over."""
        log: dict[str, Any] = {
            "rules": self.rules.options(),
            "seed": self.seed,
            "deal": self.index,
            "lao_zhuang": bool(self.stays) if self.stays <= 1 else self.stays,
            "wall": [format_tile(int(kind)) for kind in self.state["wall"]],
            "indicator": _tile_or_none(self.scene["indicator"]),
        }
        if self.lanes:
            log["draws"] = "lanes"
        if self.forced is not None:
            log["forced"] = {"declarer": SEATS[self.forced[0]], "contract": str(self.forced[1])}
        return log | {"events": self.events, "result": self.result() if self.over else None}

    def result(self) -> dict[str, Any]:
        """Of a deal that is over: the log's result."""
        scene, state = self.scene, self.state
        row = np.zeros(1, RESULT)[0]
        fill_result(state, row, self.encoded, self.tables)
        winner, loser, declarer = int(state["winner"]), int(state["loser"]), int(scene["declarer"])
        won = winner >= 0
        hand = [kind for kind in range(34) for _ in range(int(state["hands"][winner][kind]))] if won else []
        items = {name: int(tai) for name, tai in zip(ITEM_KEYS, row["items"], strict=True) if tai}
        contract = (
            Contract.from_rank((int(scene["level"]) - 2) * 3 + int(scene["mode"])) if declarer >= 0 else None
        )
        return {
            "winner": SEATS[winner] if won else None,
            "loser": SEATS[loser] if loser >= 0 else None,
            "by": By(int(state["by"])).name.lower() if won else None,
            "tai": int(state["tai"]) if won else None,
            "items": items,
            "hand": format_tiles(hand) if won else None,
            "melds": self.melds(winner) if won else [],
            "declarer": SEATS[declarer] if declarer >= 0 else None,
            "contract": None if contract is None else str(contract),
            "points": {seat: int(points) for seat, points in zip(SEATS, state["points"], strict=True)},
        }

    def melds(self, seat: int) -> list[str]:
        """The melds of a seat as text, those in concealed gangs too."""
        return [text for text, _ in self.melds_with_caishen(seat)]

    def melds_with_caishen(self, seat: int) -> list[tuple[str, tuple[str, ...]]]:
        """Each meld's text and the caishen laid for its `*`."""
        scene, state = self.scene, self.state
        found = []
        for place in range(int(scene["meld_count"][seat])):
            kind = int(scene["meld_kind"][seat][place])
            source = (scene["meld_tile"], scene["meld_wild"], scene["meld_laid"])
            if kind == MeldKind.CONCEALED_GANG:
                source = (state["gang_tile"], state["gang_wild"], state["gang_laid"])
            tile, wild, laid = (each[seat][place] for each in source)
            count = int(wild).bit_count()
            used = tuple(int(each) for each in laid[:count])
            found.append(meld_on_table(_MELD_KINDS[MeldKind(kind)], int(tile), int(wild), used))
        return found

    def _log(self, seat: int, action: Action, **more: Any) -> None:
        self.events.append({"seat": SEATS[seat], **action.event(), **more})

    def _log_draw(self) -> None:
        event: dict[str, Any] = {
            "seat": SEATS[self.seat],
            "do": "draw",
            "tile": format_tile(int(self.scene["drawn"])),
        }
        if int(self.scene["replacement"]):
            event["tail"] = True
        if self.lanes:
            event["position"] = int(self.state["drawn_at"])
        self.events.append(event)

    def _note_no_caishen(self, phase_before: int) -> None:
        """A contract without caishen is put on record as one that names none."""
        scene = self.scene
        if phase_before == Phase.BID and int(scene["mode"]) == 2 and int(scene["phase"]) != Phase.BID:
            self.events.append({"seat": SEATS[int(scene["declarer"])], "do": "caishen", "tiles": []})

    def _log_end(self) -> None:
        outcome = int(self.state["outcome"])
        if outcome == Outcome.HU:
            loser = int(self.state["loser"])
            self.events.append(
                {
                    "seat": SEATS[int(self.state["winner"])],
                    "do": "hu",
                    "by": By(int(self.state["by"])).name.lower(),
                    "tile": format_tile(int(self.state["winning_tile"])),
                    "from": SEATS[loser] if loser >= 0 else None,
                }
            )
        else:
            self.events.append({"do": "redeal" if outcome == Outcome.REDEAL else "exhausted"})


def _tile_or_none(kind: int) -> str | None:
    return format_tile(int(kind)) if kind >= 0 else None
