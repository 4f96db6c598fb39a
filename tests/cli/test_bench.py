"""`zhuji bench` shows what the benchmarks measured."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import zhuji_sim as zj
from zhuji_sim.rules import PRESETS

REPORTS = Path(__file__).parents[2] / "reports" / "bench"
ROWS = [
    {"rules": "bare shuffle", "deals_per_second": 5_000_000.0, "shuffles": 1.0},
    {"rules": "bao", "policy": "tai", "contract": None, "deals_per_second": 23456.7, "ratio": 1.91},
]


@pytest.fixture(autouse=True)
def _measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zhuji_sim.benchmarks.deals", SimpleNamespace(rows=lambda: ROWS))
    hands = SimpleNamespace(rows=lambda: [{"function": "is_complete", "ns": 5.25}])
    monkeypatch.setitem(sys.modules, "zhuji_sim.benchmarks.hands", hands)


def test_a_table_for_people(zhuji):
    lines = [" ".join(line.split()) for line in zhuji("bench").out.splitlines()]
    assert "is_complete 5.25" in lines
    assert "bao tai 23,457 1.91" in lines
    assert any(line.startswith("a bare shuffle 5,000,000") for line in lines)


def test_the_rows_as_json(zhuji):
    assert zhuji("bench", "deals", "--json").document["deals"] == ROWS
    assert set(zhuji("bench", "--json").document) == {"made_on", "hands", "deals"}


def test_json_says_what_the_figures_were_made_on(zhuji):
    """Figures of a release are kept; without this nobody knows what they may be held against."""
    made_on = zhuji("bench", "deals", "--json").document["made_on"]
    assert made_on["zhuji_sim"] == zj.__version__
    assert made_on["cores"] >= 1
    assert "numba" in made_on["versions"]


def test_names_in_chinese(zhuji):
    said = zhuji("bench", "deals", "--lang", "zh").out
    assert "只洗牌" in said
    assert "局/秒，单进程" in said


def test_the_figures_of_this_release_are_kept():
    """Guards against a release whose speed the next one cannot be held against."""
    kept = json.loads((REPORTS / f"{zj.__version__}.json").read_text(encoding="utf-8"))
    assert kept["made_on"]["zhuji_sim"] == zj.__version__
    assert {row["policy"] for row in kept["deals"][1:]} == {"random", "speed", "tai", "champion", "quick"}
    assert {row["rules"] for row in kept["deals"][1:]} == set(PRESETS)
    assert all(row["ns"] > 0 for row in kept["hands"])
