"""`zhuji report`: the tables, charts and page of a run folder, made again."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from zhuji_sim.cli.options import Json, Lang, Quiet, Speaker
from zhuji_sim.labels import text


def report(
    run_dir: Annotated[Path, typer.Argument(metavar="RUN_DIR", show_default=False)],
    lang: Lang = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write the tables, charts and report.html of a run folder."""
    speaker = Speaker(lang, json, quiet)
    from zhuji_sim.analysis.run_folder import read_manifest

    kind = read_manifest(run_dir).get("kind")
    if kind is None:
        files = write_report(run_dir, speaker)
    else:
        if kind == "tuning":
            from zhuji_sim.tuning.run import read_tuning

            files = report_tuning(run_dir, *read_tuning(run_dir), speaker)
        elif kind == "study":
            from zhuji_sim.studies.run import read

            files = report_study(run_dir, *read(run_dir), speaker)
        else:
            from zhuji_sim.duplicate.run import read_study

            files = report_comparison(run_dir, read_study(run_dir), speaker)
        if not json:
            speaker.lines(speaker.text("report_is_at", path=files["report"]))
    if json:
        speaker.document({"folder": str(run_dir), **files})


def write_report(folder: Path, speaker: Speaker) -> dict[str, Any]:
    """Write the report of a run folder and say where it is; its files, for `--json`.

    Raises
    ------
    RunFolderError
        It is no run folder, or damaged.
    Stopped
        A file could not be written.
    """
    from zhuji_sim.analysis import report as pages
    from zhuji_sim.analysis.run_folder import count_deals, read_run

    with _written(folder):
        page = pages.write_report(folder, speaker.lang)
    deals, total = count_deals(folder), read_run(folder).total_deals
    if deals < total and not speaker.quiet:
        print(text("report.unfinished", speaker.lang, deals=deals, total=total), file=sys.stderr)
    if not speaker.json:
        speaker.lines(speaker.text("report_is_at", path=page))
    return {"report": str(page), "complete": deals == total, **_files(folder)}


def report_comparison(folder: Path, study: Any, speaker: Speaker) -> dict[str, Any]:
    """Write the report of a comparison's folder; its files, for `--json`.

    Raises
    ------
    Stopped
        A file could not be written.
    """
    from zhuji_sim.duplicate import report as pages

    with _written(folder):
        page = pages.write_report(folder, study, speaker.lang)
    return {"report": str(page), "complete": True, **_files(folder)}


def report_tuning(folder: Path, tuning: Any, record: Any, speaker: Speaker) -> dict[str, Any]:
    """Write the policy and the report of a tuning's folder; its files, for `--json`.

    Raises
    ------
    Stopped
        A file could not be written.
    """
    from zhuji_sim.tuning import report as pages

    with _written(folder):
        page = pages.write_report(folder, tuning, record, speaker.lang)
    policy = pages.policy_path(folder, tuning)
    return {"policy": str(policy), "report": str(page), "complete": True, **_files(folder)}


def report_study(folder: Path, question: Any, tables: Any, speaker: Speaker) -> dict[str, Any]:
    """Write the report of a study's folder; its files, for `--json`.

    Raises
    ------
    Stopped
        A file could not be written.
    """
    from zhuji_sim.studies import report as pages

    with _written(folder):
        page = pages.write_report(folder, question, tables, speaker.lang)
    return {"report": str(page), "complete": True, **_files(folder)}


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    from zhuji_sim.runner.files import cannot_go_on

    try:
        yield
    except OSError as error:
        raise cannot_go_on(error, folder, f"`zhuji report {folder}` writes the report again") from error


def _files(folder: Path) -> dict[str, list[str]]:
    return {name: sorted(str(path) for path in (folder / name).iterdir()) for name in ("tables", "charts")}
