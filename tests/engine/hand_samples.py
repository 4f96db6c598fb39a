"""Random hands for the kernels' tests, most of them complete or nearly so, under presets and odd rules."""

import random
from collections import Counter

from zhuji_sim.rules import COPIES, KINDS, PRESETS, By, Meld, Ruleset
from zhuji_sim.rules.arrangements import is_run_start
from zhuji_sim.rules.reference import Hand
from zhuji_sim.rules.tiles import EAST, successor

RUN_STARTS = [kind for kind in range(KINDS) if is_run_start(kind)]
TAI_OPTIONS = [name for name in Ruleset.all_options() if name.startswith("tai_") and name != "tai_limit"]


def odd_rules(rng: random.Random) -> Ruleset:
    """A ruleset with unusual tai values and options, to catch what only holds for the presets."""
    options = {name: rng.choice([0, 0, 1, 1, 2, 3, 5, 8, 13]) for name in TAI_OPTIONS if rng.random() < 0.5}
    return Ruleset.preset(
        rng.choice(PRESETS),
        **options,
        dragon_tai=rng.choice(["each", "once"]),
        wucai_bonus=rng.choice(["hand", "mode", "off"]),
        loose_all_honours=rng.random() < 0.4,
        tai_limit=rng.choice(["none", "none", 3, 8, 12]),
        floor_needs_tai=rng.choice([0, 2, 3]),
        honour_cycle=rng.choice(["4+3", "7", "none"]),
        earthly_on=rng.choice(["first_discard", "first_draw"]),
    )


def rulesets(seed: int, odd: int) -> list[Ruleset]:
    """The four presets and so many odd rulesets."""
    rng = random.Random(seed)
    return [Ruleset.preset(name) for name in PRESETS] + [odd_rules(rng) for _ in range(odd)]


def random_caishen(rng: random.Random, rules: Ruleset) -> tuple[int, ...]:
    """No caishen, one kind, or a kind and its successor; honours more often than by chance."""
    kind = rng.randrange(KINDS) if rng.random() < 0.7 else rng.randrange(EAST, KINDS)
    following = successor(kind, rules.honour_cycle)
    if following is None or rng.random() < 0.35:
        return () if rng.random() < 0.3 else (kind,)
    return kind, following


def _theme(rng: random.Random) -> list[int]:
    """Kinds a hand is made of: all, one suit, one suit and honours, honours."""
    suit = 9 * rng.randrange(3)
    one_suit, honours = range(suit, suit + 9), range(EAST, KINDS)
    return rng.choice(
        [list(range(KINDS)), [*one_suit], [*one_suit, *honours], [*one_suit, *honours], [*honours]]
    )


def _group(rng: random.Random, kinds: list[int], sequences: float) -> tuple[int, int, int]:
    """A run or a triplet of some kinds."""
    kind = rng.choice(kinds)
    if kind in RUN_STARTS and rng.random() < sequences:
        return kind, kind + 1, kind + 2
    return kind, kind, kind


def _meld(rng: random.Random, tiles: tuple[int, int, int], caishen: tuple[int, ...]) -> Meld:
    """A meld on the table, in one case out of five with a caishen for one of its tiles."""
    if tiles[0] != tiles[1]:
        kind = "chi"
    else:
        kind = rng.choice(["peng", "gang", "concealed_gang"])
        tiles = tiles if kind == "peng" else (*tiles, tiles[0])
    wild = [False] * len(tiles)
    place = rng.randrange(len(tiles))
    if caishen and rng.random() < 0.2 and tiles[place] not in caishen:
        wild[place] = True
    return Meld(kind, tuple(tiles), tuple(wild))


def random_hand(rng: random.Random, rules: Ruleset, size: int = 14, most_caishen: int = 8) -> Hand:
    """A hand of `size` tiles, melds counted as three, without a fifth natural copy.

    It is made of groups; some tiles become caishen, and often some are exchanged at random.
    """
    while True:
        caishen = random_caishen(rng, rules)
        kinds = _theme(rng)
        sequences = rng.choice([0.0, 0.5, 1.0])
        groups = [_group(rng, kinds, sequences) for _ in range(4)]
        laid = [_meld(rng, tiles, caishen) for tiles in groups[: rng.choice([0, 0, 0, 1, 1, 2, 3, 4])]]
        pair = rng.choice(kinds)
        concealed = [tile for tiles in groups[len(laid) :] for tile in tiles] + [pair, pair]
        for _ in range(rng.choice([0, 0, 0, 1, 1, 2, 4])):
            concealed[rng.randrange(len(concealed))] = rng.choice(
                kinds if rng.random() < 0.7 else range(KINDS)
            )
        wilds = rng.choice([0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 8]) if caishen else 0
        for place in rng.sample(range(len(concealed)), min(wilds, len(concealed), most_caishen)):
            concealed[place] = rng.choice(caishen)
        rng.shuffle(concealed)
        tiles = concealed[: size - 3 * len(laid)]
        hand = Hand(tuple(tiles), tuple(laid), caishen, rng.randrange(4))
        counts = Counter(tiles + [tile for meld in laid for tile in meld.naturals])
        held = sum(tile in caishen for tile in tiles)
        fits = held <= most_caishen and hand.caishen_held <= COPIES * len(caishen)
        if fits and max(counts.values(), default=0) <= COPIES:
            return hand


def won(rng: random.Random, rules: Ruleset, hand: Hand) -> Hand:
    """The same hand with a way of winning that its seat can have, and a winning tile."""
    ways = [By.SELF_DRAW, By.DISCARD, By.GANG, By.ROB, By.HEAVENLY if hand.seat == 0 else By.EARTHLY]
    return Hand(hand.tiles, hand.melds, hand.caishen, hand.seat, rng.choice(ways), rng.choice(hand.tiles))
