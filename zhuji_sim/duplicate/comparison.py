"""What is compared: policies, rules and how many walls, validated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from zhuji_sim.deals.external import MOVE_SECONDS, ExternalBot
from zhuji_sim.deals.players import Bot, is_bot, player_name, read_player
from zhuji_sim.duplicate.bots import RecordedBot, spec_of
from zhuji_sim.duplicate.rounds import Stopping
from zhuji_sim.duplicate.walls import SEATINGS, Pair
from zhuji_sim.errors import ExperimentError, RunFolderError
from zhuji_sim.policies import Policy, kinds
from zhuji_sim.reading import read_forced
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.runner.experiment import DRAWS, HIGHEST_SEED, MOST_DEALS, check_whole, check_word
from zhuji_sim.runner.simulate import Rules, rules_name

__all__ = ["DEALS", "DEALS_UNTIL", "KIND", "MOST_POLICIES", "Comparison", "distinct", "of_manifest", "plan"]

KIND: Final = "comparison"
"""What the manifest of a comparison's folder says it is."""
DEALS: Final = 10_000
"""Deals of a pair where nothing else is asked for."""
DEALS_UNTIL: Final = 2_000_000
"""The most deals of a pair where a width is asked for."""
MOST_POLICIES: Final = 30


@dataclass(frozen=True)
class Comparison:
    """A validated comparison: everything that decides its figures.

    Attributes
    ----------
    policies : tuple of Policy or Bot
    names : tuple of str
        What to call them, each name once.
    programs : tuple of ExternalBot
        Those of the bots that were named by their command, to be stopped at the end.
    rules_name : str
        Name of the rules.
    walls : int
        Walls of each pair, or the most of them where `until_width` is set.
    until_width : float, optional
        How narrow the interval of a pair's points per deal is to be, in points.
    confidence : float
        That of all intervals.
    first_only : bool
        Whether only the first policy meets each of the others.
    contract, declarer
        A forced contract and the seat that holds it, or None.
    """

    policies: tuple[Policy | Bot, ...]
    names: tuple[str, ...]
    rules: Ruleset
    rules_name: str
    seed: int
    walls: int
    contract: Contract | None = None
    declarer: int | None = None
    draws: str = "lanes"
    until_width: float | None = None
    confidence: float = 0.95
    first_only: bool = False

    programs: tuple[ExternalBot, ...] = ()
    title: Mapping[str, str] | None = None
    about: Mapping[str, str] | None = None

    @property
    def pairs(self) -> list[Pair]:
        """Every two of the policies, the first named first; or the first and each of the others."""
        places = range(len(self.policies))
        met = ((0, other) for other in places[1:]) if self.first_only else combinations(places, 2)
        return [
            Pair(
                index,
                self.policies[a],
                self.policies[b],
                (self.names[a], self.names[b]),
                self.rules,
                self.seed,
                self.contract,
                self.declarer,
                self.draws,
            )
            for index, (a, b) in enumerate(met)
        ]

    @property
    def stopping(self) -> Stopping:
        """When to stop."""
        return Stopping(self.walls, self.until_width, self.confidence)

    @property
    def total_deals(self) -> int:
        """The most deals that are played."""
        return len(self.pairs) * self.walls * SEATINGS

    def describe(self) -> dict[str, Any]:
        """Everything that decides the figures, as plain values."""
        return {
            "kind": KIND,
            "seed": self.seed,
            "walls": self.walls,
            "until_width": self.until_width,
            "confidence": self.confidence,
            "first_only": self.first_only,
            "draws": self.draws,
            "contract": None if self.contract is None else str(self.contract),
            "declarer": None if self.declarer is None else SEATS[self.declarer],
            "rules_name": self.rules_name,
            "rules": self.rules.options(),
            "policies": list(self.names),
            "policy_specs": {
                name: dict(spec_of(each)) for name, each in zip(self.names, self.policies, strict=True)
            },
        }


