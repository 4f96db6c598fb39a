#!/bin/sh
# Are the odds honest, and does following them pay?   sh experiments/odds.sh [FOLDER]
#
# What is foretold at 50,000 decisions against what happened in the same deals, and the same where others sit than
# those the odds take for granted; how many printed intervals cover what 50 times the deals give; and who bids by the
# odds against who bids by champion's model; and whether champion or quick in the seats tells more in the same time.
# Some hours on two cores; stopped, the same command goes on.
set -eu
python="${PYTHON:-python}"
folder="${1:-runs}"
for rules in bao dongfeng; do
    "$python" -m zhuji_sim.odds.calibration --rules "$rules" --points 50000 --deals 400 --seed 21 \
        --out "$folder/calibration-$rules"
done
for other in careful greedy speed; do
    "$python" -m zhuji_sim.odds.calibration --opponents "$other" --points 10000 --deals 200 --fewest 1000 --seed 22 \
        --out "$folder/calibration-bao-$other"
done
"$python" -m zhuji_sim.odds.coverage --hands 1000 --deals 256 --seed 23 --out "$folder/coverage-bao"
"$python" -m zhuji_sim.odds.serving --hands 60 --deals 256 --times 8 --seed 25 --out "$folder/serving-bao"
"$python" -m zhuji_sim.odds.advice --walls 1000 --deals 512 --seed 24 --out "$folder/advice-bao"
