"""What happens in deals, told from their logs, and stacked deals in which rare things happen."""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from tests.engine.scenarios_script import Scripted
from zhuji_sim.rules.notation import parse_meld, parse_tile
from zhuji_sim.rules.tiles import SEATS, successor

ALL = ("bao", "heping", "ziyou", "dongfeng")
BIDDING = ("bao", "dongfeng")
RON = ("bao", "heping", "dongfeng")
FLOORS = ("bao", "heping", "ziyou")

ALLOWED = {
    "chi": ALL,
    "peng": ALL,
    "exposed_gang": ALL,
    "added_gang": ALL,
    "concealed_gang": ALL,
    "gang_after_gang": ALL,
    "caishen_at_its_place": ALL,
    "caishen_claimed_as_itself": ALL,
    "caishen_peng": RON,
    "caishen_chi": ("heping",),
    "caishen_gang_exposed": ("bao",),
    "caishen_gang_added": ("bao",),
    "caishen_gang_concealed": ("bao",),
    "win_self_draw": ALL,
    "win_discard": RON,
    "win_gang": ALL,
    "win_rob": ALL,
    "win_heavenly": FLOORS,
    "win_earthly": FLOORS,
    "won_on_caishen": RON,
    "all_honours": ALL,
    "no_caishen": ALL,
    "three_caishen": ("ziyou",),
    "exhausted": ALL,
    "exhausted_after_gang": ALL,
    "all_pass": BIDDING,
    "contested_bidding": BIDDING,
    "declarer_wins": BIDDING,
    "defender_wins": BIDDING,
    "contract_dual": BIDDING,
    "contract_solo": BIDDING,
    "contract_none": BIDDING,
}
"""Each kind of event, and the presets that allow it as they are."""


def events_of(log: Mapping[str, Any]) -> Counter[str]:
    """How often each kind of event happens in a deal."""
    found: Counter[str] = Counter()
    caishen = _caishen(log)
    events, result = log["events"], log["result"]
    bids = [event["do"] for event in events if event["do"] == "bid"]
    passes = [event for event in events if event["do"] == "pass"]
    found["all_pass"] += len(passes) == len(SEATS) and not bids
    found["contested_bidding"] += len(bids) > 1
    draw: Mapping[str, Any] = {}
    for at, event in enumerate(events):
        if event["do"] == "draw":
            draw = event
        elif event["do"] in ("chi", "peng", "gang"):
            found.update(_laid(event, caishen))
            claimed = parse_tile(events[at - 1]["tile"]) if "from" in event else None
            found["caishen_claimed_as_itself"] += claimed in caishen[event["seat"]]
            found["gang_after_gang"] += event["do"] == "gang" and bool(events[at - 1].get("tail"))
        elif event["do"] == "hu":
            found[f"win_{event['by']}"] += 1
            given = event["from"] is not None
            found["won_on_caishen"] += given and parse_tile(event["tile"]) in caishen[event["seat"]]
            found["robbed_exposed_gang"] += event["by"] == "rob" and "from" in events[at - 1]
        elif event["do"] in ("exhausted", "redeal"):
            found[event["do"]] += 1
            found["exhausted_after_gang"] += event["do"] == "exhausted" and bool(draw.get("tail"))
    found.update(name for name in ("all_honours", "no_caishen", "three_caishen") if name in result["items"])
    if result["contract"] is not None:
        mode = {"独": "solo", "无": "none"}.get(result["contract"][0], "dual")
        found[f"contract_{mode}"] += 1
        if result["winner"] is not None:
            found["declarer_wins" if result["winner"] == result["declarer"] else "defender_wins"] += 1
    return +found


def _caishen(log: Mapping[str, Any]) -> dict[str, set[int]]:
    own: dict[str, set[int]] = {seat: set() for seat in SEATS}
    each = log["rules"]["preset"] == "ziyou" and log["rules"]["ziyou_caishen"] == "each_player"
    if log["indicator"] is not None:
        turned = parse_tile(log["indicator"])
        following = successor(turned, log["rules"]["honour_cycle"])
        return dict.fromkeys(SEATS, {turned} | ({following} if following is not None else set()))
    for event in log["events"]:
        if event["do"] == "caishen":
            for seat in event["seat"] if each else SEATS:
                own[seat] = {parse_tile(tile) for tile in event["tiles"]}
    return own


def _laid(event: Mapping[str, Any], caishen: Mapping[str, set[int]]) -> Iterator[str]:
    meld = parse_meld(event["meld"])
    wild = any(meld.wild)
    own = [tile in caishen[event["seat"]] for tile in meld.tiles]
    if event["do"] == "gang":
        form = "concealed" if meld.kind == "concealed_gang" else "exposed" if "from" in event else "added"
        yield f"caishen_gang_{form}" if wild else f"{form}_gang"
    else:
        yield f"caishen_{event['do']}" if wild else event["do"]
        if any(is_own and not star for is_own, star in zip(own, meld.wild, strict=True)):
            yield "caishen_at_its_place"


FLUSH = "22s 456s 456s 456s 78s"
READY = "123p 456p 789p 1m"
CAISHEN_WAIT = "123p 456p 789p 99s 46m"
HONOURS = "东东东 南南南 西西西 中中 北北"
ADDING = "E discard 9s, W peng [999s], W discard 北, nobody, around 3, nobody"
ADDED = {"E": "9s", "W": "99s 北", "draws": "1p 2p 3p 9s", "declarer": "W"}
FIRST = "E discard 1p, nobody"
ROUND = f"{FIRST}, around 4, nobody"

