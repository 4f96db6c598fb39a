"""What is tuned: a policy, which of its weights, against whom, under which rules and how long, validated."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from zhuji_sim.duplicate.comparison import distinct
from zhuji_sim.duplicate.walls import SEATINGS
from zhuji_sim.errors import ExperimentError, PolicyError, RunFolderError, did_you_mean
from zhuji_sim.policies import Policy, kinds, load
from zhuji_sim.policies.kinds import Weight
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import DRAWS, HIGHEST_SEED, MOST_DEALS, check_whole, check_word
from zhuji_sim.runner.simulate import Rules, rules_name

__all__ = ["CHOICES", "KIND", "Tuning", "of_manifest", "plan"]

KIND: Final = "tuning"
"""What the manifest of a tuning's folder says it is."""
GENERATIONS: Final = 20
WALLS: Final = 500
STEP: Final = 0.1
CHECK: Final = 10
"""So many times the walls of a generation are played to choose, and as many again to estimate the chosen."""
CHOICES: Final = 4
"""What is chosen from at the end: the mean of the search, and its three best candidates."""
FEWEST: Final = 4
"""The smallest population."""
_RESERVES: Final = ("tai", "speed", "random")
"""Opponents to keep out of the pool where the policy itself is in it."""


@dataclass(frozen=True)
class Tuning:
    """A validated tuning: everything that decides what it finds.

    Attributes
    ----------
    name : str
        That of the policy to be written.
    start : Policy
        The policy whose weights are the start.
    places : tuple of int
        Places of the weights that are searched, in the policy's row of weights.
    against, against_names
        The pool of opponents, and what to call them.
    held_out, held_out_name
        The opponent that is kept out of the pool.
    rules, rules_names
        Rulesets that are averaged, and what to call them.
    generations, population : int
        Rounds of the search, and candidates of each.
    walls : int
        Walls of a generation: each is played with every candidate against every opponent under all rules.
    check_walls : int
        Walls on which one of the best is chosen; the chosen one is estimated on as many others.
    step : float
        Standard deviation of the first candidates, as a share of each weight's range.
    """

    name: str
    start: Policy
    places: tuple[int, ...]
    against: tuple[Policy, ...]
    against_names: tuple[str, ...]
    held_out: Policy
    held_out_name: str
    rules: tuple[Ruleset, ...]
    rules_names: tuple[str, ...]
    seed: int
    generations: int
    population: int
    walls: int
    check_walls: int
    step: float
    draws: str

    title: Mapping[str, str] | None = None
    about: Mapping[str, str] | None = None

    @property
    def weights(self) -> tuple[Weight, ...]:
        """The weights that are searched."""
        return tuple(self.start.kind.weights[place] for place in self.places)

    @property
    def choice_seed(self) -> int:
        """Seed of the walls on which the best are compared."""
        return self.seed + 1

    @property
    def check_seed(self) -> int:
        """Seed of the walls on which the chosen one is estimated."""
        return self.seed + 2

    @property
    def search_deals(self) -> int:
        """Deals of the search; the start and the mean play along, which are the same at first."""
        players = self.generations * (self.population + 2) - 1
        return players * self.walls * len(self.rules) * len(self.against) * SEATINGS

    @property
    def total_deals(self) -> int:
        """The most deals that are played."""
        choosing, checking = (1 + CHOICES) * len(self.against), 2 * (1 + len(self.against))
        return self.search_deals + (choosing + checking) * self.check_walls * len(self.rules) * SEATINGS

    def policy(self, values: Sequence[float], name: str) -> Policy:
        """The policy with these values of the weights that are searched."""
        weights = list(self.start.weights)
        for place, value in zip(self.places, values, strict=True):
            weights[place] = float(value)
        return replace(self.start, name=name, weights=tuple(weights))

    def describe(self) -> dict[str, Any]:
        """Everything that decides what is found, as plain values."""
        return {
            "kind": KIND,
            "name": self.name,
            "weights": [weight.name for weight in self.weights],
            "seed": self.seed,
            "generations": self.generations,
            "population": self.population,
            "walls": self.walls,
            "check_walls": self.check_walls,
            "step": self.step,
            "draws": self.draws,
            "rules_names": list(self.rules_names),
            "rules": [rules.options() for rules in self.rules],
            "policies": [self.start.name, *self.against_names, self.held_out_name],
            "policy_specs": [policy.spec for policy in (self.start, *self.against, self.held_out)],
        }


