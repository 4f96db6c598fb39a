"""Whole deals in a row: the one door through which Python runs the compiled game."""

import numpy as np

from .apply import apply
from .codes import NOBODY, Outcome, Phase
from .deal import start_deal
from .items import items_of
from .jit import kernel, merged
from .options import NextDealer

__all__ = ["choose", "fill_result", "next_dealer", "play_batch", "playout"]


@merged
def choose(state, deciders, minds, player, rules, tables):
    """What `player`, who sits in the seat to act, chooses: a position in the list of legal actions."""
    return deciders[player](
        state.scene, state.legal, rules, tables, minds[player], state.rng[state.scene.seat]
    )


@merged
def playout(state, deciders, minds, dealer, rules, tables):
    """Play on from the present decision point to the end of the deal.

    `deciders` are four policy functions by player, `minds` (`MIND`[4]) what they go by; the player
    of seat s is (dealer + s) % 4.
    Returns the player who chose a position outside the list of legal actions, which stops the deal, or
    NOBODY.
    """
    scene, legal = state.scene, state.legal
    while scene.phase != Phase.OVER:
        player = (dealer + np.int64(scene.seat)) & 3
        choice = choose(state, deciders, minds, player, rules, tables)
        if choice < 0 or choice >= legal.count:
            return player
        apply(state, np.int64(legal.actions[choice]), rules, tables)
    return NOBODY


@kernel
def fill_result(state, row, rules, tables):
    """Copy what `RESULT` holds of a deal that is over into `row`."""
    scene = state.scene
    row.declarer = scene.declarer
    row.level = scene.level
    row.mode = scene.mode
    row.outcome = state.outcome
    row.winner = state.winner
    row.loser = state.loser
    row.by = state.by
    row.tai = state.tai
    row.turns = state.draws
    row.wall_left = scene.wall_left
    row.auction_length = scene.auction_length
    for i in range(scene.auction_length):
        row.auction[i] = scene.auction[i]
    row.lao_zhuang = scene.lao_zhuang
    for seat in range(4):
        row.caishen[seat, 0] = scene.caishen[seat, 0]
        row.caishen[seat, 1] = scene.caishen[seat, 1]
        row.distance[seat] = state.starting_distance[seat]
        row.caishen_dealt[seat] = state.starting_caishen[seat]
        row.points[seat] = state.points[seat]
    if state.winner != NOBODY:
        items_of(state.holdings[state.winner], state.by, rules, tables, row.items)


@kernel
def next_dealer(outcome, winner, dealer, rules):
    """The player who deals next (RULES.md §6): a draw, a redeal or a dealer's win keeps him."""
    if outcome != Outcome.HU or winner == 0:
        return dealer
    step = winner if rules.next_dealer == NextDealer.WINNER else 1
    return (dealer + step) & 3


@kernel
def play_batch(
    states,
    results,
    deciders,
    minds,
    rules,
    tables,
    seed,
    first,
    match_deals,
    lanes,
    forced_declarer,
    forced_rank,
):
    """Play `len(results)` deals with indices from `first` on, a result row each.

    `states[1]` is a blank state and stays one. `match_deals`: deals of a match, in which dealer and 老庄 are
    carried on (`first` and the number of rows are multiples of it); 1 for independent deals. Returns how many
    deals were finished: fewer than asked for means that a policy made an impossible choice in the next one.
    """
    dealer = np.int64(0)
    stays = np.int64(0)
    state = states[0]
    for i in range(len(results)):
        states[0] = states[1]
        index = first + i
        if index % match_deals == 0:
            dealer = np.int64(0)
            stays = np.int64(0)
        start_deal(state, seed, index, stays, lanes, forced_declarer, forced_rank, rules, tables)
        if playout(state, deciders, minds, dealer, rules, tables) != NOBODY:
            return i
        row = results[i]
        row.deal = index
        row.match = index // match_deals
        row.round = index % match_deals
        row.dealer = dealer
        for seat in range(4):
            row.players[seat] = (dealer + seat) & 3
        fill_result(state, row, rules, tables)
        if match_deals > 1:
            following = next_dealer(state.outcome, state.winner, dealer, rules)
            stays = stays + 1 if following == dealer and state.outcome != Outcome.REDEAL else 0
            dealer = following
    return np.int64(len(results))
