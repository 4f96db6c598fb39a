"""`zhuji compare`: policies against each other in duplicate format."""

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from zhuji_sim.cli.options import Json, Lang, Quiet, Rules, Scheduler, Speaker
from zhuji_sim.cli.run import BAR_WORDS


def compare(
    policies: Annotated[list[str], typer.Argument(metavar="POLICY POLICY...", show_default=False)],
    deals: Annotated[int | None, typer.Option("--deals", metavar="N", min=1, show_default=False)] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0)] = 1,
    rules: Rules = "bao",
    contract: Annotated[str | None, typer.Option("--contract", metavar="独3", show_default=False)] = None,
    declarer: Annotated[str | None, typer.Option("--declarer", metavar="SEAT", show_default=False)] = None,
    draws: Annotated[str, typer.Option("--draws", metavar="wall|lanes")] = "lanes",
    until_width: Annotated[
        float | None, typer.Option("--until-width", metavar="W", show_default=False)
    ] = None,
    confidence: Annotated[float, typer.Option("--confidence", metavar="C")] = 0.95,
    first_only: Annotated[bool, typer.Option("--first-only")] = False,
    bot_seconds: Annotated[float, typer.Option("--bot-seconds", metavar="SECONDS")] = 5.0,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="J", min=1, show_default=False)] = None,
    backend: Annotated[str, typer.Option("--backend", metavar="loky|threading|sequential|dask|ray")] = "loky",
    scheduler: Scheduler = None,
    chunk: Annotated[int | None, typer.Option("--chunk", metavar="DEALS", min=1, show_default=False)] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", show_default=False)] = None,
    fresh: Annotated[bool, typer.Option("--fresh")] = False,
    lang: Lang = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare policies on the same walls."""
    speaker = Speaker(lang, json, quiet)
    from zhuji_sim.duplicate.comparison import plan
    from zhuji_sim.duplicate.run import run
    from zhuji_sim.runner.progress import Bar, Silent

    comparison = plan(
        policies,
        deals,
        seed,
        rules,
        contract,
        declarer,
        draws=draws,
        until_width=until_width,
        confidence=confidence,
        first_only=first_only,
        bot_seconds=bot_seconds,
    )
    speaker.note("compare_begins", pairs=len(comparison.pairs), deals=comparison.total_deals)
    preparing, of_deals, per_second = map(speaker.text, BAR_WORDS)
    study = run(
        comparison,
        out,
        jobs=jobs or os.cpu_count() or 1,
        backend=backend,
        scheduler=scheduler,
        chunk=chunk,
        fresh=fresh,
        progress=Silent() if quiet else Bar(preparing, of_deals, per_second),
    )
    files: dict[str, Any] = {}
    if out is not None:
        from zhuji_sim.cli.report import report_comparison

        files = report_comparison(out, study, speaker)
    if json:
        speaker.document(_document(study) | files)
    else:
        _show(study, speaker)
    if out is not None and not json:
        speaker.lines(speaker.text("report_is_at", path=files["report"]))


def _document(study: Any) -> dict[str, Any]:
    asked = study.comparison.describe()
    return {
        "rows": _rows(study.pairs),
        "policies": _rows(study.policies),
        "faults": _rows(study.faults),
        **{name: asked[name] for name in ("seed", "rules_name", "rules", "contract", "declarer", "draws")},
        **{name: asked[name] for name in ("confidence", "until_width", "policy_specs")},
    }


def _rows(frame: Any) -> list[dict[str, Any]]:
    """A frame's rows as plain values; what is missing is None."""
    return [
        {name: None if value != value else value for name, value in row.items()}
        for row in frame.to_dict("records")
    ]


def _show(study: Any, speaker: Speaker) -> None:
    from zhuji_sim.duplicate import wording

    lang = speaker.lang
    speaker.lines(*wording.verdicts(study, lang), wording.conditions(study, lang))
    tables = [wording.pair_table, wording.policy_table, wording.method_table]
    if len(study.comparison.names) > 2 and not study.comparison.first_only:
        tables.insert(1, wording.matrix)
    if len(study.faults):
        tables.append(wording.fault_table)
    for told in (make(study, lang) for make in tables):
        speaker.show_text_table(told)
