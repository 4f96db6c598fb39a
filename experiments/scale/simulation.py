"""A run on many cores as a simulation of events: workers, one scheduler, one parent that writes."""

import heapq
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

AHEAD: Final = 2
"""Chunks handed out for each worker, as `runner.cluster` does."""


@dataclass(frozen=True)
class Machine:
    """What a run is played on; times in seconds.

    Attributes
    ----------
    deal : float
        Worker's time for a deal, played and packed.
    chunk, scheduler, parent
        Time for a chunk, whatever it holds: of the worker, the scheduler, and the parent.
    byte : float
        The parent's time for a deal of a chunk that is written.
    join : float
        The parent's time to join a deal of a file that came in parts.
    start : float
        From a worker's start to its first deal.
    spread : float
        Standard deviation of the logarithm of a chunk's time.
    slow, slowness
        Share of workers that are slow, and how many times as long they take.
    lost_after, back_after
        Mean time until a worker dies, and until another has taken its place.
    """

    deal: float
    chunk: float
    scheduler: float
    parent: float
    byte: float
    join: float
    start: float
    workers: int = 1_000
    spread: float = 0.1
    slow: float = 0.02
    slowness: float = 3.0
    lost_after: float = 100 * 3_600.0
    back_after: float = 120.0


class Course(NamedTuple):
    """How a run went."""

    seconds: float
    efficiency: float
    """Deals' own time over the time that all workers were held."""
    scheduler_load: float
    parent_load: float
    chunks_per_second: float
    lost_share: float
    """Work thrown away with workers that died."""
    tail: float
    """Seconds from the first worker without work to the end."""


def course(machine: Machine, deals: int, size: int, file: int, seed: int) -> Course:
    """Play `deals` in chunks of `size` deals, which are files of their own or parts of files of `file`."""
    rng = np.random.default_rng((seed, size))
    of = machine
    left = -(-deals // size)
    total = left
    joins = of.join * size if size < file else 0.0
    writes = of.parent + of.byte * size + joins
    pace = np.where(rng.random(of.workers) < of.slow, of.slowness, 1.0)
    begins = of.start * rng.uniform(1, 2, of.workers)
    dies = begins + rng.exponential(of.lost_after, of.workers)
    ready = [[0.0] * AHEAD for _ in range(of.workers)]
    scheduler = parent = busy_scheduler = busy_parent = lost = 0.0
    noise, used = rng.lognormal(-(of.spread**2) / 2, of.spread, 1 << 16), 0
    events: list[tuple[float, int, int]] = []
    first_idle, end, finished = -1.0, 0.0, 0

    def begin(worker: int, now: float) -> None:
        """Let a worker play the next chunk; one that dies of it gives it back and is replaced."""
        nonlocal left, used, lost, first_idle
        if not left:
            first_idle = now if first_idle < 0 else first_idle
            return
        slot = min(range(AHEAD), key=ready[worker].__getitem__)
        start = max(now, ready[worker][slot])
        used = (used + 1) & 0xFFFF
        stop = start + (of.chunk + of.deal * size * noise[used]) * pace[worker]
        while stop > dies[worker]:
            lost += max(0.0, dies[worker] - start)
            start = dies[worker] + of.back_after + of.start
            dies[worker] = start + rng.exponential(of.lost_after)
            stop = start + (of.chunk + of.deal * size) * pace[worker]
        left -= 1
        heapq.heappush(events, (stop, worker, slot))

    for worker in range(of.workers):
        begin(worker, begins[worker])
    while events:
        now, worker, slot = heapq.heappop(events)
        scheduler = max(scheduler, now) + of.scheduler
        parent = max(parent, scheduler) + writes
        busy_scheduler += of.scheduler
        busy_parent += writes
        ready[worker][slot] = parent
        end = max(end, parent)
        finished += 1
        begin(worker, now)
    assert finished == total
    return Course(
        end,
        deals * of.deal / (end * of.workers),
        busy_scheduler / end,
        busy_parent / end,
        total / end,
        lost / (end * of.workers),
        end - first_idle,
    )
