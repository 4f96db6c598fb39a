"""A player without ambition, who makes logs for the referee's own tests by the referee's table alone."""

import random
from collections.abc import Iterator
from typing import Any

from tests.referee.fouls import Foul
from tests.referee.hands import is_complete, listed, split
from tests.referee.payments import settle_draw, settle_win
from tests.referee.referee import play, set_up
from tests.referee.result import readings_of
from tests.referee.second_opinion import items_of
from tests.referee.table import Phase, Table
from tests.referee.tiles import KINDS, SEATS, TEXTS, Meld, successor

Event = dict[str, Any]
MODES = ("", "独", "无财")


def write_log(
    rules: dict[str, Any],
    seed: int,
    wall: list[int] | None = None,
    forced: dict[str, str] | None = None,
    stays: bool | int = False,
    lanes: bool = False,
) -> dict[str, Any]:
    """Play one deal and log it; `wall` in drawing order, shuffled where none is given."""
    coin = random.Random(seed)
    if wall is None:
        wall = [kind for kind in range(KINDS) for _ in range(4)]
        coin.shuffle(wall)
    turned = TEXTS[wall[52]] if rules["caishen_source"] == "indicator" else None
    log: dict[str, Any] = {"rules": rules, "seed": seed, "deal": 0, "lao_zhuang": stays}
    log |= {"wall": [TEXTS[tile] for tile in wall], "indicator": turned, "events": []}
    if forced:
        log["forced"] = forced
    if lanes:
        log["draws"] = "lanes"
    table = set_up(log)
    while table.phase is not Phase.OVER:
        event = _choose(table, coin)
        play(table, event)
        log["events"].append(event)
    log["result"] = result_of(table)
    return log


def _choose(table: Table, coin: random.Random) -> Event:
    """The first event of the wish list that the table takes."""
    for event in _wishes(table, coin):
        try:
            play(table.copy(), event)
        except Foul:
            continue
        return event
    raise AssertionError(f"nothing to do in {table.phase}")


def _wishes(table: Table, coin: random.Random) -> Iterator[Event]:
    if table.phase is Phase.AUCTION:
        yield from _calls(table, coin)
    elif table.phase is Phase.CAISHEN:
        yield _naming(table, coin)
    elif table.phase is Phase.TURN:
        yield from _wins(table, [table.actor], table.drawn)
        if coin.random() < 0.9:
            yield from _own_gangs(table)
        yield _discard(table, coin)
    elif table.phase is Phase.DISCARD:
        yield _discard(table, coin)
    elif table.phase is Phase.CLAIM:
        others = [(int(table.discarder or 0) + step) % 4 for step in (1, 2, 3)]
        yield from _wins(table, others, table.discard)
        yield from _claims(table, coin, others)
        yield {"do": "exhausted"}
        yield _draw(table, others[0], coin, tail=False)
    else:
        if table.robbable:
            yield from _wins(table, [(table.actor + step) % 4 for step in (1, 2, 3)], table.gang_kind)
        yield _draw(table, table.actor, coin, tail=True)


def _calls(table: Table, coin: random.Random) -> Iterator[Event]:
    seat = SEATS[table.auction.turn]
    if table.auction.over:
        yield {"do": "redeal"}
    if coin.random() < 0.25:
        level = 2 if table.auction.contract is None else table.auction.contract.level + coin.randrange(2)
        yield {"seat": seat, "do": "bid", "contract": f"{coin.choice(MODES)}{level}"}
    yield {"seat": seat, "do": "pass"}


def _naming(table: Table, coin: random.Random) -> Event:
    seat = table.namers[0]
    kinds = 2 - table.contract.mode if table.contract else coin.randrange(1, 3)
    heads = [kind for kind in range(KINDS) if successor(kind, table.rules["honour_cycle"]) is not None]
    head = max(heads, key=lambda kind: (table.hands[seat][kind], coin.random()))
    named = [head, int(successor(head, table.rules["honour_cycle"]) or 0)][:kinds]
    return {"seat": SEATS[seat], "do": "caishen", "tiles": [TEXTS[kind] for kind in named]}


def _wins(table: Table, seats: list[int], tile: int | None) -> Iterator[Event]:
    """A hu of each seat whose tiles are complete, under every name it may have."""
    for seat in seats:
        plain, wilds = split(table.hands[seat], table.caishen[seat])
        loser = None if seat == table.actor else SEATS[table.actor]
        if loser is not None and tile is not None:
            plain[tile] += 1
        if tile is not None and is_complete(plain, wilds, len(table.melds[seat])):
            for by in ("self_draw", "discard", "gang", "rob", "heavenly", "earthly"):
                yield {"seat": SEATS[seat], "do": "hu", "by": by, "tile": TEXTS[tile], "from": loser}


def _own_gangs(table: Table) -> Iterator[Event]:
    seat = table.actor
    for kind in range(KINDS):
        for stars in range(max(0, 4 - table.hands[seat][kind]), 3):
            yield from _meld_events(table, seat, "gang", _same(kind, stars, 4, "()"), None)
    for meld, laid in zip(table.melds[seat], table.laid[seat]):
        if meld.form == "peng":
            yield _event(seat, "gang", _same(meld.kind, len(laid), 4, "[]"), laid, None)
            for tile in table.caishen[seat]:
                text = _same(meld.kind, len(laid) + 1, 4, "[]")
                yield _event(seat, "gang", text, (*laid, tile), None)


