"""Deals written by hand: stacked tiles and a script of moves, one a line, become a log.

A script reads `E discard 9s`, `S draw`, `W peng [999s]`, `W peng [9*9s] 5m` (the caishen laid),
`N gang (3333m)`, `N draw tail`, `N hu gang`, `E bid 独2`, `S pass`, `E caishen 5m 6m`, `exhausted`, `redeal`;
`around 8` lets the next eight players draw and throw away what they drew.
"""

from typing import Any

from tests.referee.fouls import Foul
from tests.referee.naive import result_of
from tests.referee.referee import play, set_up
from tests.referee.table import Phase
from tests.referee.tiles import SEATS, TEXTS, read_tiles
from zhuji_sim.rules import Ruleset

REST_ORDER = [kind % 34 for kind in range(0, 34 * 5, 5)]
"""Tiles that nobody asked for, scattered so that they seldom belong together."""


def stacked_wall(hands: dict[str, str], draws: str, tail: str, turned: str) -> list[str]:
    """The wall that deals these hands (E's 14th last), turns this indicator, then gives these draws."""
    asked = {seat: read_tiles(hands.get(seat, "").replace(" ", "")) for seat in SEATS}
    given = [tile for tiles in asked.values() for tile in tiles]
    given += read_tiles(draws + tail + turned)
    rest = [kind for kind in REST_ORDER for _ in range(4)]
    rest = [rest[at] for step in range(4) for at in range(step, len(rest), 4)]
    for tile in given:
        rest.remove(tile)
    fourteenth = asked["E"][13:]
    wall = []
    for seat in SEATS:
        tiles = asked[seat][:13]
        wall += tiles + [rest.pop() for _ in range(13 - len(tiles))]
    wall += read_tiles(turned)
    wall += fourteenth or [rest.pop()]
    wall += [*read_tiles(draws), *rest, *reversed(read_tiles(tail))]
    return [TEXTS[tile] for tile in wall]


def deal(
    preset: str,
    script: str,
    E: str = "",
    S: str = "",
    W: str = "",
    N: str = "",
    draws: str = "",
    tail: str = "",
    turned: str = "",
    forced: str = "",
    stays: bool | int = False,
    **options: Any,
) -> dict[str, Any]:
    """The log of a script; where a move is against the rules, the log ends with it."""
    rules = Ruleset.preset(preset, **options).options()
    wall = stacked_wall(
        {"E": E, "S": S, "W": W, "N": N}, draws.replace(" ", ""), tail.replace(" ", ""), turned
    )
    log: dict[str, Any] = {"rules": rules, "seed": 0, "deal": 0, "lao_zhuang": stays, "wall": wall}
    log |= {"indicator": turned or None, "events": [], "result": {}}
    if forced:
        declarer, contract = forced.split()
        log["forced"] = {"declarer": declarer, "contract": contract}
    table = set_up(log)
    front, tail_end = table.front, table.tail
    for line in _lines(script):
        words = line.split()
        if words[0] == "around":
            moves = [move for _ in range(int(words[1])) for move in ("draw", "throw")]
        else:
            moves = [line]
        for move in moves:
            if move in ("draw", "throw"):
                seat = SEATS[(int(table.discarder or 0) + 1) % 4 if move == "draw" else table.actor]
                thrown = TEXTS[table.drawn] if table.drawn is not None else ""
                move = f"{seat} draw" if move == "draw" else f"{seat} discard {thrown}"
            event = _event(move, log["events"])
            if event["do"] == "draw":
                at = tail_end if event.get("tail") else front
                event["tile"] = wall[at]
                tail_end, front = (tail_end - 1, front) if event.get("tail") else (tail_end, front + 1)
            elif event["do"] == "hu":
                _won_on(event, log)
            log["events"].append(event)
            try:
                play(table, event)
            except Foul:
                return log
    if table.phase is Phase.OVER:
        log["result"] = result_of(table)
    return log


def _lines(script: str) -> list[str]:
    return [line.strip() for part in script.splitlines() for line in part.split(",") if line.strip()]


def _event(line: str, events: list[dict[str, Any]]) -> dict[str, Any]:
    seat, *words = line.split()
    if not words:
        return {"do": seat}
    do, *rest = words
    event: dict[str, Any] = {"seat": seat, "do": do}
    if do == "bid":
        event["contract"] = rest[0]
    elif do == "caishen":
        event["tiles"] = rest
    elif do == "discard":
        event["tile"] = rest[0]
    elif do == "draw" and rest == ["tail"]:
        event["tail"] = True
    elif do in ("chi", "peng", "gang"):
        event["meld"] = rest[0]
        if events and events[-1]["do"] == "discard":
            event["from"] = events[-1]["seat"]
        if rest[1:]:
            event["laid"] = rest[1:]
    elif do == "hu":
        event["by"] = rest[0]
    return event


def _won_on(event: dict[str, Any], log: dict[str, Any]) -> None:
    last = next((e for e in reversed(log["events"]) if e["do"] in ("draw", "discard", "gang")), None)
    event["from"] = None
    if last is None:
        event["tile"] = log["wall"][53 if log["indicator"] else 52]
    elif last["do"] == "gang":
        inner = last["meld"].strip("[]()").replace("*", "")
        event["tile"] = inner[0] + (inner[-1] if inner[-1] in "mps" else "")
    else:
        event["tile"] = last["tile"]
    if last is not None and last["do"] != "draw":
        event["from"] = last["seat"]
