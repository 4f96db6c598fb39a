"""`zj.bid_odds`: hands in, a frame out."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from zhuji_sim.errors import ExperimentError, HandError
from zhuji_sim.policies.registry import Policy
from zhuji_sim.reading import read_rules
from zhuji_sim.rules.contracts import Contract
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.rules.tiles import SEATS

from .answer import answer
from .asked import OPPONENTS, Asked, budget_of, expect_bids, four_of
from .screening import IF_I_BID
from .situation import read_situation

__all__ = ["bid_odds"]


def bid_odds(
    hand: str | Iterable[str],
    seat: str = "E",
    rules: Ruleset | str | Path | Mapping[str, Any] | None = None,
    *,
    auction: str | None = None,
    contract: str | Contract | None = None,
    declarer: str | None = None,
    caishen: str = "",
    seen: str = "",
    lao_zhuang: int = 0,
    policies: str | Path | Policy | Sequence[str | Path | Policy] = "champion",
    view: str | None = None,
    deals: int | None = None,
    precision: float | None = None,
    seconds: float | None = None,
    seed: int = 1,
    jobs: int = 1,
    opponents: bool = False,
) -> pd.DataFrame:
    """The odds of bids from the hand you hold: of all that are open, less those far behind at a first look.

    Parameters
    ----------
    hand : str or several
        13 tiles, the dealer's 14; many hands are answered one after another, on deals of the same seed.
    seat : str
        E, S, W or N; E deals.
    rules : Ruleset, preset, TOML file or options
    auction : str, optional
        Bids so far, such as `E:2 S:pass`; None: the seats before this one have passed.
    contract, declarer : optional
        A contract that stands, and who holds it (the seat itself if left out): for questions after the
        auction. Without `auction` he is taken to have bid it at his first turn.
    caishen : str
        Those named for it; in heping those turned up, the indicator first; in ziyou one's own.
    seen : str
        Tiles known to lie where nobody draws them.
    lao_zhuang : int
        How often the dealer has stayed.
    policies : one policy, or four for E S W N
        Who plays the seats.
    view : {"bid", "get", "forced"}, optional
        The others may go over it (so if left out); they pass it out; nobody has a choice.
    deals : int, optional
        For each row in the running; others get a quarter.
    precision : float, optional
        Instead: half-width of the best contract's chance, in points of per cent, as far as 200,000 deals
        reach; 1.5 where none is given, as far as 8,192 do.
    seconds : float, optional
        Instead: whole rounds until the time is over, and as many again where fresh deals prefer another row.
    seed, jobs : int
        Figures do not depend on `jobs`.
    opponents : bool
        Whether the verdict is tried against other players; adds `holds_against_NAME`.

    Returns
    -------
    DataFrame
        As `odds.answer.Answer.frame`, the best row of each hand first, with `hand`, `seat` and `best` (bool;
        no row is where too few deals fit the bidding).

    Raises
    ------
    ZhujiError
        Says what is wrong and what was expected.

    Examples
    --------
    >>> import zhuji_sim as zj
    >>> odds = zj.bid_odds("123m456m789m11p99s", seat="S", policies="tai", deals=64)
    >>> {"contract", "caishen", "make", "points"} <= set(odds.columns)
    True
    """
    table = read_rules(rules)
    hands = _hands(hand)
    if not isinstance(opponents, bool):
        raise ExperimentError(f"opponents {opponents!r}: expected True or False")
    asked = Asked(
        four_of(policies),
        IF_I_BID if view is None else view,
        budget_of(deals, precision, seconds),
        seed,
        jobs,
        OPPONENTS if opponents else (),
    )
    frames = []
    for each in hands:
        situation = read_situation(
            each,
            seat,
            table,
            auction=auction,
            contract=contract,
            declarer=declarer,
            caishen=caishen,
            seen=seen,
            lao_zhuang=lao_zhuang,
        )
        expect_bids(view, situation)
        found = answer(situation, asked)
        frame = found.frame.copy()
        frame.insert(0, "hand", each)
        frame.insert(1, "seat", SEATS[situation.seat])
        frame["best"] = [i == found.best and not found.withheld for i in range(len(frame))]
        for other in found.opponents:
            frame[f"holds_against_{other.name}"] = other.holds
        frames.append(frame)
    return pd.concat(frames, ignore_index=True)


def _hands(hand: str | Iterable[str]) -> list[str]:
    hands = [hand] if isinstance(hand, str) else list(hand) if isinstance(hand, Iterable) else []
    if not hands:
        raise HandError(f"hand {hand!r}: expected tiles such as 123m456m789m11p99s, or several hands")
    return hands
