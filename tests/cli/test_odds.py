"""`zhuji odds`: a verdict and a table, JSON, files, and what goes wrong in one line."""

import shlex

import pytest

from zhuji_sim.odds import asked, name_map, opponents, page, search

DEALER = "123m45s4567m79p中9s9p"
HAND = "123m45s456m79p中9s9p"
DONGFENG = (HAND, "--rules", "dongfeng")
SMALL = ("--policies", "tai", "--deals", "64", "--jobs", "1", "--quiet")


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    """Fewer deals than anybody should choose by."""
    for module, name, value in (
        (asked, "OPPONENTS", ("speed",)),
        (opponents, "OPPONENT_DEALS", 64),
        (name_map, "MAP_DEALS", 32),
        (page, "MAP_DEALS", 32),
        (search, "FIRST_LOOK", 16),
        (search, "SECOND_LOOK", 16),
        (search, "ROUND", 64),
    ):
        monkeypatch.setattr(module, name, value)


def test_json_has_the_rows_that_scripts_know(zhuji):
    said = zhuji("odds", DEALER, "--seat", "E", *SMALL, "--json")
    assert (said.status, said.err) == (0, "")
    rows = said.document["rows"]
    keys = ("contract", "caishen", "deals", "make", "make_low", "make_high")
    assert all({*keys, "points", "points_low", "points_high"} <= set(row) for row in rows)
    contracts = [row["contract"] for row in rows]
    assert len(set(contracts)) == len(contracts)
    assert "pass" in contracts
    assert said.document["best"] == {"contract": contracts[0], "caishen": rows[0]["caishen"]}
    for row in rows:
        if row["contract"] != "pass":
            assert 0 <= row["make_low"] <= row["make"] <= row["make_high"] <= 1
        assert row["points_low"] <= row["points"] <= row["points_high"]


@pytest.mark.parametrize(
    ("question", "lang", "words"),
    [
        ((HAND, "--seat", "W", "--auction", "E:2 S:pass"), "en", "passing"),
        ((*DONGFENG, "--seat", "S", "--auction", "E:2"), "zh", "过"),
        (
            (*DONGFENG, "--seat", "S", "--contract", "独2", "--declarer", "S"),
            "en",
            "you make",
        ),
        (
            (HAND, "--seat", "S", "--contract", "独2", "--caishen", "9p"),
            "zh",
            "包成的机会",
        ),
        (
            (*DONGFENG, "--seat", "N", "--contract", "2", "--declarer", "E", "--caishen", "5m6m"),
            "zh",
            "防守方",
        ),
        ((HAND, "--rules", "heping", "--seat", "S", "--caishen", "8p9p"), "en", "You win"),
        ((HAND, "--rules", "heping", "--seat", "S", "--caishen", "8p9p"), "zh", "胡牌的机会"),
        ((HAND, "--rules", "ziyou", "--seat", "S"), "zh", "胡牌的机会"),
    ],
)
def test_every_kind_of_question_is_answered_in_words(zhuji, question, lang, words):
    said = zhuji("odds", *question, *SMALL, "--lang", lang)
    assert (said.status, said.err) == (0, "")
    assert words in said.out
    assert {"en": "Intervals are 95 %", "zh": "区间均为 95%"}[lang] in said.out
    assert "nan" not in said.out


def test_the_command_that_is_printed_gives_the_same_again(zhuji):
    """Guards against a time limit whose figures nobody can get a second time."""
    asked = (
        "odds",
        HAND,
        "--seat",
        "S",
        "--contract",
        "2",
        "--caishen",
        "5m6m",
        "--policies",
        "tai",
        "--quiet",
    )
    said = zhuji(*asked, "--seconds", "0.01", "--lang", "en")
    line = next(line for line in said.out.splitlines() if line.startswith("The same again: zhuji "))
    command = shlex.split(line.partition("zhuji ")[2])
    assert command[-2] == "--deals"
    again = zhuji(*command, "--lang", "en", "--quiet")
    assert said.out.startswith(again.out)
    document = zhuji(*command, "--json", "--quiet").document
    assert document["command"] == shlex.join(["zhuji", *command])


def test_a_card_is_for_every_hand(zhuji, tmp_path):
    said = zhuji(
        "odds",
        "--card",
        "--rules",
        "heping",
        "--policies",
        "tai",
        "--deals",
        "300",
        "--lang",
        "en",
        "--quiet",
    )
    assert said.status == 0
    assert "missing" in said.out
    page = tmp_path / "card.html"
    document = zhuji(
        *("odds", "--card", "--rules", "ziyou", "--policies", "tai", "--deals", "60"),
        *("--html", str(page), "--json", "--quiet"),
    ).document
    assert document["kind"] == "name"
    assert "<html" in page.read_text(encoding="utf-8")
    for wrong in ((HAND,), ("--seat", "S")):
        refused = zhuji("odds", "--card", *wrong)
        assert refused.status == 2
        assert "a card is for every hand" in refused.err
    assert zhuji("odds").status == 2


