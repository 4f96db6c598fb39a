import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from zhuji_sim.cli.main import main


class Said(NamedTuple):
    """What a command said, and how it ended."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "ZHUJI_DEBUG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def zhuji(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Runs the command line in this process."""

    def run(*arguments: str) -> Said:
        status = main(arguments)
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return run
