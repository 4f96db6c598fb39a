"""Bots that are programs: what they are told, what is said of a bad one, and that none is left behind."""

import json
import os
import pickle
import shlex
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

import zhuji_sim as zj
from tests.referee.referee import judge
from zhuji_sim.batches import BatchSpec
from zhuji_sim.deals import bot_batches, programs
from zhuji_sim.deals.external import ExternalBot
from zhuji_sim.deals.players import seated
from zhuji_sim.deals.replay import replay
from zhuji_sim.errors import BotError, PolicyError, ZhujiError
from zhuji_sim.policies import load
from zhuji_sim.rules import PRESETS

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)

PROGRAM = """
import json, os, sys, time

def say(answer):
    print(json.dumps(answer), flush=True)

def notes(line):
    pass

{before}
for line in sys.stdin:
    message = json.loads(line)
    notes(line)
    if message["type"] == "hello":
        {hello}
    if message["type"] == "choose":
        legal = message["legal"]
        {choose}
"""


@pytest.fixture
def program(tmp_path):
    """Writes a program and gives its command."""

    def write(choose='say({"action": len(legal) - 1})', hello='say({"protocol": 1})', before=""):
        path = tmp_path / f"bot{len(list(tmp_path.iterdir()))}.py"
        path.write_text(PROGRAM.format(choose=choose, hello=hello, before=before), encoding="utf-8")
        return shlex.join([sys.executable, "-ES", str(path)])

    return write


class Last:
    def choose(self, view, legal):
        return legal[-1]


@EVERYWHERE
def test_a_program_plays_as_the_same_bot_in_python_does(preset, program):
    """Guards against views or actions that change on their way through the pipe."""
    by_object = program("say({'action': legal[-1]})")
    players = [program(), "random", by_object, "tai"]
    for index in range(3):
        log = zj.play(preset, [f"bot:{players[0]}", "random", f"bot:{by_object}", "tai"], seed=4, index=index)
        assert log["players"] == {"E": players[0], "S": "random", "W": by_object, "N": "tai"}
        judge(log)
        replay(log)
        same = zj.play(preset, [Last(), "random", Last(), "tai"], seed=4, index=index)
        assert log["events"] == same["events"]


def test_a_program_is_told_hello_its_decisions_and_the_result(program, tmp_path):
    """Guards against a protocol that is not what its documentation says."""
    told = tmp_path / "told"
    keep = f"def notes(line):\n    with open({str(told)!r}, 'a') as file: file.write(line)\n"
    log = zj.play("bao", ["tai", f"bot:{program(before=keep)}", "tai", "tai"], seed=2)
    hello, *choices, over = [json.loads(line) for line in told.read_text().splitlines()]
    assert hello == {"type": "hello", "protocol": 1, "zhuji_sim": zj.__version__, "seconds": 5.0}
    assert over == {"type": "over", "seat": "S", "result": log["result"]}
    assert choices
    for each in choices:
        assert each["type"] == "choose"
        assert each["view"]["seat"] == "S"
        assert each["view"]["rules"] == log["rules"]
        assert each["legal"][0]["do"]
    assert choices[0]["legal"][:2] == [{"do": "pass"}, {"do": "bid", "contract": "独2"}]


def test_a_seat_has_one_program_for_all_its_deals_and_sees_no_other(program, tmp_path):
    """Guards against a start at every deal, and against one program that sees the hands of two seats."""
    keep = (
        "def notes(line):\n"
        f"    with open(os.path.join({str(tmp_path)!r}, f'{{os.getpid()}}.told'), 'a') as file:\n"
        "        file.write(line)\n"
    )
    spec = BatchSpec(zj.Ruleset.preset("heping"), (load("random"),) * 4, 3)
    with ExternalBot(program(before=keep)) as bot:
        rows, faults = bot_batches.play(spec, (bot, load("random"), bot, load("random")), 0, 5)
    assert (len(rows), faults) == (5, [])
    told = [path.read_text().splitlines() for path in tmp_path.glob("*.told")]
    assert len(told) == 2
    for lines in told:
        messages = [json.loads(line) for line in lines]
        assert [each["type"] for each in messages].count("over") == 5
        assert len({each["view"]["seat"] for each in messages if each["type"] == "choose"}) == 1


def refusal(command, seconds=2.0):
    with ExternalBot(command, seconds) as bot, pytest.raises(BotError) as caught:
        zj.play("heping", ["tai", bot, "tai", "tai"], seed=1)
    message = str(caught.value)
    where = f"bot {command} at S, move "
    assert message.startswith(where)
    assert "\n" not in message
    move, _, problem = message.removeprefix(where).partition(": ")
    assert int(move) > 0
    return problem


