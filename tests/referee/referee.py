"""The independent referee of deal logs: RULES.md read once more, move by move, without the engine.

`judge(log)` takes a deal log under every preset and option, and raises `Illegal` at the first event that
breaks a rule. Completeness, readiness, tai and settlement are the referee's own; `zhuji_sim.rules.reference`
is asked for a second opinion on the tai, and for its items.
"""

from typing import Any

from tests.referee.fouls import BEFORE_PLAY, Foul, Illegal, demand, field
from tests.referee.melds import lay
from tests.referee.result import check_result
from tests.referee.table import Phase, Table
from tests.referee.tiles import SEATS
from tests.referee.wins import hu
from zhuji_sim.errors import RulesError
from zhuji_sim.rules import Ruleset

__all__ = ["Illegal", "judge", "play", "set_up"]


def judge(log: dict[str, Any]) -> None:
    """Raise `Illegal` at the first violation of the rules in a deal log.

    The event index is that of the event that breaks a rule, -1 for what is wrong before the first event, and
    the number of events for a missing end or a wrong result. An `AssertionError` means that referee and
    reference count different tai: one of the two judges is wrong, not the log.
    """
    try:
        table = set_up(log)
        events = field(log, "events")
        demand(isinstance(events, list), "events is no list")
    except Foul as foul:
        raise Illegal(BEFORE_PLAY, str(foul)) from None
    for index, event in enumerate(events):
        try:
            play(table, event)
        except Foul as foul:
            raise Illegal(index, str(foul)) from None
    try:
        demand(table.phase is Phase.OVER, "the deal is not over")
        check_result(table, field(log, "result"))
    except Foul as foul:
        raise Illegal(len(events), str(foul)) from None


def set_up(log: dict[str, Any]) -> Table:
    """The table before the first event; the rules have to name every option."""
    rules = field(log, "rules")
    missing = {"preset", *Ruleset.all_options()} - set(rules)
    demand(not missing, f"the rules lack {', '.join(sorted(missing))}")
    try:
        Ruleset.from_options(rules)
    except RulesError as error:
        raise Foul(str(error)) from None
    return Table(log)


def play(table: Table, event: dict[str, Any]) -> None:
    """Play one event on the table, or raise `Foul`."""
    demand(table.phase is not Phase.OVER, "an event after the end of the deal")
    action = field(event, "do")
    if action in ("exhausted", "redeal"):
        table.exhausted() if action == "exhausted" else table.redeal()
        return
    name = field(event, "seat")
    demand(name in tuple(SEATS), f"{name!r} is no seat")
    seat = SEATS.index(name)
    if action in ("bid", "pass"):
        table.call(seat, event)
    elif action == "caishen":
        table.name_caishen(seat, event)
    elif action == "discard":
        table.put_down(seat, event)
    elif action == "draw":
        table.draw(seat, event)
    elif action in ("chi", "peng", "gang"):
        lay(table, seat, event)
    elif action == "hu":
        hu(table, seat, event)
    else:
        raise Foul(f"{action!r} is no event")
