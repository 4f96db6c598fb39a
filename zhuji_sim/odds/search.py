"""Spends deals where they decide: names first, then contracts; and then every row anew on fresh deals.

Everything that is chosen (the caishen of a row, which rows are contenders, how many deals they get) is chosen
on the first stream of deals. What is printed comes from a second one, whose length no result of its own has a
say in, so that intervals are those of a plain sample. Should the second stream clearly prefer another row,
that row is chosen and everything is played once more on a third stream.
"""

from dataclasses import dataclass
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from zhuji_sim.analysis.estimates import Z95

from .estimating import Sample, difference
from .playing import Arm, Dealer, Deals, is_pass
from .screening import Group

__all__ = ["MOST_DEALS", "PRECISION", "Budget", "Found", "search"]

FIRST_LOOK: Final = 96
"""Deals for everything there is; the better two names of a row get `SECOND_LOOK` more."""
SECOND_LOOK: Final = 192
MOST_ROWS: Final = 13
"""Rows that are worth showing: the best by the first look, and a pass in any case."""
ROUND: Final = 512
"""Deals a round while contracts are told apart, `ROUNDS` at most; fewer for a small budget."""
ROUNDS: Final = 4
FEWEST_A_ROUND: Final = 64
APART: Final = 3.0
"""Standard errors by which a row is out of the running."""
FEWEST_DEALS: Final = 1_024
MOST_DEALS: Final = 200_000
PRECISION: Final = 0.015
MOST_BY_PRECISION: Final = 8_192
MOST_BY_PASSING: Final = 4_096
"""The same where passing is best, and a contract perhaps never held."""
STEP: Final = 256
SHARE: Final = 4
"""Rows out of the running get one deal for so many of the contenders'."""
STREAM_LENGTH: Final = 1_000_000_000
"""Deals between the starts of two streams."""


@dataclass(frozen=True)
class Budget:
    """How long to play.

    Attributes
    ----------
    deals : int, optional
        For each contender.
    precision : float, optional
        Half-width of the best contract's chance that decides; `PRECISION` where none of the three is given.
    seconds : float, optional
        Whole rounds until the time is over, instead of either.
    """

    deals: int | None = None
    precision: float | None = None
    seconds: float | None = None


class Found(NamedTuple):
    """A row's arm, and its deals on the stream that is printed."""

    arm: Arm
    deals: Deals


class Search(NamedTuple):
    """What a search gives.

    `rows`: in the order of the groups; `best`: place of the row chosen; `deals`: for each contender, by which
    the same search can be made again.
    """

    rows: list[Found]
    best: int
    deals: int


