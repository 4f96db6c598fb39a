"""The weights of the policies that judge by value, and their places in the row a decision gets."""

from typing import Final

from .kinds import Weight

__all__ = [
    "AT_ONCE",
    "BIDDING",
    "BID_MARGIN",
    "BID_MARGIN_AT",
    "BID_TEMPERATURE",
    "BREADTH",
    "CALL_MARGIN",
    "CALL_VALUE",
    "DECLARER_TAI",
    "DEFENCE",
    "DEFENDER_SHARE",
    "FEED_DECLARER",
    "FEED_FELLOW",
    "FEED_TAI",
    "GANG_DRAW",
    "GANG_MARGIN",
    "LOSS",
    "MORE_TAI",
    "MORE_TAI_AGAIN",
    "NAME_VALUE",
    "PATIENCE",
    "VALUE_WEIGHTS",
]

VALUE_WEIGHTS: Final = (
    Weight("more_tai", 0.821, 0.0, 3.0, "How much the pay of one more tai counts; 0: only the tai needed."),
    Weight("more_tai_again", 1.476, 0.0, 3.0, "How much the pay of a second more tai counts."),
    Weight("declarer_tai", 0.513, 0.0, 3.0, "How much more tai count to a declarer, beside both of these."),
    Weight(
        "defender_share", 0.545, 0.0, 1.0, "Chance that the declarer makes it if this defender does not win."
    ),
    Weight("loss", 2.49, 0.0, 10.0, "Points lost on average when another seat wins."),
    Weight("breadth", 14.0, 1.0, 14.0, "Discards judged while more than two tiles are missing: the loosest."),
    Weight(
        "call_value",
        1.0,
        0.0,
        1.0,
        "Claims are judged by the hand after them; 0: taken if they bring it nearer.",
    ),
    Weight("call_margin", -0.005, -1.0, 1.0, "Share of the hand's worth that chi and peng have to add."),
    Weight("gang_margin", 0.0, -1.0, 1.0, "Share of the hand's worth that a gang has to add."),
    Weight("gang_draw", 1.0, -3.0, 5.0, "Own draws that a gang's replacement tile counts as."),
    Weight("patience", 1.0, 0.0, 1.5, "A win is let pass if this share of the hand's other worth is more."),
    Weight("defence", 0.332, 0.0, 3.0, "How much the danger of a discard counts."),
    Weight(
        "feed_declarer",
        0.674,
        0.0,
        2.0,
        "Share of the contract lost by a defender who feeds the declarer.",
    ),
    Weight("feed_fellow", 0.074, 0.0, 2.0, "Share of the contract saved by a defender who feeds a fellow."),
    Weight("feed_tai", 0.206, 0.0, 3.0, "Share of the pay for tai that a fed win costs more than another's."),
    Weight("bidding", 1.0, 0.0, 1.0, "Bids by the fitted chance to make a contract; 0: never bids."),
    Weight("bid_margin", 0.0, -50.0, 50.0, "Points that a bid has to be worth more than a pass."),
    Weight(
        "bid_margin_at",
        -1.0,
        -1.0,
        32.0,
        "The one bid bid_margin is about, by rank (0: 2, 1: 独2, 2: 无财2, 3: 3, …); -1: all.",
    ),
    Weight(
        "bid_temperature",
        0.5,
        0.1,
        50.0,
        "Points between two bids that make one e times likelier, to others.",
    ),
    Weight("at_once", 1.0, 0.0, 1.0, "Bids and names for a win before anybody draws (天胡, 地胡); 0: never."),
    Weight(
        "name_value", 1.0, 0.0, 1.0, "Names the caishen that make the hand worth most; 0: the first nearest."
    ),
)
"""In the order of the row of weights."""

_PLACES = {weight.name: place for place, weight in enumerate(VALUE_WEIGHTS)}

MORE_TAI: Final = _PLACES["more_tai"]
MORE_TAI_AGAIN: Final = _PLACES["more_tai_again"]
DECLARER_TAI: Final = _PLACES["declarer_tai"]
DEFENDER_SHARE: Final = _PLACES["defender_share"]
LOSS: Final = _PLACES["loss"]
BREADTH: Final = _PLACES["breadth"]
CALL_VALUE: Final = _PLACES["call_value"]
CALL_MARGIN: Final = _PLACES["call_margin"]
GANG_MARGIN: Final = _PLACES["gang_margin"]
GANG_DRAW: Final = _PLACES["gang_draw"]
PATIENCE: Final = _PLACES["patience"]
DEFENCE: Final = _PLACES["defence"]
FEED_DECLARER: Final = _PLACES["feed_declarer"]
FEED_FELLOW: Final = _PLACES["feed_fellow"]
FEED_TAI: Final = _PLACES["feed_tai"]
BIDDING: Final = _PLACES["bidding"]
BID_MARGIN: Final = _PLACES["bid_margin"]
BID_MARGIN_AT: Final = _PLACES["bid_margin_at"]
BID_TEMPERATURE: Final = _PLACES["bid_temperature"]
AT_ONCE: Final = _PLACES["at_once"]
NAME_VALUE: Final = _PLACES["name_value"]
