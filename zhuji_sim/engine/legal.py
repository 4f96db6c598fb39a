"""Which actions a seat has at a decision point (RULES.md §2–§5). Nothing here changes the deal.

Lists are written into `state.legal`. Every kernel takes the state, the encoded ruleset and the hand tables.
"""

from typing import Final

import numpy as np

from .codes import (
    ADDED_STRIDE,
    CHI_VARIANTS,
    CONCEALED_STRIDE,
    NOBODY,
    Action,
    By,
    ClaimRank,
    MeldKind,
)
from .distance import distance_to_melds
from .holding import WEIGHTS, add_tile, remove_tile
from .jit import inner, merged
from .kinds import lowest_kind, without_lowest
from .options import (
    MODES,
    CaishenGang,
    DefenderRon,
    DiscardedCaishen,
    EarthlyOn,
    Mode,
)
from .tai import wins

__all__ = [
    "claim_rank",
    "is_wild",
    "list_bids",
    "list_claims",
    "list_discards",
    "list_names",
    "list_robbery",
    "list_turn",
    "may_claim",
    "turn_circumstance",
    "win_on_discard_is",
    "winning_tai",
]


_TWO: Final = np.uint64(2)
_NO_KIND: Final = np.uint64(0)
_NEAR_RANKS: Final = np.array(
    [sum(1 << i for i in range(5) if 0 <= rank + i - 2 <= 8) for rank in range(9)], np.uint64
)
"""Of five kinds around one of this rank (bit i: rank + i - 2), those in the same suit."""
_FORMS_CHI: Final = np.array(
    [int(near & 3 == 3 or near & 10 == 10 or near & 24 == 24) for near in range(32)], np.int8
)
"""Whether two of the five kinds around a tile form a sequence with it; its own bit does not matter."""
_NONE: Final = np.int64(0)
_ONE: Final = np.int64(1)


@inner
def is_wild(scene, seat, kind):
    """Whether `kind` is a caishen for this seat."""
    return kind == scene.caishen[seat, 0] or kind == scene.caishen[seat, 1]


@inner
def _clear(legal):
    legal.count = 0


@inner
def _append(legal, action):
    legal.actions[legal.count] = action
    legal.count += 1


@inner
def list_bids(state, rules):
    """Pass, and every contract above the last bid (RULES.md §3)."""
    legal = state.legal
    _clear(legal)
    _append(legal, Action.PASS)
    top = (rules.max_level - 2) * MODES + Mode.NONE
    for rank in range(state.scene.bid_rank + 1, top + 1):
        _append(legal, Action.BID + rank)


@inner
def list_names(state, rules):
    """Every caishen the seat may name: of the contract's mode, or of either where everybody names his own."""
    legal = state.legal
    _clear(legal)
    mode = state.scene.mode
    if mode != Mode.DUAL:
        for kind in range(34):
            _append(legal, Action.SOLO + kind)
    if mode != Mode.SOLO:
        for kind in range(34):
            if rules.successors[kind] >= 0:
                _append(legal, Action.DUAL + kind)


@inner
def list_discards(state):
    """Every kind in hand."""
    legal = state.legal
    _clear(legal)
    _append_discards(state, np.int64(state.scene.seat))


@inner
def _append_discards(state, seat):
    """Append every kind in hand."""
    legal = state.legal
    count = np.int64(legal.count)
    held = state.held[seat]
    while held:
        kind = lowest_kind(held)
        held = without_lowest(held)
        legal.actions[count] = Action.DISCARD + kind
        count += 1
    legal.count = count


@inner
def turn_circumstance(state, rules):
    """How a win would come about if the seat to act won on its own turn (codes.By)."""
    scene = state.scene
    if scene.replacement == 1:
        return By.GANG.value
    if state.draws == 0:
        return By.HEAVENLY.value if rules.tai_heavenly > 0 else By.SELF_DRAW.value
    if (
        rules.earthly_on == EarthlyOn.FIRST_DRAW
        and rules.tai_earthly > 0
        and scene.claims == 0
        and scene.seat != 0
        and scene.river_length == scene.seat
    ):
        return By.EARTHLY.value
    return By.SELF_DRAW.value


@inner
def win_on_discard_is(scene, rules):
    """How a win on the offered discard comes about: 地胡 on the deal's first where the rules have it."""
    first = rules.earthly_on == EarthlyOn.FIRST_DISCARD and rules.tai_earthly > 0 and scene.river_length == 1
    return By.EARTHLY.value if first else By.DISCARD.value


@inner
def winning_tai(state, seat, tile, by, rules, tables):
    """Tai of `seat` winning on `tile` offered by another (discarded or robbed), or -1 if he does not win.

    A caishen so won counts as itself.
    """
    holding = state.holdings[seat]
    tame = 1 if is_wild(state.scene, seat, tile) else 0
    add_tile(holding, tile)
    holding.tame += tame
    tai = wins(holding, by, state.scene.minimum[seat], rules, tables)
    remove_tile(holding, tile)
    holding.tame -= tame
    return tai


