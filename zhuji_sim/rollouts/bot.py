"""`rollout`: a player that plays every action out before it chooses."""

import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from zhuji_sim.errors import PolicyError
from zhuji_sim.policies.registry import Policy
from zhuji_sim.rules.ruleset import Ruleset

from .evaluation import CANDIDATES, Rollouts

__all__ = ["ROLLOUT", "RolloutBot"]

ROLLOUT: Final = "rollout"
"""The name by which `zj.play` and `zhuji deal` know this player."""


class RolloutBot:
    """Plays each legal action out over hidden tiles dealt anew and takes the one with the best mean.

    It sees what its seat sees. The redeals are the same for every action and follow from the seed and from
    what is seen, so that the same decision is always answered alike.

    Parameters
    ----------
    policy : one policy, or four by seat
        Who plays on in the rollouts, and whose bids and names weigh the redeals.
    n : int
        Redeals for each decision.
    seed : int
    candidates : int
        Redeals among which each is taken by likelihood, where a policy tells how likely its bids are.
    prune : bool
        Whether actions clearly behind after a quarter of the redeals are given up.
    """

    name = ROLLOUT

    def __init__(
        self,
        policy: str | Path | Policy | Sequence[str | Path | Policy] = "tai",
        n: int = 200,
        seed: int = 1,
        candidates: int = CANDIDATES,
        prune: bool = True,
    ) -> None:
        if n < 1 or candidates < 1:
            raise PolicyError(f"n = {n}, candidates = {candidates}: expected at least 1 redeal of each kind")
        self.policy, self.n, self.seed, self.candidates, self.prune = policy, n, seed, candidates, prune
        self._loaded: Rollouts | None = None

    def choose_by_scene(self, scene: np.record, legal: np.record, rules: Ruleset) -> int:
        """Position of the chosen action in `legal`, the actions of the seat to act in this scene."""
        if int(legal["count"]) == 1:
            return 0
        if self._loaded is None or self._loaded.rules != rules:
            self._loaded = Rollouts(rules, self.policy, self.candidates)
        seed = zlib.crc32(_seen(scene), self.seed)
        return self._loaded.evaluate(scene, legal, self.n, seed, self.prune).best


def _seen(scene: np.record) -> bytes:
    """What tells one decision from another."""
    seen = [scene[name] for name in ("seat", "phase", "hand", "caishen", "meld_count", "wall_left")]
    seen.append(scene["auction"][: int(scene["auction_length"])])
    seen.append(scene["river_tile"][: int(scene["river_length"])])
    return b"".join(np.asarray(each).tobytes() for each in seen)
