#!/bin/sh
# Which weights make champion strongest?   sh experiments/tune_champion.sh
#
# Starts from champion's own weights, so it also answers whether anything is left to gain; where nothing is, it says so
# and writes those weights. Stopped, it goes on where it was.
#
# --against   Old champion is the opponent to beat; tai keeps the search from weights that beat nobody else.
# --held-out  Met once, at the end: what was gained against the pool should not be lost against others.
# --rules     One policy for all: points under each ruleset are divided by their spread, so that bao does not decide.
# --weights   All that decide a move and have a range to search. Left out are the switches (call_value, bidding and
#             name_value at 0 take a heuristic out: that is for ablations), breadth, which trades strength for speed, and
#             bid_temperature, by which others judge champion's bids.
# --step      A twentieth of each range: bid_margin, the widest, then starts by trying some 5 points either way.
# --walls     A generation is 14 players (12 candidates, the mean of the search, the start) x 2 opponents x 3 rulesets
#             x 8 seatings x 400 walls, 270,000 deals. All 20 are 5.4 million, choice and estimate 3 million more: some 25
#             minutes on two cores.
set -eu
"${ZHUJI:-zhuji}" tune champion \
    --against champion --against tai --held-out speed \
    --rules bao --rules heping --rules ziyou \
    --weights more_tai,more_tai_again,declarer_tai,defender_share,loss,call_margin,gang_margin,gang_draw,patience,defence,feed_declarer,feed_fellow,feed_tai,bid_margin \
    --generations 20 --population 12 --walls 400 --check-walls 8000 --step 0.05 \
    --seed 20240 --out runs/tune-champion "$@"
