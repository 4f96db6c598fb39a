"""Other worlds that look the same to one seat: the public history of a deal over changed hidden tiles."""

import random
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from tests.engine.scenarios_players import codes_of
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import CONCEALED_STRIDE, Action, MeldKind, Phase
from zhuji_sim.rules.tiles import COPIES, KINDS

CLAIMING = (Phase.CLAIM, Phase.ROB)
DEALT = 52


@dataclass(frozen=True)
class Decision:
    """Who decided when, and what. `moment`: seat, phase, and discards so far."""

    moment: tuple[int, int, int]
    code: int


@dataclass
class History:
    """A deal as it is played: every decision, and which wall positions each seat has had."""

    session: DealSession
    decisions: list[Decision] = field(default_factory=list)
    received: list[list[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        turned = int(self.session.scene["indicator"]) >= 0
        self.received = [list(range(13 * seat, 13 * seat + 13)) for seat in range(4)]
        self.received[0].append(DEALT + turned)

    @property
    def moment(self) -> tuple[int, int, int]:
        """Tells the present decision from all others of the deal."""
        return moment_of(self.session)

    def act(self, position: int) -> None:
        """Carry out a legal action."""
        session = self.session
        self.decisions.append(Decision(self.moment, codes_of(session)[position]))
        draws = int(session.state["draws"])
        session.act(position)
        if int(session.state["draws"]) > draws:
            self.received[session.seat].append(int(session.state["drawn_at"]))


def moment_of(session: DealSession) -> tuple[int, int, int]:
    """Seat, phase, and discards so far."""
    scene = session.scene
    return int(scene["seat"]), int(scene["phase"]), int(scene["river_length"])


def hidden_positions(history: History) -> list[int]:
    """Wall positions of the tiles that the seat to act cannot know, concealed gangs apart."""
    state, seat = history.session.state, history.session.seat
    drawn = {position for positions in history.received for position in positions}
    first = min(position for position in range(DEALT, 136) if position >= max(history.received[0][13], DEALT))
    hidden = [position for position in range(first, 136) if position not in drawn]
    for other in range(4):
        if other == seat:
            continue
        held = [int(count) for count in state["hands"][other]]
        if int(state["scene"]["phase"]) == Phase.ROB and other == int(state["scene"]["offered_by"]):
            held[int(state["scene"]["offered"])] -= int(state["robbed_action"]) >= Action.ADDED
        # Of equal tiles the ones that came first went first, so that every past move stays possible.
        for position in reversed(history.received[other]):
            kind = int(state["wall"][position])
            if held[kind] > 0:
                held[kind] -= 1
                hidden.append(position)
    return hidden


def other_world(history: History, coin: random.Random) -> tuple[DealSession | None, int]:
    """The same decision over changed hidden tiles, or None where a past move hung on them; tiles changed."""
    before = history.session
    wall = [int(kind) for kind in before.state["wall"]]
    hidden = hidden_positions(history)
    exchanged = _exchange_gangs(history, wall, hidden, coin)
    tiles = [wall[position] for position in hidden]
    coin.shuffle(tiles)
    for position, tile in zip(hidden, tiles, strict=True):
        wall[position] = tile
    changed = sum(a != int(b) for a, b in zip(wall, before.state["wall"], strict=True))
    declarer, contract = before.forced or (None, None)
    session = DealSession(
        before.rules,
        before.seed,
        before.index,
        contract=contract,
        declarer=declarer,
        lanes=before.lanes,
        wall=wall,
    )
    decisions = [_translated(decision, exchanged) for decision in history.decisions]
    followed = follow(session, decisions, history.moment)
    session.state["rng"] = before.state["rng"]
    return followed, changed


def _exchange_gangs(
    history: History, wall: list[int], hidden: list[int], coin: random.Random
) -> dict[Any, int]:
    """Give others' concealed gangs another kind; by seat and kind, the new kind."""
    state = history.session.state
    scene, seat = state["scene"], history.session.seat
    exchanged: dict[Any, int] = {}
    for other in range(4):
        for place in range(int(scene["meld_count"][other])):
            concealed = scene["meld_kind"][other][place] == MeldKind.CONCEALED_GANG
            if other == seat or not concealed or int(state["gang_wild"][other][place]):
                continue
            kind = int(state["gang_tile"][other][place])
            free = [
                each
                for each in range(KINDS)
                if sum(wall[position] == each for position in hidden) == COPIES
                and each not in scene["caishen"][other]
            ]
            if free and coin.random() < 0.8:
                new = coin.choice(free)
                exchanged[other, kind] = new
                swapped = {kind: new, new: kind}
                wall[:] = [swapped.get(tile, tile) for tile in wall]
    return exchanged


def _translated(decision: Decision, exchanged: dict[Any, int]) -> Decision:
    if decision.code < Action.CONCEALED:
        return decision
    kind, fill = divmod(decision.code - Action.CONCEALED, CONCEALED_STRIDE)
    kind = exchanged.get((decision.moment[0], kind), kind)
    return Decision(decision.moment, Action.CONCEALED + kind * CONCEALED_STRIDE + fill)


def follow(
    session: DealSession, decisions: list[Decision], until: tuple[int, int, int]
) -> DealSession | None:
    """Repeat the decisions that came to something.

    Claims that lost, and passes, may hang on hidden tiles: who is asked about a tile only here passes, and
    who was only asked there is skipped.
    """
    left = list(decisions)
    while left or moment_of(session) != until:
        seat, phase, discards = moment = moment_of(session)
        codes = codes_of(session)
        if not session.over and phase in CLAIMING:
            answers = _answers(left, phase, discards)
            mine = next((at for at, answer in enumerate(answers) if answer.moment[0] == seat), None)
            if mine is None and moment == until and len(answers) == len(left):
                break
            code = Action.PASS if mine is None else answers[mine].code
            del left[: 0 if mine is None else mine + 1]
            session.act(codes.index(code) if code in codes else 0)
        elif left and moment == left[0].moment and left[0].code in codes:
            session.act(codes.index(left.pop(0).code))
        elif left and left[0].moment[1] in CLAIMING:
            left.pop(0)
        else:
            return None
    return session


def _answers(left: list[Decision], phase: int, discards: int) -> list[Decision]:
    """The coming answers about one offered tile."""
    return list(takewhile(lambda decision: decision.moment[1:] == (phase, discards), left))
