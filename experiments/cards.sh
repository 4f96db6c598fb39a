#!/bin/sh
# What to bid without a computer: a card for each ruleset, one page.   sh experiments/cards.sh [FOLDER]
#
# Decisions of ordinary deals, every choice there played out; then what the card costs, on fresh ones.
# About four minutes on two cores.
set -eu
python="${PYTHON:-python}"
folder="${1:-runs}"
for rules in bao dongfeng; do
    "$python" -m zhuji_sim.odds.cards --rules "$rules" --deals 60_000 --full 100 --seed 17 --out "$folder/cards/$rules"
done
"$python" -m zhuji_sim.odds.cards --rules ziyou --deals 30_000 --full 50 --seed 17 --out "$folder/cards/ziyou"
"$python" -m zhuji_sim.odds.cards --rules heping --deals 60_000 --full 0 --seed 17 --out "$folder/cards/heping"
