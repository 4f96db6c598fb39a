"""`zhuji report`: the tables, charts and page of a run folder, made again."""

import sys
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
    files = write_report(run_dir, speaker)
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
    from zhuji_sim.runner.files import cannot_go_on

    try:
        page = pages.write_report(folder, speaker.lang)
    except OSError as error:
        raise cannot_go_on(error, folder, f"`zhuji report {folder}` writes the report again") from error
    files = {name: sorted(str(path) for path in (folder / name).iterdir()) for name in ("tables", "charts")}
    deals, total = count_deals(folder), read_run(folder).total_deals
    if deals < total and not speaker.quiet:
        print(text("report.unfinished", speaker.lang, deals=deals, total=total), file=sys.stderr)
    if not speaker.json:
        speaker.lines(speaker.text("report_is_at", path=page))
    return {"report": str(page), "complete": deals == total, **files}
