"""`zhuji fit`: model files with a manifest, in a folder that goes on."""

import json
import shlex

import pytest

from zhuji_sim.errors import Stopped
from zhuji_sim.fitting import files
from zhuji_sim.policies import load
from zhuji_sim.policies.fitted import read_model
from zhuji_sim.rules.ruleset import Ruleset

SMALL = ["--deals", "300", "--rounds", "1", "--bid-rounds", "0", "--check", "250", "--jobs", "1"]


def test_a_fit_writes_models_that_a_policy_file_can_name(zhuji, tmp_path):
    """Guards against files that cannot be read back, and manifests that do not tell what was done."""
    out = tmp_path / "out"
    asked = ["fit", "--rules", "heping", "--rules", "ziyou", *SMALL, "--seed", "4", "--out", str(out)]
    said = zhuji(*asked, "--json")
    assert said.status == 0
    heping, ziyou = said.document["models"]
    assert [heping["rules"], ziyou["rules"]] == ["heping", "ziyou"]
    assert heping["path"] == str(out / "heping.json")
    assert not heping["kept"]
    assert heping["options"] == Ruleset.preset("heping").options()
    assert heping["policy"] == load("champion").spec
    assert (heping["plan"]["seed"], heping["check_seed"], heping["check_deals"]) == (4, 1_000_004, 250)
    assert {"numpy", "numba", "python"} <= set(heping["versions"])
    assert heping["check"]["prospects"][0]["log_loss"] < heping["check"]["prospects"][0]["log_loss_of_share"]
    told = said.err.splitlines()
    assert len(told) == 1 + 2 * 3
    assert told[1].startswith("heping, played by tai: 300 deals, ")
    assert told[-1].startswith("ziyou, check on fresh deals: 250 deals, ")

    text = f'base = "champion"\nmodel = ["{out / "heping.json"}", "out/ziyou.json"]\n'
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    model = load(tmp_path / "mine.toml").model(Ruleset.preset("ziyou"))
    assert model[:5].tolist() == pytest.approx(read_model(out / "ziyou.json").numbers[:5])

    before = (out / "heping.json").read_bytes()
    (out / "ziyou.json").unlink()
    again = zhuji(*asked, "--json")
    assert [each["kept"] for each in again.document["models"]] == [True, False]
    assert (out / "heping.json").read_bytes() == before
    numbers = json.loads((out / "ziyou.json").read_text(encoding="utf-8"))["model"]
    assert numbers == pytest.approx(model[: len(numbers)].tolist(), rel=1e-5)

    (out / "ziyou.json").unlink()
    command = shlex.split(heping["command"])
    assert command[0] == "zhuji"
    assert str(out) not in command
    repeated = zhuji(*command[1:], "--out", str(out), "--json", "--quiet")
    assert repeated.err == ""
    assert [each["kept"] for each in repeated.document["models"]] == [True, False]

    refused = zhuji(*asked, "--deals", "400")
    assert (refused.status, refused.out) == (2, "")
    assert "heping.json holds another fit (plan differ)" in refused.err


@pytest.mark.parametrize(("lang", "words"), [("en", "checked on 250 deals"), ("zh", "用 250 局")])
def test_a_fit_is_told_in_both_languages(zhuji, tmp_path, lang, words):
    asked = ["fit", "--rules", "heping", *SMALL, "--out", str(tmp_path), "--lang", lang]
    said = zhuji(*asked)
    assert said.status == 0
    assert words in said.out
    assert len([line for line in said.out.splitlines() if "+1" in line]) == 1
    assert str(tmp_path / "heping.json") in "".join(said.out.splitlines())


def test_an_interrupted_fit_keeps_the_files_that_are_finished(tmp_path, monkeypatch, zhuji):
    """Guards against an hour's work that is lost, or half a file that stays."""
    fit_one = files.fit

    def interrupted(rules, *arguments):
        if rules.base == "ziyou":
            raise KeyboardInterrupt
        return fit_one(rules, *arguments)

    monkeypatch.setattr(files, "fit", interrupted)
    said = zhuji("fit", "--rules", "heping", "--rules", "ziyou", *SMALL, "--out", str(tmp_path))
    assert said.status == Stopped("", 130).exit_code
    assert "interrupted: finished files are kept, run the same command again to go on" in said.err
    assert [path.name for path in tmp_path.iterdir()] == ["heping.json"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["tai"], "policy 'tai': tai has no fitted model"),
        (["nobody"], "policy 'nobody': expected one of"),
        (["--rules", "bao", "--rules", "bao"], "rules: two of them build on bao"),
        (["--rules", "boa"], "boa"),
        (["--deals", "3"], "deals = 3: expected a whole number from 200 to"),
        (["--rounds", "0"], "rounds = 0: expected a whole number from 1 to 100"),
        (["--bid-rounds", "-1"], "bid_rounds = -1: expected a whole number from 0 to 100"),
        (["--check", "3"], "check = 3: expected a whole number from 200 to"),
    ],
)
def test_wrong_input_is_one_line_and_status_2(zhuji, tmp_path, arguments, problem):
    said = zhuji("fit", *arguments, "--out", str(tmp_path / "out"))
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert problem in said.err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_one_is_one_line(zhuji, tmp_path):
    (tmp_path / "file").write_text("")
    said = zhuji("fit", "--rules", "heping", *SMALL, "--out", str(tmp_path / "file"), "--quiet")
    assert (said.status, said.err.count("\n")) == (2, 1)
    assert "file" in said.err