def test_files_are_named_where_they_lie(zhuji, tmp_path):
    page, chart = tmp_path / "page.html", tmp_path / "points.png"
    asked = ("odds", HAND, "--seat", "S", "--rules", "heping", "--caishen", "8p9p", *SMALL)
    said = zhuji(*asked, "--html", str(page), "--chart", str(chart), "--lang", "en")
    assert said.out.splitlines()[-2:] == [f"Written: {page}", f"Written: {chart}"]
    assert chart.read_bytes().startswith(b"\x89PNG")
    document = zhuji(*asked, "--html", str(page), "--json").document
    assert document["html"] == str(page)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((HAND[:-4], "--seat", "S"), "tiles: expected 13, as S holds"),
        (("123m45s456m79p中9s", "--seat", "S"), "has 12 tiles: expected 13"),
        ((HAND,), "has 13 tiles: expected 14, as the dealer (E) holds"),
        ((DEALER, "--seat", "S"), "has 14 tiles: expected 13, as S holds"),
        (("12399999m45s79p中", "--seat", "S"), "a fifth 9m"),
        (
            (HAND, "--seat", "W", "--auction", "S:2 E:pass"),
            "auction 'S:2': out of order, it is the turn of E",
        ),
        ((HAND, "--seat", "W", "--auction", "E:3 S:2"), "auction 'S:2': not a call that S may make here"),
        ((HAND, "--seat", "W", "--auction", "E:2"), "it is the turn of S, not of W"),
        ((HAND, "--seat", "S", "--rules", "heping"), "the indicator first"),
        ((HAND, "--seat", "S", "--rules", "ziyou", "--auction", "E:2"), "no bidding"),
        ((HAND, "--seat", "S", "--view", "maybe"), "view 'maybe': expected bid, get or forced"),
        ((HAND, "--seat", "S", "--deals", "5", "--seconds", "1"), "deals 5 and seconds 1.0: expected one of"),
        (
            (HAND, "--seat", "S", "--deals", "5", "--precision", "1.5"),
            "deals 5 and precision 1.5: expected one",
        ),
        ((HAND, "--seat", "S", "--deals", "0"), "deals = 0: expected a whole number from 1"),
        ((HAND, "--seat", "S", "--jobs", "0"), "jobs = 0: expected"),
        ((HAND, "--seat", "S", "--seed", "-1"), "seed = -1: expected"),
        ((HAND, "--seat", "S", "--lao-zhuang", "-1"), "lao_zhuang -1: expected a whole number from 0"),
        ((HAND, "--seat", "S", "--deals", "5", "--deals", "6"), "--deals: said twice"),
        (
            (HAND, "--seat", "S", "--rules", "ziyou", "--view", "bid"),
            "view 'bid': no bidding under the rules",
        ),
        ((HAND, "--seat", "S", "--contract", "2", "--view", "get"), "view 'get': the bidding is over"),
        ((HAND, "--seat", "S", "--contract", "2", "--declarer", ""), "declarer '': expected E, S, W or N"),
        ((HAND, "--seat", "S", "--out", ""), "--out '': expected the name of a file or a folder"),
        ((HAND, "--seat", "S", "--html", " "), "--html ' ': expected"),
        ((HAND, "--seat", "S", "--html", "/proc/no/page.html"), "cannot be used as a folder"),
        (("--card", "--policies", "tai,tai,tai,tai"), "'tai,tai,tai,tai': expected one policy"),
        (("--card", "--policies", "tia"), "policy 'tia'"),
        (("--card", "--rules", "boa"), "unknown preset 'boa'"),
        (("--card", "--deals", "0"), "deals = 0: expected a whole number from 3"),
        (("--card", "--html", "/proc/no/card.html"), "cannot be used as a folder"),
        (("--card", "--out", "/proc"), "/proc holds something else"),
        ((HAND, "--seat", "S", "--policies", "tai,speed"), "2 policies: expected one for all seats, or four"),
        ((HAND, "--seat", "S", "--policies", "tia"), "policy 'tia'"),
        ((HAND, "--seat", "S", "--chart", "points.jpg"), "ends with .png or .svg"),
        ((HAND, "--seat", "X"), "seat 'X': expected E, S, W or N"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(zhuji, arguments, message):
    said = zhuji("odds", *arguments)
    assert said.status == 2
    assert said.out == ""
    assert message in said.err
    assert len(said.err.splitlines()) == 1