@pytest.mark.parametrize(
    ("choose", "problem"),
    [
        ("print('I think 9s', flush=True)", "answered 'I think 9s', expected a line of JSON"),
        ("print('[3]', flush=True)", "answered '[3]', expected a JSON object"),
        ("print('[' * 100000, flush=True)", "answered '[[["),
        (
            "sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()",
            "answered '\\\\xff', expected a line of",
        ),
        ("say({'move': 0})", 'answered {"move": 0}, expected {"action": 0 to '),
        ("say({'action': len(legal)})", "or one of: "),
        ("say({'action': -1})", 'answered {"action": -1}, expected'),
        ("say({'action': True})", 'answered {"action": true}, expected'),
        ("say({'action': {'do': 'hu'}})", 'answered {"action": {"do": "hu"}}, expected'),
        ("say({'action': 'x' * 5000})", " …, expected"),
        ("sys.exit(3)", "ended with exit status 3"),
        ("print('{', end='', flush=True); sys.exit(3)", "ended with exit status 3 after '{'"),
        ("os.kill(os.getpid(), 9)", "was ended by signal 9"),
        ("os.close(1); time.sleep(60)", "closed its standard output"),
        ("say({'action': 0}); say({'action': 0}); time.sleep(0.2)", " before it was asked"),
        ("print('x' * (1 << 21))", "expected a line of at most 1048576 bytes"),
    ],
)
def test_a_bad_answer_names_program_seat_move_and_what_was_received(choose, problem, program):
    """Guards against tracebacks, and against moves that are made up for a program that failed."""
    assert problem in refusal(program(choose))


@pytest.mark.parametrize(
    ("choose", "problem"),
    [
        ("time.sleep(60)", "no answer within 0.3 s"),
        ("print('{\"act', end='', flush=True); time.sleep(60)", "no answer within 0.3 s, only '{\"act'"),
        ("os.fork() or time.sleep(60); time.sleep(60)", "no answer within 0.3 s"),
        (
            "time.sleep(0.25); print('{', end='', flush=True); time.sleep(0.25); print('}')",
            "no answer within",
        ),
    ],
)
def test_a_late_answer_ends_the_deal_in_time(choose, problem, program):
    """Guards against deals that hang, and against a time limit that starts again with each byte."""
    command = program(choose)
    started = time.monotonic()
    assert problem in refusal(command, 0.3)
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("no-such-program --fast", "cannot be started: No such file or directory"),
        (".", "cannot be started: Permission denied"),
        ("python3 'mybot.py", "not a command: No closing quotation"),
        ("''  ", "cannot be started"),
    ],
)
def test_a_command_that_does_not_start_is_named(command, problem):
    assert problem in refusal(command)


@pytest.mark.parametrize(
    ("hello", "problem"),
    [
        ("say({'protocol': 2})", 'answered {"protocol": 2} to hello, expected {"protocol": 1}'),
        ("raise SystemExit", "ended with exit status 0"),
    ],
)
def test_a_program_of_another_protocol_is_refused(hello, problem, program):
    """Guards against programs that are asked before they are ready."""
    assert refusal(program(hello=hello)) == problem


def test_what_a_program_writes_to_standard_error_is_seen(program, capfd):
    """Guards against a crash whose traceback is swallowed, or mixed into the JSON on standard output."""
    refusal(program("raise KeyError('plan')"))
    said = capfd.readouterr()
    assert "KeyError: 'plan'" in said.err
    assert said.out == ""


def test_answers_in_pieces_and_great_outputs_are_read(program):
    """Guards against deadlocks, and against lines that are taken as whole before they end."""
    pieces = "\n        ".join(
        [
            "sys.stderr.write('.' * 100_000)",
            "text = json.dumps({'action': len(legal) - 1, 'why': 'x' * 300_000})",
            "for part in (text[:5], text[5:], chr(10)):",
            "    sys.stdout.write(part); sys.stdout.flush(); time.sleep(0.001)",
        ]
    )
    log = zj.play("heping", [f"bot:{program(pieces)}", "tai", "tai", "tai"], seed=1)
    assert log["events"] == zj.play("heping", [Last(), "tai", "tai", "tai"], seed=1)["events"]


def test_a_program_that_never_reads_does_not_block(program):
    """Guards against a write that waits for ever for a full pipe."""
    deaf = program(before="say({'protocol': 1})\ntime.sleep(60)")
    with ExternalBot(deaf, 0.3) as bot:
        program_of_it = bot._program("S")
        with pytest.raises(programs.ProgramError, match=r"has not read what it was told within 0\.3 s"):
            program_of_it.tell({"much": "x" * 1_000_000}, 0.3)


