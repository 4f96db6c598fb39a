import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rules.hands import melds
from zhuji_sim.errors import NotationError
from zhuji_sim.rules import (
    COPIES,
    KINDS,
    Meld,
    format_meld,
    format_tile,
    format_tiles,
    parse_meld,
    parse_tile,
    parse_tiles,
)
from zhuji_sim.rules.notation import fifth_copy


@st.composite
def some_tiles(draw):
    """Tiles in any order, no fifth copy."""
    wall = [kind for kind in range(KINDS) for _ in range(COPIES)]
    return draw(st.permutations(wall))[: draw(st.integers(0, 20))]


@given(some_tiles())
def test_tiles_written_and_read_again_are_the_same(tiles):
    assert parse_tiles(format_tiles(tiles)) == sorted(tiles)
    assert parse_tiles(" ".join(map(format_tile, tiles))) == list(tiles)


@given(melds(), st.sets(st.integers(0, 3), max_size=2))
def test_melds_written_and_read_again_are_the_same(meld, wild):
    places = tuple(place in wild for place in range(len(meld.tiles)))
    if sum(places) > len(places) - 2:
        places = (False,) * len(places)
    laid = Meld(meld.kind, meld.tiles, places)
    assert parse_meld(format_meld(laid)) == laid
    assert parse_meld(f" {laid} ") == laid


def refusal_of(parse, text):
    try:
        parse(text)
    except NotationError as refusal:
        return refusal
    return None


@given(st.text(alphabet="1239mpsz东中白*[]() x０５", max_size=12))
def test_any_text_is_tiles_or_a_clear_refusal(text):
    for parse in (parse_tiles, parse_meld):
        refusal = refusal_of(parse, text)
        if refusal is not None:
            assert repr(text) in str(refusal)
            assert 1 <= refusal.position <= len(text) + 2
            assert "\n" not in str(refusal)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("1z2z3z4z5z6z7z", "东南西北白发中"),
        ("1234567z", "东南西北白发中"),
        ("東發", "东发"),
        ("3万3萬3m", "333m"),
        ("5筒5饼5p", "555p"),
        ("7条7索7s", "777s"),
        ("123万456饼789条", "123m456p789s"),
        (" 1 2 3 m  中 中 ", "123m中中"),
        ("１２３ｍ　４５６ｐ７ｚ", "123m456p中"),
        ("321m中东", "321m中东"),
        ("", ""),
    ],
)
def test_every_spelling_of_the_rules_is_understood(text, meaning):
    assert parse_tiles(text) == parse_tiles(meaning)


def test_tiles_are_written_sorted_suit_by_suit_then_honours():
    assert format_tiles(parse_tiles("白中9s1p3m东1m")) == "13m1p9s东中白"


@pytest.mark.parametrize(
    ("text", "position", "offending"),
    [
        ("12x3m", 3, "'x'"),
        ("123m45", 5, "ranks without a suit"),
        ("12中", 1, "ranks without a suit"),
        ("0m", 1, "'0'"),
        ("m123", 1, "'m' without a rank"),
        ("1m8z", 3, "8z is no tile"),
        ("中9z", 2, "9z is no tile"),
        ("1m2m5*m", 6, "'*'"),
        ("[123m]", 1, "'['"),
        ("5筒Ｍ", 3, "'M'"),
        ("①m", 1, "'①'"),
        ("11m 111m", 7, "a fifth 1m"),
        ("5z5z白白白", 7, "a fifth 白"),
    ],
)
def test_a_wrong_text_is_refused_with_its_place(text, position, offending):
    with pytest.raises(NotationError) as refused:
        parse_tiles(text)
    assert refused.value.position == position
    assert offending in str(refused.value)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("parse", [parse_tiles, parse_tile, parse_meld])
def test_numbers_and_lists_are_no_text(parse):
    with pytest.raises(NotationError, match="expected text, not list"):
        parse([1, 2, 3])


@pytest.mark.parametrize("text", ["", "1m2m", "中中"])
def test_one_tile_is_one_tile(text):
    with pytest.raises(NotationError, match="expected one tile"):
        parse_tile(text)


@pytest.mark.parametrize(
    ("text", "kind", "tiles", "wild"),
    [
        ("[123m]", "chi", "123m", ""),
        ("[777m]", "peng", "777m", ""),
        ("[7777m]", "gang", "7777m", ""),
        ("(7777m)", "concealed_gang", "7777m", ""),
        ("[7*7m]", "peng", "777m", "2"),
        ("[*77m]", "peng", "777m", "1"),
        ("[4*6m]", "chi", "456m", "2"),
        ("[*56m]", "chi", "456m", "1"),
        ("[56*m]", "chi", "567m", "3"),
        ("[东*东]", "peng", "东东东", "2"),
        ("[白白*]", "peng", "白白白", "3"),
        ("[7**7s]", "gang", "7777s", "23"),
        ("(7*77m)", "concealed_gang", "7777m", "2"),
        ("[111z]", "peng", "东东东", ""),
        ("[1m2m3m]", "chi", "123m", ""),
        ("［７＊７筒］", "peng", "777p", "2"),
        ("（中中中中）", "concealed_gang", "中中中中", ""),
    ],
)
def test_every_kind_of_meld_is_understood(text, kind, tiles, wild):
    meld = parse_meld(text)
    assert meld.kind == kind
    assert list(meld.tiles) == parse_tiles(tiles)
    assert [place + 1 for place, is_wild in enumerate(meld.wild) if is_wild] == [int(mark) for mark in wild]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("123m", "expected a meld such as"),
        ("[123m", "expected a meld such as"),
        ("[123m)", "expected a meld such as"),
        ("", "expected a meld such as"),
        ("[]", "found 0"),
        ("[77m]", "found 2"),
        ("[77777m]", "found 5"),
        ("(777m)", "four tiles of a concealed gang"),
        ("(123m)", "four tiles of a concealed gang"),
        ("[7**m]", "at least two tiles that are not"),
        ("[***m]", "'m' without a rank"),
        ("[124m]", "three ascending tiles"),
        ("[321m]", "three ascending tiles"),
        ("[*12m]", "three ascending tiles"),
        ("[89*m]", "three ascending tiles"),
        ("[891m]", "three ascending tiles"),
        ("[8m9m1p]", "three ascending tiles"),
        ("[东南西]", "three ascending tiles"),
        ("[中发白]", "three ascending tiles"),
        ("[1234m]", "three ascending tiles"),
        ("[7x7m]", "'x'"),
    ],
)
def test_what_is_no_meld_is_refused(text, why):
    with pytest.raises(NotationError) as refused:
        parse_meld(text)
    assert why in str(refused.value)


def test_the_fifth_copy_is_found_across_hand_and_melds_but_caishen_do_not_count():
    tiles = parse_tiles("77m")
    assert fifth_copy(tiles, [parse_meld("[777m]")]) == parse_tile("7m")
    assert fifth_copy(tiles, [parse_meld("[7*7m]")]) is None
