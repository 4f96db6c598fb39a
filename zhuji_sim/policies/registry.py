"""Finding policies by name or TOML file, and what a chosen policy is."""

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from zhuji_sim.errors import PolicyError, did_you_mean
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.toml_files import read_toml

from .catalogue import BUILT_IN
from .kinds import PolicyKind
from .plug_ins import decider_of, plug_ins

__all__ = ["Policy", "kinds", "load", "names"]

_KEYS: Final = ("base", "name", "weights")
"""Of a TOML file."""


@dataclass(frozen=True)
class Policy:
    """A kind of policy with its weights set: small, comparable, and sent to workers as it is.

    Attributes
    ----------
    name : str
        The kind's name, or the name of the TOML file that sets the weights.
    kind : PolicyKind
    weights : tuple of float
        In the order of `kind.weights`.
    """

    name: str
    kind: PolicyKind
    weights: tuple[float, ...]

    @property
    def spec(self) -> dict[str, Any]:
        """Name, kind and every weight, as plain values for manifests and TOML."""
        named = {weight.name: value for weight, value in zip(self.kind.weights, self.weights, strict=True)}
        return {"name": self.name, "base": self.kind.name, "weights": named}

    def decider(self) -> Callable[..., int]:
        """The compiled decision function; importing it compiles it if the cache does not hold it yet.

        Raises
        ------
        PolicyError
            A plug-in has none; names its package.
        """
        if self.kind.module.partition(".")[0] != __name__.partition(".")[0]:
            return decider_of(self.kind)  # type: ignore[no-any-return]
        decide: Callable[..., int] = importlib.import_module(self.kind.module).decide
        return decide

    def model(self, rules: Ruleset) -> np.ndarray | None:
        """What the policy has fitted for `rules` (float32[MODEL_MAX]), None where it has nothing.

        It is what `fitted(rules)` of the kind's module gives, where there is one.
        """
        fitted = getattr(importlib.import_module(self.kind.module), "fitted", None)
        return None if fitted is None else fitted(rules)

    def chances(self) -> Callable[..., int] | None:
        """The compiled function that tells how likely each bid and name is (`policies.signature`), if any."""
        found: Callable[..., int] | None = getattr(importlib.import_module(self.kind.module), "chances", None)
        return found


def kinds() -> dict[str, PolicyKind]:
    """All kinds of policy by name: those built in, then those of installed packages that can be used."""
    offered = {name: kind for name, kind in plug_ins().items() if isinstance(kind, PolicyKind)}
    return BUILT_IN | offered


def names() -> list[str]:
    """Names that `load` understands."""
    return list(kinds())


def load(source: "str | Policy | Path") -> Policy:
    """The policy of a name, or of a TOML file with `base` and a table `weights`.

    Raises
    ------
    PolicyError
        An unknown name, weight or key, or a weight out of range; says what is allowed.
    """
    if isinstance(source, Policy):
        return source
    text = str(source)
    if text.endswith(".toml"):
        return _from_toml(Path(text))
    kind = _kind(text, "policy")
    return Policy(kind.name, kind, tuple(weight.default for weight in kind.weights))


def _kind(name: str, what: str) -> PolicyKind:
    if name in BUILT_IN:
        return BUILT_IN[name]
    known = kinds()
    if name not in known:
        offered = plug_ins().get(name)
        if isinstance(offered, PolicyError):
            raise offered
        raise PolicyError(
            f"{what} {name!r}: expected one of {', '.join(known)}, or a TOML file{did_you_mean(name, known)}"
        )
    return known[name]


def _from_toml(path: Path) -> Policy:
    document = read_toml(path, PolicyError)
    for key in document:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS) or f"; the keys are {', '.join(_KEYS)}"
            raise PolicyError(f"{path}: unknown key {key}{hint}")
    base = document.get("base")
    expected = f"expected the name of a policy, one of {', '.join(kinds())}"
    if base is None:
        raise PolicyError(f"{path}: base is missing: {expected}")
    if not isinstance(base, str):
        raise PolicyError(f"{path}: base = {base!r}: {expected}")
    kind = _kind(base, f"{path}: base")
    name = document.get("name", path.stem)
    if not isinstance(name, str):
        raise PolicyError(f"{path}: name = {name!r}: expected a text")
    given = document.get("weights", {})
    if not isinstance(given, dict):
        raise PolicyError(f"{path}: weights = {given!r}: expected a table of numbers")
    return Policy(name, kind, _weights(kind, given, str(path)))


def _weights(kind: PolicyKind, given: Mapping[str, Any], where: str) -> tuple[float, ...]:
    known = {weight.name: weight for weight in kind.weights}
    for name, value in given.items():
        if name not in known:
            hint = did_you_mean(name, known)
            raise PolicyError(f"{where}: unknown weight {name!r}: {kind.name} has {', '.join(known)}{hint}")
        weight = known[name]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not weight.low <= value <= weight.high:
            bounds = f"from {weight.low:g} to {weight.high:g}"
            raise PolicyError(f"{where}: weights.{name} = {value!r}: expected a number {bounds}")
    return tuple(float(given.get(weight.name, weight.default)) for weight in kind.weights)
