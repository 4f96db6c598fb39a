"""The kernels' speed (`pytest --benchmark-enable tests/benchmarks`), and that plain loops answer the same."""

import pytest

from zhuji_sim.benchmarks.hands import MEASURED, arguments, bench_samples
from zhuji_sim.rules import Ruleset
from zhuji_sim.rules.reference import judge

HANDS = 1_500
NAMES = [measured.hands for measured in MEASURED]


@pytest.mark.parametrize("measured", MEASURED, ids=NAMES)
def test_speed(benchmark, measured):
    given = arguments(measured, HANDS if benchmark.disabled else 20_000)
    answer = benchmark(measured.fast, *given, 1)
    benchmark.extra_info["hands"] = len(given[0])
    assert answer > 0


@pytest.mark.parametrize(
    "measured",
    [measured for measured in MEASURED if measured.plain and measured.hands != "best tai"],
    ids=[measured.hands for measured in MEASURED if measured.plain and measured.hands != "best tai"],
)
def test_plain_loops_give_the_same_answers(measured):
    given = arguments(measured, HANDS)
    for start in range(0, len(given[0]), 100):
        part = (given[0][start : start + 100], *given[1:], 1)
        assert measured.fast(*part) == measured.plain(*part)


def test_best_tai_of_plain_loops_is_the_same_where_no_floor_lifts_it():
    (measured,) = (each for each in MEASURED if each.hands == "best tai")
    given = arguments(measured, HANDS)
    rules = Ruleset.preset("bao")
    same = 0
    for place, hand in enumerate(bench_samples(HANDS).complete_hands[:200]):
        fast = measured.fast(given[0][place : place + 1], *given[1:], 1)
        assert fast == judge(rules, hand).tai
        same += fast == measured.plain(given[0][place : place + 1], *given[1:], 1)
    assert same >= 195
