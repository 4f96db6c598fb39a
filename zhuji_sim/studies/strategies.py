"""Which strategy wins: who beats whom, what each heuristic is worth, how bold to bid and to call.

The first two are long comparisons of their own (`experiments/strength.sh`), whose reports are read; the
curves are played here: champion against itself with one weight changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

import pandas as pd

from zhuji_sim.analysis.run_folder import read_manifest
from zhuji_sim.duplicate.figures import mean, points
from zhuji_sim.errors import ExperimentError
from zhuji_sim.policies.registry import Policy, load
from zhuji_sim.runner.toml_tables import Reader
from zhuji_sim.studies import strategies_answer as answers
from zhuji_sim.studies import strategies_report as reporting
from zhuji_sim.studies.estimates import columns
from zhuji_sim.studies.meetings import Meeting, Meetings
from zhuji_sim.studies.question import Chart, Section, Tables

__all__ = ["Strategies"]

REPORTS: Final = ("strength", "ablations")
"""Reports of comparisons, a folder for each ruleset, of which the table of pairs is read."""
_MADE_BY: Final = ("rules", "seed", "confidence")
_PAIRS: Final = ("a", "b", "deals", "points_per_deal", "low", "high")
_BIDDING: Final = "bid_"
"""Weights that mean nothing where nobody bids begin so."""


@dataclass(frozen=True)
class Strategies(Meetings):
    """Which strategy wins.

    Attributes
    ----------
    curves : mapping
        By weight of the policy, the values to try.
    """

    curves: Mapping[str, tuple[float, ...]]

    name: ClassVar[str] = "strategies"
    keys: ClassVar[tuple[str, ...]] = ("curves", *REPORTS)
    charts: ClassVar[Mapping[str, Chart]] = reporting.CHARTS

    @classmethod
    def embed(cls, asked: Mapping[str, Any], folder: Path) -> dict[str, Any]:
        """The file with the reports that it names read in, so that a run says all that its page needs."""
        found = dict(asked)
        for name in REPORTS:
            if isinstance(asked.get(name), str):
                found[name] = _pairs_below(folder / asked[name])
        return found

    @classmethod
    def own(cls, reader: Reader) -> dict[str, Any]:
        """`curves`: known weights of the policy, and values that they can have."""
        for name in REPORTS:
            if not isinstance(reader.table.get(name, []), list):
                raise reader.wrong(name, "a folder of comparisons")
        weights = {
            weight.name: weight for weight in load(reader.table.get("policy", "champion")).kind.weights
        }
        given = reader.subtable("curves", weights)

        def value(name: str, each: Any) -> float:
            low, high = weights[name].low, weights[name].high
            if isinstance(each, bool) or not isinstance(each, int | float) or not low <= each <= high:
                raise given.wrong(name, f"numbers from {low:g} to {high:g}", each)
            return float(each)

        curves = {name: tuple(given.several(name, None, partial(value, name))) for name in given}
        return {"curves": curves}

    @property
    def meetings(self) -> list[Meeting]:
        """The policy with each value of each weight against itself, where the weight matters."""
        return [meeting for meeting, *_ in self._tried()]

    def _tried(self) -> list[tuple[Meeting, str, float]]:
        found = []
        for rules, ruleset in self.rules.items():
            for weight, values in self.curves.items():
                if ruleset.has_bidding or not weight.startswith(_BIDDING):
                    found += [
                        (Meeting(rules, _changed(self.policy, weight, value), self.policy), weight, value)
                        for value in values
                        if value != _weight(self.policy, weight)
                    ]
        return found

    def tables(self, rows: pd.DataFrame) -> dict[str, pd.DataFrame]:
        """`matrix` and `ablations`: the comparisons that were read; `curves`: by `rules`, `weight`, `value`.

        `points_per_deal` are those of a against b with their interval in `low` and `high`, in `curves` those
        of the policy with the weight changed against itself.
        """
        curves = []
        for (each, weight, value), (_, walls) in zip(self._tried(), self.met(rows), strict=True):
            row = {"rules": each.rules, "weight": weight, "value": value, "own": _weight(self.policy, weight)}
            gain = columns("points_per_deal", mean(points(walls), self.confidence))
            curves.append(row | {"walls": len(walls)} | gain)
        read = {
            name: pd.DataFrame(self.asked.get(name, []), columns=[*_MADE_BY, *_PAIRS]) for name in REPORTS
        }
        named = {"low": "points_per_deal_low", "high": "points_per_deal_high"}
        return {
            "matrix": read["strength"].rename(columns=named),
            "ablations": read["ablations"].rename(columns=named),
            "curves": pd.DataFrame(curves),
        }

    def answer(self, tables: Tables, lang: str) -> tuple[str, str]:
        """Who wins; what matters in his play, and whether bolder or shyer would be better."""
        return answers.answer(tables, lang)

    def by_rules(self, tables: Tables, lang: str) -> list[tuple[str, str]]:
        """What was found under each ruleset."""
        return answers.by_rules(tables, lang)

    def sections(self, tables: Tables, lang: str) -> list[Section]:
        """Matrix, ablations, curves."""
        return reporting.sections(tables, lang)


def _pairs_below(folder: Path) -> list[list[Any]]:
    """The pairs of all comparisons below a folder, one for each ruleset, as rows.

    Raises
    ------
    ExperimentError
        There are none, or they are damaged.
    """
    found: list[list[Any]] = []
    for path in sorted(folder.glob("*/tables/pairs.csv")):
        try:
            manifest = read_manifest(path.parents[1])
            made_by = [path.parents[1].name, manifest["seed"], manifest["confidence"]]
            table = pd.read_csv(path)[list(_PAIRS)]
        except (KeyError, ValueError, OSError) as error:
            raise ExperimentError(f"{path}: expected a comparison's table of pairs ({error})") from None
        found += [[*made_by, *row] for row in table.to_numpy(object).tolist()]
    if not found:
        raise ExperimentError(f"{folder}: expected comparisons such as {folder}/bao/tables/pairs.csv")
    return found


def _weight(policy: Policy, name: str) -> float:
    """The policy's own value of a weight."""
    return policy.weights[_place(policy, name)]


def _place(policy: Policy, name: str) -> int:
    """The place of a weight."""
    return [weight.name for weight in policy.kind.weights].index(name)


def _changed(policy: Policy, name: str, value: float) -> Policy:
    """The policy with one weight changed."""
    place = _place(policy, name)
    weights = (*policy.weights[:place], value, *policy.weights[place + 1 :])
    return replace(policy, name=f"{policy.name} {name}={value:g}", weights=weights)
