"""Players at a `DealSession`: shipped policies, called as the engine does, and lovers of rare moves."""

import random
from collections.abc import Callable, Sequence

import numpy as np

from zhuji_sim.batches import seat_table
from zhuji_sim.deals.session import DealSession
from zhuji_sim.engine.codes import ADDED_STRIDE, CHI_VARIANTS, CONCEALED_STRIDE, Action
from zhuji_sim.policies import load
from zhuji_sim.rules import Ruleset

Choose = Callable[[DealSession], int]
"""Gives the position of the action to take among the legal ones."""

ALL_POLICIES = ("random", "speed", "tai")
MIXTURE = ("tai", "random", "speed", "tai")


def codes_of(session: DealSession) -> list[int]:
    """Codes of the legal actions (`codes.Action`)."""
    legal = session.state["legal"]
    return [int(code) for code in legal["actions"][: int(legal["count"])]]


def policies(rules: Ruleset, names: Sequence[str]) -> Choose:
    """Shipped policies by seat; all of their coins come from the deal's own streams."""
    table = seat_table(rules, tuple(load(name) for name in names))  # type: ignore[arg-type]

    def choose(session: DealSession) -> int:
        state, seat = session.state, session.seat
        decide = table.deciders[seat]
        scene, legal, rng = state["scene"], state["legal"], state["rng"][seat]
        return int(decide(scene, legal, table.rules, table.tables, table.minds[seat], rng))

    return choose


def rarity(code: int) -> int:
    """How much a lover of rare moves wants an action: wins first, then what needs a caishen, then gangs."""
    if code == Action.HU:
        return 9
    if code >= Action.CONCEALED:
        return 8 if (code - Action.CONCEALED) % CONCEALED_STRIDE else 6
    if code >= Action.ADDED:
        return 8 if code >= Action.ADDED + ADDED_STRIDE else 7
    if code >= Action.GANG:
        return 8 if code > Action.GANG else 6
    if code >= Action.PENG:
        return 5 if code > Action.PENG else 4
    if code >= Action.CHI:
        return 5 if (code - Action.CHI) % CHI_VARIANTS else 3
    return 0


def eager(then: Choose, coin: random.Random, zeal: float = 0.8, wins: bool = True) -> Choose:
    """With chance `zeal` the rarest move there is, else what `then` chooses; without `wins` never hu."""

    def choose(session: DealSession) -> int:
        codes = codes_of(session)
        wanted = [0 if code == Action.HU and not wins else rarity(code) for code in codes]
        if max(wanted) > 0 and coin.random() < zeal:
            best = max(wanted)
            return coin.choice([at for at, want in enumerate(wanted) if want == best])
        position = then(session)
        if codes[position] == Action.HU and not wins:
            return int(np.argmax([code != Action.HU for code in codes]))
        return position

    return choose


def play_on(session: DealSession, choose: Choose) -> DealSession:
    """Play the rest of the deal."""
    while not session.over:
        session.act(choose(session))
    return session
