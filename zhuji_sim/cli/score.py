"""`zhuji score`: what a hand is worth, why, and who pays what."""

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from zhuji_sim.cli.options import Json, Lang, Rules, Speaker
from zhuji_sim.labels import contract_name, text

Declarer = Annotated[str | None, typer.Option("--declared-by", metavar="SEAT", show_default=False)]


@dataclass(frozen=True)
class _Payment:
    """Who pays what, or what has to be said to know it (a label)."""

    points: dict[str, int] | None = None
    missing: str | None = None


def score(
    hand: Annotated[str, typer.Argument(metavar="HAND", show_default=False)],
    win: Annotated[str | None, typer.Option("--win", metavar="TILE", show_default=False)] = None,
    caishen: Annotated[str, typer.Option("--caishen", metavar="TILES", show_default=False)] = "",
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT")] = "E",
    by: Annotated[str, typer.Option("--by", metavar="WAY")] = "self_draw",
    meld: Annotated[list[str] | None, typer.Option("--meld", metavar="MELD", show_default=False)] = None,
    rules: Rules = "bao",
    contract: Annotated[str | None, typer.Option("--contract", metavar="独3", show_default=False)] = None,
    declarer: Annotated[bool, typer.Option("--declarer")] = False,
    declared_by: Declarer = None,
    loser: Annotated[str | None, typer.Option("--from", metavar="SEAT", show_default=False)] = None,
    lao_zhuang: Annotated[int, typer.Option("--lao-zhuang", metavar="N", min=0)] = 0,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Count a hand's tai and say who pays what."""
    speaker = Speaker(lang, json)
    from zhuji_sim.errors import ContractError
    from zhuji_sim.reading import read_by, read_loser, read_rules, read_seat
    from zhuji_sim.rules.tiles import SEATS
    from zhuji_sim.scoring import score as count

    table = read_rules(rules)
    number = read_seat(seat)
    place = SEATS[number]
    holder = place if declarer else declared_by and SEATS[read_seat(declared_by, "--declared-by")]
    if declarer and declared_by and holder != declared_by.upper():
        raise ContractError(f"--declarer and --declared-by {declared_by}: expected one of them")
    giver = read_loser(loser, read_by(by, number), number, table, "--from")
    payer = None if giver is None else SEATS[giver]
    found = count(
        hand,
        win=win,
        caishen=caishen,
        seat=place,
        by=by,
        melds=meld or (),
        rules=table,
        declarer=holder,
        contract=contract,
        loser=payer,
    )
    payment = _payment(table, found, place, by, payer, contract, holder, lao_zhuang)
    if json:
        speaker.document(_document(found, payment))
    else:
        _show(speaker, found, payment, place, contract if holder == place else None)


def _payment(
    table: Any,
    found: Any,
    seat: str,
    by: str,
    payer: str | None,
    contract: str | None,
    declarer: str | None,
    lao_zhuang: int,
) -> _Payment:
    from zhuji_sim.scoring import settle

    if not found.wins:
        return _Payment()
    if by in ("discard", "rob") and payer is None:
        return _Payment(missing="score_say_from")
    if contract is not None and declarer is None:
        return _Payment(missing="score_say_declarer")
    points = settle(
        table,
        winner=seat,
        tai=found.tai,
        loser=payer,
        declarer=declarer,
        contract=contract,
        lao_zhuang=lao_zhuang,
        robbed=by == "rob",
    )
    return _Payment(points)


def _document(found: Any, payment: _Payment) -> dict[str, Any]:
    return {
        "complete": found.complete,
        "tai": found.tai,
        "items": found.items,
        "no_minimum": found.no_minimum,
        "minimum": found.minimum,
        "wins": found.wins,
        "why_not": found.why_not,
        "groups": [{"kind": group.kind, "tiles": _tiles(group)} for group in found.groups],
        "caishen": [{"tile": tile, "stands_for": meant} for tile, meant in found.stands_for],
        "points": payment.points,
    }


def _show(speaker: Speaker, found: Any, payment: _Payment, seat: str, contract: str | None) -> None:
    rows: list[tuple[str, str]] = []
    if not found.complete:
        speaker.lines(speaker.text("score_incomplete"))
        return
    shown = [_tiles(group) for group in sorted(found.groups, key=lambda group: group.kind == "pair")]
    rows.append((speaker.text("score_row_hand"), "  ".join(shown)))
    for tile, meant in found.stands_for:
        key = "score_itself" if tile == meant else "score_stands_for"
        rows.append((speaker.text("score_row_caishen"), speaker.text(key, tile=tile, meant=meant)))
    for item, tai in found.items.items():
        rows.append((f"{tai:+}", text(f"items.{item}", speaker.lang)))
    rows.append((speaker.text("score_row_tai"), str(found.tai)))
    if found.no_minimum:
        rows.append((speaker.text("score_row_minimum"), speaker.text("score_no_minimum")))
    elif contract is not None:
        named = contract_name(contract, speaker.lang)
        level = speaker.text("score_minimum_contract", minimum=found.minimum, contract=named)
        rows.append((speaker.text("score_row_minimum"), level))
    else:
        rows.append((speaker.text("score_row_minimum"), str(found.minimum)))
    result = speaker.text("score_wins")
    if found.why_not is not None:
        result = speaker.text("score_wins_not", reason=speaker.text(f"score_why_{found.why_not}"))
    rows.append((speaker.text("score_row_result"), result))
    if payment.points is not None:
        order = sorted(payment.points, key=lambda each: each != seat)
        paid = (f"{text(f'names.wind_{each}', speaker.lang)} {payment.points[each]:+}" for each in order)
        rows.append((speaker.text("score_row_points"), "  ".join(paid)))
    elif payment.missing:
        rows.append((speaker.text("score_row_points"), speaker.text(payment.missing)))
    table = speaker.table("", "")
    table.show_header = False
    for row in rows:
        table.add_row(*row)
    speaker.show(table)


def _tiles(group: Any) -> str:
    """`123m`, `7*7m`, `中中*`; melds on the table in brackets."""
    from zhuji_sim.rules.notation import format_tile

    names = [format_tile(tile) for tile in group.tiles]
    marks = "".join("*" if wild else name[0] for name, wild in zip(names, group.wild, strict=True))
    return marks + names[0][1:]
