"""Spends deals where they decide: names first, then contracts; and then every row anew on fresh deals.

Everything that is chosen (the caishen of a row, which rows are contenders, how many deals they get) is chosen
on the first stream of deals. What is printed comes from a second one, whose length no result of its own has a
say in, so that intervals are those of a plain sample. Should the second stream clearly prefer another row,
that row is chosen and everything is played once more on a third stream.

The others may go over a low bid in most deals, and the few that are left would tell how often it is made.
The best contract gets further auctions, played on only where nobody does: as many as it takes to hold it in
as many deals as a contender meets.
"""

from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final, NamedTuple

import numpy as np

from zhuji_sim.analysis.estimates import Z95
from zhuji_sim.engine.arms import OUTCOME

from .estimating import difference
from .playing import Arm, Dealer, Deals, is_pass, together
from .samples import Sample, effective
from .screening import Group

__all__ = ["FEWEST_DEALS", "MOST_DEALS", "PRECISION", "Budget", "Found", "search"]

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
"""Unless fewer are asked for."""
MOST_DEALS: Final = 200_000
PRECISION: Final = 0.015
MOST_BY_PRECISION: Final = 8_192
"""Where nothing is asked for."""
MOST_AUCTIONS: Final = 8
"""Auctions of the best contract for each deal of a contender, at the most."""
MOST_WEIGHED: Final = 3
"""The same where hidden hands have to fit the bidding: to find them takes longer than the deal."""
STEP: Final = 256
SHARE: Final = 4
"""Rows out of the running get one deal for so many of the contenders'."""
STREAM_LENGTH: Final = 1_000_000_000
"""Deals between the starts of two streams."""
AUCTIONS_START: Final = STREAM_LENGTH // 2
"""Where the further auctions of a stream start."""


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
        Whole rounds until the time is over, instead of either; where fresh deals then prefer another row, as
        many again.
    """

    deals: int | None = None
    precision: float | None = None
    seconds: float | None = None


class Found(NamedTuple):
    """A row on the stream that is printed.

    `arm`; `deals`, played to their end; `auctions`: these and further ones, in which nothing was played where
    another seat went over the contract.
    """

    arm: Arm
    deals: Deals
    auctions: Deals


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
    best, contenders, promising = trial.best, trial.contenders, _promising(trial, arms)
    deals = budget.deals
    if deals is None and budget.seconds is None:
        deals = _deals_for(trial.samples[promising], budget.precision)
    stream = 1
    while True:
        table = _Table(
            dealer, arms, contenders, promising, _auctions_a_deal(trial, promising, dealer), stream
        )
        if deals is None:
            deals = _until(table, began + (budget.seconds or 0.0))
        else:
            table.play(deals)
        better = _clearly_better(table.deals, best, view)
        if better is None or stream == 2:
            return Search(table.found(), best, deals)
        best, contenders = better, contenders | {better}
        promising = better if arms[better].rank >= 0 else promising
        stream += 1


def others_deals(deals: int) -> int:
    """Deals of a row that is out of the running, where contenders get `deals`."""
    return max(min(deals, FEWEST_DEALS), deals // SHARE)


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
            first = Deals(looked.outcomes[:, [at]], looked.weights)
            both = together(first, Deals(again.outcomes[:, [i]], again.weights))
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


def _promising(trial: _Trial, arms: list[Arm]) -> int:
    """The best contract, of those in the running if there is one; the best row where there is none."""
    contracts = [i for i, arm in enumerate(arms) if arm.rank >= 0] or [trial.best]
    there = [i for i in contracts if i in trial.contenders] or contracts
    return max(there, key=lambda i: _or_least(trial.samples[i].mean_points(trial.samples[i].counted)))


def _deals_for(sample: Sample, asked: float | None) -> int:
    """Deals after which a chance has the wanted half-width, were its contract held in all of them.

    As many as it takes where a precision is asked for, up to `MOST_DEALS`.
    """
    precision, most = (PRECISION, MOST_BY_PRECISION) if asked is None else (asked, MOST_DEALS)
    held = np.where(sample.held, sample.weights, 0.0)
    chance = float(np.where(sample.won, held, 0.0).sum() / held.sum()) if held.any() else 0.5
    spread = max(chance * (1 - chance), 0.04)
    worth = effective(sample.weights) / len(sample.weights)
    deals = Z95**2 * spread / precision**2 / worth if worth > 0 else most
    return int(np.clip(np.ceil(deals * 1.05 / STEP) * STEP, FEWEST_DEALS, most))


def _auctions_a_deal(trial: _Trial, row: int, dealer: Dealer) -> float:
    """Auctions in which a row's contract is held once, by what the deals are worth."""
    sample = trial.samples[row]
    worth = effective(np.where(sample.held, sample.weights, 0.0))
    most = MOST_WEIGHED if dealer.conditioned else MOST_AUCTIONS
    return min(effective(sample.weights) / worth, most) if worth > 0 else most


