"""Hu: who may win on what, under which name, with how many tai (RULES.md §4, §5)."""

from typing import Any

from tests.referee.fouls import demand, field
from tests.referee.table import Phase, Table
from tests.referee.tai import score
from tests.referee.tiles import SEATS, read_tile


def hu(table: Table, seat: int, event: dict[str, Any]) -> None:
    """Take a hu event."""
    demand(table.phase in (Phase.TURN, Phase.CLAIM, Phase.REPLACE), "nobody can win now")
    if table.phase is Phase.TURN:
        demand(seat == table.actor, f"it is {SEATS[table.actor]} whose turn it is")
        by, tile, loser = _own_turn(table, seat), table.drawn, None
    elif table.phase is Phase.CLAIM:
        by, tile, loser = _on_discard(table, seat), table.discard, table.discarder
    else:
        by, tile, loser = _robbing(table, seat), table.gang_kind, table.actor
    demand(field(event, "by") == by, f"this win is by {by}")
    demand(tile is not None and read_tile(field(event, "tile")) == tile, "not the tile that is won on")
    demand(table.source(event) == loser, "the win names the wrong seat to come from")
    table.phase = Phase.OVER
    table.outcome = {"how": "hu", "winner": seat, "loser": loser, "by": by, "tile": tile}
    table.outcome["score"] = best = score(
        table.rules,
        seat,
        table.hands[seat],
        None if loser is None else tile,
        table.melds[seat],
        table.caishen[seat],
        by,
        caishen_in_play=any(table.caishen),
    )
    demand(best.complete, "the hand is not complete")
    minimum = _minimum(table, seat)
    if best.wucai and table.rules["tai_no_caishen_floor"] > 0:
        minimum = max(minimum, table.rules["floor_needs_tai"])
    demand(best.no_minimum or best.tai >= minimum, f"{best.tai} tai do not reach the minimum")


def _minimum(table: Table, seat: int) -> int:
    if seat == table.declarer and table.contract is not None:
        return table.contract.level
    return int(max(1, table.rules["minimum_tai"]))


def _own_turn(table: Table, seat: int) -> str:
    if table.after_gang:
        return "gang"
    if table.opening:
        return "heavenly" if table.rules["tai_heavenly"] > 0 else "self_draw"
    first_draw = seat != 0 and table.draws[seat] == 1 and table.exposed_claims == 0
    if table.rules["earthly_on"] == "first_draw" and table.rules["tai_earthly"] > 0 and first_draw:
        return "earthly"
    return "self_draw"


def _on_discard(table: Table, seat: int) -> str:
    demand(seat != table.discarder, "one's own discard cannot be won on")
    demand(table.rules["win_on_discard"], "no win on a discard under these rules")
    table.not_untouchable(seat)
    _defender_may(table, seat, table.discarder)
    first = table.discards == 1 and seat != 0
    if table.rules["earthly_on"] == "first_discard" and table.rules["tai_earthly"] > 0 and first:
        return "earthly"
    return "discard"


def _robbing(table: Table, seat: int) -> str:
    demand(table.robbable, "this gang cannot be robbed")
    demand(seat != table.actor, "one's own gang cannot be robbed")
    if table.gang_on_discard:
        demand(seat != table.discarder, "one's own discard cannot be won on")
        table.not_untouchable(seat)
    _defender_may(table, seat, table.actor)
    return "rob"


def _defender_may(table: Table, seat: int, giver: int | None) -> None:
    if table.rules["defender_ron"] == "declarer_only" and table.declarer is not None:
        demand(table.declarer in (seat, giver), "a defender wins only on the declarer")
