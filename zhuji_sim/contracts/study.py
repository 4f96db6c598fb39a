"""What is asked: rules, who plays, and on how many walls."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zhuji_sim.analysis.estimates import MIN_CLUSTERS
from zhuji_sim.engine.same_wall import WAYS
from zhuji_sim.errors import ContractError, ExperimentError, RunFolderError
from zhuji_sim.policies.registry import Policy, kinds, load
from zhuji_sim.rules.contracts import LOWEST_LEVEL, Contract, Mode
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_DEALS, check_whole
from zhuji_sim.runner.simulate import Rules, rules_name

__all__ = ["DRAWS", "HIGHEST_LEVEL", "KIND", "Study", "of_manifest", "plan"]

KIND: Final = "contracts"
"""What the manifest of a study's folder says it is."""
HIGHEST_LEVEL: Final = 6
"""Contracts of higher levels are made too seldom to be forced."""
DRAWS: Final = "lanes"
"""A share of the wall for each seat, which keeps the ways to play a wall alike for longer."""


@dataclass(frozen=True)
class Study:
    """A validated study: everything that decides its figures.

    Attributes
    ----------
    rules : Ruleset
    rules_name : str
    policy : Policy
        Who sits in every seat.
    walls : int
    seed : int
    confidence : float
        That of all intervals.
    """

    rules: Ruleset
    rules_name: str
    policy: Policy
    walls: int
    seed: int
    confidence: float = 0.95

    title: Mapping[str, str] | None = None
    about: Mapping[str, str] | None = None

    @property
    def levels(self) -> range:
        """Levels of the contracts that are forced."""
        return range(LOWEST_LEVEL, min(HIGHEST_LEVEL, self.rules.max_level) + 1)

    @property
    def deals_per_wall(self) -> int:
        """Ways to play a wall: every contract forced on every seat, and the auctions."""
        return len(SEATS) * len(Mode) * len(self.levels) + WAYS

    @property
    def total_deals(self) -> int:
        """Deals of all walls; those that a pass does not change are not played again, but count."""
        return self.walls * self.deals_per_wall

    @property
    def command(self) -> str:
        """What gives the same figures again."""
        return (
            f"python -m zhuji_sim.contracts --rules {self.rules_name} --policy {self.policy.name} "
            f"--walls {self.walls} --seed {self.seed} --confidence {self.confidence:g}"
        )

    def describe(self) -> dict[str, Any]:
        """Everything that decides the figures, as plain values."""
        return {
            "kind": KIND,
            "seed": self.seed,
            "walls": self.walls,
            "confidence": self.confidence,
            "draws": DRAWS,
            "contracts": [str(Contract(level, mode)) for mode in Mode for level in self.levels],
            "rules_name": self.rules_name,
            "rules": self.rules.options(),
            "policies": [self.policy.name],
            "policy_specs": {self.policy.name: self.policy.spec},
        }


def plan(
    walls: int,
    seed: int = 1,
    rules: Rules = "bao",
    policy: str | Policy = "champion",
    confidence: float = 0.95,
) -> Study:
    """Validate what is asked.

    Raises
    ------
    ZhujiError
        Names what is wrong and what was expected.
    """
    check_whole("walls", walls, MIN_CLUSTERS, MOST_DEALS)
    check_whole("seed", seed, 0, HIGHEST_SEED)
    if not 0.5 <= confidence <= 0.9999:
        raise ExperimentError(f"confidence = {confidence!r}: expected a number from 0.5 to 0.9999")
    ruleset = Ruleset.of(rules)
    if not ruleset.has_bidding:
        raise ContractError(
            f"rules {rules_name(rules)!r}: expected rules with bidding, "
            f"but caishen_source = {ruleset.caishen_source!r}"
        )
    return Study(ruleset, rules_name(rules), load(policy), int(walls), int(seed), float(confidence))


def of_manifest(manifest: Mapping[str, Any], path: Path) -> Study:
    """The study that a manifest describes; `path` is for errors.

    Raises
    ------
    RunFolderError
        It describes none that can be read here.
    """
    try:
        (spec,) = manifest["policy_specs"].values()
        return Study(
            rules=Ruleset.of(manifest["rules"]),
            rules_name=manifest["rules_name"],
            policy=Policy(spec["name"], kinds()[spec["base"]], tuple(spec["weights"].values())),
            walls=manifest["walls"],
            seed=manifest["seed"],
            confidence=manifest["confidence"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RunFolderError(f"{path} does not describe a study of contracts: {error!r}") from None
