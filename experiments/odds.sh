#!/bin/sh
# Are the odds honest, and does following them pay?   sh experiments/odds.sh [FOLDER]
#
# What is foretold at 50,000 decisions against what happened in the same deals, and the same where others sit than
# those the odds take for granted; how many printed intervals cover what 50 times the deals give; what an answer takes
# and how sure it is; what bidding by the odds is worth at a decision and in duplicate play, against champion's model;
# and whether champion or quick in the seats tells more in the same time.
# Some five hours on two cores; stopped, the same command goes on.
set -eu
python="${PYTHON:-python}"
folder="${1:-runs}"
mkdir -p "$folder"
"$python" experiments/time_odds.py --hands 30 --seed 26 --out "$folder/dealer_hands.csv"
"$python" -m zhuji_sim.odds.calibration --rules bao --points 50000 --deals 400 --seed 21 --out "$folder/calibration-bao"
for other in careful greedy speed; do
    "$python" -m zhuji_sim.odds.calibration --opponents "$other" --points 4000 --deals 100 --fewest 500 --seed 22 \
        --out "$folder/calibration-bao-$other"
done
"$python" -m zhuji_sim.odds.coverage --policy quick --hands 1000 --deals 512 --seed 23 --out "$folder/coverage-bao"
"$python" -m zhuji_sim.odds.worth --points 1000 --deals 512 --seed 24 --out "$folder/worth-bao"
"$python" -m zhuji_sim.odds.serving --hands 60 --deals 256 --times 8 --seed 25 --out "$folder/serving-bao"
"$python" -m zhuji_sim.odds.advice --walls 1000 --deals 512 --seed 24 --out "$folder/advice-bao"
