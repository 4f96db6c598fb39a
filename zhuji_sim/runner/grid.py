"""Experiment files: one TOML file, one question; lists in it make a grid of cells."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, Final

from zhuji_sim.errors import ContractError, ExperimentError, RulesError, ZhujiError, did_you_mean
from zhuji_sim.labels import LANGUAGES
from zhuji_sim.rules.contracts import HIGHEST_LEVEL, LOWEST_LEVEL, Contract
from zhuji_sim.rules.options import PRESETS
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS
from zhuji_sim.runner.experiment import (
    AUCTION,
    BACKENDS,
    DRAWS,
    HIGHEST_SEED,
    MOST_DEALS,
    MOST_JOBS,
    Cell,
    Experiment,
)
from zhuji_sim.runner.toml_tables import Reader, load_toml

MOST_CELLS: Final = 10_000

RUN_KEYS: Final = ("jobs", "backend", "chunk")
KEYS: Final = (
    *("title", "about", "seed", "deals", "matches", "draws"),
    *("rules", "options", "policies", "contract", "declarer", "run"),
)

LoadPolicy = Callable[[str], Any]


@dataclass(frozen=True)
class _Table:
    name: str
    rules: Ruleset


@dataclass(frozen=True)
class _Bidding:
    """A forced contract and its declarer, or the auction."""

    contract: Contract | None = None
    declarer: int | None = None

    @property
    def name(self) -> str:
        return AUCTION if self.declarer is None else f"{SEATS[self.declarer]}:{self.contract}"


def read_experiment(path: str | Path, load_policy: LoadPolicy | None = None) -> Experiment:
    """Read and validate an experiment file and lay out its grid.

    Parameters
    ----------
    path : str or Path
        The file. Rules and policies that are files are found from its folder.
    load_policy : callable, optional
        Gives the policy for a name; `zhuji_sim.policies.load` if missing.

    Raises
    ------
    ExperimentError
        Names the file, the key, the value and what was expected.
    """
    path = Path(path)
    reader = Reader(path, load_toml(path), KEYS)
    run = reader.subtable("run", RUN_KEYS)
    return Experiment(
        seed=reader.whole("seed", 0, HIGHEST_SEED, 1),
        deals=reader.whole("deals", 1, MOST_DEALS),
        matches=reader.whole("matches", 1, MOST_DEALS) if "matches" in reader else 0,
        draws=reader.word("draws", DRAWS, DRAWS[0]),
        title=reader.texts("title", LANGUAGES),
        about=reader.texts("about", LANGUAGES),
        cells=tuple(_cells(reader, load_policy or _load_policy)),
        jobs=run.whole("jobs", 1, MOST_JOBS) if "jobs" in run else None,
        backend=run.word("backend", BACKENDS, BACKENDS[0]) if "backend" in run else None,
        chunk=run.whole("chunk", 1, MOST_DEALS) if "chunk" in run else None,
    )


def _cells(reader: Reader, load_policy: LoadPolicy) -> Iterator[Cell]:
    tables = _tables(reader)
    players = _players(reader, load_policy)
    biddings = _biddings(reader)
    _bound(reader, tables, players, biddings)
    for index, (table, policies, bidding) in enumerate(product(tables, players, biddings)):
        _check_forced(reader, table, bidding)
        parts = (
            (table.name, tables),
            ("/".join(dict.fromkeys(policy.name for policy in policies)), players),
            (bidding.name, biddings),
        )
        varied = [name for name, choices in parts if len(choices) > 1]
        name = " · ".join(varied or (name for name, _ in parts))
        yield Cell(index, name, table.name, table.rules, policies, bidding.contract, bidding.declarer)


def _bound(reader: Reader, *axes: Sequence[Any]) -> None:
    count = prod(len(axis) for axis in axes)
    if count > MOST_CELLS:
        raise ExperimentError(f"{reader.path}: a grid of {count} cells: expected at most {MOST_CELLS}")


def _check_forced(reader: Reader, table: _Table, bidding: _Bidding) -> None:
    if bidding.contract is None:
        return
    expected = ""
    if "matches" in reader:
        expected = f"{AUCTION}, which is how matches are played"
    elif not table.rules.has_bidding:
        expected = f"{AUCTION} under the rules {table.name}, which know no contracts"
    elif bidding.contract.level > table.rules.max_level:
        expected = f"a level of at most {table.rules.max_level}, the max_level of the rules {table.name}"
    if expected:
        raise reader.wrong("contract", expected, str(bidding.contract))


def _tables(reader: Reader) -> list[_Table]:
    """Every ruleset of the grid: `rules` times the lists in `options`."""
    known = Ruleset.all_options()
    options = reader.subtable("options", known)

    def option(name: str, value: Any) -> Any:
        if not known[name].accepts(value):
            raise options.wrong(name, known[name].expected, value)
        return value

    axes = {name: options.several(name, None, partial(option, name)) for name in options}
    varied = [name for name, axis in axes.items() if len(axis) > 1]
    bases = reader.several("rules", PRESETS[0], partial(_base, reader))
    _bound(reader, bases, *axes.values())
    found = []
    for base in bases:
        for values in product(*axes.values()):
            changes = dict(zip(axes, values))
            shown = (f"{name}={_plain(changes[name])}" for name in varied or changes)
            found.append(_Table(" ".join((base.name, *shown)), base.rules.replace(**changes)))
    return found


def _base(reader: Reader, value: Any) -> _Table:
    expected = f"a preset ({', '.join(PRESETS)}), a TOML file of rules, or a list of these"
    if not isinstance(value, str):
        raise reader.wrong("rules", expected, value)
    if value in PRESETS:
        return _Table(value, Ruleset.preset(value))
    if not value.endswith(".toml"):
        raise reader.wrong("rules", expected + did_you_mean(value, PRESETS), value)
    try:
        return _Table(Path(value).stem, Ruleset.from_toml(reader.path.parent / value))
    except RulesError as error:
        raise ExperimentError(f"{reader.path}: rules = {value!r}: {error}") from None


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _players(reader: Reader, load_policy: LoadPolicy) -> list[tuple[Any, ...]]:
    """Every four policies: from one name, four names, or a list of such lists."""
    expected = 'one name, four names (E, S, W, N), or a list of such lists: [["tai"], ["speed"]]'
    if "policies" not in reader:
        raise reader.missing("policies", expected)
    value = reader.table["policies"]
    grid = isinstance(value, list) and any(isinstance(each, list) for each in value)
    found: dict[str, Any] = {}

    def policy(name: str) -> Any:
        if name not in found:
            path = reader.path.parent / name
            try:
                found[name] = load_policy(str(path) if name.endswith(".toml") else name)
            except ZhujiError as error:
                raise ExperimentError(f"{reader.path}: policies = {name!r}: {error}") from None
        return found[name]

    def four(value: Any) -> tuple[str, ...]:
        names = value if isinstance(value, list) else [value]
        if len(names) not in (1, len(SEATS)) or not all(isinstance(name, str) for name in names):
            raise reader.wrong("policies", expected, value)
        return tuple((names * len(SEATS))[: len(SEATS)])

    tables = reader.several("policies", None, four) if grid else [four(value)]
    return [tuple(policy(name) for name in names) for names in tables]


def _biddings(reader: Reader) -> list[_Bidding]:
    """Every forced contract with each declarer; the auction once."""

    def contract(value: Any) -> Contract | None:
        if value == AUCTION:
            return None
        try:
            return Contract.parse(str(value))
        except ContractError:
            levels = f"a level from {LOWEST_LEVEL} to {HIGHEST_LEVEL} with its caishen mode"
            raise reader.wrong(
                "contract", f"{AUCTION}, or {levels}, such as 2, 独2 or 无财2", value
            ) from None

    def seat(value: Any) -> int:
        if not isinstance(value, str) or value not in tuple(SEATS):
            raise reader.wrong("declarer", f"one of {', '.join(SEATS)}", value)
        return SEATS.index(value)

    contracts = reader.several("contract", AUCTION, contract)
    declarers = reader.several("declarer", SEATS[0], seat)
    if "declarer" in reader and contracts == [None]:
        raise reader.wrong("declarer", f"none, since contract is left to the {AUCTION}")
    found: list[_Bidding] = []
    for each in contracts:
        found += [_Bidding()] if each is None else [_Bidding(each, declarer) for declarer in declarers]
    return found


def _load_policy(name: str) -> Any:
    from zhuji_sim.policies import load

    return load(name)
