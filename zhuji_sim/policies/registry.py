"""Finding policies by name or TOML file, and what a chosen policy is."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np

from zhuji_sim.errors import PolicyError, did_you_mean
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.toml_files import read_toml

from .catalogue import BUILT_IN
from .kinds import PolicyKind
from .plug_ins import decider_of, plug_ins
from .presets import PRESETS, preset_path

__all__ = ["OwnModel", "Policy", "kinds", "load", "names"]

_KEYS: Final = ("base", "description", "model", "name", "weights")
"""Of a TOML file."""


@dataclass(frozen=True)
class OwnModel:
    """A fitted model that a policy brings along, in place of the one shipped for those rules.

    Attributes
    ----------
    rules : str
        The preset for which it was fitted, and for whose kin it is used (`Ruleset.base`).
    numbers : tuple of float
    digest : str
        Tells it from other models.
    path : str
        The file it was read from.
    """

    rules: str
    numbers: tuple[float, ...]
    digest: str
    path: str = field(compare=False)


@dataclass(frozen=True)
class Policy:
    """A kind of policy with its weights set: small, comparable, and sent to workers as it is.

    Attributes
    ----------
    name : str
        The kind's or preset's name, or the name of the TOML file that sets the weights.
    kind : PolicyKind
    weights : tuple of float
        In the order of `kind.weights`.
    models : tuple of OwnModel
        At most one for each preset of the rules.
    about : str
        What is said of it, where that is not what is said of the kind.
    """

    name: str
    kind: PolicyKind
    weights: tuple[float, ...]
    models: tuple[OwnModel, ...] = ()
    about: str = field(default="", compare=False)

    @property
    def description(self) -> str:
        """One sentence."""
        return self.about or self.kind.description

    @property
    def spec(self) -> dict[str, Any]:
        """Name, kind, every weight and which models of its own, as plain values for manifests and TOML."""
        named = {weight.name: value for weight, value in zip(self.kind.weights, self.weights, strict=True)}
        spec: dict[str, Any] = {"name": self.name, "base": self.kind.name, "weights": named}
        if self.models:
            spec["models"] = {model.rules: model.digest for model in self.models}
        return spec

    @property
    def changes(self) -> dict[str, float]:
        """The weights that differ from the kind's."""
        return {
            weight.name: value
            for weight, value in zip(self.kind.weights, self.weights, strict=True)
            if value != weight.default
        }

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

        One of its own for these rules, else what `fitted(rules)` of the kind's module gives, if it is there.
        """
        for own in self.models:
            if own.rules == rules.base:
                from .fitted import as_model

                return as_model(own.numbers)
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
    """Names that `load` understands: kinds and presets that are built in, then those of other packages."""
    return list(dict.fromkeys([*BUILT_IN, *PRESETS, *kinds()]))


def load(source: "str | Policy | Path") -> Policy:
    """The policy of a name, or of a TOML file with `base` and a table `weights`.

    A file may also have a `name`, a `description`, and `model`, a file (or a list of files) that `zhuji fit`
    wrote, found from the TOML file's folder.

    Raises
    ------
    PolicyError
        An unknown name, weight or key, a weight out of range, or a model that cannot be used; says what is
        allowed.
    """
    if isinstance(source, Policy):
        return source
    text = str(source)
    if text.endswith(".toml"):
        return _from_toml(Path(text))
    return _named(text, "policy")


def _named(name: str, what: str) -> Policy:
    if name in PRESETS:
        return _from_toml(preset_path(name))
    kind = _kind(name, what)
    return Policy(kind.name, kind, tuple(weight.default for weight in kind.weights))


def _kind(name: str, what: str) -> PolicyKind:
    if name in BUILT_IN:
        return BUILT_IN[name]
    known = kinds()
    if name not in known:
        offered = plug_ins().get(name)
        if isinstance(offered, PolicyError):
            raise offered
        valid = names()
        raise PolicyError(
            f"{what} {name!r}: expected one of {', '.join(valid)}, or a TOML file{did_you_mean(name, valid)}"
        )
    return known[name]


def _from_toml(path: Path) -> Policy:
    document = read_toml(path, PolicyError)
    for key in document:
        if key not in _KEYS:
            hint = did_you_mean(key, _KEYS) or f"; the keys are {', '.join(_KEYS)}"
            raise PolicyError(f"{path}: unknown key {key}{hint}")
    base = document.get("base")
    expected = f"expected the name of a policy, one of {', '.join(names())}"
    if base is None:
        raise PolicyError(f"{path}: base is missing: {expected}")
    if not isinstance(base, str):
        raise PolicyError(f"{path}: base = {base!r}: {expected}")
    start = _named(base, f"{path}: base")
    for key in ("name", "description"):
        if not isinstance(document.get(key, ""), str):
            raise PolicyError(f"{path}: {key} = {document[key]!r}: expected a text")
    given = document.get("weights", {})
    if not isinstance(given, dict):
        raise PolicyError(f"{path}: weights = {given!r}: expected a table of numbers")
    return Policy(
        document.get("name", path.stem),
        start.kind,
        _weights(start, given, str(path)),
        _models(start.kind, document["model"], path) if "model" in document else start.models,
        document.get("description", start.about),
    )


def _weights(start: Policy, given: Mapping[str, Any], where: str) -> tuple[float, ...]:
    kind = start.kind
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
    return tuple(
        float(given.get(weight.name, value))
        for weight, value in zip(kind.weights, start.weights, strict=True)
    )


def _models(kind: PolicyKind, given: Any, path: Path) -> tuple[OwnModel, ...]:
    """The models that a TOML file names."""
    files: Sequence[Any] = given if isinstance(given, list) else [given]
    if not all(isinstance(each, str) for each in files):
        raise PolicyError(
            f"{path}: model = {given!r}: expected a file that `zhuji fit` wrote, or a list of such"
        )
    if not kind.takes_model:
        raise PolicyError(f"{path}: model = {given!r}: {kind.name} has no fitted model")
    from .fitted import read_model

    found: dict[str, OwnModel] = {}
    for each in files:
        place = path.parent / each
        model = read_model(place)
        if model.rules in found:
            raise PolicyError(
                f"{path}: model = {given!r}: expected one for each ruleset, but two are for {model.rules}"
            )
        found[model.rules] = OwnModel(model.rules, model.numbers, model.digest, str(place))
    return tuple(found.values())
