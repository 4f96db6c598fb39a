"""Deals by script on stacked walls, played by the engine: what a scenario test is made of.

A script is a list of moves, parted by commas: a seat and an action as `deals.actions.Action` writes it
(`E discard 9s`, `W peng [99*s] with 5m`, `N gang (3333m)`, `S hu`, `E bid 独2`, `S pass`), or

- `S chi [789s] & W peng [999s]`: claims on one tile, by several seats at once; seats that are not named pass;
- `nobody`: everybody lets the offered tile go;
- `E throws`: he discards what he has drawn;
- `around 8`: the next eight players draw and throw.

Whoever is offered a tile and is not mentioned passes. `finish` plays the rest without claims and wins, and
holds the whole log against the referee and against replay.
"""

import copy
import random
from typing import Any

from tests.engine.scenarios_walls import stacked_wall
from tests.referee.referee import judge
from zhuji_sim.deals.replay import replay
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import NO_TILE, Action, Phase
from zhuji_sim.rules import Contract, Ruleset
from zhuji_sim.rules.notation import format_tile, parse_tiles
from zhuji_sim.rules.tiles import SEATS

CLAIMING = (Phase.CLAIM, Phase.ROB)
MODES = {2: "", 1: "独", 0: "无财"}


class Scripted:
    """A deal on a stacked wall that goes as a script says.

    `E`, `S`, `W`, `N`: tiles dealt, filled up with tiles that do not belong together. `draws`: what comes
    from the front of the wall, `tail`: what comes from its end, in order.

    `caishen`: the kinds that are caishen from the start, by whatever way the preset has (a contract of level
    `level` held by `declarer`, a turned tile, or everybody's own; then also a dictionary by seat). Without
    it the deal stands at its first decision, in heping with `turned` laid open. With a `coin` all tiles that
    were not asked for are random.
    """

    def __init__(
        self,
        preset: str,
        script: str = "",
        caishen: str | dict[str, str] | None = None,
        E: str = "",
        S: str = "",
        W: str = "",
        N: str = "",
        draws: str = "",
        tail: str = "",
        turned: str = "",
        declarer: str = "E",
        level: int = 2,
        stays: int = 0,
        coin: random.Random | None = None,
        **options: Any,
    ) -> None:
        rules = Ruleset.preset(preset, **options)
        by_seat = caishen if isinstance(caishen, dict) else dict.fromkeys(SEATS, caishen or "")
        held = None
        if rules.caishen_source == "indicator":
            turned = turned or (by_seat["E"] or "东")[:2].strip()
        elif rules.has_bidding and caishen is not None:
            held = Contract.parse(f"{MODES[len(parse_tiles(by_seat['E']))]}{level}")
        hands = {"E": E, "S": S, "W": W, "N": N}
        self.session = DealSession(
            rules,
            seed=0,
            contract=held,
            declarer=None if held is None else SEATS.index(declarer),
            stays=stays,
            wall=stacked_wall(hands, draws, tail, turned, coin),
        )
        while caishen is not None and self.phase == Phase.NAME_CAISHEN:
            named = by_seat.get(SEATS[self.session.seat], "1m")
            self._take(f"caishen {' '.join(format_tile(kind) for kind in parse_tiles(named))}")
        self.do(script)

    @property
    def phase(self) -> int:
        """What is to be decided (`codes.Phase`)."""
        return int(self.session.scene["phase"])

    @property
    def events(self) -> list[dict[str, Any]]:
        """What has happened."""
        return self.session.events

    def do(self, script: str) -> "Scripted":
        """Play on by script."""
        for line in (part.strip() for part in script.replace("\n", ",").split(",")):
            if line == "nobody":
                self._answer({})
            elif line.startswith("around "):
                for _ in range(int(line.split()[1])):
                    self._throw()
            elif line:
                self._move(line)
        return self

    def offers(self) -> dict[str, set[str]]:
        """What each seat may do with the tile on offer, pass apart; on a turn what the seat to act may do."""
        twin = copy.deepcopy(self)
        twin.session.state = twin.session.states[0]
        session = twin.session
        if twin.phase not in CLAIMING:
            return {SEATS[session.seat]: {str(action) for action in session.legal()}}
        found: dict[str, set[str]] = {seat: set() for seat in SEATS}
        draws, phase = int(session.state["draws"]), twin.phase
        while twin.phase == phase and int(session.state["draws"]) == draws:
            found[SEATS[session.seat]] = {str(action) for action in session.legal()} - {"pass"}
            session.act(0)
        return found

    def may(self, seat: str) -> set[str]:
        """What `seat` may do now, discards and passing apart."""
        offers = self.offers().get(seat, set())
        return {action for action in offers if action != "pass" and not action.startswith("discard")}

    def finish(self) -> dict[str, Any]:
        """Play the rest without claims and wins; the log, which referee and replay have accepted."""
        session = self.session
        while not session.over:
            if self.phase in (Phase.TURN, Phase.DISCARD):
                self._throw()
            else:
                session.act(0)
        log = session.log()
        judge(log)
        replay(log)
        return log

    def result(self) -> dict[str, Any]:
        """The result after `finish`."""
        result: dict[str, Any] = self.finish()["result"]
        return result

    def _move(self, line: str) -> None:
        wishes = dict(part.strip().split(" ", 1) for part in line.split("&"))
        words = {wish.split()[0] for wish in wishes.values()}
        offered_by = SEATS[int(self.session.scene["offered_by"])]
        if self.phase in CLAIMING and words <= {"chi", "peng", "gang", "hu"} and offered_by not in wishes:
            self._answer(wishes)
            return
        self._answer({})
        assert len(wishes) == 1, f"{line}: nothing is offered"
        ((seat, action),) = wishes.items()
        assert SEATS[self.session.seat] == seat, f"{line}: it is {SEATS[self.session.seat]} to act"
        if action == "throws":
            self._throw()
        else:
            self._take(action)

    def _answer(self, wishes: dict[str, str]) -> None:
        """Answer for everybody who is asked about the offered tile."""
        left = dict(wishes)
        session = self.session
        draws, phase = int(session.state["draws"]), self.phase
        while self.phase in CLAIMING and self.phase == phase and int(session.state["draws"]) == draws:
            wish = left.pop(SEATS[session.seat], None)
            if wish is None:
                session.act(0)
            else:
                self._take(wish)
        assert not left, f"{left}: nobody asked"

    def _take(self, action: str) -> None:
        legal = [str(each) for each in self.session.legal()]
        assert action in legal, f"{SEATS[self.session.seat]} {action}: expected one of {legal}"
        self.session.act(legal.index(action))

    def _throw(self) -> None:
        self._answer({})
        session = self.session
        drawn = int(session.scene["drawn"])
        codes = [
            int(code) for code in session.state["legal"]["actions"][: int(session.state["legal"]["count"])]
        ]
        if drawn == NO_TILE:
            session.act(next(at for at, code in enumerate(codes) if Action.DISCARD <= code < Action.CHI))
        else:
            session.act(codes.index(Action.DISCARD + drawn))