def plan(
    policy: Any,
    against: Sequence[Any],
    weights: Sequence[str] | None = None,
    held_out: Any = None,
    rules: Sequence[Rules] = ("bao",),
    seed: int = 1,
    *,
    generations: int | None = None,
    population: int | None = None,
    walls: int | None = None,
    check_walls: int | None = None,
    step: float | None = None,
    draws: str = "lanes",
    name: str | None = None,
) -> Tuning:
    """Validate what is asked for.

    Parameters
    ----------
    policy : str, Path or Policy
        Whose weights are tuned; its own values are the start.
    against : sequence of str, Path or Policy
        The pool of opponents.
    weights : sequence of str, optional
        Names of the weights to search; all that can be changed if missing.
    held_out : str, Path or Policy, optional
        An opponent that is not in the pool; the policy as it was, or where the pool has it, the first of
        `tai`, `speed` and `random` that it has not.
    rules : sequence
        One or more rulesets, presets, TOML files or options.
    seed : int
        Of the search; the walls to choose on have the next one, those of the last estimate the one after it.
    generations, population, walls, check_walls, step
        See `Tuning`. If missing: 20 generations, 500 walls, a step of 0.1, ten times `walls` as
        `check_walls`, and 4 + ⌊3 ln n⌋ candidates for n weights (Hansen 2016, The CMA Evolution Strategy:
        A Tutorial, arXiv:1604.00772, table 1).
    draws : {"wall", "lanes"}
        As in `BatchSpec`.
    name : str, optional
        That of the policy to be written, `POLICY-tuned` if missing.

    Raises
    ------
    ZhujiError
        Names what is wrong and what was expected.
    """
    start = load(policy)
    places = _places(start, weights)
    pool = tuple(load(each) for each in against)
    if not pool:
        raise ExperimentError("against: the pool is empty: expected one or more opponents")
    for i, each in enumerate(pool):
        if any(_alike(each, other) for other in pool[:i]):
            raise ExperimentError(f"against: {each.name!r} is there twice: expected each opponent once")
    if not rules:
        raise ExperimentError("rules: none given: expected one or more rulesets")
    kept_out = _held_out(start, pool, held_out)
    *against_names, held_out_name = names = _names(start, (*pool, kept_out))
    generations = GENERATIONS if generations is None else generations
    population = FEWEST + int(3 * math.log(len(places))) if population is None else population
    walls = WALLS if walls is None else walls
    check_walls = CHECK * walls if check_walls is None else check_walls
    step = STEP if step is None else step
    check_whole("seed", seed, 0, HIGHEST_SEED - 2)
    check_whole("generations", generations, 1, 10_000)
    check_whole("population", population, FEWEST, 10_000)
    check_whole("walls", walls, 2, MOST_DEALS // SEATINGS)
    check_whole("check_walls", check_walls, 2, MOST_DEALS // SEATINGS)
    check_word("draws", draws, DRAWS)
    if isinstance(step, bool) or not isinstance(step, int | float) or not 0 < step <= 1:
        raise ExperimentError(f"step = {step!r}: expected a number above 0 and up to 1")
    return Tuning(
        name=_name(start, name, names),
        start=start,
        places=places,
        against=pool,
        against_names=tuple(against_names),
        held_out=kept_out,
        held_out_name=held_out_name,
        rules=tuple(Ruleset.of(each) for each in rules),
        rules_names=distinct([rules_name(each) for each in rules]),
        seed=int(seed),
        generations=int(generations),
        population=int(population),
        walls=int(walls),
        check_walls=int(check_walls),
        step=float(step),
        draws=draws,
    )


def of_manifest(manifest: Mapping[str, Any], path: Path) -> Tuning:
    """The tuning that a manifest describes; `path` is for errors.

    Raises
    ------
    RunFolderError
        It describes none that can be read here.
    """
    try:
        known = kinds()
        start, *against, held_out = (
            Policy(spec["name"], known[spec["base"]], tuple(spec["weights"].values()))
            for spec in manifest["policy_specs"]
        )
        _, *against_names, held_out_name = manifest["policies"]
        return Tuning(
            start=start,
            places=tuple(start.kind.position(weight) for weight in manifest["weights"]),
            against=tuple(against),
            against_names=tuple(against_names),
            held_out=held_out,
            held_out_name=held_out_name,
            rules=tuple(Ruleset.of(options) for options in manifest["rules"]),
            rules_names=tuple(manifest["rules_names"]),
            **{
                key: manifest[key]
                for key in (
                    *("name", "seed", "generations", "population"),
                    *("walls", "check_walls", "step", "draws"),
                )
            },
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RunFolderError(f"{path} does not describe a tuning: {error!r}") from None


def _places(policy: Policy, names: Sequence[str] | None) -> tuple[int, ...]:
    """Places of the weights to search, in the order of the policy."""
    kind = policy.kind
    known = {weight.name: weight for weight in kind.weights}
    if names is not None:
        for i, name in enumerate(names):
            if name not in known:
                has = f"{kind.name} has {', '.join(known) or 'none'}"
                raise PolicyError(f"weights: unknown weight {name!r}: {has}{did_you_mean(name, known)}")
            if name in names[:i]:
                raise PolicyError(f"weights: {name!r} is there twice: expected each weight once")
            if known[name].low >= known[name].high:
                raise PolicyError(
                    f"weights: {name!r} is always {known[name].low:g}: expected one with a range"
                )
        if not names:
            raise PolicyError("weights: none given: expected one or more names of weights")
    wanted = [name for name, weight in known.items() if weight.low < weight.high]
    places = tuple(kind.position(name) for name in wanted if names is None or name in names)
    if not places:
        raise PolicyError(
            f"{policy.name} has no weights to tune: expected a policy whose weights have a range"
        )
    return places


def _held_out(start: Policy, pool: Sequence[Policy], given: Any) -> Policy:
    if given is not None:
        found = load(given)
        if any(_alike(found, each) for each in pool):
            raise ExperimentError(f"held_out: {found.name!r} is in the pool: expected another opponent")
        return found
    for offered in (start, *map(load, _RESERVES)):
        if not any(_alike(offered, each) for each in pool):
            return offered
    raise ExperimentError("held_out: the pool has everybody: expected an opponent that is not in it")


def _alike(one: Policy, other: Policy) -> bool:
    return (one.kind, one.weights) == (other.kind, other.weights)


def _names(start: Policy, opponents: Sequence[Policy]) -> list[str]:
    """What to call opponents: the start goes by its own name, another policy of that name does not."""
    others = [each.name for each in opponents if not _alike(each, start)]
    named = iter(distinct([start.name, *others])[1:])
    return [start.name if _alike(each, start) else next(named) for each in opponents]


def _name(start: Policy, given: str | None, taken: Sequence[str]) -> str:
    name = f"{start.name}-tuned" if given is None else given
    if name in (start.name, *taken):
        raise ExperimentError(f"name = {name!r}: expected another name than those of the players")
    if not re.fullmatch(r"\w[\w .+-]*", name):
        raise ExperimentError(
            f"name = {name!r}: expected letters, digits, '-', '_', '.' or '+': it names a file"
        )
    return name
