"""Policies that other installed packages offer, and what is wrong with those that cannot be used.

A package names its kinds of policy as entry points of the group `zhuji_sim.policies`: the policy's name, and
where its `PolicyKind` stands. The `decide` of the kind's module is compiled by `policies.signature.decider`.
Its machine code is kept until the file of that module or zhuji_sim changes; its kernels belong in that file.
"""

import math
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from zhuji_sim.errors import PolicyError, in_one_line

from .catalogue import BUILT_IN
from .kinds import PolicyKind, Weight
from .presets import PRESETS

__all__ = ["ENTRY_POINTS", "decider_of", "plug_ins"]

ENTRY_POINTS: Final = "zhuji_sim.policies"


def plug_ins() -> dict[str, PolicyKind | PolicyError]:
    """By name, the kinds that installed packages offer; for those of no use the error that says why."""
    found: dict[str, PolicyKind | PolicyError] = {}
    for name, entries in _entries().items():
        found[name] = _kind_of(entries[0])
        if name in BUILT_IN or name in PRESETS:
            found[name] = _error(entries[0], "a policy of zhuji_sim has that name")
        elif len(entries) > 1:
            found[name] = _error(entries[0], f"package {_package(entries[1])} has one of the same name")
    return found


def decider_of(kind: PolicyKind) -> Any:
    """The decision function of a kind that is not built in.

    Raises
    ------
    PolicyError
        Its module cannot be imported, or has no `decide` that `policies.signature.decider` compiled.
    """
    from .signature import is_decider

    try:
        decide = getattr(import_module(kind.module), "decide", None)
    except Exception as problem:
        raise _error_of(kind, _import_problem(kind.module, problem)) from problem
    if not is_decider(decide):
        raise _error_of(kind, f"{kind.module} has no decide compiled by zhuji_sim.policies.signature.decider")
    return decide


def _entries() -> dict[str, list[EntryPoint]]:
    """Entry points by name; the same one may be found twice, where a package lies on the path twice."""
    found: dict[str, dict[str, EntryPoint]] = {}
    for entry in entry_points(group=ENTRY_POINTS):
        found.setdefault(entry.name, {}).setdefault(_package(entry), entry)
    return {name: [entries[each] for each in sorted(entries)] for name, entries in sorted(found.items())}


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.value


def _error(entry: EntryPoint, problem: str) -> PolicyError:
    return PolicyError(f"policy {entry.name} of package {_package(entry)}: {problem}")


def _error_of(kind: PolicyKind, problem: str) -> PolicyError:
    """The same for a kind, which need not come from an entry point."""
    entries = _entries().get(kind.name)
    return _error(entries[0], problem) if entries else PolicyError(f"policy {kind.name}: {problem}")


def _import_problem(what: str, problem: Exception) -> str:
    return f"{what} cannot be imported: {in_one_line(f'{type(problem).__name__}: {problem}')}"


def _kind_of(entry: EntryPoint) -> PolicyKind | PolicyError:
    try:
        kind = entry.load()
    except Exception as problem:
        return _error(entry, _import_problem(entry.value, problem))
    wrong = _what_is_wrong(kind, entry)
    return kind if wrong is None else _error(entry, wrong)


def _what_is_wrong(kind: Any, entry: EntryPoint) -> str | None:
    from zhuji_sim.engine.mind import WEIGHTS_MAX

    if not isinstance(kind, PolicyKind):
        return f"{entry.value} is a {type(kind).__name__}, expected a PolicyKind"
    if kind.name != entry.name:
        return f"its kind is named {kind.name!r}, expected {entry.name!r} as its entry point"
    if not isinstance(kind.description, str) or not isinstance(kind.module, str):
        return "expected texts as description and module"
    if not isinstance(kind.weights, tuple) or not all(isinstance(each, Weight) for each in kind.weights):
        return "weights: expected a tuple of Weight"
    if len(kind.weights) > WEIGHTS_MAX:
        return f"{len(kind.weights)} weights: expected at most {WEIGHTS_MAX}"
    names = [weight.name for weight in kind.weights]
    for weight in kind.weights:
        if names.count(weight.name) > 1:
            return f"weight {weight.name!r}: expected each name once"
        numbers = (weight.low, weight.default, weight.high)
        finite = all(isinstance(each, int | float) and math.isfinite(each) for each in numbers)
        if not (finite and weight.low <= weight.default <= weight.high):
            return (
                f"weight {weight.name!r}: default {weight.default!r} from {weight.low!r} to {weight.high!r}: "
                "expected numbers in order"
            )
    return None
