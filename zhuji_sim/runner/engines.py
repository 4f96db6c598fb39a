"""The engine of the simulator, as the runner calls it."""

from typing import Any

from zhuji_sim.runner.execute import Engine
from zhuji_sim.runner.experiment import Cell, Experiment


def standard() -> Engine:
    """The compiled engine."""
    from zhuji_sim import batches

    return Engine(spec=_spec, warm=batches.warm, play=batches.play)


def _spec(experiment: Experiment, cell: Cell) -> Any:
    from zhuji_sim.batches import BatchSpec

    return BatchSpec(
        rules=cell.rules,
        policies=cell.policies,
        seed=experiment.seed,
        contract=cell.contract,
        declarer=cell.declarer,
        draws=experiment.draws,
        deals_per_match=experiment.deals if experiment.matches else 0,
    )
