#!/bin/sh
# Who plays best, and what is each heuristic of champion worth?   sh experiments/strength.sh [FOLDER]
#
# One comparison a ruleset of all policies with each other, and one of champion with itself less one heuristic each.
# Same walls for everybody, each policy in every seat; 99 % intervals, since many figures are looked at together.
# About ten minutes on two cores; stopped, the same command goes on.
set -eu
zhuji="${ZHUJI:-zhuji}"
folder="${1:-runs}"
for rules in bao heping ziyou dongfeng; do
    "$zhuji" compare champion quick careful greedy tai speed random \
        --rules "$rules" --deals 24_000 --seed 11 --confidence 0.99 --out "$folder/strength-$rules"
    "$zhuji" compare champion experiments/ablations/*.toml --first-only \
        --rules "$rules" --deals 64_000 --seed 12 --confidence 0.99 --out "$folder/ablations-$rules"
done
