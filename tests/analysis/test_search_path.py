"""The chart of a search shows where it went, and says what it leaves out."""

import numpy as np
import pandas as pd
import pytest

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.search_path import search_path

NAMES = [f"weight_{i}" for i in range(8)]


def frames(generations: int, names: list[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """A search in which each weight goes farther than the one before it."""
    numbers = np.arange(1, generations + 1)
    gain = 0.1 * numbers
    path = pd.DataFrame(
        {"generation": numbers, "gain": gain, "gain_low": gain - 0.3, "gain_high": gain + 0.3}
    )
    for i, name in enumerate(names):
        path[name] = 1 + i * numbers / generations
    candidates = pd.DataFrame(
        {"generation": np.repeat(numbers, 3), "gain": np.tile([0.0, 0.1, 0.2], generations)}
    )
    return path, candidates


def drawn(generations: int, names: list[str]):
    path, candidates = frames(generations, names)
    return search_path(path, candidates, dict.fromkeys(names, (0.0, 10.0)), Canvas(1000, 1))


def legend(figure) -> list[str]:
    return [text.get_text() for text in figure.legends[0].get_texts()]


def test_the_weights_that_moved_most_are_shown():
    figure = drawn(5, NAMES)
    assert [name for name in legend(figure) if name in NAMES] == NAMES[2:]
    assert any("the 6 of 8 that moved most" in text.get_text() for text in figure.texts)


@pytest.mark.parametrize("generations", [1, 40])
def test_few_weights_are_all_shown_in_percent_of_their_range(generations):
    figure = drawn(generations, NAMES[:2])
    assert NAMES[:2] == [name for name in legend(figure) if name in NAMES]
    below = figure.axes[1]
    assert [line.get_ydata()[-1] for line in below.get_lines()] == pytest.approx([10, 20])
    assert all(tick == int(tick) for tick in below.get_xticks())
    assert not any("moved most" in text.get_text() for text in figure.texts)
