"""`zj.distance`: what it answers, and what it refuses."""

import pytest

import zhuji_sim as zj


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        ({"hand": "123m456s567m789p中中", "seat": "S"}, 0),
        ({"hand": "123m456s567m78p中中", "seat": "S"}, 1),
        ({"hand": "123m456s567m78p5m6m", "caishen": "5m6m", "melds": [], "tai": 0}, 1),
        ({"hand": "78p中中", "melds": ["[123m]", "[456s]", "[567m]"], "seat": "S", "tai": 1}, 1),
        ({"hand": "78p中中5m", "melds": ["[123m]", "[456s]", "[5*7m]"], "caishen": "6m", "tai": 1}, 2),
        ({"hand": "东东东南南南西西西北北北中", "tai": 8}, 1),
        ({"hand": "123m456s567m78p中中", "tai": 90}, None),
        ({"hand": "123m456s789s46p北北北", "caishen": "3p", "rules": "ziyou", "seat": "S", "tai": 3}, 3),
    ],
)
def test_distances(asked, missing):
    assert zj.distance(**asked) == missing


@pytest.mark.parametrize(
    ("asked", "text"),
    [
        ({"hand": "123m"}, "3 tiles"),
        ({"hand": "11111m23456789p"}, "a fifth"),
        ({"hand": "123m456s567m78p中中", "seat": "X"}, "seat 'X'"),
        ({"hand": "123m456s567m78p中中", "caishen": "1m5m"}, "caishen"),
        ({"hand": "123m456s567m78p中中", "tai": -1}, "tai -1"),
        ({"hand": "123m456s567m78p中中", "tai": "3"}, "tai '3'"),
        ({"hand": "123m456s567m78p中中", "rules": "baoo"}, "preset"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(asked, text):
    with pytest.raises(zj.ZhujiError, match=text) as refused:
        zj.distance(**asked)
    assert "\n" not in str(refused.value)
