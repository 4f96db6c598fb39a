"""The referee's own settlement (RULES.md §6)."""

from typing import Any

from tests.referee.tiles import Contract


def stays_factor(rules: dict[str, Any], stays: int) -> int:
    """What a 老庄 deal multiplies every payment by; `stays` is how often the dealer has stayed."""
    if rules["lao_zhuang"] == "off" or stays == 0:
        return 1
    return int(2**stays) if rules["lao_zhuang"] == "cumulative" else 2


def settle_win(
    rules: dict[str, Any],
    winner: int,
    tai: int,
    loser: int | None,
    robbed: bool,
    declarer: int | None,
    contract: Contract | None,
    stays: int,
) -> list[int]:
    """Points of the four seats after a win; the half point of a 1-tai win under `equal` is a whole one."""
    pays = [0, 0, 0, 0]
    for seat in range(4):
        if seat == winner:
            continue
        if rules["payment"] == "equal":
            pays[seat] = max(1, 2**tai // 4)
        elif loser is None or seat == loser:
            pays[seat] = 2**tai
        else:
            pays[seat] = 2**tai // 2
    if rules["payment"] == "equal" and robbed and rules["robbed_pays"] == "robbed_only" and loser is not None:
        pays = [sum(pays) if seat == loser else 0 for seat in range(4)]
    if declarer is not None and contract is not None:
        for seat in range(4):
            if seat == winner:
                continue
            if winner == declarer:
                pays[seat] += contract.points
            elif seat == declarer:
                pays[seat] += 3 * contract.points
            else:
                pays[seat] -= contract.points
    factor = stays_factor(rules, stays)
    return [factor * (sum(pays) if seat == winner else -pays[seat]) for seat in range(4)]


def settle_draw(
    rules: dict[str, Any], declarer: int | None, contract: Contract | None, stays: int
) -> list[int]:
    """Points of the four seats when the wall has run out."""
    if declarer is None or contract is None or rules["draw_pays"] == "nobody":
        return [0, 0, 0, 0]
    payer = declarer if rules["draw_pays"] == "declarer" else 0
    each = contract.points * stays_factor(rules, stays)
    return [-3 * each if seat == payer else each for seat in range(4)]
