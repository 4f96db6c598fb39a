"""Replaying a deal log move by move through the engine's own `legal` and `apply`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zhuji_sim.engine.codes import Phase
from zhuji_sim.errors import LogError, ZhujiError
from zhuji_sim.reading import read_contract, read_seat
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.notation import parse_meld, parse_tile, parse_tiles
from zhuji_sim.rules.reference import Hand, readings
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import COPIES, KINDS, SEATS
from zhuji_sim.rules.winning import By

from .actions import Action
from .session import HIGHEST_SEED, MOST_STAYS, DealSession

__all__ = ["read_log", "replay"]

_CLAIMS = ("chi", "peng", "gang")
_RESULT_KEYS = ("winner", "loser", "by", "tai", "hand", "melds", "declarer", "contract", "points")


def read_log(path: str | Path) -> dict[str, Any]:
    """A deal log from a JSON file.

    Raises
    ------
    LogError
        The file cannot be read or is not a JSON object.
    """
    try:
        log = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as problem:
        raise LogError(f"{path}: {problem.strerror}") from None
    except ValueError as problem:
        raise LogError(f"{path}: not JSON: {problem}") from None
    if not isinstance(log, dict):
        raise LogError(f"{path}: expected a JSON object, a deal log")
    return log


def replay(log: Mapping[str, Any]) -> DealSession:
    """Play a log again and check it.

    Returns
    -------
    DealSession
        The finished deal.

    Raises
    ------
    LogError
        The log is malformed, an event is not legal where it stands, or the result is not what the rules give;
        names the first bad event, counted from 0, and what was possible.
    """
    session = _session(log)
    events = log.get("events")
    if not isinstance(events, list):
        raise LogError("events: expected a list")
    for number, event in enumerate(events):
        _check_form(number, event)
    reader = _Reader(session, events)
    reader.run()
    _check_result(session, log.get("result"))
    return session


class _Reader:
    """Takes the next decision from the events, and holds what the engine logs against them."""

    def __init__(self, session: DealSession, events: list[Mapping[str, Any]]) -> None:
        self.session = session
        self.events = events

    def run(self) -> None:
        """Carry out all events."""
        session = self.session
        self._agree(0)
        while not session.over:
            before = len(session.events)
            session.act(self._position(before))
            self._agree(before)
        if len(self.events) > len(session.events):
            raise self._wrong(len(session.events), "the deal is over")

    def _position(self, number: int) -> int:
        """Where the move of event `number` stands among the legal actions; claims may be passed up."""
        session = self.session
        legal = session.legal()
        event = self.events[number] if number < len(self.events) else None
        claiming = int(session.scene["phase"]) in (Phase.CLAIM, Phase.ROB)
        if event is None or (claiming and not self._is_claim_of(event)):
            if claiming:
                return 0
            raise LogError(f"event {number}: missing; {self._expected(legal)}")
        wanted = _action(event)
        if event.get("seat") == SEATS[session.seat]:
            for position, action in enumerate(legal):
                if _same(action, wanted):
                    return position
        if claiming:
            return 0
        raise self._wrong(number, self._expected(legal))

    def _is_claim_of(self, event: Mapping[str, Any]) -> bool:
        """Whether the event is what the seat to act did with the offered tile."""
        offered_by = SEATS[int(self.session.scene["offered_by"])]
        taken = event.get("do") in _CLAIMS or event.get("do") == "hu"
        return taken and event.get("from") == offered_by and event.get("seat") == SEATS[self.session.seat]

    def _expected(self, legal: list[Action]) -> str:
        offered = ", ".join(str(action) for action in legal)
        return f"{SEATS[self.session.seat]} to act, expected one of: {offered}"

    def _agree(self, first: int) -> None:
        """What the engine logged has to be what the log says."""
        for number in range(first, len(self.session.events)):
            ours = self.session.events[number]
            if number >= len(self.events):
                raise LogError(f"event {number}: missing; expected {_readable(ours)}")
            theirs = self.events[number]
            if not _same_event(ours, theirs):
                raise self._wrong(number, f"expected {_readable(ours)}")

    def _wrong(self, number: int, expected: str) -> LogError:
        return LogError(f"event {number} ({_readable(self.events[number])}): {expected}")


def _session(log: Mapping[str, Any]) -> DealSession:
    try:
        options = dict(log["rules"])
        rules = Ruleset.preset(options.pop("preset"), **options)
        wall = [parse_tile(tile) for tile in log["wall"]]
        contract, declarer = _forced(log.get("forced"), rules)
    except (KeyError, TypeError, AttributeError) as problem:
        raise LogError(f"not a deal log: {problem} is missing or of the wrong type") from None
    except ZhujiError as problem:
        raise LogError(f"not a deal log: {problem}") from None
    if sorted(wall) != [kind for kind in range(KINDS) for _ in range(COPIES)]:
        raise LogError(
            f"wall: expected each of the 34 kinds four times, found {len(wall)} tiles that are not"
        )
    draws = log.get("draws", "wall")
    if draws not in ("wall", "lanes"):
        raise LogError(f"draws {draws!r}: expected wall or lanes")
    session = DealSession(
        rules,
        _number(log, "seed"),
        _number(log, "deal"),
        contract=contract,
        declarer=declarer,
        lanes=draws == "lanes",
        stays=_stays(log.get("lao_zhuang", False)),
        wall=wall,
    )
    turned = session.log()["indicator"]
    if log.get("indicator") != turned:
        raise LogError(f"indicator {log.get('indicator')!r}: expected {turned!r}")
    return session


def _forced(forced: Any, rules: Ruleset) -> tuple[Contract | None, int | None]:
    """The contract of a deal without an auction, and who holds it."""
    if forced is None:
        return None, None
    try:
        return read_contract(forced["contract"], rules), read_seat(forced["declarer"], "declarer")
    except (KeyError, TypeError):
        raise LogError(f"forced {forced!r}: expected an object with contract and declarer") from None


def _number(log: Mapping[str, Any], name: str) -> int:
    value = log.get(name, 0)
    if not isinstance(value, int) or not 0 <= value <= HIGHEST_SEED:
        raise LogError(f"{name} {value!r}: expected a whole number from 0 on")
    return int(value)


def _stays(value: Any) -> int:
    if not isinstance(value, int) or not 0 <= value <= MOST_STAYS:
        raise LogError(f"lao_zhuang {value!r}: expected true, false or how often the dealer has stayed")
    return int(value)


def _action(event: Mapping[str, Any]) -> Action:
    return Action(
        str(event["do"]),
        contract=event.get("contract"),
        tiles=tuple(event.get("tiles") or ()),
        tile=event.get("tile") if event["do"] == "discard" else None,
        meld=event.get("meld"),
        laid=tuple(event.get("laid") or ()),
    )


def _check_form(number: int, event: Any) -> None:
    """Every field of an event that is there has to be what it is in a deal log."""
    if not isinstance(event, Mapping) or not isinstance(event.get("do"), str):
        raise LogError(f"event {number}: expected an object with do, found {event!r}")
    for name in ("tiles", "laid"):
        listed = event.get(name)
        if listed is not None and not (
            isinstance(listed, list | tuple) and all(isinstance(each, str) for each in listed)
        ):
            raise LogError(f"event {number} ({_readable(event)}): {name}: expected a list of tiles")
    for name in ("seat", "contract", "tile", "meld", "from", "by"):
        if not isinstance(event.get(name), str | None):
            raise LogError(f"event {number} ({_readable(event)}): {name}: expected a text")


def _same(legal: Action, wanted: Action) -> bool:
    """Equal but for the order in which caishen lie in a peng or gang."""
    if legal.do != wanted.do:
        return False
    if legal.do in ("peng", "gang") and legal.meld is not None and wanted.meld is not None:
        return sorted(legal.meld) == sorted(wanted.meld) and sorted(legal.laid) == sorted(wanted.laid)
    return legal == wanted


def _same_event(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    return (
        ours.get("seat") == theirs.get("seat")
        and _same(_action(ours), _action(theirs))
        and all(ours.get(key) == theirs.get(key) for key in ("tile", "tail", "by", "from", "position"))
    )


def _readable(event: Mapping[str, Any]) -> str:
    return " ".join(str(value) for value in event.values() if value is not None)


def _check_result(session: DealSession, result: Any) -> None:
    if not isinstance(result, Mapping):
        raise LogError("result: missing")
    ours = session.log()["result"]
    for key in _RESULT_KEYS:
        if _comparable(key, result.get(key)) != _comparable(key, ours[key]):
            raise LogError(f"result: {key} is {result.get(key)!r}, the rules give {ours[key]!r}")
    items = result.get("items")
    if items != ours["items"] and items not in _readings(session):
        raise LogError(f"result: items is {items!r}, the rules give {ours['items']!r}")


def _comparable(key: str, value: Any) -> Any:
    """Hands whatever the order of their tiles, melds whatever the place of their caishen."""
    try:
        if key == "hand" and value is not None:
            return sorted(parse_tiles(value))
        if key == "melds":
            return [sorted(meld) for meld in value]
    except (ZhujiError, TypeError):
        return None
    return value


def _readings(session: DealSession) -> list[dict[str, int]]:
    """Items of every best way to read the winner's hand, by the judge."""
    result = session.log()["result"]
    if result["winner"] is None:
        return []
    winner = SEATS.index(result["winner"])
    caishen = sorted({int(kind) for kind in session.scene["caishen"][winner] if kind >= 0})
    hand = Hand(
        tuple(parse_tiles(result["hand"])),
        tuple(parse_meld(meld) for meld in result["melds"]),
        tuple(caishen),
        winner,
        By[result["by"].upper()],
        int(session.state["winning_tile"]),
    )
    return [
        {item.key: tai for item, tai in verdict.items.items() if tai}
        for verdict in readings(session.rules, hand)
        if verdict.tai == result["tai"]
    ]
