"""Bots in comparisons: their walls, what is told of faults, and which bots are copied to workers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zhuji_sim.batches import BatchSpec
from zhuji_sim.deals import bot_batches
from zhuji_sim.deals.external import ExternalBot
from zhuji_sim.deals.players import Bot, player_name
from zhuji_sim.duplicate.walls import SEATINGS, Pair, wall_sums
from zhuji_sim.engine.results import RESULT
from zhuji_sim.policies import Policy, load
from zhuji_sim.rollouts import RolloutBot
from zhuji_sim.rules.tiles import SEATS

__all__ = ["Played", "RecordedBot", "play_bot_walls", "spec_of", "travels"]


class Played(NamedTuple):
    """`walls`: an array of `WALL`, one for each that was asked for; `problems`: what a bot did, by wall."""

    walls: NDArray[np.void]
    problems: Mapping[int, str]


@dataclass(frozen=True)
class RecordedBot:
    """A bot of a comparison that was played before: what its manifest says of it."""

    spec: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What it was called."""
        return str(self.spec["name"])


def spec_of(player: Policy | Bot | RecordedBot) -> Mapping[str, Any]:
    """What a manifest says of a policy or bot: `name`, `base`, and what else decides its moves."""
    if isinstance(player, Policy | RecordedBot):
        return player.spec
    if isinstance(player, ExternalBot):
        return {"name": player.name, "base": "bot", "seconds": player.seconds}
    if isinstance(player, RolloutBot):
        settings = {name: getattr(player, name) for name in ("n", "seed", "candidates", "prune")}
        plays_on = [load(each).spec for each in _several(player.policy)]
        return {"name": player.name, "base": "rollout", **settings, "policy": plays_on}
    kind = type(player)
    return {"name": player_name(player), "base": f"{kind.__module__}.{kind.__qualname__}"}


def travels(player: Policy | Bot) -> bool:
    """Whether a player may be copied to workers: a bot in Python may remember, and is asked in one place."""
    return isinstance(player, Policy | ExternalBot | RolloutBot)


def play_bot_walls(pair: Pair, start: int, stop: int) -> Played:
    """Play walls `start` to `stop` - 1 of a pair with bots, one wall after the other.

    At the first fault of a bot its wall is given up, both ways round: what is left would be one-sided. Its
    record holds `fault`, and no figures.
    """
    rows = np.zeros((SEATINGS, stop - start), RESULT)
    rows["deal"] = np.arange(start, stop)
    faults: dict[int, tuple[int, bot_batches.Fault]] = {}
    tables = pair.tables()
    nobody = load("random")
    spec = BatchSpec(pair.rules, (nobody,) * 4, pair.seed, pair.contract, pair.declarer, pair.draws)
    for wall in range(start, stop):
        for seating, players in enumerate(tables):
            played = bot_batches.play(spec, players, wall, wall + 1)
            if played.faults:
                faults[wall] = seating, played.faults[0]
                break
            rows[seating, wall - start] = played.rows[0]
    walls = wall_sums(rows, pair)
    for wall, (seating, fault) in faults.items():
        _give_up(walls[wall - start], seating, fault)
    return Played(walls, {wall: fault.problem for wall, (_, fault) in faults.items()})


def _give_up(wall: np.void, seating: int, fault: bot_batches.Fault) -> None:
    for name in wall.dtype.names or ():
        if name not in ("wall", "luck"):
            wall[name] = 0
    side, seat = divmod(seating, len(SEATS))
    record = wall["fault"]
    record["faults"], record["seating"] = 1, seating
    record["side"] = side if fault.player == seat else 1 - side
    record["seat"], record["move"] = SEATS.index(fault.seat), fault.move


def _several(policy: Any) -> list[Any]:
    return list(policy) if isinstance(policy, list | tuple) else [policy]