def _or_least(value: float) -> float:
    return value if np.isfinite(value) else -np.inf


class _Table:
    """Rows played on one stream: contenders on all of its deals, the others on the first of these.

    Parameters
    ----------
    dealer, arms, contenders
    promising : int
        The row that has further auctions.
    auctions : float
        Of that row, for each deal of a contender.
    stream : int
    """

    def __init__(
        self,
        dealer: Dealer,
        arms: list[Arm],
        contenders: set[int],
        promising: int,
        auctions: float,
        stream: int,
    ) -> None:
        self.dealer, self.arms, self.start = dealer, arms, stream * STREAM_LENGTH
        self.contenders, self.promising, self.auctions = contenders, promising, auctions
        nothing = Deals(np.zeros((0, 1), OUTCOME), np.zeros(0))
        self.deals: list[Deals] = [nothing] * len(arms)
        self.further = nothing

    def play(self, deals: int) -> None:
        """Play on until every contender has so many deals."""
        few, everybody = others_deals(deals), range(len(self.arms))
        if not len(self.deals[0].weights):
            self._play(list(everybody), few)
        self._play([i for i in everybody if i not in self.contenders], few)
        self._play(sorted(self.contenders), deals)
        there = len(self.further.weights)
        wanted = int(self.auctions * deals) - len(self.deals[self.promising].weights)
        if wanted > there:
            arm = replace(self.arms[self.promising], if_held=True)
            more = self.dealer.play([arm], self.start + AUCTIONS_START + there, wanted - there)
            self.further = together(self.further, more)

    def _play(self, places: list[int], deals: int) -> None:
        """Play on with rows that have met the same deals, until it is so many."""
        there = len(self.deals[places[0]].weights) if places else deals
        if there == deals:
            return
        more = self.dealer.play([self.arms[i] for i in places], self.start + there, deals - there)
        for place, i in enumerate(places):
            self.deals[i] = together(self.deals[i], Deals(more.outcomes[:, [place]], more.weights))

    def found(self) -> list[Found]:
        """The rows in the order of the arms."""
        return [
            Found(arm, deals, together(deals, self.further) if i == self.promising else deals)
            for i, (arm, deals) in enumerate(zip(self.arms, self.deals, strict=True))
        ]


def _until(table: _Table, deadline: float) -> int:
    """Whole rounds until the time is over, at least one; the deals of a contender."""
    deals = FEWEST_DEALS
    table.play(deals)
    lasted = perf_counter()
    while deals + FEWEST_DEALS <= MOST_DEALS:
        now = perf_counter()
        if now + (now - lasted) > deadline:
            break
        lasted = now
        deals += FEWEST_DEALS
        table.play(deals)
    return deals


def _clearly_better(rows: list[Deals], best: int, view: str) -> int | None:
    """A row that the fresh deals clearly prefer to the chosen one."""
    samples = [Sample(deals, 0, view) for deals in rows]
    lead: dict[int, float] = {}
    for i, sample in enumerate(samples):
        found, error = difference(sample, samples[best])
        if i != best and np.isfinite(error) and found.value > Z95 * error:
            lead[i] = float(found.value)
    return max(lead, key=lambda i: lead[i]) if lead else None
