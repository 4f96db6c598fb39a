#!/bin/sh
# Are champion's bids right?   sh experiments/bidding.sh [FOLDER]
#
# Each threshold by itself: champion against a champion that asks four points more, or less, of one contract before it
# bids it. Nobody who asks something else of a contract should gain.
# About twenty minutes on two cores; stopped, the same command goes on.
set -eu
zhuji="${ZHUJI:-zhuji}"
folder="${1:-runs}"
for rules in bao dongfeng; do
    "$zhuji" compare champion experiments/thresholds/*.toml --first-only \
        --rules "$rules" --deals 160_000 --seed 13 --out "$folder/thresholds-$rules"
done
