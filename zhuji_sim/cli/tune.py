"""`zhuji tune`: the weights of a policy searched for by play."""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from zhuji_sim.cli.options import Json, Lang, Quiet, Scheduler, Speaker
from zhuji_sim.cli.run import BAR_WORDS


def tune(
    policy: Annotated[str, typer.Argument(metavar="POLICY", show_default=False)],
    against: Annotated[list[str], typer.Option("--against", metavar="NAME", show_default=False)],
    weights: Annotated[str | None, typer.Option("--weights", metavar="A,B,...", show_default=False)] = None,
    held_out: Annotated[str | None, typer.Option("--held-out", metavar="NAME", show_default=False)] = None,
    rules: Annotated[list[str] | None, typer.Option("--rules", metavar="RULES", show_default=False)] = None,
    generations: Annotated[int | None, typer.Option("--generations", metavar="G", show_default=False)] = None,
    population: Annotated[int | None, typer.Option("--population", metavar="P", show_default=False)] = None,
    walls: Annotated[int | None, typer.Option("--walls", metavar="W", show_default=False)] = None,
    check_walls: Annotated[int | None, typer.Option("--check-walls", metavar="W", show_default=False)] = None,
    step: Annotated[float | None, typer.Option("--step", metavar="SHARE", show_default=False)] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0)] = 1,
    draws: Annotated[str, typer.Option("--draws", metavar="wall|lanes")] = "lanes",
    name: Annotated[str | None, typer.Option("--name", metavar="NAME", show_default=False)] = None,
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
    """Search the weights of a policy by play against a pool of opponents."""
    speaker = Speaker(lang, json, quiet)
    from zhuji_sim.cli.report import report_tuning
    from zhuji_sim.runner.progress import Bar, Silent
    from zhuji_sim.tuning.plan import plan
    from zhuji_sim.tuning.run import run

    tuning = plan(
        policy,
        against,
        None if weights is None else [each.strip() for each in weights.split(",") if each.strip()],
        held_out,
        rules or ["bao"],
        seed,
        generations=generations,
        population=population,
        walls=walls,
        check_walls=check_walls,
        step=step,
        draws=draws,
        name=name,
    )
    folder = Path("runs") / f"tune-{tuning.start.name}" if out is None else out
    speaker.note(
        "tune_begins",
        weights=len(tuning.places),
        generations=tuning.generations,
        population=tuning.population,
        deals=tuning.total_deals,
        folder=folder,
    )
    preparing, of_deals, per_second = map(speaker.text, BAR_WORDS)
    record = run(
        tuning,
        folder,
        jobs=jobs or os.cpu_count() or 1,
        backend=backend,
        scheduler=scheduler,
        chunk=chunk,
        fresh=fresh,
        progress=Silent() if quiet else Bar(preparing, of_deals, per_second),
    )
    files = report_tuning(folder, tuning, record, speaker)
    if json:
        speaker.document(_document(tuning, record) | files)
    else:
        _show(tuning, record, speaker)
        speaker.lines(
            speaker.text("tune_policy_is_at", path=files["policy"]),
            speaker.text("report_is_at", path=files["report"]),
        )


def _document(tuning: Any, record: Any) -> dict[str, Any]:
    from zhuji_sim.tuning import wording

    return {
        "name": tuning.name,
        "adopted": record.adopted,
        "weights": wording.found(tuning, record).spec["weights"],
        "rows": [asdict(each) for each in record.results],
        "choices": [asdict(each) for each in record.choices],
        "asked": tuning.describe(),
    }


def _show(tuning: Any, record: Any, speaker: Speaker) -> None:
    from zhuji_sim.tuning import wording

    lang = speaker.lang
    speaker.lines(*wording.verdicts(tuning, record, lang), wording.conditions(tuning, lang))
    for make in (wording.result_table, wording.weight_table):
        speaker.show_text_table(make(tuning, record, lang))
