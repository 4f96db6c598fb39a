"""`zhuji doctor`: whether this machine has what the simulator needs."""

import os
import platform
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from zhuji_sim.cli.options import Json, Lang, Speaker


def doctor(lang: Lang = None, json: Json = False) -> None:
    """Show versions, caches, fonts and cores, and play a deal to check the compiler."""
    speaker = Speaker(lang, json)
    from zhuji_sim import __version__
    from zhuji_sim.analysis.fonts import CHINESE, PLAIN
    from zhuji_sim.engine.compile_cache import configure
    from zhuji_sim.runner.manifest import versions
    from zhuji_sim.tables import store as tables

    kernels = configure()
    found: dict[str, Any] = {
        "zhuji_sim": __version__,
        "versions": versions(),
        "machine": f"{platform.system()} {platform.machine()}, {platform.python_implementation()}",
        "executable": sys.executable,
        "cores": os.cpu_count(),
        "cores_usable": _usable_cores(),
        "kernel_cache": _folder(kernels),
        "kernel_cache_outdated": _outdated(kernels),
        "table_cache": _folder(tables.folder()),
        "chart_fonts": [PLAIN, CHINESE],
        "compile": _compile(),
    }
    if json:
        speaker.document(found)
    else:
        speaker.show(_table(found, speaker))
    if not found["compile"]["ok"]:
        from zhuji_sim.errors import Stopped

        raise Stopped(f"the compiler does not work here: {found['compile']['error']}")


def _usable_cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _folder(path: Path) -> dict[str, Any]:
    files = [each for each in path.rglob("*") if each.is_file()] if path.is_dir() else []
    return {"path": str(path), "files": len(files), "bytes": sum(each.stat().st_size for each in files)}


def _outdated(current: Path) -> dict[str, Any]:
    """Compiled kernels of other versions of the sources, which may be removed."""
    others = [each for each in current.parent.glob(f"{current.name.split('-')[0]}-*") if each != current]
    sizes = [_folder(each) for each in others]
    return {"folders": len(others), "bytes": sum(each["bytes"] for each in sizes)}


def _compile() -> dict[str, Any]:
    """Load or compile the engine with the `random` policy and play a deal."""
    from zhuji_sim.batches import BatchSpec, play, warm
    from zhuji_sim.policies import load
    from zhuji_sim.rules.ruleset import Ruleset

    policy = load("random")
    spec = BatchSpec(rules=Ruleset.preset("bao"), policies=(policy, policy, policy, policy), seed=1)
    began = perf_counter()
    try:
        warm(spec)
        points = int(play(spec, 0, 1)["points"].sum())
    except Exception as error:
        first = (str(error).strip().splitlines() or [""])[0]
        return {"ok": False, "error": f"{type(error).__name__}: {first}"}
    return {"ok": points == 0, "seconds": round(perf_counter() - began, 2)}


def _table(found: dict[str, Any], speaker: Speaker) -> Any:
    table = speaker.table("", "")
    table.show_header = False
    compiled = found["compile"]
    rows = {
        "version": f"zhuji_sim {found['zhuji_sim']}",
        "packages": ", ".join(f"{name} {version}" for name, version in found["versions"].items()),
        "machine": found["machine"],
        "executable": found["executable"],
        "cores": speaker.text("doctor_usable", cores=found["cores"], usable=found["cores_usable"]),
        "kernels": _size(found["kernel_cache"], speaker),
        "outdated": speaker.text(
            "doctor_folders",
            folders=found["kernel_cache_outdated"]["folders"],
            megabytes=found["kernel_cache_outdated"]["bytes"] / 1e6,
        ),
        "tables": _size(found["table_cache"], speaker),
        "font": ", ".join(found["chart_fonts"]),
        "compile": speaker.text("doctor_compiled", seconds=compiled["seconds"])
        if compiled["ok"]
        else speaker.text("doctor_failed"),
    }
    for key, value in rows.items():
        table.add_row(speaker.text(f"doctor_{key}"), str(value))
    return table


def _size(folder: dict[str, Any], speaker: Speaker) -> str:
    return speaker.text(
        "doctor_size", path=folder["path"], files=folder["files"], megabytes=folder["bytes"] / 1e6
    )
