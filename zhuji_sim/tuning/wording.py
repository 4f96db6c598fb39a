"""A tuning for readers: verdict, tables, and the policy as a TOML file."""

from dataclasses import asdict
from typing import Final

import pandas as pd
import tomli_w

from zhuji_sim.analysis.wording import TextTable, points
from zhuji_sim.duplicate.wording import FEW_WALLS
from zhuji_sim.labels import text
from zhuji_sim.policies import Policy
from zhuji_sim.tuning import frames
from zhuji_sim.tuning.plan import Tuning
from zhuji_sim.tuning.record import Record, Result

__all__ = [
    "choice_table",
    "conditions",
    "found",
    "path_table",
    "policy_toml",
    "result_table",
    "verdicts",
    "weight_table",
]

_PERCENT: Final = 100


def found(tuning: Tuning, record: Record) -> Policy:
    """The policy to be written: the chosen one, or the start under the new name where nothing was gained."""
    start = [tuning.start.weights[place] for place in tuning.places]
    return tuning.policy(record.chosen.weights if record.adopted else start, tuning.name)


def verdicts(tuning: Tuning, record: Record, lang: str) -> list[str]:
    """Whether anything was gained, against the pool and against the opponent kept out of it."""
    pool, held_out = record.against_pool, record.against_held_out
    if record.adopted:
        key = "gained"
    elif pool.gain_low > 0:
        key = "pool_only"
    else:
        key = "lost" if pool.gain_high < 0 else "no_gain"
    lines = [
        _say(
            key,
            lang,
            name=tuning.name,
            start=tuning.start.name,
            against=_listed(tuning.against_names, lang),
            held_out=tuning.held_out_name,
            points=_points(pool, "gain"),
            walls=pool.walls,
        ),
        _say("against_held_out", lang, held_out=tuning.held_out_name, points=_points(held_out, "gain")),
    ]
    if pool.walls < FEW_WALLS:
        lines.append(text("comparison.few_walls", lang, walls=pool.walls, least=FEW_WALLS))
    return lines


def conditions(tuning: Tuning, lang: str) -> str:
    """Rules, pool, budget and seeds, in one line."""
    return _say(
        "conditions",
        lang,
        rules=_listed(tuning.rules_names, lang),
        against=_listed(tuning.against_names, lang),
        generations=tuning.generations,
        population=tuning.population,
        walls=tuning.walls,
        draws=tuning.draws,
        seed=tuning.seed,
        choice_seed=tuning.choice_seed,
        check_seed=tuning.check_seed,
        check_walls=tuning.check_walls,
    )


def result_table(tuning: Tuning, record: Record, lang: str) -> TextTable:
    """The chosen one and the start against everybody."""
    several = len(tuning.rules) > 1
    rows = []
    for each in record.results:
        if (each.rules and not several) or not (each.against or len(tuning.against) > 1):
            continue
        against = each.against or _say("whole_pool", lang)
        if each.held_out:
            against = _say("kept_out", lang, name=against)
        row = [against, each.rules or _say("all_rules", lang)] if several else [against]
        rows.append([*row, *(_points(each, name) for name in ("tuned", "start", "gain"))])
    heads = ["against", "rules"] if several else ["against"]
    names = [_say(f"head_{name}", lang) for name in (*heads, "tuned", "start", "gain")]
    return TextTable(names, rows, [False] * len(heads) + [True] * 3)


def weight_table(tuning: Tuning, record: Record, lang: str) -> TextTable:
    """Start, find and bounds of each weight that was searched."""
    rows = [
        [
            weight.name,
            f"{tuning.start.weights[place]:g}",
            f"{value:g}",
            f"{weight.low:g} – {weight.high:g}",
        ]
        for weight, place, value in zip(tuning.weights, tuning.places, record.chosen.weights, strict=True)
    ]
    heads = [_say(f"head_{name}", lang) for name in ("weight", "start_value", "found", "bounds")]
    return TextTable(heads, rows, [False, True, True, True])


def choice_table(tuning: Tuning, record: Record, lang: str) -> TextTable:
    """The best of the search on the walls for choosing."""
    rows = []
    for _, row in frames.choices(tuning, record).iterrows():
        number, place = int(row["generation"]), int(row["candidate"])
        key = "source_candidate" if place else "source_mean"
        rows.append([_say(key, lang, generation=number, candidate=place), points(row, "gain")])
    return TextTable([_say(f"head_{name}", lang) for name in ("source", "gain")], rows, [False, True])


def path_table(tuning: Tuning, record: Record, lang: str) -> TextTable:
    """The mean of the search by generation."""
    rows = [
        [
            str(int(row["generation"])),
            f"{_PERCENT * row['step']:.1f}%",
            points(row, "score"),
            points(row, "gain"),
        ]
        for _, row in frames.path(tuning, record).iterrows()
    ]
    heads = [_say(f"head_{name}", lang) for name in ("generation", "step", "score", "gain")]
    return TextTable(heads, rows, [True] * len(heads))


def policy_toml(tuning: Tuning, record: Record, version: str, lang: str) -> str:
    """The policy as a TOML file, its origin and gain in comments."""
    lines = [_say("toml_made_by", lang, version=version), *verdicts(tuning, record, lang)]
    lines.append(conditions(tuning, lang))
    written = found(tuning, record).spec
    head = tomli_w.dumps({"base": written["base"], "name": written["name"]})
    lines = [*(f"# {line}" for line in lines), *head.splitlines(), "", "[weights]"]
    for (name, value), before in zip(written["weights"].items(), tuning.start.weights, strict=True):
        note = f"  # {_say('toml_before', lang, value=f'{before:g}')}" if value != before else ""
        lines.append(f"{name} = {value!r}{note}")
    return "\n".join(lines) + "\n"


def _points(result: Result, name: str) -> str:
    return points(pd.Series(asdict(result)), name)


def _listed(names: tuple[str, ...], lang: str) -> str:
    return text("report.list_comma", lang).join(names)


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"tuning.{key}", lang, **values)
