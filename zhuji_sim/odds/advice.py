"""Proof that advice pays: a player who bids by the odds against one who bids by the model of his policy.

``python -m zhuji_sim.odds.advice --out DIR`` has both meet in the duplicate format: the same walls, each
alone in every seat among three of the other. Both play their tiles alike; only bids and names differ.
"""

import sys
from collections.abc import Sequence
from typing import Final

import pandas as pd

from zhuji_sim.duplicate.figures import points, points_row, rates
from zhuji_sim.duplicate.luck import other_luck
from zhuji_sim.duplicate.walls import SEATINGS, A, B, walls_of
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import MOST_DEALS, check_whole

from .commands import options, tabled
from .meeting import Meeting

__all__ = ["gains", "main"]

_CONFIDENCE: Final = 0.95


def gains(meeting: Meeting, rows: pd.DataFrame) -> pd.DataFrame:
    """What bidding by the odds gains, in points a deal, and the rates of both alone among three of the other.

    Returns
    -------
    DataFrame
        A row a figure: `figure`, `value`, `low`, `high` (95 %, the unit is the wall). `points_per_deal` is
        half of what the one gains alone over what the other gains alone; `adjusted` the same less the luck of
        the deal; `differ` the share of walls on which anything came out otherwise.
    """
    walls = walls_of(rows)
    row = points_row(walls, other_luck(meeting.rules, meeting.seed + 1, len(walls)), _CONFIDENCE)
    row |= {f"points_per_deal_{end}": row[end] for end in ("low", "high")}
    found = [
        {"figure": name, "value": row[name], "low": row[f"{name}_low"], "high": row[f"{name}_high"]}
        for name in ("points_per_deal", "adjusted", "a_alone", "b_alone")
    ]
    for side, who in ((A, "a"), (B, "b")):
        for name, estimate in rates(walls, side, _CONFIDENCE).items():
            value, low, high = map(float, estimate)
            found.append({"figure": f"{who}_{name}", "value": value, "low": low, "high": high})
    found.append({"figure": "differ", "value": float((points(walls) != 0).mean())})
    return pd.DataFrame(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted, 1 stopped otherwise (both keep their rows)."""
    parser = options("advice", __doc__, "a preset in which the declarer names")
    parser.add_argument("--policy", default="champion", help="who plays, and whose bids are put to the test")
    parser.add_argument("--walls", type=int, default=1_000, help=f"of {SEATINGS} deals each")
    parser.add_argument("--deals", type=int, default=512, help="the most for each action of a decision")
    parser.add_argument("--bids", type=int, default=4, help="lowest bids looked at, besides the policy's own")
    parser.add_argument(
        "--caution", type=float, default=1.5, help="standard errors by which another bid has to be better"
    )
    asked = parser.parse_args(arguments)

    def study() -> Meeting:
        check_whole("walls", asked.walls, 1, MOST_DEALS)
        return Meeting(
            rules=Ruleset.of(asked.rules),
            policy=load(asked.policy),
            walls=asked.walls,
            deals=asked.deals,
            bids=asked.bids,
            caution=asked.caution,
            seed=asked.seed,
        )

    return tabled("gains", asked, study, gains)


if __name__ == "__main__":
    sys.exit(main())
