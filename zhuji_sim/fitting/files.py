"""Fits for several rulesets into a folder: a model file each, with a manifest of how it came about."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zhuji_sim import __version__
from zhuji_sim.engine.compile_cache import source_hash
from zhuji_sim.errors import ExperimentError, PolicyError, RulesError, RunFolderError, Stopped
from zhuji_sim.policies.fitted import as_model, numbers_of, read_manifest, write_model
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_JOBS, check_whole
from zhuji_sim.runner.files import cannot_start
from zhuji_sim.runner.manifest import now, versions
from zhuji_sim.runner.run import RESUME

from .checking import check
from .fit import Plan, Rows, fit, gather

__all__ = ["FitRequest", "Fitted", "fit_into"]

FEWEST_DEALS: Final = 200
MOST_DEALS: Final = 1_000_000
MOST_ROUNDS: Final = 100
CHECK_SEED: Final = 1_000_000
"""Lies between the seed of a fit and that of the deals it is checked on."""


@dataclasses.dataclass(frozen=True)
class FitRequest:
    """What is to be fitted, validated.

    Attributes
    ----------
    rulesets : tuple of Ruleset
        Each of another base.
    policy : Policy
        Whose model it is.
    teacher : Policy
        Plays while there is no model.
    plan : Plan
    check_deals : int
        Deals, of another seed, that the models are checked on.

    Raises
    ------
    ZhujiError
        Names what is wrong and what was expected.
    """

    rulesets: tuple[Ruleset, ...]
    policy: Policy
    teacher: Policy
    plan: Plan
    check_deals: int

    def __post_init__(self) -> None:
        if not self.policy.kind.takes_model:
            raise PolicyError(f"policy {self.policy.name!r}: {self.policy.kind.name} has no fitted model")
        bases = [rules.base for rules in self.rulesets]
        for base in bases:
            if bases.count(base) > 1:
                raise RulesError(f"rules: two of them build on {base}, for which there is one file: give one")
        check_whole("deals", self.plan.deals, FEWEST_DEALS, MOST_DEALS)
        check_whole("check", self.check_deals, FEWEST_DEALS, MOST_DEALS)
        check_whole("rounds", self.plan.rounds, 1, MOST_ROUNDS)
        check_whole("bid_rounds", self.plan.bid_rounds, 0, MOST_ROUNDS)
        check_whole("seed", self.plan.seed, 0, HIGHEST_SEED - 2 * CHECK_SEED)

    def describe(self, rules: Ruleset) -> dict[str, Any]:
        """Everything that decides the model for `rules`, as plain values."""
        return {
            "rules": rules.base,
            "options": rules.options(),
            "policy": self.policy.spec,
            "teacher": self.teacher.spec,
            "plan": self.plan._asdict(),
            "check_seed": self.plan.seed + CHECK_SEED,
            "check_deals": self.check_deals,
            "version": __version__,
            "sources": source_hash(),
        }


class Fitted(NamedTuple):
    """A model file: where it is, its manifest, and whether it was there before."""

    path: Path
    manifest: dict[str, Any]
    kept: bool


Told = Callable[[Ruleset, str, Rows, int, float], None]
"""Gets the rules, the name of each round, its rows, its deals and its seconds."""


def fit_into(
    folder: Path,
    request: FitRequest,
    command: str,
    *,
    jobs: int = 1,
    fresh: bool = False,
    told: Told = lambda *_: None,
) -> list[Fitted]:
    """Fit a model for each ruleset, and write it to `PRESET.json` as soon as it is there.

    Parameters
    ----------
    folder : Path
    request : FitRequest
    command : str
        What to write into the manifests as the command to repeat.
    jobs : int
        Workers; the numbers do not depend on it.
    fresh : bool
        Fit again what is there.
    told : callable
        Told of each round.

    Raises
    ------
    ExperimentError
        Too few deals.
    RunFolderError
        A file of another fit is there, or the folder cannot be used.
    Stopped
        Interrupted, or a worker process was killed; files that were written stay.
    """
    check_whole("jobs", jobs, 1, MOST_JOBS)
    wanted = {rules: (folder / f"{rules.base}.json") for rules in request.rulesets}
    kept = {} if fresh else {rules: _kept(path, request.describe(rules)) for rules, path in wanted.items()}
    found = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for rules, path in wanted.items():
            manifest = kept.get(rules)
            before = manifest is not None
            if manifest is None:
                model, manifest = _fit_one(rules, request, command, jobs, told)
                write_model(path, model, manifest)
            found.append(Fitted(path, manifest, before))
    except OSError as error:
        raise cannot_start(error, folder) from error
    except KeyboardInterrupt:
        raise Stopped(f"interrupted: finished files are kept, {RESUME}", 130) from None
    return found


def _fit_one(
    rules: Ruleset, request: FitRequest, command: str, jobs: int, told: Told
) -> tuple[NDArray[np.float64], dict[str, Any]]:
    plan, began = request.plan, perf_counter()
    since = began

    def tell(name: str, _: NDArray[np.float64] | None, rows: Rows) -> None:
        nonlocal since
        told(
            rules, name, rows, request.check_deals if name == "check" else plan.deals, perf_counter() - since
        )
        since = perf_counter()

    model = fit(rules, request.policy, request.teacher, plan, jobs, tell)
    if not np.isfinite(model).all():
        raise ExperimentError(f"deals = {plan.deals}: too few to fit {rules.base}: something never happened")
    written = np.asarray(as_model(numbers_of(model)), np.float64)
    fresh_seed = plan.seed + CHECK_SEED
    rows = gather(rules, request.policy, written, request.check_deals, fresh_seed, 0.0, jobs)
    tell("check", None, rows)
    return model, {
        **request.describe(rules),
        "command": command,
        "made": now(),
        "seconds": round(perf_counter() - began, 1),
        "versions": versions(),
        "check": check(written, rows),
    }


def _kept(path: Path, wanted: dict[str, Any]) -> dict[str, Any] | None:
    """The manifest of a file that holds what is wanted, None where there is no file."""
    if not path.exists():
        return None
    try:
        there = read_manifest(path)
    except PolicyError:
        there = {}
    different = [key for key, value in json.loads(json.dumps(wanted)).items() if there.get(key) != value]
    if different:
        raise RunFolderError(
            f"{path} holds another fit ({', '.join(different)} differ): "
            "choose another folder with --out, or start anew with --fresh"
        )
    return there
