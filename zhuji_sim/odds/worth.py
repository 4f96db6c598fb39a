"""What following the odds is worth, decision by decision.

``python -m zhuji_sim.odds.worth --out DIR`` stops very many deals at a decision, a deal each, and lets a
player who bids by the odds decide there. Where he would do something else than his policy did, both are
played out over the same fresh deals that fit the bidding: their difference is what his advice is worth there.
It scatters far less than whole deals do, in which most comes from the luck of the tiles.
"""

import sys
from collections.abc import Sequence

import pandas as pd

from zhuji_sim.analysis.estimates import Sums, mean, wilson
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import MOST_DEALS, check_whole

from .choosing import Choosing
from .commands import options, tabled
from .foretelling import BID, NAME, PASS

__all__ = ["main", "worth"]


def worth(rows: pd.DataFrame) -> pd.DataFrame:
    """What the odds gain at a decision, by kind of what the policy did, with 95 % intervals.

    Decisions whose fresh deals were too few to tell (`gain` nan) count in `untold` and nowhere else.

    Returns
    -------
    DataFrame
        `kind` (also `all`), `decisions`, `untold`; `other`, the share at which the odds do something else,
        and `gain`, points a decision, each with `_low` and `_high`.
    """
    found = []
    for kind in ("all", PASS, BID, NAME):
        part = rows if kind == "all" else rows[rows["kind"] == kind]
        told = part.dropna(subset="gain")
        n, gain = len(told), told["gain"].to_numpy(float)
        if n == 0:
            continue
        low, high = wilson(told["other"].sum(), n)
        gains = mean(Sums(n, n, gain.sum(), n, gain.sum(), (gain * gain).sum()))
        found.append(
            {
                "kind": kind,
                "decisions": n,
                "untold": len(part) - n,
                "other": float(told["other"].mean()),
                "other_low": float(low),
                "other_high": float(high),
                "gain": float(gains.value),
                "gain_low": float(gains.low),
                "gain_high": float(gains.high),
            }
        )
    return pd.DataFrame(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted, 1 stopped otherwise (both keep their rows)."""
    parser = options("worth", __doc__, "a preset in which the declarer names")
    parser.add_argument("--policy", default="champion", help="who plays, and whose bids are put to the test")
    parser.add_argument("--points", type=int, default=1_000, help="decisions, each of a deal of its own")
    parser.add_argument("--deals", type=int, default=512, help="the most for each action of a decision")
    parser.add_argument("--bids", type=int, default=4, help="lowest bids looked at, besides the policy's own")
    parser.add_argument(
        "--caution", type=float, default=1.5, help="standard errors by which another bid has to be better"
    )
    parser.add_argument("--fresh", type=int, default=2_048, help="deals over which another choice is judged")
    asked = parser.parse_args(arguments)

    def study() -> Choosing:
        for name in ("points", "fresh"):
            check_whole(name, getattr(asked, name), 1, MOST_DEALS)
        return Choosing(
            rules=Ruleset.of(asked.rules),
            policy=load(asked.policy),
            points=asked.points,
            deals=asked.deals,
            bids=asked.bids,
            caution=asked.caution,
            fresh=asked.fresh,
            seed=asked.seed,
        )

    return tabled("worth", asked, study, lambda _, rows: worth(rows))


if __name__ == "__main__":
    sys.exit(main())
