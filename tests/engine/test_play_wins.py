"""Who may win on what, and with what minimum, sentence by sentence (RULES.md §5)."""

import pytest

from tests.engine.scenarios_script import Scripted
from zhuji_sim.rules import PRESETS

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)
BIDDING = pytest.mark.parametrize("preset", ["bao", "dongfeng"])

RUNS = "123m 456m 789m 123p"
"""Four sequences; with a pair that carries tai, worth only what 无财 gives."""
FLUSH = "22s 456s 456s 456s 78s"
"""Waits for 6s and 9s: 4 tai, and 1 more for 无财."""
WAITS = "123m 456p 789p 东东 78s"
"""Waits for 6s and 9s, worth only what 无财 gives."""


# 天胡


@pytest.mark.parametrize("preset", ["bao", "heping"])
def test_the_dealt_tiles_win_8_tai_whatever_the_declarer_needs(preset):
    """Guards against 天胡 that adds to the other items, or obeys a minimum."""
    result = Scripted(preset, "E hu", caishen="南 西", level=9, max_level=12, E=f"{RUNS} 东东").result()
    assert (result["by"], result["tai"], result["loser"]) == ("heavenly", 8, None)
    assert result["items"] == {"no_caishen": 1, "heavenly": 7}


def test_in_ziyou_the_dealt_tiles_need_three_tai():
    """Guards against 天胡 without minimum in ziyou."""
    poor = {"caishen": "1m", "E": "1m 23m 456m 789m 123p 东东"}
    assert Scripted("ziyou", **poor).may("E") == set()
    rich = {"caishen": "1m", "E": "1m 23m 456m 789m 123m 99m"}
    result = Scripted("ziyou", "E hu", **rich).result()
    assert (result["by"], result["tai"]) == ("heavenly", 8)


@pytest.mark.parametrize(("level", "wins"), [(2, False), (1, True)])
def test_in_dongfeng_the_dealt_tiles_are_an_ordinary_self_draw(level, wins):
    """Guards against a floor in dongfeng: the declarer's level counts."""
    declarer = "E" if level == 2 else "S"
    deal = Scripted("dongfeng", caishen="南 西", declarer=declarer, E=f"{RUNS} 东东")
    assert deal.may("E") == ({"hu"} if wins else set())
    if wins:
        assert deal.do("E hu").result()["by"] == "self_draw"


@EVERYWHERE
def test_a_win_after_the_dealers_first_gang_is_no_heavenly_one(preset):
    """Guards against 天胡 with a tile that was not dealt."""
    deal = Scripted(preset, "E gang (东东东东)", caishen="南 西", E="东东东东 123m 456m 789m 9m", tail="9m")
    result = deal.do("E hu").result()
    assert result["by"] == "gang"
    assert "heavenly" not in result["items"]


# 地胡


@pytest.mark.parametrize("preset", ["bao", "heping"])
@pytest.mark.parametrize("seat", "SWN")
def test_a_win_on_the_dealers_first_discard_is_earthly(preset, seat):
    """Guards against 地胡 for the next player only, or one that obeys the declarer's level."""
    more = {"declarer": seat, "level": 9, "max_level": 12, seat: WAITS}
    result = Scripted(preset, f"E discard 9s, {seat} hu", caishen="南 西", E="9s", **more).result()
    assert (result["by"], result["tai"], result["loser"]) == ("earthly", 8, "E")
    if preset == "heping":
        assert sorted(result["points"].values()) == [-256, -128, -128, 512], "it pays like a discard"


@pytest.mark.parametrize("preset", ["bao", "heping"])
def test_it_stays_earthly_after_the_dealers_concealed_gang(preset):
    """Guards against a count of draws instead of discards."""
    script = "E gang (北北北北), E discard 9s, S hu"
    result = Scripted(
        preset, script, caishen="南 西" if preset == "bao" else "中 发", E="9s 北北北北", S=WAITS
    ).result()
    assert (result["by"], result["tai"]) == ("earthly", 8)


@pytest.mark.parametrize("preset", ["bao", "heping"])
def test_the_second_discard_is_not_the_first(preset):
    """Guards against 地胡 on every discard of the first round, and on the dealer's second discard."""
    second = Scripted(
        preset, "E discard 1p, nobody, S throws", caishen="南 西", declarer="S", E="1p", W=WAITS, draws="9s"
    )
    assert second.do("W hu").result()["by"] == "discard"
    claimed = Scripted(
        preset, "E discard 1p, S peng [111p], S discard 9s", caishen="南 西", E="1p", S="11p 9s", W=WAITS
    )
    assert claimed.do("W hu").result()["by"] == "discard"


