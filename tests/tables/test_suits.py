"""Deficiency rows of suits and honours against plain search, and the numbers of their classes."""

import random
from functools import cache

import numpy as np
import pytest

from zhuji_sim.tables.honours import HONOURS, Profile, build_honours
from zhuji_sim.tables.rows import (
    ANY,
    IMPOSSIBLE,
    MELDS,
    SEQUENCES,
    TRIPLETS,
    combine,
    fold,
    lanes,
    pack,
    unpack,
)
from zhuji_sim.tables.suits import RANKS, build_suits

FAMILIES = {ANY: "any", TRIPLETS: "triplets", SEQUENCES: "sequences"}


@pytest.fixture(scope="module")
def suits():
    return build_suits()


def plain_row(counts, family):
    """Fewest missing tiles to each number of melds and pairs, by laying group after group."""

    @cache
    def missing(melds, pair, kinds, held):
        """Fewest for `melds` more melds among groups from `kinds` on."""
        if melds == 0 and not pair:
            return 0
        best = float("inf")
        for place in range(kinds, len(groups)):
            group = groups[place]
            is_pair = len(group) == 2
            if (is_pair and not pair) or (not is_pair and melds == 0):
                continue
            left, lacking = list(held), 0
            for rank in group:
                if left[rank]:
                    left[rank] -= 1
                else:
                    lacking += 1
            rest = missing(melds - (not is_pair), pair and not is_pair, place, tuple(left))
            best = min(best, lacking + rest)
        return best

    size = len(counts)
    groups = [(rank, rank) for rank in range(size)]
    if family != SEQUENCES:
        groups += [(rank,) * 3 for rank in range(size)]
    if family != TRIPLETS:
        groups += [(rank, rank + 1, rank + 2) for rank in range(size - 2)]
    return [missing(melds, bool(pair), 0, tuple(counts)) for melds in range(MELDS + 1) for pair in range(2)]


def key_of(counts):
    return sum(count * 5**place for place, count in enumerate(counts))


def random_counts(rng, size, most):
    counts = [0] * size
    for _ in range(rng.randint(0, most)):
        place = rng.randrange(size)
        counts[place] = min(4, counts[place] + rng.choice([1, 1, 2]))
    return counts


def finite(row):
    return [IMPOSSIBLE if value == float("inf") else value for value in row]


def test_the_rows_take_as_few_values_as_the_design_says(suits):
    # Several triplets of one tile count (a caishen may be a fifth copy): 55 classes; one each would give 65.
    assert suits.whole == (110, 55, 130)
    assert len({tuple(classes[:3]) for classes in suits.families}) == 1426
    assert [len(rows) for rows in suits.rows] == [129, 55, 204]


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILIES.values())
def test_rows_of_suits_are_those_of_a_plain_search(suits, family):
    rng = random.Random(7)
    for _ in range(25):
        counts = random_counts(rng, RANKS, most=9)
        joint = suits.joint[key_of(counts)]
        row = suits.rows[family][suits.families[joint, family]]
        assert row.tolist() == plain_row(counts, family), counts
        assert suits.families[joint, 3] == sum(counts)


@pytest.mark.parametrize("family", FAMILIES, ids=FAMILIES.values())
def test_a_suit_cut_by_caishen_is_two_runs(suits, family):
    rng = random.Random(8)
    starts = np.cumsum([0] + [5**length for length in range(RANKS)])
    for _ in range(12):
        cut = rng.choice([1, 2])
        low = rng.randint(0, RANKS - cut)
        counts = random_counts(rng, RANKS, most=7)
        parts = counts[:low], counts[low + cut :]
        joints = [suits.run_joint[starts[len(part)] + key_of(part)] for part in parts]
        below, above = (suits.run_families[joint, family] for joint in joints)
        row = suits.rows[family][suits.splice[family, below, above]]
        groups = [np.array([finite(plain_row(part, family))], np.uint8) for part in parts]
        assert row.tolist() == combine(*groups)[0, 0].tolist(), counts


def test_honour_rows_are_the_best_over_all_ways_to_lay_triplets():
    rng = random.Random(9)
    profiles = [Profile((2, 0, 0, 0, 1, 1, 1)), Profile((3, 5, 0, 0, 2, 2, 2), once=True),
                Profile((3, 5, 0, 0, 2, 2, 2), once=True, seen=True)]  # fmt: skip
    barred = [(), (2,), (5, 4)]
    honours = build_honours(profiles, barred)
    for _ in range(15):
        place, profile = rng.choice(list(enumerate(profiles)))
        which = rng.randrange(len(barred))
        kinds = [kind for kind in range(HONOURS) if kind not in barred[which]]
        counts = random_counts(rng, len(kinds), most=8)
        joint = honours.joint[place, honours.starts[which] + key_of(counts)]
        assert honours.tiles[joint] == sum(counts)
        for level, tai in enumerate(honours.level_tai[place]):
            if tai >= 0:
                row = honours.rows[honours.of_level[joint, level]]
                assert row.tolist() == plain_honours(profile, kinds, counts, tai), (profile, counts, tai)


def plain_honours(profile, kinds, counts, wanted):
    """The honour row for triplets worth at least `wanted`, by going through all numbers of triplets."""

    def ways(place, melds, pair):
        if place == len(kinds):
            yield 0, 0, 0, 0, 0
            return
        for triplets in range(melds + 1):
            for pairs in range(pair + 1):
                cost = max(0, 3 * triplets + 2 * pairs - counts[place])
                dragons = triplets if kinds[place] >= 4 else 0
                tai = 0 if dragons and profile.once else triplets * profile.tai[kinds[place]]
                for rest in ways(place + 1, melds - triplets, pair - pairs):
                    more = (triplets, pairs, cost, tai, dragons)
                    yield tuple(one + other for one, other in zip(more, rest, strict=True))

    row = [IMPOSSIBLE] * 10
    for melds, pairs, cost, tai, dragons in ways(0, MELDS, 1):
        if profile.once and dragons and not profile.seen:
            tai += profile.tai[4]
        if tai >= wanted:
            row[2 * melds + pairs] = min(row[2 * melds + pairs], cost)
    return row


def test_rows_survive_packing_folding_and_lanes():
    rng = np.random.default_rng(3)
    rows = rng.integers(0, 16, (50, 10)).astype(np.uint8)
    assert (unpack(pack(rows)) == rows).all()
    classes, inverse = fold(rows[[3, 1, 3, 2]], first=rows[:1])
    assert (classes[0] == rows[0]).all()
    assert (classes[inverse] == rows[[3, 1, 3, 2]]).all()
    for melds in range(MELDS + 1):
        for pair in range(2):
            entry = (lanes(rows)[:, pair] >> np.uint64(12 * melds)) & np.uint64(255)
            assert (entry == rows[:, 2 * melds + pair]).all()
            turned = lanes(rows, reverse=True)[:, 1 - pair] >> np.uint64(12 * (MELDS - melds))
            assert (turned & np.uint64(255) == rows[:, 2 * melds + pair]).all()
