"""`zhuji run`: an experiment, from its file to its report."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from zhuji_sim.cli.options import Json, Lang, Quiet, Scheduler, Speaker
from zhuji_sim.cli.report import write_report

RUNS = Path("runs")
BAR_WORDS = ("word_preparing", "word_deals", "word_per_second")


def run(
    experiment: Annotated[Path, typer.Argument(metavar="EXPERIMENT.toml", show_default=False)],
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", show_default=False)] = None,
    deals: Annotated[int | None, typer.Option("--deals", metavar="N", min=1, show_default=False)] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="S", min=0, show_default=False)] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="J", min=1, show_default=False)] = None,
    backend: Annotated[
        str | None,
        typer.Option("--backend", metavar="loky|threading|sequential|dask|ray", show_default=False),
    ] = None,
    scheduler: Scheduler = None,
    draws: Annotated[str | None, typer.Option("--draws", metavar="wall|lanes", show_default=False)] = None,
    chunk: Annotated[int | None, typer.Option("--chunk", metavar="DEALS", min=1, show_default=False)] = None,
    fresh: Annotated[bool, typer.Option("--fresh")] = False,
    lang: Lang = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Run an experiment and write its report."""
    speaker = Speaker(lang, json, quiet)
    from zhuji_sim.analysis.run_folder import run_info
    from zhuji_sim.cli.study import run_study
    from zhuji_sim.errors import ExperimentError
    from zhuji_sim.runner.experiment import (
        BACKENDS,
        DRAWS,
        HIGHEST_SEED,
        MOST_DEALS,
        MOST_JOBS,
        check_whole,
        check_word,
    )
    from zhuji_sim.runner.grid import read_experiment
    from zhuji_sim.runner.progress import Bar, Silent
    from zhuji_sim.runner.run import run as play
    from zhuji_sim.studies.asking import is_study

    for name, value, valid in (("--backend", backend, BACKENDS), ("--draws", draws, DRAWS)):
        if value is not None:
            check_word(name, value, valid)
    for name, number, low, high in (
        ("--deals", deals, 1, MOST_DEALS),
        ("--seed", seed, 0, HIGHEST_SEED),
        ("--jobs", jobs, 1, MOST_JOBS),
        ("--chunk", chunk, 1, MOST_DEALS),
    ):
        if number is not None:
            check_whole(name, number, low, high)
    folder = out or RUNS / experiment.stem
    if is_study(experiment):
        refused = {"--backend": backend, "--scheduler": scheduler, "--draws": draws, "--chunk": chunk}
        for name, given in refused.items():
            if given is not None:
                raise ExperimentError(f"{name} {given}: a study has none ({experiment})")
        found = run_study(experiment, folder, speaker, walls=deals, seed=seed, jobs=jobs, fresh=fresh)
        if json:
            speaker.document(found)
        return
    plan = read_experiment(experiment)
    plan = replace(
        plan,
        deals=plan.deals if deals is None else deals,
        seed=plan.seed if seed is None else seed,
        draws=plan.draws if draws is None else draws,
    )
    preparing, of_deals, per_second = map(speaker.text, BAR_WORDS)
    told = run_info(plan.describe()).cell_labels(speaker.lang)
    labels = {cell.name: told[cell.index] for cell in plan.cells}
    speaker.note("run_begins", cells=len(plan.cells), deals=plan.total_deals, folder=folder)
    outcome = play(
        plan,
        folder,
        jobs=jobs or plan.jobs or os.cpu_count() or 1,
        backend=backend or plan.backend or BACKENDS[0],
        scheduler=scheduler,
        chunk=chunk or plan.chunk,
        fresh=fresh,
        progress=Silent() if quiet else Bar(preparing, of_deals, per_second, labels),
    )
    if outcome.played:
        speaker.note(
            "run_played", deals=outcome.played, seconds=outcome.seconds, speed=outcome.deals_per_second
        )
    else:
        speaker.note("run_nothing_left", deals=outcome.deals)
    if outcome.remade:
        speaker.note("run_remade", files=outcome.remade)
    report = write_report(folder, speaker)
    if json:
        speaker.document(
            {
                "folder": str(folder),
                "deals": outcome.deals,
                "played": outcome.played,
                "seconds": round(outcome.seconds, 3),
                "deals_per_second": round(outcome.deals_per_second, 1),
                **report,
            }
        )