def _claims(table: Table, coin: random.Random, others: list[int]) -> Iterator[Event]:
    tile, giver = int(table.discard or 0), table.discarder
    for stars in range(3):
        for seat in others:
            if table.hands[seat][tile] >= 3 - stars:
                yield from _meld_events(table, seat, "gang", _same(tile, stars, 4, "[]"), giver)
    for stars in range(2):
        if coin.random() < 0.5:
            for seat in others:
                if table.hands[seat][tile] >= 2 - stars:
                    yield from _meld_events(table, seat, "peng", _same(tile, stars, 3, "[]"), giver)
        if coin.random() < 0.5 and tile < 27:
            for first in (tile - 2, tile - 1, tile):
                if first >= 0 and first // 9 == (first + 2) // 9:
                    for text in _runs(first, tile, stars):
                        yield from _meld_events(table, others[0], "chi", text, giver)


def _same(kind: int, stars: int, size: int, brackets: str) -> str:
    marks = TEXTS[kind][0] + "*" * stars + TEXTS[kind][0] * (size - 1 - stars) + TEXTS[kind][1:]
    return brackets[0] + marks + brackets[1]


def _runs(first: int, tile: int, stars: int) -> Iterator[str]:
    digits = [TEXTS[first + step][0] for step in range(3)]
    for place in range(3):
        if stars and first + place != tile:
            marks = [*digits[:place], "*", *digits[place + 1 :]]
            yield f"[{''.join(marks)}{TEXTS[first][1]}]"
    if not stars:
        yield f"[{''.join(digits)}{TEXTS[first][1]}]"


def _meld_events(table: Table, seat: int, do: str, text: str, giver: int | None) -> Iterator[Event]:
    stars = text.count("*")
    held = [tile for tile in sorted(table.caishen[seat]) for _ in range(table.hands[seat][tile])]
    if stars <= len(held):
        yield _event(seat, do, text, tuple(held[:stars]), giver)


def _event(seat: int, do: str, text: str, laid: tuple[int, ...], giver: int | None) -> Event:
    event: Event = {"seat": SEATS[seat], "do": do, "meld": text}
    if giver is not None:
        event["from"] = SEATS[giver]
    if laid:
        event["laid"] = [TEXTS[tile] for tile in laid]
    return event


def _draw(table: Table, seat: int, coin: random.Random, tail: bool) -> Event:
    position = table.tail if tail else table.front
    event: Event = {"seat": SEATS[seat], "do": "draw"}
    if table.lanes:
        position = coin.choice([at for at in range(table.first_undealt, 136) if at not in table.used])
        event["position"] = position
    event["tile"] = TEXTS[table.wall[position]]
    return event | {"tail": True} if tail else event


def _discard(table: Table, coin: random.Random) -> Event:
    """The tile with the least company in the hand; caishen stay."""
    hand = table.hands[table.actor]

    def company(kind: int) -> tuple[bool, float]:
        near = [k for k in range(kind - 2, kind + 3) if 0 <= k < 27 and k // 9 == kind // 9 and k != kind]
        friends = sum(min(hand[k], 1) for k in near) if kind < 27 else 0
        return kind in table.caishen[table.actor], 3 * hand[kind] + friends + coin.random()

    return {"seat": SEATS[table.actor], "do": "discard", "tile": TEXTS[min(set(listed(hand)), key=company)]}


def result_of(table: Table) -> dict[str, Any]:
    """The `result` of a deal that is over."""
    outcome = table.outcome
    result: dict[str, Any] = dict.fromkeys(("winner", "loser", "by", "tai", "hand"))
    result |= {"items": {}, "melds": []}
    points = [0, 0, 0, 0]
    if outcome["how"] == "exhausted":
        points = settle_draw(table.rules, table.declarer, table.contract, table.stays)
    elif outcome["how"] == "hu":
        winner, loser = outcome["winner"], outcome["loser"]
        hand = listed(table.hands[winner]) + ([] if loser is None else [outcome["tile"]])
        result |= {
            "winner": SEATS[winner],
            "loser": None if loser is None else SEATS[loser],
            "by": outcome["by"],
            "tai": outcome["score"].tai,
            "items": items_of(readings_of(table)[0]),
            "hand": "".join(TEXTS[tile] for tile in sorted(hand)),
            "melds": [meld_text(meld) for meld in table.melds[winner]],
        }
        points = settle_win(
            table.rules, winner, outcome["score"].tai, loser, outcome["by"] == "rob",
            table.declarer, table.contract, table.stays,
        )  # fmt: skip
    contract = table.contract
    result["declarer"] = None if table.declarer is None else SEATS[table.declarer]
    result["contract"] = None if contract is None else f"{MODES[contract.mode]}{contract.level}"
    result["points"] = dict(zip(SEATS, points))
    return result


def meld_text(meld: Meld) -> str:
    """A meld as the log writes it."""
    marks = "".join("*" if wild else TEXTS[tile][0] for tile, wild in zip(meld.places, meld.wild))
    inner = marks + TEXTS[meld.kind][1:]
    return f"({inner})" if meld.form == "concealed gang" else f"[{inner}]"
