"""`zhuji rules` and `zhuji policies` show every option and weight, and give files to start from."""

import pytest

from zhuji_sim.labels import text
from zhuji_sim.policies import kinds, load
from zhuji_sim.policies.fitted import model_of, write_model
from zhuji_sim.policies.presets import PRESETS
from zhuji_sim.rules import options
from zhuji_sim.rules.ruleset import Ruleset


@pytest.mark.parametrize("preset", options.PRESETS)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_written_rules_file_reads_back_as_the_preset(zhuji, tmp_path, preset, lang):
    path = tmp_path / "house.toml"
    path.write_text(zhuji("rules", preset, "--toml", "--lang", lang).out, encoding="utf-8")
    assert Ruleset.from_toml(path) == Ruleset.preset(preset)
    assert text("options.wall_reserve", lang) in path.read_text(encoding="utf-8")


def test_rules_of_a_file_are_shown_with_every_option(zhuji, tmp_path):
    path = tmp_path / "house.toml"
    path.write_text('preset = "heping"\nwall_reserve = 33\n')
    said = zhuji("rules", str(path))
    rows = {row[0]: row[1] for row in map(str.split, said.out.splitlines()) if len(row) > 1}
    assert rows["wall_reserve"] == "33"
    assert set(Ruleset.all_options()) <= set(rows)
    assert zhuji("rules", str(path), "--json").document["wall_reserve"] == 33


def test_the_presets_are_compared_side_by_side(zhuji):
    said = zhuji("rules")
    rows = [line.split() for line in said.out.splitlines()]
    assert next(row[1:5] for row in rows if row[:1] == ["wall_reserve"]) == ["26", "14", "14", "26"]
    assert list(zhuji("rules", "--json").document) == list(options.PRESETS)


def test_english_meanings_are_those_the_code_declares():
    for name, option in Ruleset.all_options().items():
        assert text(f"options.{name}", "en") == option.meaning
    for kind in kinds().values():
        assert text(f"policies.{kind.name}", "en") == kind.description
        for weight in kind.weights:
            assert text(f"policies.{kind.name}_{weight.name}", "en") == weight.meaning
    for name in PRESETS:
        assert text(f"policies.{name}", "en") == load(name).description


def test_policies_are_listed_with_their_weights(zhuji):
    found = {each["name"]: each for each in zhuji("policies", "--json").document["policies"]}
    assert {"random", "speed", "tai"} <= set(found)
    (weight,) = found["random"]["weights"]
    assert weight.pop("meaning").startswith("Chance to pass")
    assert weight == {"name": "pass_chance", "value": 0.9, "low": 0.0, "high": 1.0}
    said = zhuji("policies", "--lang", "zh")
    assert "pass_chance" in said.out
    assert "随机" in said.out


def test_presets_are_listed_with_what_they_change_and_explained_in_full(zhuji):
    """Guards against presets that are told like kinds of their own, or only half."""
    found = {each["name"]: each for each in zhuji("policies", "--json").document["policies"]}
    assert list(found)[:7] == ["random", "speed", "tai", "champion", *PRESETS]
    for lang in ("en", "zh"):
        listed = zhuji("policies", "--lang", lang).out
        for name in PRESETS:
            policy = load(name)
            assert text(f"policies.{name}", lang) in listed
            mine = listed.split(f"{name} (champion)\n")[1].split(" (champion)\n")[0]
            rows = {row[0]: row[1:3] for row in map(str.split, mine.splitlines()) if row}
            champion = load("champion").spec["weights"]
            for weight, value in policy.spec["weights"].items():
                if value == champion[weight]:
                    assert weight not in rows
                else:
                    assert rows[weight] == [f"{value:g}", f"{champion[weight]:g}"]
            alone = zhuji("policies", name, "--lang", lang).out
            assert alone.startswith(f"{name} (champion)\n  {text(f'policies.{name}', lang)}\n")
            for weight in policy.kind.weights:
                assert text(f"policies.champion_{weight.name}", lang) in " ".join(alone.split())
    assert found["careful"]["base"] == "champion"
    assert found["careful"]["description"] == load("careful").description


@pytest.mark.parametrize("name", ["random", "speed", "tai", "champion", *PRESETS])
def test_a_written_policy_file_reads_back_as_the_policy(zhuji, tmp_path, name):
    path = tmp_path / "mine.toml"
    path.write_text(zhuji("policies", name, "--toml").out, encoding="utf-8")
    assert load(path).weights == load(name).weights


def test_a_policy_file_that_is_written_out_keeps_its_model(zhuji, tmp_path):
    """Guards against `zhuji policies --toml` that leaves the model behind."""
    write_model(tmp_path / "my-bao.json", model_of("bao"), {"rules": "bao"})
    (tmp_path / "mine.toml").write_text('base = "champion"\nmodel = "my-bao.json"\n', encoding="utf-8")
    again = tmp_path / "elsewhere" / "again.toml"
    again.parent.mkdir()
    again.write_text(zhuji("policies", str(tmp_path / "mine.toml"), "--toml").out, encoding="utf-8")
    assert load(again).models == load(tmp_path / "mine.toml").models != ()
    told = "".join(zhuji("policies", str(tmp_path / "mine.toml")).out.split())
    assert f"Fittedmodelforbao:{tmp_path / 'my-bao.json'}" in told


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_policy_and_a_file_of_weights_are_explained_weight_by_weight(zhuji, tmp_path, lang):
    """Guards against a file that is shown as the policy it builds on, with that one's weights."""
    path = tmp_path / "mine.toml"
    path.write_text('base = "tai"\n[weights]\ngang_slack = -1.5\n', encoding="utf-8")
    for name, heading, slack in (("tai", "tai", "0"), (str(path), "mine (tai)", "-1.5")):
        lines = zhuji("policies", name, "--lang", lang).out.splitlines()
        rows = {row[0]: row for row in map(str.split, lines) if row}
        assert lines[0] == heading
        assert rows["gang_slack"][1] == slack
        for weight in load("tai").kind.weights:
            assert text(f"policies.tai_{weight.name}", lang) in " ".join(rows[weight.name])
    (policy,) = zhuji("policies", str(path), "--json").document["policies"]
    assert (policy["name"], policy["base"]) == ("mine", "tai")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'base = "tai"\n[weights]\nslack = 1', "mine.toml: unknown weight 'slack': tai has dual_distance, "),
        (b'base = "tai"\n[weights]\ngang_slack = 3', "mine.toml: weights.gang_slack = 3: expected a number "),
        (
            b"[weights]",
            "mine.toml: base is missing: expected the name of a policy, one of random, speed, tai",
        ),
        (b"\xff\xfe", "mine.toml: cannot be read: it is not UTF-8 text"),
    ],
)
def test_a_wrong_file_of_weights_is_one_line(zhuji, tmp_path, content, problem):
    (tmp_path / "mine.toml").write_bytes(content)
    said = zhuji("policies", str(tmp_path / "mine.toml"))
    assert (said.status, said.out, said.err.count("\n")) == (2, "", 1)
    assert problem in said.err
