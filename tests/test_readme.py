"""What the README shows is what happens."""

import doctest
from pathlib import Path

import pytest

from zhuji_sim.cli.main import main
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