def plan(
    policies: Sequence[Any],
    deals: int | None = None,
    seed: int = 1,
    rules: Rules = "bao",
    contract: Contract | str | int | None = None,
    declarer: str | None = None,
    *,
    walls: int | None = None,
    draws: str = "lanes",
    until_width: float | None = None,
    confidence: float = 0.95,
    first_only: bool = False,
    bot_seconds: float = MOVE_SECONDS,
) -> Comparison:
    """Validate what `study` is asked for; its parameters.

    Raises
    ------
    ZhujiError
        Names what is wrong and what was expected.
    """
    one = isinstance(policies, str | Policy) or is_bot(policies)
    given: list[Any] = [policies] if one else list(policies)
    if not 2 <= len(given) <= MOST_POLICIES:
        raise ExperimentError(f"policies: {len(given)} to compare: expected 2 to {MOST_POLICIES}")
    loaded = tuple(read_player(policy, bot_seconds) for policy in given)
    check_whole("seed", seed, 0, HIGHEST_SEED)
    check_word("draws", draws, DRAWS)
    _check_number("confidence", confidence, 0.5, 0.9999)
    if until_width is not None:
        _check_number("until_width", until_width, 1e-6, 1e6)
    if walls is not None and deals is not None:
        raise ExperimentError(f"walls = {walls!r} and deals = {deals!r}: expected one of the two")
    if walls is None:
        wanted = deals if deals is not None else DEALS if until_width is None else DEALS_UNTIL
        check_whole("deals", wanted, 1, MOST_DEALS)
        walls = -(-wanted // SEATINGS)
    check_whole("walls", walls, 1, MOST_DEALS // SEATINGS)
    ruleset = Ruleset.of(rules)
    held, seat = read_forced(contract, declarer, ruleset)
    return Comparison(
        policies=loaded,
        names=distinct([player_name(policy) for policy in loaded]),
        programs=tuple(
            bot for bot, said in zip(loaded, given) if isinstance(bot, ExternalBot) and isinstance(said, str)
        ),
        rules=ruleset,
        rules_name=rules_name(rules),
        seed=int(seed),
        walls=int(walls),
        contract=held,
        declarer=seat,
        draws=draws,
        until_width=None if until_width is None else float(until_width),
        confidence=float(confidence),
        first_only=bool(first_only),
    )


def of_manifest(manifest: Mapping[str, Any], path: Path) -> Comparison:
    """The comparison that a manifest describes; `path` is for errors.

    Raises
    ------
    RunFolderError
        It describes none that can be played here.
    """
    try:
        specs = [manifest["policy_specs"][name] for name in manifest["policies"]]
        known = kinds()
        return Comparison(
            policies=tuple(
                Policy(spec["name"], known[spec["base"]], tuple(spec["weights"].values()))
                if "weights" in spec
                else RecordedBot(spec)  # type: ignore[misc]
                for spec in specs
            ),
            names=tuple(manifest["policies"]),
            rules=Ruleset.of(manifest["rules"]),
            rules_name=manifest["rules_name"],
            seed=manifest["seed"],
            walls=manifest["walls"],
            contract=None if manifest["contract"] is None else Contract.parse(manifest["contract"]),
            declarer=None if manifest["declarer"] is None else SEATS.index(manifest["declarer"]),
            draws=manifest["draws"],
            until_width=manifest["until_width"],
            confidence=manifest["confidence"],
            first_only=manifest["first_only"],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise RunFolderError(f"{path} does not describe a comparison: {error!r}") from None


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Each name once: the second `tai` becomes `tai #2`."""
    found: list[str] = []
    for name in names:
        copies = [name, *(f"{name} #{number}" for number in range(2, len(names) + 1))]
        found.append(next(each for each in copies if each not in found))
    return tuple(found)


def _check_number(name: str, value: Any, low: float, high: float) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not low <= value <= high:
        raise ExperimentError(f"{name} = {value!r}: expected a number from {low:g} to {high:g}")
