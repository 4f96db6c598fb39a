"""`zhuji deal`: who plays, programs among them, and logs that are checked and shown."""

import shlex
import sys
from pathlib import Path

import pytest

from zhuji_sim.deals.replay import replay

TIDY = Path(__file__).parents[2] / "experiments" / "bots" / "tidy.py"
COMMAND = shlex.join([sys.executable, "-ES", str(TIDY)])
HEPING = ("deal", "--rules", "heping", "--seed", "3")


def players(said):
    assert said.status == 0, said.err
    replay(said.document)
    return list(said.document["players"].values())


def test_a_program_takes_the_seat_that_is_named_or_east(zhuji):
    """Guards against a bot that is left out, or sits in another seat."""
    assert players(zhuji(*HEPING, "--json", "--bot", COMMAND)) == [COMMAND] + ["champion"] * 3
    said = zhuji(*HEPING, "--json", "--policies", "random", "--bot", f"S={COMMAND}", "--bot", f"n={COMMAND}")
    assert players(said) == ["random", COMMAND, "random", COMMAND]
    same = zhuji(*HEPING, "--json", "--policies", f"random,bot:{COMMAND},random,bot:{COMMAND}")
    assert same.document == said.document


def test_a_program_is_shown_as_any_player(zhuji):
    said = zhuji(*HEPING, "--bot", f"W={COMMAND}", "--lang", "en")
    assert said.status == 0
    assert "West discards " in said.out
    assert said.out.splitlines()[-1].startswith("Points: ")


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (("--bot", "S=no-such-program"), "bot no-such-program at S, move 2: cannot be started: No such file"),
        (("--bot", f"{sys.executable} -ES -c 'input()'"), "move 0: ended with exit status 0"),
        (("--bot", COMMAND, "--bot-seconds", "0"), "seconds 0.0: expected a number above 0"),
        (("--bot", "S="), "expected a command, such as bot:python3 mybot.py"),
        (("--bot", COMMAND, "--policies", "tai,tai"), "2 players: expected one for all seats, or four"),
        (("--policies", "tie"), "policy 'tie'"),
    ],
)
def test_a_bot_that_cannot_play_is_one_line(zhuji, options, problem):
    """Guards against tracebacks, and against an exit status of success."""
    said = zhuji(*HEPING, "--policies", "random", "--quiet", *options)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert problem in said.err


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_help_tells_of_bots(zhuji, lang):
    said = zhuji("deal", "--help", "--lang", lang)
    assert "--bot [SEAT=]COMMAND" in said.out
    assert "--bot-seconds SECONDS" in said.out
    assert "python3 mybot.py" in said.out


@pytest.fixture
def log(zhuji, tmp_path):
    path = tmp_path / "deal.json"
    path.write_text(zhuji(*HEPING, "--json").out, encoding="utf-8")
    return str(path)


def test_a_log_is_checked_and_shown(zhuji, log):
    said = zhuji("deal", "--replay", log, "--lang", "en", "--quiet")
    assert said.status == 0
    assert said.out.splitlines()[0] == "Deal 0 of seed 3, heping"
    assert said.out.splitlines()[-1].startswith("The log is right: ")
    assert zhuji("deal", "--replay", log, "--json").document["seed"] == 3


@pytest.mark.parametrize(
    "option",
    [
        ("--seed", "1"),
        ("--index", "0"),
        ("--rules", "bao"),
        ("--policies", "tai"),
        ("--bot", COMMAND),
        ("--bot-seconds", "5"),
        ("--contract", "2"),
        ("--declarer", "E"),
        ("--draws", "wall"),
    ],
    ids=lambda option: option[0],
)
def test_what_a_log_says_itself_cannot_be_said_beside_it(zhuji, log, option):
    """Guards against options that are silently ignored, even where they say what the log does."""
    said = zhuji("deal", "--replay", log, *option)
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"zhuji: {option[0]}: ")
    assert "--replay" in said.err