def test_in_dongfeng_the_first_discard_is_an_ordinary_one():
    """Guards against 地胡 in dongfeng."""
    poor = Scripted("dongfeng", "E discard 9s", caishen="南 西", declarer="S", E="9s", S=WAITS)
    assert "hu" not in poor.may("S"), "the declarer needs two tai"
    result = Scripted("dongfeng", "E discard 9s, S hu", caishen="南 西", E="9s", S=WAITS).result()
    assert (result["by"], result["tai"]) == ("discard", 1)


def drawn_by(seat):
    """Draws in ziyou that give `seat` 9s on his first draw, and the moves until then."""
    before = "SWN".index(seat)
    moves = ", ".join(["E discard 1p", *["nobody", "around 1"] * before, "nobody"])
    return {"draws": "2p 3p"[: 3 * before].strip() + " 9s", "E": "1p"}, moves


@pytest.mark.parametrize("seat", "SWN")
def test_in_ziyou_a_win_on_the_own_first_draw_is_earthly(seat):
    """Guards against 地胡 on the dealer's discard in ziyou, or for S alone."""
    hands, moves = drawn_by(seat)
    result = Scripted("ziyou", f"{moves}, {seat} hu", caishen="1m", **{seat: FLUSH}, **hands).result()
    assert (result["by"], result["tai"], result["loser"]) == ("earthly", 8, None)


def test_in_ziyou_earthly_needs_three_tai():
    """Guards against an earthly win without minimum in ziyou."""
    hands, moves = drawn_by("S")
    deal = Scripted("ziyou", moves, caishen="1m", S="1m 23m 456p 789p 东东 78s", **hands)
    assert "hu" not in deal.may("S")


def test_in_ziyou_the_second_draw_is_not_the_first():
    """Guards against 地胡 whenever nothing has been claimed."""
    script = "E discard 1p, around 4, nobody, S hu"
    hands = {"caishen": "8s", "S": FLUSH, "E": "1p", "draws": "1m 2p 3p 4p 9s"}
    result = Scripted("ziyou", script, **hands).result()
    assert (result["by"], result["items"]) == ("self_draw", {"pinghu": 1, "qingyise": 3})


@pytest.mark.parametrize(
    ("claim", "hand", "discard"),
    [
        ("N peng [111p]", "11p 北", "北"),
        ("N gang [1111p]", "111p 北", "北"),
        ("S chi [123p]", "23p 北", "北"),
    ],
)
def test_in_ziyou_any_claim_voids_earthly(claim, hand, discard):
    """Guards against 地胡 after somebody else's chi, peng or gang."""
    claimer = claim[0]
    caishen = {"E": "1m", "S": "1m", "W": "8s", "N": "1m"}
    draws = {"N": "2m 3m 9s", "S": "9s"}[claimer]
    more = {claimer: hand, "W": FLUSH, "E": "1p", "tail": "4m", "draws": draws, "caishen": caishen}
    script = f"E discard 1p, {claim}, {claimer} discard {discard}, nobody"
    deal = Scripted("ziyou", script + (", around 2, nobody" if claimer == "N" else ""), **more)
    result = deal.do("W hu").result()
    assert (result["by"], result["tai"]) == ("self_draw", 4)


@pytest.mark.parametrize("ganger", "ES")
def test_in_ziyou_concealed_gangs_do_not_void_earthly(ganger):
    """Guards against counting concealed gangs as claims."""
    more = {
        ganger: "北北北北 1p" if ganger == "E" else "北北北北",
        "tail": "1p",
        "W": FLUSH,
        "draws": "9s",
        "caishen": "1m",
    }
    script = "E discard 1p, nobody, S gang (北北北北), S throws, nobody, W hu"
    if ganger == "E":
        script = "E gang (北北北北), E discard 1p, nobody, S throws, nobody, W hu"
    else:
        more["E"] = "1p"
    more["draws"] = "2p 9s"
    assert Scripted("ziyou", script, **more).result()["by"] == "earthly"


# Minimum


@BIDDING
def test_a_declarer_below_his_level_does_not_win(preset):
    """Guards against the declarer's level being a question of payment only."""
    for level, wins in ((5, True), (6, False)):
        hands = {"caishen": "1m 2m", "declarer": "S", "S": FLUSH, "E": "1p", "draws": "9s"}
        deal = Scripted(preset, "E discard 1p, nobody", level=level, **hands)
        assert ("hu" in deal.may("S")) == wins
        deal.finish()


@EVERYWHERE
def test_a_hand_without_tai_never_wins_and_ziyou_asks_for_three(preset):
    """Guards against a minimum of 0."""
    hands = {"caishen": "9p 1p", "E": "北", "draws": "9s"}
    poor = Scripted(preset, "E discard 北, nobody", S="123m 456m 789p 东东 78s", **hands)
    assert "hu" not in poor.may("S")
    one = Scripted(preset, "E discard 北, nobody", S="123m 456m 789p 99m 78s", **hands)
    assert ("hu" in one.may("S")) == (preset != "ziyou"), "平胡"