def test_a_fault_ends_its_deal_and_the_next_begins_with_a_new_program(program, tmp_path):
    """Guards against late answers that are taken for the next deal's, and against dead programs."""
    mark = tmp_path / "failed"
    once = f"open({str(mark)!r}, 'x') and time.sleep(60)"
    choose = f"os.path.exists({str(mark)!r}) or ({once})\n        say({{'action': len(legal) - 1}})"
    spec = BatchSpec(zj.Ruleset.preset("heping"), (load("random"),) * 4, 3)
    with ExternalBot(program(choose), 0.5) as bot:
        rows, (fault,) = bot_batches.play(spec, (bot, *spec.policies[1:]), 0, 4)
    assert (fault.deal, fault.seat, fault.problem) == (0, "E", "no answer within 0.5 s")
    same, _ = bot_batches.play(spec, (Last(), *spec.policies[1:]), 1, 4)
    assert rows.tobytes() == same.tobytes()


# What is left behind


def gone(pid):
    """Whether there is no such process, not even a dead one that nobody has asked about."""
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return False
    return True


def ended(pid):
    """Whether a process has ended; an orphan's body may wait for the system to take it away."""
    stat = Path(f"/proc/{pid}/stat")
    with suppress(OSError):
        return stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    return gone(pid)


def pids(tmp_path):
    return [int(path.name) for path in (tmp_path / "pids").iterdir()]


@pytest.fixture
def named_by_pid(tmp_path):
    """Code that leaves a file with the program's number."""
    (tmp_path / "pids").mkdir()
    return f"open(os.path.join({str(tmp_path / 'pids')!r}, str(os.getpid())), 'w').close()"


@pytest.mark.parametrize("choose", ["say({'action': 0})", "time.sleep(60)", "sys.exit(1)", "say(0)"])
def test_no_program_is_left_behind(choose, program, tmp_path, named_by_pid):
    """Guards against programs that run on, and against zombies."""
    command = program(choose, before=named_by_pid)
    with suppress(BotError), ExternalBot(command, 0.3) as bot:
        zj.play("heping", ["tai", bot, "tai", bot], seed=1)
    found = pids(tmp_path)
    assert found
    assert all(map(gone, found))
    with suppress(BotError), seated(["tai", f"bot:{command}", "tai", "tai"], 0.3) as players:
        zj.play("heping", players, seed=1)
    assert len(pids(tmp_path)) > len(found)
    assert all(map(gone, pids(tmp_path)))


STUBBORN = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"


@pytest.mark.parametrize(
    "after", ["time.sleep(60)", "if not child: time.sleep(60)\nsys.stdin.read()"], ids=["stays", "leaves"]
)
def test_a_program_is_ended_with_its_children(after, program, tmp_path, named_by_pid):
    """Guards against helpers of a program that outlive it, whether it ignores its end or goes by itself."""
    hello = f"if child: say({{'protocol': 1}})\n{after}"
    parent = program("pass", hello="pass", before=f"{STUBBORN}child = os.fork()\n{named_by_pid}\n{hello}")
    with ExternalBot(parent) as bot:
        bot._program("S")
        deadline = time.monotonic() + 5
        while len(pids(tmp_path)) < 2 and time.monotonic() < deadline:
            time.sleep(0.01)
    first, second = pids(tmp_path)
    deadline = time.monotonic() + 5
    while not (ended(first) and ended(second)) and time.monotonic() < deadline:
        time.sleep(0.01)
    left = [pid for pid in (first, second) if not ended(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert not left


def test_a_forgotten_bot_stops_its_programs(program, tmp_path, named_by_pid):
    """Guards against programs that only `close` ends."""
    bot = ExternalBot(program(before=named_by_pid))
    zj.play("heping", [bot, "tai", "tai", "tai"], seed=1)
    (pid,) = pids(tmp_path)
    assert not gone(pid)
    del bot
    assert gone(pid)


# Wrong calls


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan"), float("inf")])
def test_a_time_limit_is_above_zero(seconds):
    with pytest.raises(ZhujiError, match="expected a number above 0"):
        ExternalBot("python3 mybot.py", seconds)


def test_a_bot_without_command_is_refused():
    with pytest.raises(ZhujiError, match="player 'bot: ': expected a command"):
        zj.play("bao", "bot: ")


def test_a_bot_travels_without_its_programs(program):
    """Guards against workers that cannot be sent a bot, or share a pipe."""
    with ExternalBot(program(), 3.0) as bot:
        zj.play("heping", [bot, "tai", "tai", "tai"], seed=1)
        with pickle.loads(pickle.dumps(bot)) as copy:
            assert (copy.name, copy.seconds, copy._programs) == (bot.name, 3.0, {})


def test_systems_without_waiting_pipes_are_told_so(monkeypatch):
    monkeypatch.setattr(programs, "POLLS_PIPES", False)
    assert "expected a POSIX system" in refusal("python3 mybot.py")


def test_a_name_that_is_neither_policy_nor_bot_is_refused():
    with pytest.raises(PolicyError, match="'robot:python3'"):
        zj.play("bao", "robot:python3")
