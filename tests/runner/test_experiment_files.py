"""An experiment file says what is played; whatever is wrong in it is named."""

from pathlib import Path

import pytest

from tests.runner.fakes import FakePolicy
from zhuji_sim.errors import ExperimentError, PolicyError
from zhuji_sim.runner.experiment import Experiment
from zhuji_sim.runner.grid import read_experiment

POLICIES = ("random", "speed", "tai")


def load(name: str) -> FakePolicy:
    if name.endswith(".toml"):
        return FakePolicy(Path(name).stem)
    if name not in POLICIES:
        raise PolicyError(f"policy {name!r}: expected one of {', '.join(POLICIES)}")
    return FakePolicy(name)


def read(tmp_path: Path, text: str) -> Experiment:
    path = tmp_path / "question.toml"
    path.write_text(text, encoding="utf-8")
    return read_experiment(path, load)


def cells(experiment: Experiment) -> list[str]:
    return [cell.name for cell in experiment.cells]


def test_the_least_a_file_must_say_is_who_plays_how_many_deals(tmp_path):
    found = read(tmp_path, 'deals = 10\npolicies = "tai"')
    assert (found.deals, found.seed, found.matches, found.draws) == (10, 1, 0, "wall")
    (cell,) = found.cells
    assert cell.rules.preset == "bao"
    assert cell.policy_names == ("tai",) * 4
    assert (cell.contract, cell.declarer) == (None, None)


def test_four_names_are_seats(tmp_path):
    found = read(tmp_path, 'deals = 1\npolicies = ["tai", "speed", "tai", "random"]')
    assert found.cells[0].policy_names == ("tai", "speed", "tai", "random")


def test_lists_make_a_grid_and_the_auction_has_no_declarer(tmp_path):
    text = 'deals = 1\npolicies = "tai"\ncontract = ["auction", "2", "独2", "无财2"]\ndeclarer = ["E", "S"]'
    found = read(tmp_path, text)
    assert cells(found) == ["auction", "E:2", "S:2", "E:独2", "S:独2", "E:无财2", "S:无财2"]
    assert [cell.index for cell in found.cells] == list(range(7))


def test_rules_options_and_policies_multiply(tmp_path):
    text = """
    deals = 1
    rules = ["bao", "dongfeng"]
    policies = [["tai"], ["speed", "tai", "tai", "tai"]]
    [options]
    wall_reserve = [14, 26]
    dragon_tai = "once"
    """
    found = read(tmp_path, text)
    assert len(found.cells) == 8
    assert cells(found)[:2] == ["bao wall_reserve=14 · tai", "bao wall_reserve=14 · speed/tai"]
    assert [cell.rules.wall_reserve for cell in found.cells[::2]] == [14, 26, 14, 26]
    assert {cell.rules.dragon_tai for cell in found.cells} == {"once"}


def test_rules_and_policy_files_are_found_beside_the_experiment(tmp_path):
    (tmp_path / "house.toml").write_text('preset = "heping"\nwall_reserve = 20\n')
    found = read(tmp_path, 'deals = 1\nrules = "house.toml"\npolicies = "careful.toml"')
    assert (found.cells[0].rules_name, found.cells[0].rules.wall_reserve) == ("house", 20)
    assert found.cells[0].policy_names == ("careful",) * 4


def test_matches_count_their_deals(tmp_path):
    found = read(tmp_path, 'matches = 5\ndeals = 16\npolicies = "tai"')
    assert (found.units, found.unit_deals) == (5, 16)


def test_texts_may_differ_by_language(tmp_path):
    found = read(tmp_path, 'deals = 1\npolicies = "tai"\ntitle = {en = "A", zh = "甲"}\nabout = "both"')
    assert found.title == {"en": "A", "zh": "甲"}
    assert found.about == {"en": "both", "zh": "both"}


PLAYED = 'deals = 1\npolicies = "tai"\n'
"""Enough for a file, before what is wrong with it."""