def test_in_ziyou_wucai_is_8_with_three_tai_and_else_no_win():
    """Guards against 无财 as an ordinary item in ziyou, and against a floor that lifts poor hands."""
    rich = Scripted(
        "ziyou", "E discard 1p, around 4, nobody", caishen="1m", S=FLUSH, E="1p", draws="1m 2p 3p 4p 9s"
    )
    result = rich.do("S hu").result()
    assert (result["tai"], result["items"]) == (8, {"pinghu": 1, "qingyise": 3, "no_caishen": 4})
    for minimum in (1, 2, 3):
        hands = {"caishen": "8m", "S": "中中中 发发发 789s 123m 9p", "E": "1p", "draws": "1p 2p 3p 4p 9p"}
        poor = Scripted("ziyou", "E discard 1p, around 4, nobody", minimum_tai=minimum, **hands)
        assert "hu" not in poor.may("S"), "two tai are not 无财's three, whatever the minimum"


HONOURS = "东东东 南南南 西西西 中中 北北"
"""Waits for 中 and 北."""


@pytest.mark.parametrize(("preset", "tai"), [("bao", 8), ("dongfeng", 7)])
def test_all_honours_wins_whatever_the_declarer_needs(preset, tai):
    """Guards against 全字牌 that obeys the declarer's level."""
    hands = {"caishen": "1m 2m", "declarer": "S", "S": HONOURS, "E": "1p", "draws": "北"}
    deal = Scripted(preset, "E discard 1p, nobody", level=12, max_level=12, **hands)
    result = deal.do("S hu").result()
    assert result["tai"] == tai
    assert result["items"]["all_honours"] > 0


def test_in_ziyou_all_honours_wins_with_caishen_and_without():
    """Guards against ziyou's three tai for 全字牌."""
    for caishen, hand in (("1m", HONOURS), ("1m", "东东 1m 南南南 西西西 中中 北北"), ("北", HONOURS)):
        deal = Scripted(
            "ziyou", "E discard 1p, around 4, nobody", caishen=caishen, S=hand, E="1p", draws="1p 2p 3p 4p 中"
        )
        assert deal.do("S hu").result()["tai"] == 8


@EVERYWHERE
def test_loose_honours_win_only_under_their_option(preset):
    """Guards against 14 loose honours winning by default, and an option the engine does not know."""
    hands = {"caishen": "1m 2m", "S": "东南西北中发白 东南西北中发", "E": "1p", "draws": "白"}
    assert "hu" not in Scripted(preset, "E discard 1p, nobody", **hands).may("S")
    loose = Scripted(preset, "E discard 1p, nobody", loose_all_honours=True, **hands)
    assert loose.do("S hu").result()["items"]["all_honours"] > 0


# Discards


@EVERYWHERE
def test_a_discard_is_won_on_everywhere_but_in_ziyou(preset):
    """Guards against ron in ziyou, and against an option that does nothing."""
    deal = Scripted(preset, "E discard 9s", caishen="1m 2m", E="9s", S=FLUSH)
    assert ("hu" in deal.may("S")) == (preset != "ziyou")
    turned = Scripted(
        preset, "E discard 9s", caishen="1m 2m", E="9s", S=FLUSH, win_on_discard=preset == "ziyou"
    )
    assert ("hu" in turned.may("S")) == (preset == "ziyou")


@pytest.mark.parametrize("declarer", "ESWN")
def test_in_dongfeng_a_defender_wins_on_the_declarer_alone(declarer):
    """Guards against defenders who win on each other, and a declarer who may not win on them."""
    hands = {"caishen": "1m 2m", "declarer": declarer, "E": "1p", "N": FLUSH, "draws": "9s"}
    deal = Scripted("dongfeng", "E discard 1p, nobody, S throws", **hands)
    assert ("hu" in deal.may("N")) == (declarer in "SN")
    assert "hu" in Scripted("bao", "E discard 1p, nobody, S throws", **hands).may("N")
    only = Scripted("bao", "E discard 1p, nobody, S throws", defender_ron="declarer_only", **hands)
    assert ("hu" in only.may("N")) == (declarer in "SN")


def test_in_dongfeng_a_defender_wins_by_self_draw():
    """Guards against the rule for discards being applied to self-draws."""
    hands = {"caishen": "1m 2m", "declarer": "W", "E": "1p", "S": FLUSH, "draws": "9s"}
    assert Scripted("dongfeng", "E discard 1p, nobody, S hu", **hands).result()["by"] == "self_draw"


@EVERYWHERE
def test_a_limit_caps_the_tai_but_no_minimum(preset):
    """Guards against `tai_limit` that stops a win, or only shortens the items."""
    hands = {"caishen": "1m", "E": "1p", "S": FLUSH, "draws": "9s", "tai_limit": 3}
    result = Scripted(preset, "E discard 1p, nobody, S hu", **hands).result()
    assert result["tai"] == sum(result["items"].values()) == 3
