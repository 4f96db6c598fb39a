"""A second, quite different judge for small hands: every caishen replaced by every kind, then plain mahjong.

It knows nothing of wildcards: it tries all pairs, takes triplets and sequences off a sorted list, and counts
tai from lists of tiles with the numbers of the presets written out.
"""

from itertools import combinations_with_replacement

from zhuji_sim.rules.reference import Hand

KINDS = range(34)
DRAGONS = {31, 32, 33}
OWN_WIND = {1: 28, 2: 29, 3: 30}


def substitutions(hand: Hand) -> list[list[int]]:
    """The concealed tiles with every caishen replaced by some kind, in every way."""
    plain = [tile for tile in hand.tiles if tile not in hand.caishen]
    wilds = len(hand.tiles) - len(plain)
    return [sorted([*plain, *meant]) for meant in combinations_with_replacement(KINDS, wilds)]


def splits(tiles: list[int]) -> list[list[list[int]]]:
    """Every way to take tiles apart into triplets and sequences."""
    if not tiles:
        return [[]]
    first = tiles[0]
    found = []
    if tiles.count(first) >= 3:
        found += [[[first] * 3, *rest] for rest in splits(without(tiles, [first] * 3))]
    run = [first, first + 1, first + 2]
    if first < 27 and first % 9 < 7 and all(tile in tiles for tile in run):
        found += [[run, *rest] for rest in splits(without(tiles, run))]
    return found


def without(tiles: list[int], taken: list[int]) -> list[int]:
    """The tiles with some taken out."""
    rest = list(tiles)
    for tile in taken:
        rest.remove(tile)
    return rest


def best_tai(hand: Hand, preset: str) -> tuple[int, bool] | None:
    """Tai and freedom from the minimum of a self-drawn hand under bao or ziyou; None if not complete."""
    found = []
    for tiles in substitutions(hand):
        for pair in set(tiles):
            if tiles.count(pair) >= 2:
                laid = [list(meld.tiles[:3]) for meld in hand.melds]
                rest = splits(without(tiles, [pair, pair]))
                found += [worth(hand, laid + sets, pair, preset) for sets in rest]
    return max(found, default=None)


def worth(hand: Hand, sets: list[list[int]], pair: int, preset: str) -> tuple[int, bool]:
    """Tai of one plain arrangement, by the table of the rules."""
    triplets = [each[0] for each in sets if each[0] == each[1]]
    tiles = [tile for each in sets for tile in each] + [pair]
    valued = dict.fromkeys(DRAGONS, 1) | {27: 2 if hand.seat == 0 or preset == "ziyou" else 1}
    if preset == "bao" and hand.seat in OWN_WIND:
        valued[OWN_WIND[hand.seat]] = 1
    tai = sum(valued.get(kind, 0) for kind in triplets)
    tai += not triplets and pair not in valued
    tai += len(triplets) == 4
    suits = {tile // 9 for tile in tiles}
    tai += 3 * (len(suits) == 1 and suits != {3})
    tai += len(suits) == 2 and 3 in suits
    if preset == "bao":
        tai += hand.caishen_held == 0
        return (max(tai, 8), True) if suits == {3} else (tai, False)
    tai += 2 * (hand.caishen_held >= 3)
    lifted = max(tai, 8) if suits == {3} or (hand.caishen_held == 0 and tai >= 3) else tai
    return lifted, suits == {3}
