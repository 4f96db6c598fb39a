"""The `result` of a log against what was played."""

from typing import Any

from tests.referee.fouls import demand, field
from tests.referee.hands import listed
from tests.referee.payments import settle_draw, settle_win
from tests.referee.second_opinion import best_readings, items_of
from tests.referee.table import Table
from tests.referee.tiles import SEATS, read_contract, read_meld, read_tiles
from zhuji_sim.rules.reference import Verdict


def check_result(table: Table, result: dict[str, Any]) -> None:
    """Raise `Foul` where the result is not that of the deal on the table."""
    _check_contract(table, result)
    if table.outcome["how"] == "hu":
        _check_win(table, result)
    else:
        for name in ("winner", "loser", "by", "tai", "hand"):
            demand(field(result, name) is None, f"nobody won, but the result has {name}")
        for name in ("items", "melds"):
            demand(not result.get(name), f"nobody won, but the result has {name}")
    _check_points(table, field(result, "points"))


def _check_contract(table: Table, result: dict[str, Any]) -> None:
    declarer = None if table.declarer is None else SEATS[table.declarer]
    demand(field(result, "declarer") == declarer, "the wrong declarer in the result")
    text = field(result, "contract")
    contract = None if text is None else read_contract(text)
    demand(contract == table.contract, "the wrong contract in the result")


def _check_win(table: Table, result: dict[str, Any]) -> None:
    outcome, score = table.outcome, table.outcome["score"]
    winner = outcome["winner"]
    loser = None if outcome["loser"] is None else SEATS[outcome["loser"]]
    demand(field(result, "winner") == SEATS[winner], "the wrong winner in the result")
    demand(field(result, "loser") == loser, "the wrong loser in the result")
    demand(field(result, "by") == outcome["by"], "the wrong kind of win in the result")
    hand = listed(table.hands[winner])
    if outcome["loser"] is not None:
        hand = sorted([*hand, outcome["tile"]])
    demand(sorted(read_tiles(field(result, "hand"))) == hand, "the wrong hand in the result")
    texts = field(result, "melds")
    demand(isinstance(texts, list), "melds is no list")
    melds = [read_meld(text) for text in texts]
    demand(melds == table.melds[winner], "the wrong melds in the result")
    tai = field(result, "tai")
    demand(type(tai) is int and tai == score.tai, f"tai {tai!r} in the result, {score.tai} in the hand")
    _check_items(table, field(result, "items"), tai)


def _check_items(table: Table, items: dict[str, Any], tai: int) -> None:
    demand(isinstance(items, dict), "items are no names with tai")
    demand(all(type(value) is int and value >= 0 for value in items.values()), "an item is no number of tai")
    demand(sum(items.values()) == tai, "the items do not add up to the tai")
    readings = readings_of(table)
    if any(verdict.tai != tai for verdict in readings) or not readings:
        raise AssertionError(f"the referee counts {tai} tai, the reference {readings}")
    given = {name: value for name, value in items.items() if value}
    demand(
        any(items_of(verdict) == given for verdict in readings), f"no reading of the hand has items {given}"
    )


def readings_of(table: Table) -> list[Verdict]:
    """The reference's best readings of the winner's hand."""
    outcome = table.outcome
    winner = outcome["winner"]
    claimed = None if outcome["loser"] is None else outcome["tile"]
    return best_readings(
        table.rules,
        winner,
        table.hands[winner],
        claimed,
        table.melds[winner],
        table.caishen[winner],
        outcome["by"],
    )


def _check_points(table: Table, points: dict[str, Any]) -> None:
    demand(isinstance(points, dict) and set(points) == set(SEATS), "points are not given for E, S, W and N")
    given = [points[seat] for seat in SEATS]
    demand(all(type(value) is int for value in given), "points are whole numbers")
    demand(sum(given) == 0, "the points do not add up to zero")
    outcome = table.outcome
    if outcome["how"] == "redeal":
        due = [0, 0, 0, 0]
    elif outcome["how"] == "exhausted":
        due = settle_draw(table.rules, table.declarer, table.contract, table.stays)
    else:
        due = settle_win(
            table.rules,
            outcome["winner"],
            outcome["score"].tai,
            outcome["loser"],
            outcome["by"] == "rob",
            table.declarer,
            table.contract,
            table.stays,
        )
    demand(given == due, f"points {given}, should be {due}")
