"""The simulation of a long run agrees with what can be reckoned by hand."""

import importlib.util
import sys
from dataclasses import replace
from pathlib import Path

import pytest

PLACE = Path(__file__).parents[2] / "experiments" / "scale" / "simulation.py"
HOUR = 3600.0


@pytest.fixture(scope="module")
def simulation():
    spec = importlib.util.spec_from_file_location("scale_simulation", PLACE)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def ideal(simulation):
    """Ten even workers, a second for a thousand deals, and nothing else that costs."""
    return simulation.Machine(
        deal=1e-3,
        chunk=0.0,
        scheduler=0.0,
        parent=0.0,
        byte=0.0,
        join=0.0,
        start=0.0,
        workers=10,
        spread=0.0,
        slow=0.0,
        lost_after=1e9 * HOUR,
    )


def test_even_workers_share_the_deals(simulation, ideal):
    found = simulation.course(ideal, 1_000_000, 1000, 1000, 1)
    assert found.seconds == pytest.approx(100.0)
    assert found.efficiency == pytest.approx(1.0)
    assert found.tail == pytest.approx(0.0, abs=1e-6)


def test_a_parent_that_is_short_of_time_sets_the_pace(simulation, ideal):
    busy = replace(ideal, parent=0.5)
    found = simulation.course(busy, 1_000_000, 1000, 1000, 1)
    assert found.seconds == pytest.approx(1.0 + 1000 * 0.5)
    assert found.parent_load == pytest.approx(1.0, abs=0.01)


def test_parts_are_joined_and_whole_files_are_not(simulation, ideal):
    joining = replace(ideal, join=1e-3)
    whole = simulation.course(joining, 1_000_000, 1000, 1000, 1)
    parts = simulation.course(joining, 1_000_000, 1000, 2000, 1)
    assert whole.seconds == pytest.approx(100.0)
    assert parts.seconds > 1000.0


def test_dead_workers_cost_their_chunk_and_their_absence(simulation, ideal):
    mortal = replace(ideal, lost_after=50.0, back_after=5.0)
    found = simulation.course(mortal, 1_000_000, 1000, 1000, 1)
    assert found.lost_share > 0
    assert 105.0 < found.seconds < 200.0


def test_slow_workers_are_waited_for_at_the_end(simulation, ideal):
    uneven = replace(ideal, slow=0.3, slowness=5.0)
    small, large = (simulation.course(uneven, 1_000_000, size, size, 1) for size in (1000, 20_000))
    assert 0 < small.tail <= 5.0
    assert large.tail > small.tail
