"""Hands for the tests: read from text, or drawn by hypothesis."""

from hypothesis import strategies as st

from zhuji_sim.rules import KINDS, SEATS, By, Meld, Ruleset, parse_melds, parse_tile, parse_tiles
from zhuji_sim.rules.arrangements import is_run_start
from zhuji_sim.rules.reference import Hand, Verdict, judge
from zhuji_sim.rules.tiles import COPIES, EAST, successor

RUN_STARTS = [kind for kind in range(KINDS) if is_run_start(kind)]


def hand(
    tiles: str,
    win: str = "",
    caishen: str = "",
    seat: str = "E",
    by: str = "self_draw",
    melds: tuple[str, ...] = (),
) -> Hand:
    """A hand from texts; `win` is added to `tiles`."""
    winning = parse_tile(win) if win else None
    concealed = parse_tiles(tiles) + ([] if winning is None else [winning])
    return Hand(
        tuple(concealed),
        parse_melds(melds),
        tuple(parse_tiles(caishen)),
        SEATS.index(seat),
        By[by.upper()],
        winning,
    )


def verdict(rules: Ruleset, *args: object, **kwargs: object) -> Verdict | None:
    """The judge's verdict on a hand given as to `hand`."""
    return judge(rules, hand(*args, **kwargs))


def items(rules: Ruleset, *args: object, **kwargs: object) -> dict[str, int]:
    """Items by name of a hand given as to `hand`, which has to be complete."""
    best = verdict(rules, *args, **kwargs)
    assert best is not None
    assert sum(best.items.values()) == best.tai
    return {item.key: tai for item, tai in best.items.items()}


def presets() -> st.SearchStrategy[Ruleset]:
    """One of the four presets."""
    return st.sampled_from([Ruleset.preset(name) for name in ("bao", "heping", "ziyou", "dongfeng")])


def caishen_sets() -> st.SearchStrategy[tuple[int, ...]]:
    """No caishen, one kind, or a kind and its successor."""
    kinds = st.integers(0, KINDS - 1)
    dual = kinds.map(lambda kind: (kind, successor(kind) or 0))
    return st.one_of(st.just(()), kinds.map(lambda kind: (kind,)), dual)


@st.composite
def melds(draw: st.DrawFn) -> Meld:
    """A meld of natural tiles."""
    if draw(st.booleans()):
        return Meld.chi(draw(st.sampled_from(RUN_STARTS)))
    kind = draw(st.integers(0, KINDS - 1))
    return draw(st.sampled_from([Meld.peng(kind), Meld.gang(kind), Meld.gang(kind, concealed=True)]))


@st.composite
def complete_hands(draw: st.DrawFn, most_melds: int = 3) -> Hand:
    """A complete hand without caishen and without a fifth copy, some of its melds on the table."""
    laid = draw(st.lists(melds(), max_size=most_melds))
    found = draw(st.lists(melds(), min_size=4 - len(laid), max_size=4 - len(laid)))
    pair = draw(st.integers(0, KINDS - 1))
    tiles = [tile for meld in found for tile in meld.tiles[:3]] + [pair, pair]
    everything = tiles + [tile for meld in laid for tile in meld.tiles]
    if any(everything.count(tile) > COPIES for tile in everything):
        tiles = [0, 1, 2, 9, 10, 11, 18, 19, 20, 3, 4, 5, 12, 12]
        laid = []
    return Hand(tuple(tiles), tuple(laid), (), draw(st.integers(0, 3)))


@st.composite
def deals(draw: st.DrawFn, size: int = 14, most_caishen: int = 8) -> Hand:
    """Tiles from a wall that favours one suit and honours, so that many are nearly complete."""
    caishen = draw(caishen_sets())
    count = draw(st.integers(0, min(most_caishen, COPIES * len(caishen))))
    suit = 9 * draw(st.integers(0, 2))
    kinds = [*range(suit, suit + 9), *range(EAST, KINDS)]
    wall = [kind for kind in kinds if kind not in caishen for _ in range(COPIES)]
    naturals = draw(st.lists(st.sampled_from(wall), min_size=size - count, max_size=size - count))
    while any(naturals.count(tile) > COPIES for tile in naturals):
        extra = next(tile for tile in naturals if naturals.count(tile) > COPIES)
        naturals[naturals.index(extra)] = next(kind for kind in wall if naturals.count(kind) < COPIES)
    wild = [kind for kind in caishen for _ in range(COPIES)][:count]
    return Hand(tuple(naturals + wild), (), caishen, draw(st.integers(0, 3)))
