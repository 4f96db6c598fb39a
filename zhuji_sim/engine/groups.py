"""From a holding's keys to the classes of its groups (zhuji_sim.tables says what classes are).

A suit's classes are one integer, any + triplets * 2^8 + sequences * 2^16 + tiles * 2^24; honours have a joint
class for the seat's profile. A hand that is to win without caishen has to do without those kinds: the
`barred_` functions give the classes of what is left of a group. Masks such as `& 255` also tell the compiler
that an index is not negative.
"""

import numpy as np

from zhuji_sim.tables.rows import LANE

from .jit import inner

__all__ = [
    "any_of",
    "barred_honours",
    "barred_suit",
    "cut_suit",
    "entry",
    "honour_classes",
    "lower_run",
    "profile_of",
    "sequences_of",
    "spliced",
    "suit_classes",
    "tiles_of",
    "triple_class",
    "triplets_of",
    "upper_run",
]


@inner
def suit_classes(key, tables):
    """Packed classes of a suit key."""
    return np.int64(tables.suit_classes[tables.suit_joint[key]])


@inner
def any_of(classes):
    """Class of a suit among all hands."""
    return classes & 255


@inner
def triplets_of(classes):
    """Class of a suit among triplets."""
    return (classes >> 8) & 255


@inner
def sequences_of(classes):
    """Class of a suit among sequences."""
    return (classes >> 16) & 255


@inner
def tiles_of(classes):
    """Tiles of a suit."""
    return classes >> 24


@inner
def barred_suit(key, wild, tables):
    """Packed classes of a suit without the caishen kinds in it; `wild` is their entry in `tables.wild`."""
    low, high = cut_suit(key, wild)
    return spliced(lower_run(low, wild, tables), upper_run(high, wild, tables), tables)


@inner
def cut_suit(key, wild):
    """Keys of the runs of ranks below and above the caishen kinds of a suit."""
    high = key // wild.high_divisor
    return key - high * wild.high_divisor, high


@inner
def lower_run(key, wild, tables):
    """Packed classes of the run below the caishen kinds."""
    return np.int64(tables.run_classes[tables.run_joint[wild.low_run + key]])


@inner
def upper_run(key, wild, tables):
    """Packed classes of the run above the caishen kinds."""
    return np.int64(tables.run_classes[tables.run_joint[wild.high_run + key]])


@inner
def spliced(below, above, tables):
    """Packed classes of two runs of one suit that no sequence joins."""
    classes = np.int64(tables.splice[0, any_of(below), any_of(above)])
    classes |= np.int64(tables.splice[1, triplets_of(below), triplets_of(above)]) << 8
    classes |= np.int64(tables.splice[2, sequences_of(below), sequences_of(above)]) << 16
    return classes | (tiles_of(below) + tiles_of(above)) << 24


@inner
def profile_of(holding, tables):
    """The honour profile of a seat and its melds."""
    dragons = 1 if holding.dragons > 0 else 0
    return np.int64(tables.profile[holding.seat & 3, dragons]) & 7


@inner
def honour_classes(key, profile, tables):
    """Joint class of an honour key."""
    return np.int64(tables.honour_joint[profile, key])


@inner
def barred_honours(key, profile, wild, tables):
    """Joint class of the honours without the caishen kinds among them."""
    left = np.int64(key)
    left -= 4 * wild.first_weight * (left // (5 * wild.first_weight))
    if wild.second_weight > 0:
        left -= 4 * wild.second_weight * (left // (5 * wild.second_weight))
    return np.int64(tables.honour_joint[profile, wild.start + left])


@inner
def triple_class(family, first, second, third, tables):
    """Class of three suits together from their classes in a family."""
    return np.int64(tables.triple[family, tables.pair[family, first, second], third])


@inner
def entry(word, melds):
    """Missing tiles to so many melds, from a word of `rows.lanes`."""
    return np.int64((word >> np.uint64(LANE * melds)) & np.uint64(255))
