"""Batches of deals with bots at the table: rows as `batches.play` gives them, and what went wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zhuji_sim.batches import BatchSpec, seat_table
from zhuji_sim.engine.apply import apply
from zhuji_sim.engine.batch import fill_result, next_dealer, playout
from zhuji_sim.engine.codes import Outcome
from zhuji_sim.engine.results import RESULT
from zhuji_sim.errors import BotError, PolicyError
from zhuji_sim.policies.kinds import PolicyKind
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.tiles import SEATS

from .players import Bot, ask, decide, no_legal_action, tell_result
from .session import DealSession

__all__ = ["Fault", "Played", "play"]

_FROM_OUTSIDE = Policy("bot", PolicyKind("bot", "A bot.", (), "zhuji_sim.policies.from_outside"), ())
"""Sits in a bot's seat in the compiled loop."""


@dataclass(frozen=True)
class Fault:
    """A deal that ended without a result, since a bot raised an exception or answered with an illegal move.

    Attributes
    ----------
    seed, deal : int
        Which deal; with the same players `zj.play` comes to the same point.
    player : int
        The bot's place among the players of the batch.
    bot, seat, move, problem :
        As in `BotError`.
    """

    seed: int
    deal: int
    player: int
    bot: str
    seat: str
    move: int
    problem: str

    def __str__(self) -> str:
        error = BotError(self.bot, self.seat, self.move, self.problem)
        return f"deal {self.deal} (seed {self.seed}): {error}"


class Played(NamedTuple):
    """`rows`: of dtype `RESULT`, of the finished deals; `faults`: of the others. Both in order of deals."""

    rows: np.ndarray
    faults: list[Fault]


def play(spec: BatchSpec, players: Sequence[Policy | Bot], start: int, stop: int) -> Played:
    """Deals (in a match spec: all deals of the matches) start to stop - 1, as `batches.play` has them.

    Tiles and coins are those of `batches.play`: where all players are policies, so is every row, byte for
    byte. A fault ends its deal only; in a match dealer and 老庄 are then what they were for that deal.

    Parameters
    ----------
    spec : BatchSpec
        What is played; its `policies` do not matter.
    players : four of Policy or Bot
        By seat E S W N; in matches by player, the first of whom deals first.
    start, stop : int

    Raises
    ------
    PolicyError
        Not four players, or a policy chose no legal action; names policy and deal.
    """
    if len(players) != len(SEATS):
        raise PolicyError(f"{len(players)} players: expected four for E S W N")
    table = _Table(spec, players)
    match_deals = max(1, spec.deals_per_match)
    rows = np.zeros((stop - start) * match_deals, RESULT)
    faults: list[Fault] = []
    dealer = stays = finished = 0
    for index in range(start * match_deals, stop * match_deals):
        if index % match_deals == 0:
            dealer = stays = 0
        session = table.deal(index, stays)
        try:
            table.play_on(session, dealer)
        except BotError as error:
            player = (dealer + SEATS.index(error.seat)) % len(SEATS)
            faults.append(Fault(spec.seed, index, player, error.bot, error.seat, error.move, error.problem))
            continue
        row = rows[finished]
        finished += 1
        row["deal"], row["match"], row["round"] = index, index // match_deals, index % match_deals
        row["dealer"] = dealer
        row["players"] = [(dealer + seat) % len(SEATS) for seat in range(len(SEATS))]
        fill_result(session.state, row, session.encoded, session.tables)
        if match_deals > 1:
            outcome, winner = int(row["outcome"]), int(row["winner"])
            following = int(next_dealer(outcome, winner, dealer, session.encoded))
            stays = stays + 1 if following == dealer and outcome != Outcome.REDEAL else 0
            dealer = following
    return Played(rows[:finished], faults)


class _Table:
    """Four players and what they play."""

    def __init__(self, spec: BatchSpec, players: Sequence[Policy | Bot]) -> None:
        self.spec = spec
        self.players = list(players)
        east, south, west, north = (
            each if isinstance(each, Policy) else _FROM_OUTSIDE for each in self.players
        )
        self.seats = seat_table(spec.rules, (east, south, west, north))

    def deal(self, index: int, stays: int) -> DealSession:
        """A deal at its first decision."""
        spec = self.spec
        forced = spec.contract is not None and spec.declarer is not None
        return DealSession(
            spec.rules,
            spec.seed,
            index,
            contract=spec.contract if forced else None,
            declarer=spec.declarer if forced else None,
            lanes=spec.draws == "lanes",
            stays=stays,
        )

    def play_on(self, session: DealSession, dealer: int) -> None:
        """Play to the end: policies in the compiled loop, which stops where a bot is to be asked."""
        seats, answers = self.seats, list[int]()

        def move() -> int:
            return self._events_before(session, dealer, answers)

        while not session.over:
            player = int(
                playout(session.state, seats.deciders, seats.minds, dealer, seats.rules, seats.tables)
            )
            if player < 0:
                break
            bot = self.players[player]
            if isinstance(bot, Policy):
                raise no_legal_action(bot, session)
            answers.append(ask(bot, session, move))
            code = int(session.state["legal"]["actions"][answers[-1]])
            apply(session.state, code, session.encoded, session.tables)
        for seat in range(len(SEATS)):
            bot = self.players[(dealer + seat) % len(SEATS)]
            if not isinstance(bot, Policy):
                tell_result(bot, seat, session, move)

    def _events_before(self, session: DealSession, dealer: int, answers: list[int]) -> int:
        """Events in the log after these answers. The compiled loop keeps none, so it plays them again."""
        again = self.deal(session.index, session.stays)
        given = iter(answers)
        while not again.over:
            player = (dealer + again.seat) % len(SEATS)
            policy = self.players[player]
            if isinstance(policy, Policy):
                position: int | None = decide(again, self.seats, player, policy)
            else:
                position = next(given, None)
            if position is None:
                break
            again.act(position)
        return len(again.events)