SETUPS: dict[str, tuple[tuple[str, ...], list[dict[str, Any]]]] = {
    "added_gang": (ALL, [{"script": f"{ADDING}, W gang [9999s]", **ADDED}]),
    "caishen_at_its_place": (ALL, [{"script": "E discard 4m, S chi [456m]", "E": "4m", "S": "56m"}]),
    "caishen_claimed_as_itself": (
        ALL,
        [
            {"script": "E discard 5m, W peng [555m]", "E": "5m", "W": "55m"},
            {"script": "E discard 5m, S chi [456m]", "E": "5m", "S": "46m"},
        ],
    ),
    "caishen_peng": (
        RON,
        [{"script": "E discard 9s, W peng [99*s] with 5m", "E": "9s", "W": "9s 5m"}],
    ),
    "caishen_chi": (("heping",), [{"script": "E discard 9s, S chi [*89s] with 6m", "E": "9s", "S": "8s 6m"}]),
    "caishen_gang_exposed": (
        ("bao",),
        [{"script": "E discard 9s, W gang [99**s] with 5m 6m", "E": "9s", "W": f"9s 5m 6m {READY}"}],
    ),
    "caishen_gang_added": (
        ("bao",),
        [
            {
                "script": f"{ADDING.replace('[999s]', '[99*s] with 5m')}, W gang [99*9s] with 5m",
                **ADDED,
                "W": f"9s 5m 北 {READY}",
            },
            {
                "script": f"{ADDING}, W gang [999*s] with 6m",
                **ADDED,
                "W": f"99s 北 {READY}",
                "draws": "1p 2p 3p 6m",
            },
        ],
    ),
    "caishen_gang_concealed": (
        ("bao",),
        [
            {
                "script": "E discard 1p, nobody, S gang (99**s) with 5m 6m",
                "E": "1p",
                "S": f"9s 5m 6m {READY}",
                "draws": "9s",
            }
        ],
    ),
    "gang_after_gang": (
        ALL,
        [{"script": "E gang (9999s), E gang (9999p)", "E": "9999s 999p", "tail": "9p 1m"}],
    ),
    "win_gang": (
        ALL,
        [
            {
                "script": f"{FIRST}, S gang (白白白白), S hu",
                "E": "1p",
                "S": "白白白白 22s 456s 456s 7s",
                "draws": "8s",
                "tail": "9s",
            },
            {
                "script": "E discard 白, S gang [白白白白], S hu",
                "E": "白",
                "S": "白白白 22s 456s 456s 78s",
                "tail": "9s",
            },
        ],
    ),
    "win_rob": (
        ALL,
        [
            {"script": f"{ADDING}, W gang [9999s], N hu", **ADDED, "N": FLUSH},
            {"script": f"{ADDING}, W gang [9999s], E hu", **ADDED, "E": f"9s {FLUSH}"},
        ],
    ),
    "win_heavenly": (FLOORS, [{"script": "E hu", "E": f"{FLUSH} 9s"}]),
    "win_earthly": (
        ("bao", "heping"),
        [{"script": f"E discard 9s, {seat} hu", "E": "9s", seat: FLUSH} for seat in "SWN"],
    ),
    "win_first_draw": (("ziyou",), [{"script": f"{FIRST}, S hu", "E": "1p", "S": FLUSH, "draws": "9s"}]),
    "won_on_caishen": (
        RON,
        [{"script": f"E discard 5m, {seat} hu", "E": "5m", seat: CAISHEN_WAIT} for seat in "SWN"],
    ),
    "all_honours": (ALL, [{"script": f"{ROUND}, S hu", "S": HONOURS, "E": "1p", "draws": "1p 2p 3p 4p 中"}]),
    "three_caishen": (
        ("ziyou",),
        [{"script": f"{FIRST}, S hu", "S": "55m 6m 22s 456s 456s 78s", "E": "1p", "draws": "9s"}],
    ),
}
"""Stacked deals by the event that they are made for: presets, and ways to it. 5m and 6m are caishen."""


def stacked(event: str, preset: str, coin: random.Random) -> Scripted:
    """A deal in which the event has just happened; suits, and all tiles that it does not need, are random."""
    suits = dict(zip("mps", coin.sample("mps", 3), strict=True))
    setup = {
        name: re.sub(r"(?<=[0-9*])[mps]", lambda suit: suits[suit[0]], text)
        for name, text in ({"caishen": "5m 6m"} | coin.choice(SETUPS[event][1])).items()
    }
    return Scripted(preset, coin=coin, **setup)


def wall_out_after_gang(preset: str, coin: random.Random) -> Scripted:
    """A deal whose last tile is drawn for a gang, with the preset's own reserve."""
    draws = int(Scripted(preset).session.scene["draws_left"])
    last = "SWNE"[(draws - 2) % len(SEATS)]
    hands = {last: "白白白白" if last != "E" else "白白白白 1p", "E": "白白白白 1p" if last == "E" else "1p"}
    deal = Scripted(preset, "E discard 1p", caishen="5m 6m", coin=coin, **hands)
    return deal.do(f"around {draws - 2}, nobody, {last} gang (白白白白), {last} throws")


def contested(preset: str, coin: random.Random) -> Scripted:
    """A deal with several bids, the last of them without caishen or with one kind."""
    mode = coin.choice(["独", "无财"])
    low, high = ("2", f"{mode}3") if coin.random() < 0.5 else ("独2", f"{mode}3")
    script = f"E bid {low}, S pass, W bid {high}, N pass, E pass, S pass"
    return Scripted(preset, script, coin=coin)
