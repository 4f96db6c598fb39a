"""The referee's own completeness, tai and settlement against the golden cases and the reference."""

import json
import random
from pathlib import Path

import pytest

from tests.referee.hands import is_complete, split
from tests.referee.payments import settle_draw, settle_win
from tests.referee.second_opinion import best_readings
from tests.referee.tai import score
from tests.referee.tiles import KINDS, SEATS, Meld, read_contract, read_meld, read_tiles
from zhuji_sim.rules import PRESETS, Ruleset

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name):
    return [json.loads(line) for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


def counted(tiles):
    return [tiles.count(kind) for kind in range(KINDS)]


def seat_of(name):
    return None if name is None else SEATS.index(name)


def test_golden_tai():
    for case in golden("tai.jsonl"):
        rules = Ruleset.preset(case["rules"]).options()
        hand, win = read_tiles(case["hand"]), read_tiles(case["win"])[0]
        by = case["by"]
        given = by in ("discard", "rob") or (by == "earthly" and rules["earthly_on"] == "first_discard")
        concealed = counted(hand if given else [*hand, win])
        melds = [read_meld(text) for text in case["melds"]]
        caishen = frozenset(read_tiles(case["caishen"]))
        verdict = score(
            rules,
            SEATS.index(case["seat"]),
            concealed,
            win if given else None,
            melds,
            caishen,
            by,
            bool(caishen),
        )
        assert verdict.complete == case["complete"], case
        if case["complete"]:
            assert (verdict.tai, verdict.no_minimum) == (case["tai"], case["no_minimum"]), case
        plain, wilds = split(concealed, caishen)
        plain[win] += given
        assert is_complete(plain, wilds, len(melds)) == case["complete"], case


def test_golden_wins():
    for case in golden("wins.jsonl"):
        plain, wilds = split(counted(read_tiles(case["tiles"])), set(read_tiles(case["caishen"])))
        assert is_complete(plain, wilds, case["melds"]) == case["complete"], case


def test_golden_settlements():
    for case in golden("settle.jsonl"):
        rules = Ruleset.preset(case["rules"]).options()
        declarer, stays = seat_of(case["declarer"]), int(case["lao_zhuang"])
        contract = case["contract"] and read_contract(case["contract"])
        if case["winner"] is None:
            points = settle_draw(rules, declarer, contract, stays)
        else:
            winner, loser = seat_of(case["winner"]), seat_of(case["loser"])
            points = settle_win(rules, winner, case["tai"], loser, False, declarer, contract, stays)
        assert dict(zip(SEATS, points)) == case["points"], case


@pytest.mark.parametrize("preset", PRESETS)
def test_tai_agrees_with_the_reference_on_hands_of_chance(preset):
    """Hands near completion, in few kinds, under options of chance."""
    coin = random.Random(PRESETS.index(preset))
    complete = 0
    for _ in range(400):
        options = {
            "dragon_tai": coin.choice(["each", "once"]),
            "wucai_bonus": coin.choice(["hand", "mode", "off"]),
            "loose_all_honours": coin.random() < 0.3,
            "tai_limit": coin.choice(["none", 5]),
            "tai_own_wind": coin.randrange(3),
        }
        rules = Ruleset.preset(preset, **options).options()
        melds = [_meld(coin) for _ in range(coin.randrange(4))]
        tiles = [tile for _ in range(4 - len(melds)) for tile in _meld(coin).places[:3]]
        tiles += [coin.choice([3, 27, 29, 31])] * 2
        caishen = frozenset(coin.sample([1, 2, 27, 31], coin.randrange(3)))
        if caishen:
            for at in coin.sample(range(len(tiles)), coin.randrange(min(4, len(tiles)))):
                tiles[at] = min(caishen)
        by = coin.choice(["self_draw", "discard", "gang", "rob", "heavenly", "earthly"])
        given = by in ("discard", "rob") or (by == "earthly" and rules["earthly_on"] == "first_discard")
        claimed = tiles.pop() if given else None
        seat, hand = coin.randrange(4), counted(tiles)
        own = score(rules, seat, hand, claimed, melds, caishen, by, bool(caishen))
        best = best_readings(rules, seat, hand, claimed, melds, caishen, by)
        assert own.complete == bool(best)
        if best:
            complete += 1
            assert (own.tai, own.no_minimum) == (best[0].tai, any(each.no_minimum for each in best))
    assert complete > 200


def _meld(coin):
    if coin.random() < 0.5:
        kind = coin.choice([0, 1, 2, 3, 9, 27, 28, 31, 33])
        return Meld("peng", (kind,) * 3, (False,) * 3)
    first = coin.choice([0, 1, 2, 3, 9])
    return Meld("chi", (first, first + 1, first + 2), (False,) * 3)
