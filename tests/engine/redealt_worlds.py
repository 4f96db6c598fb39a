"""A redealt state held against the engine's own: the public history played again over the redealt tiles."""

import numpy as np

from tests.policies.hidden_worlds import Decision, History, follow
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import CONCEALED_STRIDE, Action, MeldKind, Phase
from zhuji_sim.engine.determinize import determinize, new_workspace
from zhuji_sim.engine.state import new_states
from zhuji_sim.engine.streams import STREAM, start_stream
from zhuji_sim.rules.notation import parse_meld, parse_tile
from zhuji_sim.rules.tiles import SEATS

BEFORE_PLAY = (Phase.BID, Phase.NAME_CAISHEN)


def redealt(session: DealSession, seed: int, lanes: int = 0) -> np.record:
    """A redeal from the scene of the seat to act."""
    rng = np.zeros(1, STREAM)[0]
    start_stream(rng, seed, 0, 0)
    state = new_states(1)[0]
    scenes = np.zeros(1, session.scene.dtype)
    scenes[0] = session.scene
    scene = scenes[0]
    assert determinize(scene, state, new_workspace(), lanes, rng, session.encoded, session.tables) == 1
    assert scene.tobytes() == session.scene.tobytes(), "the scene was only read"
    return state


def replayed(history: History, state: np.record) -> DealSession | None:
    """The deal that comes to the redealt tiles by the same public moves, or None where they forbid one."""
    before = history.session
    wall = [int(kind) for kind in state["wall"]]
    if int(state["scene"]["phase"]) not in BEFORE_PLAY:
        front, tail = int(state["front"]), int(state["tail"])
        wall = [int(kind) for kind in before.state["wall"]]
        wall[front:tail] = [int(kind) for kind in state["wall"][front:tail]]
        for seat in range(len(SEATS)):
            if seat != before.seat:
                received = history.received[seat]
                tiles = left_the_hand(history, state, seat)
                tiles += [kind for kind in range(34) for _ in range(int(state["hands"][seat][kind]))]
                assert len(tiles) == len(received)
                for position, tile in zip(received, tiles, strict=True):
                    wall[position] = tile
    assert sorted(wall) == sorted(int(kind) for kind in before.state["wall"])
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
    return follow(session, _decisions(history, state), history.moment)


def left_the_hand(history: History, state: np.record, seat: int) -> list[int]:
    """What a seat discarded and laid down, in order of time, its concealed gangs as redealt."""
    gone: list[int] = []
    last = ""
    scene = state["scene"]
    gangs = _redealt_gangs(state, seat)
    events = [event for event in history.session.events if event["do"] not in ("bid", "pass", "caishen")]
    robbed = int(scene["phase"]) == Phase.ROB and int(scene["offered_by"]) == seat
    for event in events:
        mine = event["seat"] == SEATS[seat]
        if event["do"] == "discard":
            last = event["tile"]
            gone += [parse_tile(last)] * mine
        elif event["do"] in ("chi", "peng", "gang") and mine:
            meld, laid = parse_meld(event["meld"]), iter(event.get("laid", ()))
            tiles = [
                parse_tile(next(laid)) if wild else tile
                for tile, wild in zip(meld.tiles, meld.wild, strict=True)
            ]
            if meld.kind == "concealed_gang":
                tiles = gangs.pop(0)
            elif event.get("from") is not None:
                tiles.remove(parse_tile(last))
            elif robbed and event is events[-1]:
                tiles = []
            else:
                tiles = tiles[3:]
            gone += tiles
    return gone


def _redealt_gangs(state: np.record, seat: int) -> list[list[int]]:
    found = []
    for place in range(int(state["scene"]["meld_count"][seat])):
        if int(state["scene"]["meld_kind"][seat][place]) == MeldKind.CONCEALED_GANG:
            laid = [int(kind) for kind in state["gang_laid"][seat][place] if kind >= 0]
            assert int(state["gang_wild"][seat][place]).bit_count() == len(laid)
            found.append([int(state["gang_tile"][seat][place])] * (4 - len(laid)) + laid)
    return found


def _decisions(history: History, state: np.record) -> list[Decision]:
    """The decisions of the deal, with concealed gangs of the redealt kinds."""
    gangs = {seat: _redealt_gangs(state, seat) for seat in range(len(SEATS))}
    translated = []
    for decision in history.decisions:
        code, seat = decision.code, decision.moment[0]
        if code >= Action.CONCEALED:
            tiles = gangs[seat].pop(0)
            caishen = [int(kind) for kind in state["scene"]["caishen"][seat]]
            laid = [tile for tile in tiles if tile in caishen]
            fill = 3 * laid.count(caishen[0]) + laid.count(caishen[1])
            code = Action.CONCEALED + tiles[0] * CONCEALED_STRIDE + fill
        translated.append(Decision(decision.moment, code))
    return translated
