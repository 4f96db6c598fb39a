"""What the README shows is what happens."""

import doctest
import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

import zhuji_sim as zj
from zhuji_sim.cli.main import main
from zhuji_sim.deals.external import PROTOCOL
from zhuji_sim.runner.grid import read_experiment

README = Path(__file__).parents[1] / "README.md"


def shown(command: str) -> list[str]:
    """What the README shows below a command."""
    lines = iter(README.read_text(encoding="utf-8").splitlines())
    next(line for line in lines if line == f"$ {command}")
    found = []
    for line in lines:
        if line.startswith(("```", "$ ")):
            break
        found.append(" ".join(line.split()))
    return found


def test_python_examples():
    assert doctest.testfile(str(README), module_relative=False, optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize("command", ["zhuji score 123m456s567m79p9p中 --win 中 --caishen 9p --seat S"])
def test_commands(capsys, command):
    assert main([*command.split()[1:], "--lang", "en"]) == 0
    said = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert [line for line in said if line] == shown(command)


def test_the_experiment(tmp_path):
    text = README.read_text(encoding="utf-8")
    path = tmp_path / "question.toml"
    path.write_text(text.split("```toml\n")[1].split("```")[0], encoding="utf-8")
    assert len(read_experiment(path).cells) == 10


def test_what_a_program_is_told():
    lines = README.read_text(encoding="utf-8").split("```json\n")[1].split("```")[0].splitlines()
    told = [json.loads(line) for line in lines]
    assert [each["type"] for each in told] == ["hello", "choose", "over"]
    assert told[0]["protocol"] == PROTOCOL
    assert set(told[1]["view"]) <= {field.name for field in fields(zj.View)}
    assert told[2]["seat"] in told[2]["result"]["points"]


def test_the_programs_are_there():
    text = README.read_text(encoding="utf-8")
    for path in re.findall(r"python3 (\S+\.py)", text):
        assert (README.parent / path).is_file()
