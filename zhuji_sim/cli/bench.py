"""`zhuji bench`: hands and deals per second on this machine."""

import os
import platform
from typing import Annotated, Any

import typer

from zhuji_sim.cli.options import Json, Lang, Speaker
from zhuji_sim.labels import keys, text

PARTS = ("hands", "deals")


def bench(
    what: Annotated[str | None, typer.Argument(metavar="hands|deals", show_default=False)] = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Measure how fast hands are judged and deals are played."""
    speaker = Speaker(lang, json)
    from importlib import import_module

    from zhuji_sim.errors import ExperimentError

    if what is not None and what not in PARTS:
        raise ExperimentError(f"bench {what!r}: expected one of {', '.join(PARTS)}, or nothing for all")
    found = {}
    for part in PARTS if what is None else (what,):
        found[part] = import_module(f"zhuji_sim.benchmarks.{part}").rows()
        if not json:
            speaker.show(_table(found[part], speaker, part))
    if json:
        speaker.document({"made_on": _machine(), **found})


def _machine() -> dict[str, Any]:
    """What the figures depend on besides the code, for those that are kept."""
    from zhuji_sim import __version__
    from zhuji_sim.runner.manifest import versions

    return {
        "zhuji_sim": __version__,
        "machine": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "versions": versions(),
    }


def _table(rows: list[dict[str, Any]], speaker: Speaker, part: str) -> Any:
    fullest_first = sorted(rows, key=len, reverse=True)
    columns = list(dict.fromkeys(column for row in fullest_first for column in row))
    numbers = tuple(
        i for i, column in enumerate(columns) if any(isinstance(row.get(column), int | float) for row in rows)
    )
    headings = (_heading(column, speaker.lang) for column in columns)
    table = speaker.table(*headings, title=speaker.text(f"bench_{part}"), right=numbers)
    for row in rows:
        table.add_row(*(_cell(row.get(column), speaker.lang) for column in columns))
    return table


def _heading(column: str, lang: str) -> str:
    return _named(f"bench_column_{column}", column.replace("_", " "), lang)


def _cell(value: Any, lang: str) -> str:
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return "" if value is None else _named(f"bench_row_{str(value).replace(' ', '_')}", str(value), lang)


def _named(key: str, fallback: str, lang: str) -> str:
    """The label of a name that a benchmark uses, or the name itself."""
    return text(f"cli.{key}", lang) if f"cli.{key}" in keys(lang) else fallback
