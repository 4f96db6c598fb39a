"""The experiment file that gives a run again."""

from collections.abc import Sequence
from itertools import product
from typing import Any, Final

import tomli_w

from zhuji_sim.analysis.run_folder import CellInfo, RunInfo
from zhuji_sim.rules.options import PRESETS
from zhuji_sim.rules.ruleset import Ruleset

__all__ = ["experiment_toml"]

_AUCTION: Final = "auction"


def experiment_toml(run: RunInfo) -> str | None:
    """An experiment file with the same cells, or None where no grid of presets and options gives them."""
    presets = _distinct(str(cell.rules.get("preset")) for cell in run.cells)
    if not set(presets) <= set(PRESETS):
        return None
    names = _distinct(name for cell in run.cells for name in _changed(cell))
    options = {name: _distinct(cell.rules[name] for cell in run.cells) for name in names}
    policies = _distinct(list(cell.policies) for cell in run.cells)
    contracts = _distinct(cell.contract or _AUCTION for cell in run.cells)
    declarers = _distinct(cell.declarer for cell in run.cells if cell.declarer)
    biddings = [
        (contract, declarer)
        for contract in contracts
        for declarer in ([None] if contract == _AUCTION else declarers)
    ]
    laid_out = [
        (preset, dict(zip(options, values)), players, bidding)
        for preset, values, players, bidding in product(
            presets, list(product(*options.values())), policies, biddings
        )
    ]
    there = [
        (
            cell.rules["preset"],
            {name: cell.rules[name] for name in names},
            list(cell.policies),
            (cell.contract or _AUCTION, cell.declarer),
        )
        for cell in run.cells
    ]
    if laid_out != there:
        return None
    manifest = run.manifest
    content: dict[str, Any] = {"seed": manifest["seed"], "deals": manifest["deals"]}
    if manifest.get("matches"):
        content["matches"] = manifest["matches"]
    content["draws"] = manifest["draws"]
    content["rules"] = _one_or_all(presets)
    content["policies"] = _one_or_all(policies)
    content["contract"] = _one_or_all(contracts)
    if declarers:
        content["declarer"] = _one_or_all(declarers)
    if options:
        content["options"] = {name: _one_or_all(values) for name, values in options.items()}
    return tomli_w.dumps(content)


def _changed(cell: CellInfo) -> list[str]:
    """Options of a cell that differ from its preset."""
    plain = Ruleset.preset(cell.rules["preset"]).options()
    return [name for name, value in cell.rules.items() if plain[name] != value]


def _distinct(values: Any) -> list[Any]:
    """Each value once, in order; lists are no keys, so by comparing."""
    found: list[Any] = []
    for value in values:
        if value not in found:
            found.append(value)
    return found


def _one_or_all(values: Sequence[Any]) -> Any:
    return values[0] if len(values) == 1 else list(values)
