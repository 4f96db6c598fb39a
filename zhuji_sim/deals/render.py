"""A deal log as lines of text."""

from collections.abc import Mapping
from typing import Any

from zhuji_sim.labels import contract_name, text
from zhuji_sim.rules.notation import format_tiles, parse_tile
from zhuji_sim.rules.tiles import SEATS

__all__ = ["render"]

_HAND = 13


def render(log: Mapping[str, Any], lang: str = "en") -> list[str]:
    """The deal move by move: the hands as dealt, every event with its number, and the result, a line each."""
    seats = {seat: text(f"names.wind_{seat}", lang) for seat in SEATS}
    lines = [text("deal.title", lang, deal=log["deal"], seed=log["seed"], rules=log["rules"]["preset"])]
    if log["lao_zhuang"]:
        lines.append(text("deal.lao_zhuang", lang, stays=int(log["lao_zhuang"])))
    lines += _dealt(log, lang, seats)
    lines += [f"{number:3d}  {_event(event, lang, seats)}" for number, event in enumerate(log["events"])]
    return lines + _result(log["result"], lang, seats)


def _dealt(log: Mapping[str, Any], lang: str, seats: Mapping[str, str]) -> list[str]:
    wall, indicator = log["wall"], log["indicator"]
    hands = {seat: wall[_HAND * i : _HAND * (i + 1)] for i, seat in enumerate(SEATS)}
    hands["E"] = [*hands["E"], wall[_HAND * 4 + (indicator is not None)]]
    lines = [
        text("deal.dealt", lang, seat=seats[seat], tiles=format_tiles(parse_tile(tile) for tile in hand))
        for seat, hand in hands.items()
    ]
    if indicator is not None:
        lines.append(text("deal.indicator", lang, tile=indicator))
    if forced := log.get("forced"):
        contract = contract_name(forced["contract"], lang)
        lines.append(text("deal.forced", lang, seat=seats[forced["declarer"]], contract=contract))
    return lines


def _event(event: Mapping[str, Any], lang: str, seats: Mapping[str, str]) -> str:
    do = event["do"]
    if do in ("exhausted", "redeal"):
        return text(f"deal.{do}", lang)
    values: dict[str, Any] = {"seat": seats[event["seat"]]}
    source = event.get("from")
    key = do
    if do == "bid":
        values["contract"] = contract_name(event["contract"], lang)
    elif do == "caishen":
        values["tiles"] = " ".join(event["tiles"])
        key = "caishen" if event["tiles"] else "no_caishen"
    elif do == "draw":
        values["tile"] = event["tile"]
        key = "draw_tail" if event.get("tail") else "draw"
    elif do == "discard":
        values["tile"] = event["tile"]
    elif do == "hu":
        values |= {"tile": event["tile"], "by": text(f"names.ending_{event['by']}", lang)}
        if source is not None:
            values["source"] = seats[source]
            key = "hu_from"
    elif do != "pass":
        key = "claim" if source is not None else "gang"
        values["meld"] = event["meld"]
        if source is not None:
            word = "gang_word" if do == "gang" else do
            values |= {"source": seats[source], "do": text(f"deal.{word}", lang)}
        if event.get("laid"):
            values["laid"] = " ".join(event["laid"])
            key += "_laid"
    return text(f"deal.{key}", lang, **values)


def _result(result: Mapping[str, Any], lang: str, seats: Mapping[str, str]) -> list[str]:
    lines = []
    if result["winner"] is not None:
        items = ", ".join(f"{text(f'items.{name}', lang)} {tai}" for name, tai in result["items"].items())
        lines.append(text("deal.hand", lang, hand=result["hand"], melds=" ".join(result["melds"])).rstrip())
        lines.append(text("deal.tai", lang, tai=result["tai"], items=items))
    points = ", ".join(f"{seats[seat]} {points:+d}" for seat, points in result["points"].items())
    return [*lines, text("deal.points", lang, points=points)]
