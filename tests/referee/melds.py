"""Chi, peng and gang (RULES.md §4)."""

from collections import Counter
from typing import Any

from tests.referee.fouls import Foul, demand, field
from tests.referee.hands import is_ready
from tests.referee.table import Phase, Table
from tests.referee.tiles import SEATS, Meld, read_meld, read_tile


def lay(table: Table, seat: int, event: dict[str, Any]) -> None:
    """Take a chi, peng or gang event."""
    action = event["do"]
    meld = read_meld(field(event, "meld"))
    demand(meld.form.removeprefix("concealed ") == action, f"a {meld.form} is written in a {action} event")
    laid = _laid(table, seat, event, meld)
    if table.phase is Phase.CLAIM:
        _claim(table, seat, event, meld, laid)
    elif table.phase is Phase.TURN and action == "gang":
        demand(seat == table.actor, f"it is {SEATS[table.actor]} whose turn it is")
        demand(table.source(event) is None, "a gang in one's own turn comes from nobody")
        if meld.form == "concealed gang":
            _concealed_gang(table, seat, meld, laid)
        else:
            _added_gang(table, seat, meld, laid)
    else:
        raise Foul(f"a {action} is not possible now")


def _laid(table: Table, seat: int, event: dict[str, Any], meld: Meld) -> tuple[int, ...]:
    """The caishen lying at the `*` of the meld, in order."""
    texts = event.get("laid") or []
    demand(isinstance(texts, list), "laid is no list")
    laid = tuple(read_tile(text) for text in texts)
    places = [place for place, wild in zip(meld.places, meld.wild) if wild]
    demand(len(laid) == len(places), "laid does not name one caishen for each *")
    demand(all(tile in table.caishen[seat] for tile in laid), "a tile laid for * is no caishen")
    demand(
        all(tile != place for tile, place in zip(laid, places)), "a caishen at its own place is no wildcard"
    )
    return laid


def _take_all(table: Table, seat: int, naturals: list[int], laid: tuple[int, ...]) -> None:
    for tile, copies in Counter([*naturals, *laid]).items():
        table.take(seat, tile, copies)


def _claim(table: Table, seat: int, event: dict[str, Any], meld: Meld, laid: tuple[int, ...]) -> None:
    tile = table.discard
    demand(tile is not None and seat != table.discarder, "one's own discard cannot be claimed")
    demand(table.source(event) == table.discarder, "the claim does not name the discarder")
    demand(tile in meld.naturals, "the meld does not hold the discard as itself")
    demand(meld.form != "concealed gang", "a gang on a discard is exposed")
    table.not_untouchable(seat)
    if laid:
        demand(tile not in table.caishen[seat], "a discarded caishen is claimed with natural tiles only")
    if meld.form == "chi":
        demand(seat == (int(table.discarder or 0) + 1) % 4, "only the next player may chi")
        demand(not laid or table.rules["caishen_chi"], "no caishen chi under these rules")
    elif meld.form == "peng":
        demand(not laid or table.rules["caishen_peng"], "no caishen peng under these rules")
    naturals = list(meld.naturals)
    naturals.remove(int(tile or 0))
    _take_all(table, seat, naturals, laid)
    table.melds[seat].append(meld)
    table.laid[seat].append(laid)
    table.exposed_claims += 1
    table.actor = seat
    table.drawn = None
    if meld.form == "gang":
        _allow_gang(table, seat, meld)
        _replace(table, meld.kind, robbable=bool(table.rules["rob_exposed"]) and not laid, on_discard=True)
    else:
        table.phase = Phase.DISCARD


def _concealed_gang(table: Table, seat: int, meld: Meld, laid: tuple[int, ...]) -> None:
    _take_all(table, seat, meld.naturals, laid)
    table.melds[seat].append(meld)
    table.laid[seat].append(laid)
    _allow_gang(table, seat, meld)
    _replace(table, meld.kind, robbable=False)


def _added_gang(table: Table, seat: int, meld: Meld, laid: tuple[int, ...]) -> None:
    places = [i for i, own in enumerate(table.melds[seat]) if own.form == "peng" and own.kind == meld.kind]
    if not places:
        raise Foul("no peng of one's own to add to")
    one_more = [(at, *found) for at in places if (found := _one_more(table, seat, at, meld, laid))]
    demand(bool(one_more), "the gang is not the peng and one tile more")
    # Caishen make two pengs of a kind possible; the one meant is the one whose fourth tile is in hand.
    held = [each for each in one_more if table.hands[seat][each[2][0]] > 0]
    at, natural, added = (held or one_more)[0]
    _take_all(table, seat, list(added), ())
    table.melds[seat][at] = meld
    table.laid[seat][at] = laid
    _allow_gang(table, seat, meld)
    _replace(table, meld.kind, robbable=natural == 1)


def _one_more(
    table: Table, seat: int, at: int, meld: Meld, laid: tuple[int, ...]
) -> tuple[int, tuple[int, ...]] | None:
    """Whether the tile added to a peng is natural (1 or 0), and that tile; None if it is not one tile."""
    peng, before = table.melds[seat][at], table.laid[seat][at]
    natural = len(meld.naturals) - len(peng.naturals)
    added = [*[meld.kind] * natural, *(Counter(laid) - Counter(before)).elements()]
    if natural < 0 or Counter(before) - Counter(laid) or len(added) != 1:
        return None
    return natural, tuple(added)


def _replace(table: Table, kind: int, robbable: bool, on_discard: bool = False) -> None:
    table.gang_kind = kind
    table.robbable = robbable
    table.gang_on_discard = on_discard
    table.opening = False
    table.phase = Phase.REPLACE


def _allow_gang(table: Table, seat: int, meld: Meld) -> None:
    """What holds for every gang; its tiles are out of the hand already."""
    demand(table.may_draw(), "no gang when no replacement may be drawn")
    demand(meld.kind not in table.caishen[seat], "a caishen kind never forms a gang")
    if any(meld.wild):
        demand(table.rules["caishen_gang"] == "when_ready", "no caishen in a gang under these rules")
        demand(
            is_ready(table.hands[seat], table.caishen[seat], len(table.melds[seat])),
            "a gang with a caishen leaves the hand ready",
        )
