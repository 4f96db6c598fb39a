"""`zhuji fit`: the model of a value policy, fitted to deals that it plays itself."""

import os
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from zhuji_sim.cli.options import Json, Lang, Quiet, Speaker
from zhuji_sim.cli.run import RUNS


def fit(
    policy: Annotated[str, typer.Argument(metavar="POLICY")] = "champion",
    rules: Annotated[list[str] | None, typer.Option("--rules", metavar="RULES", show_default=False)] = None,
    deals: Annotated[int, typer.Option("--deals", metavar="N")] = 20_000,
    rounds: Annotated[int, typer.Option("--rounds", metavar="R")] = 3,
    bid_rounds: Annotated[int, typer.Option("--bid-rounds", metavar="B")] = 5,
    check: Annotated[int | None, typer.Option("--check", metavar="N", show_default=False)] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0)] = 1,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="J", min=1, show_default=False)] = None,
    out: Annotated[Path, typer.Option("--out", metavar="DIR")] = RUNS / "fit",
    fresh: Annotated[bool, typer.Option("--fresh")] = False,
    lang: Lang = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Fit what a value policy knows of its chances."""
    speaker = Speaker(lang, json, quiet)
    from zhuji_sim.fitting.files import FitRequest, fit_into
    from zhuji_sim.fitting.fit import Plan
    from zhuji_sim.policies import load
    from zhuji_sim.rules.options import PRESETS
    from zhuji_sim.rules.ruleset import Ruleset

    names = list(rules or PRESETS)
    plan = Plan(deals, rounds, bid_rounds, seed=seed)
    checked = deals if check is None else check
    rulesets = tuple(Ruleset.of(name) for name in names)
    request = FitRequest(rulesets, load(policy), load("tai"), plan, checked)
    command = ["zhuji", "fit", policy, *(word for name in names for word in ("--rules", name))]
    command += ["--deals", str(deals), "--rounds", str(rounds), "--bid-rounds", str(bid_rounds)]
    command += ["--check", str(checked), "--seed", str(seed)]
    speaker.note("fit_begins", policy=policy, rules=", ".join(names), folder=out)

    def told(ruleset: Any, name: str, rows: Any, played: int, seconds: float) -> None:
        speaker.note(
            "fit_progress",
            rules=ruleset.base,
            stage=_stage(speaker, name),
            deals=played,
            seconds=seconds,
            auctions=_auctions(speaker, rows, played),
        )

    fitted = fit_into(
        out, request, shlex.join(command), jobs=jobs or os.cpu_count() or 1, fresh=fresh, told=told
    )
    if json:
        speaker.document(
            {"models": [{"path": str(each.path), "kept": each.kept, **each.manifest} for each in fitted]}
        )
    else:
        _show(fitted, speaker)


def _stage(speaker: Speaker, name: str) -> str:
    kind, _, number = name.partition(" ")
    return speaker.text(f"fit_stage_{kind}", number=number)


def _auctions(speaker: Speaker, rows: Any, deals: int) -> str:
    """How many contracts there were and how many were made, where there are auctions."""
    held = rows.bids[rows.bids["holds"] == 1]
    if not len(held):
        return ""
    return speaker.text("fit_contracts", held=100 * len(held) / deals, made=100 * held["made"].mean())


def _show(fitted: list[Any], speaker: Speaker) -> None:
    for each in fitted:
        manifest = each.manifest
        speaker.lines(
            speaker.text(
                "fit_is_at" if not each.kept else "fit_was_at",
                rules=manifest["rules"],
                path=each.path,
                seed=manifest["check_seed"],
                deals=manifest["check_deals"],
            )
        )
        heads = ("role", "step", "hands", "won", "log_loss", "log_loss_of_share")
        table = speaker.table(*(speaker.text(f"fit_head_{head}") for head in heads), right=(2, 3, 4, 5))
        for row in manifest["check"]["prospects"]:
            table.add_row(
                speaker.text(f"fit_role_{row['role']}"),
                speaker.text("fit_step", step=row["step"]),
                f"{row['hands']:,}",
                f"{100 * row['won']:.1f} %",
                f"{row['log_loss']:.4f}{_interval(row['low'], row['high'])}",
                f"{row['log_loss_of_share']:.4f}",
            )
        speaker.show(table)
        if manifest["check"]["bids"]:
            columns = ("contracts", "chance", "made")
            table = speaker.table(*(speaker.text(f"fit_head_{each}") for each in columns), right=(0, 1, 2))
            for row in manifest["check"]["bids"]:
                table.add_row(
                    f"{row['contracts']:,}",
                    f"{100 * row['chance']:.1f} %",
                    f"{100 * row['made']:.1f} % ({100 * row['low']:.1f}–{100 * row['high']:.1f})",
                )
            speaker.show(table)
    speaker.lines(speaker.text("fit_use", path=fitted[0].path.resolve()))


def _interval(low: float | None, high: float | None) -> str:
    """An interval as tables show it, nothing where there is none."""
    return "" if low is None or high is None else f" ({low:.4f}–{high:.4f})"
