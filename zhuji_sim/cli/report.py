"""`zhuji report`: the tables, charts and page of a run folder made again, or of several side by side."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from zhuji_sim.cli.options import Json, Lang, Quiet, Speaker
from zhuji_sim.errors import RunFolderError
from zhuji_sim.labels import text

SideBySide = Callable[[Mapping[str, Path], Path, str], Path]
"""Writes the page of several folders, by their labels, into a folder in a language, and gives the page."""


def report(
    run_dirs: Annotated[list[Path], typer.Argument(metavar="RUN_DIR...", show_default=False)],
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", show_default=False)] = None,
    lang: Lang = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write the tables, charts and report.html of a run folder, or of several side by side."""
    speaker = Speaker(lang, json, quiet)
    if len(run_dirs) == 1:
        if out is not None:
            raise RunFolderError(f"--out {out}: expected two or more run folders; one is reported in its own")
        folder, files = run_dirs[0], _report_of(run_dirs[0], speaker)
    else:
        folder = out or run_dirs[0].parent / "+".join(dict.fromkeys(each.name for each in run_dirs))
        files = _side_by_side(run_dirs, folder, speaker)
    if json:
        speaker.document({"folder": str(folder), **files})


def _report_of(folder: Path, speaker: Speaker) -> dict[str, Any]:
    """Write the report of a folder of any kind and say where it is; its files, for `--json`."""
    kind = _kind(folder)
    if kind == "run":
        return write_report(folder, speaker)
    if kind == "tuning":
        from zhuji_sim.tuning.run import read_tuning

        files = report_tuning(folder, *read_tuning(folder), speaker)
    elif kind == "contracts":
        files = _report_contracts(folder, speaker)
    elif kind == "study":
        from zhuji_sim.studies.run import read

        files = report_study(folder, *read(folder), speaker)
    else:
        from zhuji_sim.duplicate.run import read_study

        files = report_comparison(folder, read_study(folder), speaker)
    if not speaker.json:
        speaker.lines(speaker.text("report_is_at", path=files["report"]))
    return files


def _side_by_side(folders: Sequence[Path], out: Path, speaker: Speaker) -> dict[str, Any]:
    """Write the page of several folders of one kind and say where it is; its files, for `--json`.

    Raises
    ------
    RunFolderError
        They are of different kinds, one of them is there twice, or the folder to write in holds something
        else than a page of several, or cannot be used.
    Stopped
        The disk is full.
    """
    from zhuji_sim.runner.files import cannot_write_page
    from zhuji_sim.runner.folder import check_page

    kinds = [_kind(folder) for folder in folders]
    for folder, kind in zip(folders, kinds):
        if kind != kinds[0]:
            raise RunFolderError(
                f"{folder} holds a {kind}, {folders[0]} a {kinds[0]}: expected runs of one kind"
            )
        if sum(each.resolve() == folder.resolve() for each in folders) > 1:
            raise RunFolderError(f"{folder} is there twice: expected each run once")
    check_page(out)
    names = [each.name for each in folders]
    labels = names if len(set(names)) == len(names) else [str(each) for each in folders]
    try:
        page = _SIDES[kinds[0]]()(dict(zip(labels, folders)), out, speaker.lang)
    except OSError as error:
        raise cannot_write_page(error, out) from error
    if not speaker.json:
        speaker.lines(speaker.text("report_is_at", path=page))
    return {"report": str(page), **_files(out)}


def _kind(folder: Path) -> str:
    """What a folder holds: a run, a comparison, a tuning, contracts, or a study.

    Raises
    ------
    RunFolderError
        It is no run folder, is damaged, or holds something else.
    """
    from zhuji_sim.analysis.run_folder import check_manifest, read_manifest

    manifest = read_manifest(folder)
    kind = str(manifest.get("kind", "run"))
    if kind not in _SIDES:
        raise RunFolderError(f"{folder} holds a {kind}: expected one of {', '.join(_SIDES)}")
    check_manifest(manifest, folder)
    return kind


def _report_contracts(folder: Path, speaker: Speaker) -> dict[str, Any]:
    from zhuji_sim.contracts import report as pages
    from zhuji_sim.contracts.figures import tables_of
    from zhuji_sim.contracts.run import read_study

    study, walls = read_study(folder)
    with _written(folder):
        page = pages.write_report(folder, study, tables_of(study, walls), speaker.lang)
    return {"report": str(page), "complete": True, **_files(folder)}


def _runs() -> SideBySide:
    from zhuji_sim.analysis.run_sides import write_runs

    return write_runs


def _comparisons() -> SideBySide:
    from zhuji_sim.duplicate.sides import write_comparisons

    return write_comparisons


def _tunings() -> SideBySide:
    from zhuji_sim.tuning.sides import write_tunings

    return write_tunings


def _contracts() -> SideBySide:
    from zhuji_sim.contracts.sides import write_contracts

    return write_contracts


def _studies() -> SideBySide:
    from zhuji_sim.studies.sides import write_studies

    return write_studies


_SIDES: Final[dict[str, Callable[[], SideBySide]]] = {
    "run": _runs,
    "comparison": _comparisons,
    "tuning": _tunings,
    "contracts": _contracts,
    "study": _studies,
}
"""What writes the page of several folders, by what they hold."""


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
