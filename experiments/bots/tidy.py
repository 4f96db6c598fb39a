"""A bot as a program of its own: JSON lines over its standard input and output, the standard library alone.

    zhuji deal --bot S="python3 experiments/bots/tidy.py"

It wins when it can, takes any peng, and throws the tile that has the fewest friends: twins and neighbours.
"""

import json
import sys


def friends(tile: str, hand: list[str]) -> int:
    """How much the other tiles of the hand make of this one."""
    score = 6 * (hand.count(tile) - 1)
    if tile[0].isdigit():
        for other in hand:
            if other[-1] == tile[-1] and other != tile:
                score += max(0, 3 - abs(int(other[0]) - int(tile[0])))
    return score


def choose(view: dict, legal: list[dict]) -> int:
    """The place in `legal` of what to do."""
    does = [action["do"] for action in legal]
    for wanted in ("hu", "peng"):
        if wanted in does:
            return does.index(wanted)
    if view["decision"] == "caishen":
        held = [sum(view["hand"].count(tile) for tile in action["tiles"]) for action in legal]
        return held.index(max(held))
    if "discard" not in does:
        return 0  # pass
    wild = view["caishen"][view["seat"]]

    def keep(place: int) -> tuple[bool, int]:
        tile = legal[place].get("tile")
        return tile in wild, friends(tile, view["hand"])

    return min((place for place, do in enumerate(does) if do == "discard"), key=keep)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"protocol": 1}), flush=True)
    elif message["type"] == "choose":
        print(json.dumps({"action": choose(message["view"], message["legal"])}), flush=True)
