"""Progress goes to standard error, and only where somebody watches."""

from tests.runner import fakes
from zhuji_sim.runner.progress import Bar
from zhuji_sim.runner.run import run


def watched(folder):
    run(fakes.experiment(cells=1), folder, jobs=1, chunk=100, progress=Bar("preparing", "deals", "deals/s"),
        engine=fakes.engine(deal_seconds=0.0001))  # fmt: skip


def test_a_terminal_sees_deals_speed_and_what_is_played(folder, capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    watched(folder)
    said = capsys.readouterr()
    assert said.out == ""
    for word in ("1,000/1,000 deals", "deals/s", "cell 0", "preparing"):
        assert word in said.err


def test_a_file_sees_nothing(folder, capsys, monkeypatch):
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    watched(folder)
    assert capsys.readouterr() == ("", "")
