"""What the entry point names: the policy's kind. It does not import the compiler."""

from zhuji_sim.policies import PolicyKind, Weight

HOARDER = PolicyKind(
    "hoarder",
    "Keeps pairs and caishen, throws single honours and ends first, and wins when it can.",
    (
        Weight("pair_worth", 3.0, 0.0, 9.0, "What another copy of the same tile is worth."),
        Weight("caishen_worth", 30.0, 0.0, 99.0, "What a caishen is worth."),
    ),
    "zhuji_hoarder.deciding",
)