WRONG = [
    ('dealz = 3\npolicies = "tai"', "unknown key dealz; did you mean 'deals'?"),
    ('policies = "tai"', "deals is missing: expected a whole number from 1"),
    ("deals = 3", "policies is missing: expected one name, four names"),
    ('deals = 0\npolicies = "tai"', "deals = 0: expected a whole number from 1"),
    ('deals = true\npolicies = "tai"', "deals = True: expected a whole number"),
    ('deals = 1e3\npolicies = "tai"', "deals = 1000.0: expected a whole number"),
    (PLAYED + "seed = -1", "seed = -1: expected a whole number from 0"),
    (PLAYED + 'matches = "x"', "matches = 'x': expected a whole number"),
    ('deals = 1\npolicies = "tia"', "policies = 'tia': policy 'tia': expected one of random, speed, tai"),
    ('deals = 1\npolicies = ["tai", "speed"]', "policies = ['tai', 'speed']: expected one name, four names"),
    ("deals = 1\npolicies = []", "policies = []: expected one name"),
    ('deals = 1\npolicies = [["tai"], [1]]', "policies = [1]: expected one name"),
    ('deals = 1\npolicies = [["tai"], ["tai"]]', "policies = [['tai'], ['tai']]: expected each value once"),
    (PLAYED + 'rules = "boa"', "rules = 'boa': expected a preset (bao, "),
    (PLAYED + 'rules = "boa"', "did you mean 'bao'?"),
    (PLAYED + "rules = []", "rules = []: expected at least one value"),
    (PLAYED + 'rules = "none.toml"', "rules = 'none.toml': "),
    (PLAYED + 'contract = "独1"', "contract = '独1': expected auction, or a level from 2 to 12"),
    (PLAYED + 'contract = ["2", "two"]', "contract = 'two': expected auction"),
    (PLAYED + 'contract = "9"', "contract = '9': expected a level of at most 8"),
    (PLAYED + 'rules = ["bao", "ziyou"]\ncontract = "2"', "expected auction under the rules ziyou"),
    (PLAYED + 'matches = 2\ncontract = "2"', "contract = '2': expected auction, which is how matches"),
    (PLAYED + 'contract = "2"\ndeclarer = "X"', "declarer = 'X': expected one of E, S, W, N"),
    (PLAYED + 'contract = "2"\ndeclarer = "ES"', "declarer = 'ES': expected one of"),
    (PLAYED + 'declarer = "E"', "declarer = 'E': expected none"),
    (PLAYED + 'draws = "lane"', "did you mean 'lanes'?"),
    (PLAYED + "options = 3", "options = 3: expected a table"),
    (PLAYED + "options.wall_resrve = 3", "options.wall_resrve; did you mean 'wall_reserve'?"),
    (PLAYED + "options.wall_reserve = [3, 99]", "options.wall_reserve = 99: expected a whole number"),
    (PLAYED + 'options.dragon_tai = "two"', "options.dragon_tai = 'two': expected each or once"),
    (PLAYED + "run.job = 2", "unknown key run.job; did you mean 'jobs'?"),
    (PLAYED + 'run.backend = "dusk"', "run.backend = 'dusk': expected one of loky"),
    (PLAYED + 'title = {fr = "A"}', "unknown key title.fr"),
    ("deals = = 1", "not valid TOML"),
]


@pytest.mark.parametrize(("text", "message"), WRONG)
def test_what_is_wrong_is_named_with_file_key_and_value(tmp_path, text, message):
    with pytest.raises(ExperimentError) as error:
        read(tmp_path, text)
    assert str(error.value).startswith(str(tmp_path / "question.toml"))
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(ExperimentError, match=r"nowhere.toml: cannot be read: No such file"):
        read_experiment(tmp_path / "nowhere.toml", load)


def test_a_grid_beyond_all_bounds_is_refused_before_it_is_laid_out(tmp_path):
    text = f"""{PLAYED}
    [options]
    wall_reserve = {list(range(61))}
    max_level = {list(range(2, 13))}
    minimum_tai = {list(range(1, 21))}
    """
    with pytest.raises(ExperimentError, match="a grid of 13420 cells: expected at most 10000"):
        read(tmp_path, text)
