"""Nanoseconds a hand: win check, distances, best tai, beside plain versions and the reference in one run."""

import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple

from zhuji_sim import tables as look_up
from zhuji_sim.benchmarks import hand_loops
from zhuji_sim.benchmarks.hand_samples import Samples, gather
from zhuji_sim.benchmarks.plain_hands import working_rows
from zhuji_sim.rules.reference import Hand, is_complete, judge
from zhuji_sim.rules.reference_distance import distance
from zhuji_sim.rules.ruleset import Ruleset

__all__ = ["MEASURED", "Measured", "arguments", "bench_samples", "rows"]

HANDS: Final = 20_000
SEED: Final = 20_251
ROUNDS: Final = 25
SECONDS: Final = 0.02
"""Aim for the length of one timed call."""
JUDGED: Final = 30
"""Hands of the reference's sample."""
NEAR: Final = 2
"""The reference measures distances no greater than this: its search grows steeply."""
MELDS: Final = 2
"""And only of hands with so many melds on the table."""
RULES: Final = "bao"


class Measured(NamedTuple):
    """One question asked of hands."""

    hands: str
    """What is measured."""
    goal_ns: float | None
    """Nanoseconds a hand that are to be kept on one core."""
    fast: Callable[..., int]
    """Loop over hands with the engine's kernel."""
    plain: Callable[..., int] | None
    """The same with (min,+) loops."""
    tai: int
    """Tai asked for."""
    sample: str
    """Which hands: `waiting`, `drawn` or `complete`, see `hand_samples.Samples`."""
    reference: Callable[[Ruleset, Hand], Any] | None
    """The same question to the reference."""


def _reference_distance(tai: int) -> Callable[[Ruleset, Hand], Any]:
    return lambda rules, hand: distance(rules, hand, tai, NEAR)


MEASURED: Final = (
    Measured(
        "complete",
        8,
        hand_loops.complete,
        hand_loops.plain_complete,
        0,
        "drawn",
        lambda _, hand: is_complete(hand.tiles, hand.caishen, len(hand.melds)),
    ),
    Measured(
        "distance to any win",
        8,
        hand_loops.to_any,
        hand_loops.plain_to_any,
        0,
        "waiting",
        _reference_distance(0),
    ),
    *(
        Measured(
            f"distance to {tai} tai",
            80,
            hand_loops.to_tai,
            hand_loops.plain_to_tai,
            tai,
            "waiting",
            _reference_distance(tai),
        )
        for tai in (1, 2, 3, 4)
    ),
    Measured("best tai", 200, hand_loops.worth, hand_loops.plain_worth, 0, "complete", judge),
    Measured("helpful tiles to any win", None, hand_loops.helpful, None, 0, "waiting", None),
    Measured("helpful tiles to 3 tai", None, hand_loops.helpful, None, 3, "waiting", None),
)
"""Everything that is measured, under the rules of bao."""


@cache
def bench_samples(count: int) -> Samples:
    """So many hands as dealt and in mid-game, and the complete ones met on the way."""
    rules = Ruleset.preset(RULES)
    return gather(rules, look_up.load(rules), count, SEED)


def arguments(measured: Measured, count: int = HANDS) -> tuple[Any, ...]:
    """What the loops of this question take, but for the number of times; `count` hands are gathered."""
    rules = Ruleset.preset(RULES)
    hands = getattr(bench_samples(count), measured.sample)
    return hands, measured.tai, rules.encode(), look_up.load(rules), working_rows()


def rows() -> list[dict[str, Any]]:
    """Measure. Every figure is the fastest of 25 rounds: what else runs on the machine only adds to it.

    The rounds of all questions take turns, so that a slow spell of the machine does not fall on one of them.

    Returns
    -------
    list of dict
        `hands` (the question), `ns` a hand, `goal_ns` (None where none is set), `plain_ns` and `reference_ns`
        of the plain version and of the reference, and how many times slower these are (`plain_ratio`,
        `reference_ratio`). The reference is asked once, about few hands, for distances about those with two
        melds and more, and gives up beyond two tiles, which favours it.
    """
    timers = [
        _Timer(measured, loop) for measured in MEASURED for loop in (measured.fast, measured.plain) if loop
    ]
    for _ in range(ROUNDS):
        for timer in timers:
            timer.round()
    fastest = {(timer.measured.hands, timer.loop): timer.fastest for timer in timers}
    return [_row(measured, fastest) for measured in MEASURED]


def _row(measured: Measured, fastest: dict[tuple[str, Any], float]) -> dict[str, Any]:
    fast = fastest[measured.hands, measured.fast]
    plain = fastest.get((measured.hands, measured.plain))
    reference = None if measured.reference is None else _reference_nanoseconds(measured)
    return {
        "hands": measured.hands,
        "ns": fast,
        "goal_ns": measured.goal_ns,
        "plain_ns": plain,
        "plain_ratio": None if plain is None else plain / fast,
        "reference_ns": reference,
        "reference_ratio": None if reference is None else reference / fast,
    }


class _Timer:
    """Rounds of one loop. The first call compiles, the second finds out how often to ask all hands."""

    def __init__(self, measured: Measured, loop: Callable[..., int]) -> None:
        self.measured = measured
        self.loop = loop
        self.given = arguments(measured)
        self.fastest = float("inf")
        loop(*self.given, 1)
        self.times = max(1, round(SECONDS / _seconds(lambda: loop(*self.given, 1))))

    def round(self) -> None:
        """One more timing, in nanoseconds a hand."""
        seconds = _seconds(lambda: self.loop(*self.given, self.times))
        self.fastest = min(self.fastest, seconds / self.times / len(self.given[0]) * 1e9)


def _reference_nanoseconds(measured: Measured) -> float:
    """Nanoseconds a hand of the reference, on the first hands that it can be asked about."""
    ask = measured.reference
    assert ask is not None
    rules = Ruleset.preset(RULES)
    hands: list[Hand] = getattr(bench_samples(HANDS), f"{measured.sample}_hands")
    if measured.sample == "waiting":
        hands = [hand for hand in hands if len(hand.melds) >= MELDS]
    asked = hands[:JUDGED]
    return _seconds(lambda: [ask(rules, hand) for hand in asked]) / len(asked) * 1e9


def _seconds(action: Callable[[], Any]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start
