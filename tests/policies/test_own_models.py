"""A policy's own model, fitted by `zhuji fit` and named in its TOML file."""

import json
import pickle

import numpy as np
import pytest

from zhuji_sim.batches import seat_table
from zhuji_sim.errors import PolicyError
from zhuji_sim.policies import load
from zhuji_sim.policies.fitted import model_of, read_model, write_model
from zhuji_sim.rules.ruleset import Ruleset


@pytest.fixture
def files(tmp_path):
    """A model of its own for bao and heping, each the shipped one with another first number."""
    for place, rules in enumerate(("bao", "heping")):
        model = model_of(rules).astype(float)
        model[0] = 7 + place
        write_model(tmp_path / f"my-{rules}.json", model, {"rules": rules})
    return tmp_path


def policy_of(folder, text):
    (folder / "mine.toml").write_text(text, encoding="utf-8")
    return load(folder / "mine.toml")


def first_number(policy, rules):
    return float(policy.model(rules)[0])


def test_a_model_is_used_for_the_rules_it_was_fitted_for_and_no_others(files):
    """Guards against a model that is read and forgotten, or used under rules it does not know."""
    mine = policy_of(files, 'base = "champion"\nmodel = "my-bao.json"')
    bao, house = Ruleset.preset("bao"), Ruleset.preset("bao", wall_reserve=20)
    assert first_number(mine, bao) == first_number(mine, house) == 7
    assert (mine.model(bao)[1:] == model_of("bao")[1:]).all()
    for other in ("heping", "ziyou", "dongfeng"):
        assert (mine.model(Ruleset.preset(other)) == model_of(other)).all()
    assert first_number(load("champion"), bao) != 7


def test_several_models_are_a_list(files):
    """Guards against a policy that can be at home in one ruleset only."""
    mine = policy_of(files, 'base = "careful"\nmodel = ["my-bao.json", "my-heping.json"]')
    assert first_number(mine, Ruleset.preset("bao")) == 7
    assert first_number(mine, Ruleset.preset("heping")) == 8


def test_a_model_travels_with_its_policy_and_is_part_of_what_it_is(files):
    """Guards against workers that play without it, and against folders that mix policies up."""
    mine = policy_of(files, 'base = "champion"\nmodel = "my-bao.json"')
    plain = policy_of(files, 'base = "champion"')
    assert pickle.loads(pickle.dumps(mine)) == mine
    assert mine != plain
    assert "models" not in plain.spec
    assert list(mine.spec["models"]) == ["bao"]
    json.dumps(mine.spec)
    before = mine.spec["models"]
    model = model_of("bao").astype(float)
    model[3] += 1
    write_model(files / "my-bao.json", model, {"rules": "bao"})
    assert policy_of(files, 'base = "champion"\nmodel = "my-bao.json"').spec["models"] != before
    table = seat_table(Ruleset.preset("bao"), (mine, plain, mine, plain))
    assert table.minds["model"][:, 0].tolist() == [7, model_of("bao")[0], 7, model_of("bao")[0]]


def test_a_written_model_reads_back(files):
    """Guards against numbers that lose more than the digits a model needs."""
    read = read_model(files / "my-heping.json")
    assert read.rules == "heping"
    assert np.allclose(read.numbers[1:], model_of("heping")[1 : len(read.numbers)], rtol=1e-5, atol=1e-12)


@pytest.mark.parametrize(
    ("text", "content", "problem"),
    [
        ('base = "tai"\nmodel = "m.json"', None, "mine.toml: model = 'm.json': tai has no fitted model"),
        ('base = "champion"\nmodel = 3', None, "mine.toml: model = 3: expected a file"),
        ('base = "champion"\nmodel = [3]', None, "mine.toml: model = [3]: expected a file"),
        ('base = "champion"\nmodel = "m.json"', None, "m.json: cannot be read: No such file"),
        ('base = "champion"\nmodel = "m.json"', "[", "m.json: expected a model that `zhuji fit` wrote"),
        ('base = "champion"\nmodel = "m.json"', "[1]", "m.json: expected a model that `zhuji fit` wrote"),
        ('base = "champion"\nmodel = "m.json"', "\udcff", "m.json: expected a model that `zhuji fit` wrote"),
        ('base = "champion"\nmodel = "m.json"', "{}", "m.json: manifest.rules = None: expected one of bao, "),
        (
            'base = "champion"\nmodel = "m.json"',
            '{"manifest": {"rules": "bao"}, "model": [1, 2]}',
            "m.json: model: 2 numbers: expected ",
        ),
        (
            'base = "champion"\nmodel = ["my-bao.json", "my-bao.json"]',
            None,
            "expected one for each ruleset, but two are for bao",
        ),
    ],
)
def test_a_model_that_cannot_be_used_is_refused_in_one_line(files, text, content, problem):
    """Guards against tracebacks, and against lines that leave out the file or what was expected."""
    if content is not None:
        (files / "m.json").write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(PolicyError) as caught:
        policy_of(files, text)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("number", ["NaN", "1e39", "Infinity", '"1"', "true", "null", "1" + 400 * "0"])
def test_every_number_of_a_model_is_a_number(files, number):
    """Guards against a model whose one bad number spoils every choice in silence."""
    text = (files / "my-bao.json").read_text(encoding="utf-8")
    (files / "my-bao.json").write_text(text.replace("[\n  7.0", f"[\n  {number}"), encoding="utf-8")
    with pytest.raises(PolicyError, match=r"my-bao.json: model\[0\] = .*: expected a number"):
        policy_of(files, 'base = "champion"\nmodel = "my-bao.json"')
