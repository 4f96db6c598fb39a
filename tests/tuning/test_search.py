"""The optimiser on made-up scores: it climbs, keeps within bounds, and can be taken to where it was."""

import numpy as np
from small import changed, small

from zhuji_sim.tuning.search import Search


def climb(search: Search, top: np.ndarray, generations: int) -> list[tuple[np.ndarray, list[float]]]:
    told = []
    for _ in range(generations):
        asked = search.ask()
        told.append((asked, [-float(((row - top) ** 2).sum()) for row in asked]))
        search.tell(told[-1][1])
    return told


def test_it_starts_at_the_policys_weights_with_the_step_asked_for():
    search = Search(small("tai", step=0.05, population=200))
    assert search.mean.tolist() == [3, 3, 2, 0]
    spread = search.ask() - search.mean
    ranges = np.array([10, 10, 10, 4])
    assert np.allclose(spread.std(axis=0) / ranges, 0.05, atol=0.01)


def test_it_finds_the_top():
    search, top = Search(small("tai", population=8)), np.array([6.0, 1.0, 0.0, 1.5])
    climb(search, top, 60)
    assert np.allclose(search.mean, top, atol=0.1)
    assert search.step < 0.05


def test_a_top_at_the_bounds_is_reached_and_none_is_passed():
    search = Search(small(changed("tai", dual_distance=9.0), population=8))
    top = np.array([-3.0, 12.0, 2.0, 5.0])
    told = climb(search, top, 60)
    asked = np.concatenate([each for each, _ in told])
    assert (asked >= [-1, -1, -1, -2]).all()
    assert (asked <= [9, 9, 9, 2]).all()
    assert np.allclose(search.mean, [-1, 9, 2, 2], atol=0.2)


def test_one_weight_can_be_searched():
    search = Search(small("random"))
    climb(search, np.array([0.25]), 40)
    assert abs(search.mean[0] - 0.25) < 0.02


def test_told_the_same_scores_it_goes_the_same_way():
    """Numpy's global stream, which others use too, must have no part in it."""
    top = np.array([6.0, 1.0, 0.0, 1.5])
    one, other = Search(small("tai")), Search(small("tai"))
    told = climb(one, top, 8)
    before = np.random.get_state()[2]  # noqa: NPY002 - it is the one that must not be touched
    for asked, scores in told:
        np.random.seed(len(scores))  # noqa: NPY002
        assert (other.ask() == asked).all()
        other.tell(scores)
    assert (one.ask() == other.ask()).all()
    np.random.seed(1)  # noqa: NPY002
    before = np.random.get_state()[2]  # noqa: NPY002
    climb(Search(small("tai")), top, 2)
    assert np.random.get_state()[2] == before  # noqa: NPY002


def test_another_seed_goes_another_way():
    assert (Search(small("tai", seed=1)).ask() != Search(small("tai", seed=2)).ask()).all()
