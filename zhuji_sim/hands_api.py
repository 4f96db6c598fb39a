"""How far a hand is from a win: the public face of the distance kernels."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from zhuji_sim import tables
from zhuji_sim.engine.distance import UNREACHABLE, distance_to_tai
from zhuji_sim.engine.from_tiles import holding_of
from zhuji_sim.errors import HandError
from zhuji_sim.reading import read_hand
from zhuji_sim.rules.notation import Meld
from zhuji_sim.rules.reference import HAND_SIZE
from zhuji_sim.rules.ruleset import Ruleset

__all__ = ["distance"]

_NO_EXTRA = 0


def distance(
    hand: str,
    melds: Iterable[str | Meld] = (),
    caishen: str = "",
    seat: str = "E",
    tai: int | None = None,
    rules: Ruleset | str | Path | Mapping[str, Any] | None = None,
) -> int | None:
    """Tiles still missing to a win worth at least `tai`, won by an ordinary self-draw (RULES.md §5).

    Tiles are exchanged one for one; a hand that is one short gets one more. The caishen held pay for one
    missing tile each, or may be thrown away where 无财 is worth more, and then no missing tile may be a
    caishen either. A fifth copy of a tile counts as obtainable.

    Parameters
    ----------
    hand : str
        Concealed tiles: 13 or 14, less three for each meld.
    melds : iterable of str or Meld
        Melds on the table, such as `[777m]`.
    caishen : str
        Kinds that are wild for this player: none, one (独), or a tile and its successor (二财神).
    seat : {"E", "S", "W", "N"}
        The player's seat; E is the dealer.
    tai : int or None
        Tai the hand is to be worth, before any minimum; None or 0 for any complete hand.
    rules : Ruleset, str, Path, mapping or None
        The rules, a preset's name, a TOML file or options; None is `bao`.

    Returns
    -------
    int or None
        0 complete, 1 ready (or, with 14 tiles, ready after the best discard); None where no tiles are enough.

    Raises
    ------
    ZhujiError
        A hand, a seat or a caishen set that cannot be; one line that names what is wrong.

    Examples
    --------
    >>> distance("123m456s567m78p中中", seat="S")
    1
    >>> distance("123m456s567m78p中中", seat="S", tai=4)
    6
    """
    if tai is not None and (isinstance(tai, bool) or not isinstance(tai, int) or tai < 0):
        raise HandError(f"tai {tai!r}: expected a whole number from 0 on, or None for any complete hand")
    table = Ruleset.of(rules)
    read = read_hand(
        hand, caishen=caishen, seat=seat, melds=melds, rules=table, sizes=(HAND_SIZE - 1, HAND_SIZE)
    )
    holding = holding_of(table, read)
    missing = int(distance_to_tai(holding, tai or 0, _NO_EXTRA, table.encode(), tables.load(table)))
    return None if missing == UNREACHABLE else missing