@inner
def _is_ready_after(state, seat, kind, natural, caishen, new_meld, tables):
    """Whether the hand still listens once these tiles have been laid down as a gang."""
    holding = state.holdings[seat]
    weight = WEIGHTS[kind] * natural
    holding.keys[kind // 9] -= weight
    holding.caishen -= caishen
    holding.melds += new_meld
    ready = distance_to_melds(holding, tables) <= 1
    holding.keys[kind // 9] += weight
    holding.caishen += caishen
    holding.melds -= new_meld
    return ready


@inner
def _append_caishen_gangs(state, seat, kind, most_natural, base, tables):
    """Gangs of `kind` filled with one or two caishen, where the hand listens afterwards.

    Four tiles come from the hand, three to a discard (`base` GANG), at most `most_natural` of them natural.
    """
    scene, legal = state.scene, state.legal
    first, second = scene.caishen[seat, 0], scene.caishen[seat, 1]
    needed = 3 if base == Action.GANG else 4
    held_first = state.hands[seat, first] if first >= 0 else 0
    held_second = state.hands[seat, second] if second >= 0 else 0
    for of_first in range(3):
        for of_second in range(3 - of_first):
            caishen = of_first + of_second
            natural = needed - caishen
            if (
                caishen > 0
                and of_first <= held_first
                and of_second <= held_second
                and natural <= most_natural
                and _is_ready_after(state, seat, kind, natural, caishen, _ONE, tables)
            ):
                _append(legal, base + of_first * 3 + of_second)


@inner
def _append_added(state, seat, kind, wild_before, rules, tables):
    """Gangs made by laying a fourth tile onto one's own peng of `kind`."""
    scene, legal = state.scene, state.legal
    allowed = rules.caishen_gang == CaishenGang.WHEN_READY and state.missing[seat] <= 1
    if state.hands[seat, kind] > 0 and (
        wild_before == 0 or (allowed and _is_ready_after(state, seat, kind, _ONE, _NONE, _NONE, tables))
    ):
        _append(legal, Action.ADDED + kind)
    if allowed:
        for which in range(2):
            laid = scene.caishen[seat, which]
            if (
                laid >= 0
                and state.hands[seat, laid] > 0
                and _is_ready_after(state, seat, kind, _NONE, _ONE, _NONE, tables)
            ):
                _append(legal, Action.ADDED + (1 + which) * ADDED_STRIDE + kind)


@merged
def list_turn(state, rules, tables):
    """Hu (the first, if at all), discards and gangs of the seat to act, who has a full hand."""
    scene, legal = state.scene, state.legal
    seat = np.int64(scene.seat)
    holding = state.holdings[seat]
    _clear(legal)
    if state.missing[seat] <= 0:
        by = turn_circumstance(state, rules)
        if wins(holding, by, scene.minimum[seat], rules, tables) >= 0:
            _append(legal, Action.HU)
    _append_discards(state, seat)
    if scene.draws_left > 0 and (
        state.quads[seat] > 0
        or (state.pengs[seat] & state.held[seat]) != _NO_KIND
        or (state.missing[seat] <= 1 and holding.caishen > 0 and rules.caishen_gang == CaishenGang.WHEN_READY)
    ):
        _append_gangs(state, seat, rules, tables)


@inner
def _append_gangs(state, seat, rules, tables):
    """Concealed and added gangs on one's own turn."""
    scene = state.scene
    holding = state.holdings[seat]
    fills = (
        rules.caishen_gang == CaishenGang.WHEN_READY
        and holding.caishen > 0
        and state.missing[seat] <= 1
        and distance_to_melds(holding, tables) <= 1
    )
    if state.quads[seat] > 0 or fills:
        kinds = state.held[seat]
        while kinds:
            kind = lowest_kind(kinds)
            kinds = without_lowest(kinds)
            held = np.int64(state.hands[seat, kind])
            if held >= 2 and (held == 4 or fills) and not is_wild(scene, seat, kind):
                base = Action.CONCEALED.value + kind * CONCEALED_STRIDE
                if held == 4:
                    _append(state.legal, base)
                if fills:
                    _append_caishen_gangs(state, seat, kind, held, base, tables)
    for i in range(scene.meld_count[seat]):
        kind = np.int64(scene.meld_tile[seat, i])
        if scene.meld_kind[seat, i] == MeldKind.PENG and not is_wild(scene, seat, kind):
            _append_added(state, seat, kind, scene.meld_wild[seat, i], rules, tables)


@inner
def _may_win_from(scene, seat, other, rules):
    """Dongfeng: a defender does not win from a fellow defender. Without a declarer there are no defenders."""
    return (
        rules.defender_ron != DefenderRon.DECLARER_ONLY
        or scene.declarer == NOBODY
        or seat == scene.declarer
        or other == scene.declarer
    )


@inner
def _append_chi(state, seat, tile, wild_allowed):
    """Sequences of the discard and two tiles of the next player, one of which may be a caishen (财吃)."""
    scene, legal = state.scene, state.legal
    rank = tile % 9
    for place in range(3):
        if rank < place or rank - place > 6:
            continue
        low = tile - place
        lower = low + (1 if place == 0 else 0)
        upper = low + (1 if place == 2 else 2)
        base = Action.CHI + place * CHI_VARIANTS
        if state.hands[seat, lower] > 0 and state.hands[seat, upper] > 0:
            _append(legal, base)
        if not wild_allowed:
            continue
        for other in range(2):
            stands_for = lower if other == 0 else upper
            natural = upper if other == 0 else lower
            for which in range(2):
                laid = scene.caishen[seat, which]
                needed = 1 if laid == natural else 0
                if (
                    laid >= 0
                    and laid != stands_for
                    and state.hands[seat, laid] > 0
                    and state.hands[seat, natural] > needed
                ):
                    _append(legal, base + 1 + other * 2 + which)


@inner
def may_claim(state, seat, rules):
    """Whether listing the claims of `seat` can give more than pass; a quick look that may say yes in vain."""
    scene = state.scene
    tile = np.int64(scene.offered)
    alike = state.hands[seat, tile]
    if alike >= 2 or state.missing[seat] <= 1:
        return True
    wild = state.holdings[seat].caishen > 0
    if alike == 1 and wild and rules.caishen_peng == 1:
        return True
    if tile >= 27 or seat != (scene.offered_by + 1) & 3:
        return False
    if wild and rules.caishen_chi == 1:
        return True
    near = (state.held[seat] << _TWO >> np.uint64(tile)) & _NEAR_RANKS[tile % 9]
    return _FORMS_CHI[near] == 1


@inner
def list_claims(state, seat, rules, tables):
    """Pass, hu, and all else `seat` may do with the offered discard; whether there is anything but pass."""
    scene, legal = state.scene, state.legal
    tile, discarder = np.int64(scene.offered), np.int64(scene.offered_by)
    alike = np.int64(state.hands[seat, tile])
    is_next = seat == (discarder + 1) & 3
    _clear(legal)
    _append(legal, Action.PASS)
    natural_only = is_wild(scene, seat, tile)
    if rules.discarded_caishen == DiscardedCaishen.UNCLAIMABLE and (
        natural_only or is_wild(scene, discarder, tile)
    ):
        return False
    if (
        state.missing[seat] <= 1
        and rules.win_on_discard == 1
        and _may_win_from(scene, seat, discarder, rules)
        and winning_tai(state, seat, tile, win_on_discard_is(scene, rules), rules, tables) >= 0
    ):
        _append(legal, Action.HU)
    caishen = state.holdings[seat].caishen
    if alike >= 2:
        _append(legal, Action.PENG)
        if alike == 3 and scene.draws_left > 0 and not is_wild(scene, seat, tile):
            _append(legal, Action.GANG)
    if alike >= 1 and caishen > 0 and not natural_only:
        if rules.caishen_peng == 1:
            for which in range(2):
                laid = scene.caishen[seat, which]
                if laid >= 0 and state.hands[seat, laid] > 0:
                    _append(legal, Action.PENG + 1 + which)
        if rules.caishen_gang == CaishenGang.WHEN_READY and scene.draws_left > 0 and state.missing[seat] <= 1:
            _append_caishen_gangs(state, seat, tile, alike, np.int64(Action.GANG.value), tables)
    if tile < 27 and is_next:
        wild_allowed = rules.caishen_chi == 1 and caishen > 0 and not natural_only
        _append_chi(state, seat, tile, wild_allowed)
    return legal.count > 1


@inner
def list_robbery(state, seat, rules, tables):
    """Pass, and the win on another seat's gang if there is one; whether there is."""
    scene, legal = state.scene, state.legal
    _clear(legal)
    _append(legal, Action.PASS)
    tile = np.int64(scene.offered)
    if (
        state.exposed_from != NOBODY
        and rules.discarded_caishen == DiscardedCaishen.UNCLAIMABLE
        and is_wild(scene, seat, tile)
    ):
        return False
    if (
        state.missing[seat] <= 1
        and _may_win_from(scene, seat, np.int64(scene.offered_by), rules)
        and winning_tai(state, seat, tile, By.ROB.value, rules, tables) >= 0
    ):
        _append(legal, Action.HU)
    return legal.count > 1


@inner
def claim_rank(action):
    """Strength of a claim (codes.ClaimRank, RULES.md §4)."""
    if action == Action.PASS:
        return ClaimRank.PASS
    if action == Action.HU:
        return ClaimRank.HU
    if action < Action.PENG:
        natural = (action - Action.CHI) % CHI_VARIANTS == 0
        return ClaimRank.CHI if natural else ClaimRank.CAISHEN_CHI
    if action == Action.PENG or action == Action.GANG:
        return ClaimRank.TRIPLET
    return ClaimRank.CAISHEN_TRIPLET
