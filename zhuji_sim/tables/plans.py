"""Which hands are worth how much: the families, suits and honour tai that together reach a number of tai."""

from collections.abc import Sequence
from typing import Any

from zhuji_sim.rules import Ruleset
from zhuji_sim.tables.layout import ABSENT, NEEDS

__all__ = ["fill_plans", "plan"]


def fill_plans(tables: Any, rules: Ruleset, levels: Sequence[Sequence[int]]) -> None:
    """Fill `plans` and `level_of`; `levels` are the sums of tai the honours of each profile can reach."""
    for profile, sums in enumerate(levels):
        level_of = [
            next((level for level, tai in enumerate(sums) if tai >= need), ABSENT) for need in range(NEEDS)
        ]
        tables.level_of[profile] = level_of
        for need in range(NEEDS):
            entry = tables.plans[profile, need]
            for name, level in plan(rules, level_of, need).items():
                entry[name] = level
            entry.one_suit = any(entry[name] != ABSENT for name in _WIDER if not name.startswith("all_"))


def plan(rules: Ruleset, level_of: Sequence[int], need: int) -> dict[str, int]:
    """The honour level that each kind of hand needs to be worth `need` tai, see `layout.PLAN`.

    Parameters
    ----------
    rules : Ruleset
        Tai of 平胡, 对对胡, 混一色 and 清一色.
    level_of : sequence of int
        Lowest level worth at least so many tai, ABSENT where there is none.
    need : int
        Tai that shape, suits and honours have to give together.
    """

    def level(tai: int) -> int:
        return level_of[max(0, need - tai)]

    def flat(tai: int) -> int:
        return 0 if need <= tai else ABSENT

    pinghu, duiduihu = rules.tai_pinghu, rules.tai_duiduihu
    hunyise, qingyise = rules.tai_hunyise, rules.tai_qingyise
    levels = {
        "all_any": level(0),
        "all_triplets": level(duiduihu),
        "all_sequences": flat(pinghu),
        "mixed_any": level(hunyise),
        "mixed_triplets": level(hunyise + duiduihu),
        "mixed_sequences": flat(hunyise + pinghu),
        "pure_any": flat(qingyise),
        "pure_triplets": flat(qingyise + duiduihu),
        "pure_sequences": flat(qingyise + pinghu),
    }
    return {
        name: ABSENT if any(levels[wider] == own for wider in _WIDER[name]) else own
        for name, own in levels.items()
    }


_WIDER = {
    "all_any": (),
    "all_triplets": ("all_any",),
    "all_sequences": ("all_any",),
    "mixed_any": ("all_any",),
    "mixed_triplets": ("all_any", "all_triplets", "mixed_any"),
    "mixed_sequences": ("all_any", "all_sequences", "mixed_any"),
    "pure_any": ("all_any",),
    "pure_triplets": ("all_any", "all_triplets", "pure_any"),
    "pure_sequences": ("all_any", "all_sequences", "pure_any"),
}
"""For each kind of hand the kinds that allow all its hands and more: at its level they make it needless."""