def search(dealer: Dealer, groups: list[Group], view: str, budget: Budget) -> Search:
    """Choose a caishen for each group, the contenders and the best row, and play all rows on fresh deals."""
    began = perf_counter()
    arms = _rows(dealer, groups, view)
    a_round = ROUND if budget.deals is None else min(ROUND, max(budget.deals // 2, FEWEST_A_ROUND))
    trial = _contenders(dealer, arms, view, a_round)
    best, contenders = trial.best, trial.contenders
    deals = budget.deals or _deals_for(trial, arms, view, budget.precision or PRECISION)
    stream = 1
    while True:
        start = stream * STREAM_LENGTH
        if budget.seconds is not None:
            rows, deals = _until(dealer, arms, contenders, start, began + budget.seconds)
        else:
            rows = [
                Found(arm, played)
                for arm, played in zip(arms, _play(dealer, arms, contenders, start, deals), strict=True)
            ]
        better = _clearly_better(rows, best, view)
        if better is None or stream == 2:
            return Search(rows, best, deals)
        best, contenders = better, contenders | {better}
        stream += 1


def others_deals(deals: int) -> int:
    """Deals of a row that is out of the running, where contenders get `deals`."""
    return max(min(deals, FEWEST_DEALS), deals // SHARE)


def _as_many(deals: int) -> int:
    return deals


def _rows(dealer: Dealer, groups: list[Group], view: str) -> list[Arm]:
    """The arm of each row: all are looked at, the best groups kept, and their better two names compared."""
    flat = [arm for group in groups for arm in group]
    if len(flat) == 1:
        return flat
    looked = dealer.play(flat, 0, FIRST_LOOK)
    value = dict(zip(flat, _held_points(looked, view), strict=True))
    pairs = [sorted(group, key=lambda arm: -value[arm])[:2] for group in groups]
    best = sorted(range(len(pairs)), key=lambda i: (not is_pass(pairs[i][0]), -value[pairs[i][0]]))
    pairs = [pairs[i] for i in sorted(best[:MOST_ROWS])]
    finals = [arm for pair in pairs if len(pair) > 1 for arm in pair]
    if finals:
        again = dealer.play(finals, FIRST_LOOK, SECOND_LOOK)
        for i, arm in enumerate(finals):
            at = flat.index(arm)
            both = Deals(
                np.concatenate([looked.outcomes[:, [at]], again.outcomes[:, [i]]]),
                np.concatenate([looked.weights, again.weights]),
            )
            value[arm] = _held_points(both, view)[0]
    return [max(pair, key=lambda arm: value[arm]) for pair in pairs]


def _held_points(deals: Deals, view: str) -> list[float]:
    """Mean points of each arm when its contract is held; far down where it never is."""
    samples = [Sample(deals, place, view) for place in range(deals.outcomes.shape[1])]
    means = [sample.mean_points(sample.held) for sample in samples]
    return [value if np.isfinite(value) else -np.inf for value in means]


class _Trial(NamedTuple):
    best: int
    contenders: set[int]
    samples: list[Sample]


def _contenders(dealer: Dealer, arms: list[Arm], view: str, deals: int) -> _Trial:
    """Rounds of `deals` in which rows clearly behind drop out, until one is left or the rounds are over."""
    start = FIRST_LOOK + SECOND_LOOK
    alive = list(range(len(arms)))
    pieces: list[list[Deals]] = [[] for _ in arms]
    best = 0
    for number in range(ROUNDS):
        played = dealer.play([arms[i] for i in alive], start + number * deals, deals)
        for place, i in enumerate(alive):
            pieces[i].append(Deals(played.outcomes[:, [place]], played.weights))
        samples = [_joined(piece, view) for piece in pieces]
        means = {i: samples[i].mean_points(samples[i].counted) for i in alive}
        best = max(alive, key=lambda i: means[i] if np.isfinite(means[i]) else -np.inf)
        alive = [i for i in alive if i == best or not _behind(samples[best], samples[i])]
        if len(alive) == 1:
            break
    return _Trial(best, set(alive), samples)


def _joined(pieces: list[Deals], view: str) -> Sample:
    deals = Deals(
        np.concatenate([piece.outcomes for piece in pieces]),
        np.concatenate([piece.weights for piece in pieces]),
    )
    return Sample(deals, 0, view)


def _behind(best: Sample, other: Sample) -> bool:
    """Whether the other row is clearly worse, or was never once what it promises to be."""
    found, error = difference(best, other)
    return bool(np.isfinite(error) and found.value > APART * error)


def _deals_for(trial: _Trial, arms: list[Arm], view: str, precision: float) -> int:
    """Deals after which the best contract's chance has the wanted half-width."""
    contracts = [i for i, arm in enumerate(arms) if arm.rank >= 0] or [trial.best]
    promising = [i for i in contracts if i in trial.contenders] or contracts
    row = max(promising, key=lambda i: _or_least(trial.samples[i].mean_points(trial.samples[i].counted)))
    sample = trial.samples[row]
    held = np.where(sample.held, sample.weights, 0.0)
    total, squares = held.sum(), (held * held).sum()
    most = MOST_BY_PASSING if is_pass(arms[trial.best]) else MOST_BY_PRECISION
    if squares == 0:
        return most
    chance = float(np.where(sample.won, held, 0.0).sum() / total)
    spread = max(chance * (1 - chance), 0.04)
    effective_share = total * total / squares / len(held)
    deals = Z95**2 * spread / precision**2 / effective_share
    return int(np.clip(np.ceil(deals * 1.05 / STEP) * STEP, FEWEST_DEALS, most))


def _or_least(value: float) -> float:
    return value if np.isfinite(value) else -np.inf


def _play(dealer: Dealer, arms: list[Arm], contenders: set[int], start: int, deals: int) -> list[Deals]:
    """Contenders on `deals` deals, the others on the first of these."""
    few = others_deals(deals)
    everybody = dealer.play(arms, start, few)
    rows = [Deals(everybody.outcomes[:, [i]], everybody.weights) for i in range(len(arms))]
    if deals > few and contenders:
        order = sorted(contenders)
        more = dealer.play([arms[i] for i in order], start + few, deals - few)
        for place, i in enumerate(order):
            rows[i] = _and(rows[i], Deals(more.outcomes[:, [place]], more.weights))
    return rows


def _and(one: Deals, more: Deals) -> Deals:
    return Deals(np.concatenate([one.outcomes, more.outcomes]), np.concatenate([one.weights, more.weights]))


def _until(
    dealer: Dealer, arms: list[Arm], contenders: set[int], start: int, deadline: float
) -> tuple[list[Found], int]:
    """Whole rounds until the time is over, at least one; the rows, and the deals of a contender."""
    deals = FEWEST_DEALS
    rest = [i for i in range(len(arms)) if i not in contenders]
    rows = _play(dealer, arms, contenders, start, deals)
    lasted = perf_counter()
    while deals + FEWEST_DEALS <= MOST_DEALS:
        now = perf_counter()
        if now + (now - lasted) > deadline:
            break
        lasted = now
        for places, share in ((sorted(contenders), _as_many), (rest, others_deals)):
            there, wanted = share(deals), share(deals + FEWEST_DEALS)
            if not places or there == wanted:
                continue
            more = dealer.play([arms[i] for i in places], start + there, wanted - there)
            for place, i in enumerate(places):
                rows[i] = _and(rows[i], Deals(more.outcomes[:, [place]], more.weights))
        deals += FEWEST_DEALS
    return [Found(arm, played) for arm, played in zip(arms, rows, strict=True)], deals


def _clearly_better(rows: list[Found], best: int, view: str) -> int | None:
    """A row that the fresh deals clearly prefer to the chosen one."""
    samples = [Sample(row.deals, 0, view) for row in rows]
    lead: dict[int, float] = {}
    for i, sample in enumerate(samples):
        found, error = difference(sample, samples[best])
        if i != best and np.isfinite(error) and found.value > Z95 * error:
            lead[i] = float(found.value)
    return max(lead, key=lambda i: lead[i]) if lead else None
