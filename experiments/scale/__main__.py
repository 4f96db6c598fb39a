"""How a run of ten thousand million deals would go on a thousand cores: `python experiments/scale [FOLDER]`.

Measures on this machine what a deal, a chunk and a shard cost (some ten minutes), then plays
such a run as a simulation of events, for chunks of several sizes. Writes tables, a chart and README.md into
the folder, `reports/scale` if none is given.
"""

import platform
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Final

import matplotlib
import measure
import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from simulation import Machine, course

from zhuji_sim.analysis.student import student
from zhuji_sim.runner.plan import SHARD_DEALS, shard_deals

HOME: Final = Path(__file__).parents[2] / "reports" / "scale"
DEALS: Final = 10**10
DEFAULT: Final = shard_deals(DEALS)
WHOLE: Final = (50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000)
"""Chunks that are all of their file."""
PARTS: Final = ((5_000, 50_000), (25_000, 50_000), (50_000, 500_000), (250_000, 500_000))
"""Chunks that are parts of a file, and its size."""
SEEDS: Final = tuple(range(1, 9))
BYTES_PER_SECOND: Final = 1.25e9
"""A network of 10 Gbit/s."""
DISK_BYTES_PER_SECOND: Final = 500e6


def main() -> None:
    """Measure, simulate, write."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HOME
    folder.mkdir(parents=True, exist_ok=True)
    measured = pd.DataFrame(measure.everything())
    machine = _machine(measured.set_index("name")["value"])
    layouts = (*((size, size) for size in WHOLE), *PARTS)
    runs = pd.DataFrame([_row(measured, *layout) for layout in layouts])
    measured.to_csv(folder / "measured.csv", index=False, float_format="%.4g")
    runs.to_csv(folder / "runs.csv", index=False, float_format="%.4g")
    pd.Series(asdict(machine), name="value").rename_axis("assumption").to_csv(
        folder / "machine.csv", float_format="%.4g"
    )
    _chart(runs, folder / "chunks.png")
    (folder / "README.md").write_text(_page(measured, runs, machine), encoding="utf-8")


def _machine(value: "pd.Series[float]") -> Machine:
    """What a run is played on, by what was measured."""
    size = value["a deal on disk"]
    return Machine(
        deal=(value["playing a deal"] + value["packing a deal"]) * 1e-6,
        chunk=value["dask, a chunk (worker)"] * 1e-3,
        scheduler=value["dask, a chunk (scheduler)"] * 1e-3,
        parent=(value["dask, a chunk (parent)"] + value["writing a whole shard, synced"]) * 1e-3,
        byte=size / DISK_BYTES_PER_SECOND,
        join=value[f"joining a shard of {measure.PIECES} parts"] * 1e-3 / SHARD_DEALS,
        start=value["start, kernels at hand"],
    )


def _drawn(measured: pd.DataFrame, seed: int) -> Machine:
    """A machine whose costs are drawn from what the measured ones may be."""
    table = measured.set_index("name")
    error = (table["high"] - table["low"]) / 4
    drawn = table["value"] + error * np.random.default_rng(seed).standard_normal(len(table))
    return _machine(drawn.clip(lower=table["value"] / 4))


def _row(measured: pd.DataFrame, size: int, file: int) -> dict[str, float]:
    """Chunks of a size, in files of a size: mean and interval of each figure over the seeds."""
    found = pd.DataFrame([course(_drawn(measured, seed), DEALS, size, file, seed) for seed in SEEDS])
    wide = student(0.95, len(SEEDS) - 1) * found.std() / len(SEEDS) ** 0.5
    row: dict[str, float] = {"chunk_deals": size, "file_deals": file}
    for name, mean in found.mean().items():
        row |= {
            f"{name}": mean,
            f"{name}_low": max(0.0, mean - wide[name]),
            f"{name}_high": mean + wide[name],
        }
    return row


def _chart(runs: pd.DataFrame, path: Path) -> None:
    runs = runs[runs["chunk_deals"] == runs["file_deals"]]
    style = {"font.size": 10.5, "axes.spines.top": False, "axes.spines.right": False}
    with matplotlib.rc_context(style):
        figure = Figure(figsize=(7.2, 4.4), layout="constrained")
        axes = figure.subplots()
        drawn = (
            ("efficiency", "time that plays deals", "o", "-", "#12395b"),
            ("scheduler_load", "load of the scheduler", "s", "--", "#c2571a"),
            ("parent_load", "load of the process that writes", "^", ":", "#3c9d86"),
        )
        for name, label, marker, line, colour in drawn:
            low, high = runs[name] - runs[f"{name}_low"], runs[f"{name}_high"] - runs[name]
            axes.errorbar(
                runs["chunk_deals"],
                100 * runs[name],
                100 * np.array([low, high]),
                marker=marker,
                linestyle=line,
                color=colour,
                capsize=3,
                label=label,
            )
        axes.axvline(DEFAULT, color="#888888", linewidth=0.8)
        axes.annotate(" the default", (DEFAULT, 102), color="#555555")
        axes.set(xscale="log", ylim=(0, 110), xlabel="deals in a chunk, which is one file", ylabel="per cent")
        axes.set_title(f"{DEALS:,} deals on 1,000 cores, by the size of a chunk", loc="left", pad=26)
        axes.grid(axis="y", color="#d9d9d9", linewidth=0.7)
        axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=3, fontsize=9)
        figure.supxlabel(
            f"simulated, seeds {SEEDS[0]}–{SEEDS[-1]}, intervals: 95 %; costs measured on one machine",
            fontsize=8,
            color="#555555",
        )
        figure.savefig(path, dpi=160, metadata={"Software": None})


def _page(measured: pd.DataFrame, runs: pd.DataFrame, machine: Machine) -> str:
    value = measured.set_index("name")["value"]
    layouts = runs.set_index(["chunk_deals", "file_deals"])
    shard, small = layouts.loc[DEFAULT, DEFAULT], layouts.loc[SHARD_DEALS, SHARD_DEALS]
    size, tables, check = (
        value[name] for name in ("a deal on disk", "tables, a deal", "checking a shard when going on")
    )
    figures = {
        "deals": f"{DEALS:,}",
        "minutes": f"{shard['seconds'] / 60:.0f}",
        "efficiency": f"{100 * shard['efficiency']:.0f}",
        "scheduler": f"{100 * shard['scheduler_load']:.0f}",
        "parent": f"{100 * shard['parent_load']:.0f}",
        "chunks": f"{shard['chunks_per_second']:.0f}",
        "ideal": f"{DEALS * machine.deal / machine.workers / 60:.0f}",
        "small_minutes": f"{small['seconds'] / 60:.0f}",
        "small_parent": f"{100 * small['parent_load']:.0f}",
        "cut_minutes": f"{layouts.loc[250_000, DEFAULT]['seconds'] / 60:.0f}",
        "small": f"{SHARD_DEALS:,}",
        "gigabytes": f"{DEALS * size / 1e9:.0f}",
        "files": f"{DEALS // DEFAULT:,}",
        "shard": f"{DEFAULT:,}",
        "network": f"{100 * DEALS * size / shard['seconds'] / BYTES_PER_SECOND:.0f}",
        "report_hours": f"{DEALS * tables * 1e-6 / 3600:.1f}",
        "check_hours": f"{DEALS / SHARD_DEALS * check * 1e-3 / 3600:.1f}",
        "lost": f"{100 * shard['lost_share']:.3f}",
        "tail": f"{shard['tail']:.0f}",
        "policy": measure.POLICY,
        "rules": measure.RULES,
        "cpu": f"{platform.machine()}, Python {platform.python_version()}",
        "measured": "\n".join(
            f"| {each.name} | {each.value:.3g} | {each.low:.3g} – {each.high:.3g} | {each.unit} |"
            for each in measured.itertuples()
        ),
        "runs": "\n".join(
            f"| {int(each.chunk_deals):,} | {int(each.file_deals):,} | "
            f"{each.seconds / 60:.1f} ({each.seconds_low / 60:.1f}–{each.seconds_high / 60:.1f}) | "
            f"{100 * each.efficiency:.0f} % | {each.chunks_per_second:.0f} | "
            f"{100 * each.scheduler_load:.0f} % | {100 * each.parent_load:.0f} % | {each.tail:.0f} |"
            for each in runs.itertuples()
        ),
        "workers": f"{machine.workers:,}",
        "slow": f"{100 * machine.slow:.0f} %",
        "slowness": f"{machine.slowness:g}",
        "lost_after": f"{machine.lost_after / 3600:.0f}",
        "back_after": f"{machine.back_after:.0f}",
        "spread": f"{100 * machine.spread:.0f} %",
    }
    template = (Path(__file__).parent / "page.md").read_text(encoding="utf-8")
    return template.format_map(figures)


if __name__ == "__main__":
    main()
