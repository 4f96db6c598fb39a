"""Complete and ready hands, for the referee's quick look; tai is the reference's business."""

from collections.abc import Iterable, Sequence
from functools import cache

from tests.referee.tiles import FIRST_HONOUR, KINDS


@cache
def _fewest_sets(counts: tuple[int, ...]) -> int:
    """The fewest sets that together hold every tile of a suit, gaps to be filled by caishen."""
    if not any(counts):
        return 0
    low = next(rank for rank, count in enumerate(counts) if count)
    triplet = list(counts)
    triplet[low] -= min(3, triplet[low])
    run = [count - (1 if low <= rank <= low + 2 and count else 0) for rank, count in enumerate(counts)]
    return 1 + min(_fewest_sets(tuple(triplet)), _fewest_sets(tuple(run)))


@cache
def _suit(counts: tuple[int, ...]) -> tuple[int, int]:
    """The fewest sets without a pair, and beside a pair that holds at least one of these tiles."""
    rests = [
        (*counts[:rank], count - min(2, count), *counts[rank + 1 :])
        for rank, count in enumerate(counts)
        if count
    ]
    return _fewest_sets(counts), min((_fewest_sets(rest) for rest in rests), default=99)


@cache
def _honours(counts: tuple[int, ...]) -> tuple[int, int]:
    sets = [-(-count // 3) for count in counts]
    paired = [sum(sets) - sets[i] - (-max(0, c - 2) // 3) for i, c in enumerate(counts) if c]
    return sum(sets), min(paired, default=99)


def is_complete(plain: Sequence[int], wilds: int, melds: int) -> bool:
    """Whether the concealed tiles make the melds still missing and a pair.

    `plain` counts, by kind, the tiles that stand for themselves; `wilds` is the number of caishen.
    A set or pair of caishen alone is a set or pair of anything.
    """
    missing = 4 - melds
    if sum(plain) + wilds != 3 * missing + 2:
        return False
    groups = [_suit(tuple(plain[start : start + 9])) for start in (0, 9, 18)]
    groups.append(_honours(tuple(plain[FIRST_HONOUR:])))
    total = sum(sets for sets, _ in groups)
    fewest = min(total, *(total - sets + paired for sets, paired in groups))
    return fewest <= missing


def is_ready(hand: Sequence[int], caishen: Iterable[int], melds: int) -> bool:
    """Whether some tile would complete the hand, whatever its tai (RULES.md §4, *Ready*)."""
    plain, wilds = split(hand, caishen)
    return is_complete(plain, wilds + 1, melds)


def split(hand: Sequence[int], caishen: Iterable[int]) -> tuple[list[int], int]:
    """Counts of the tiles that are not caishen, and the number of caishen."""
    plain = list(hand)
    for kind in caishen:
        plain[kind] = 0
    return plain, sum(hand) - sum(plain)


def listed(hand: Sequence[int]) -> list[int]:
    """The kinds in a hand, each as often as it is held."""
    return [kind for kind in range(KINDS) for _ in range(hand[kind])]
