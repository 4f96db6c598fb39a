"""Policies by name and by TOML file: what is understood, and one clear line for everything else."""

import pickle

import pytest

from zhuji_sim.errors import PolicyError
from zhuji_sim.policies import Policy, kinds, load, names
from zhuji_sim.policies.presets import PRESETS, preset_path
from zhuji_sim.rules.ruleset import Ruleset


def write(tmp_path, text, name="mine.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def refusal(source):
    """The one line in which a policy is refused."""
    with pytest.raises(PolicyError) as caught:
        load(source)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_every_policy_has_a_name_a_description_and_documented_weights():
    """Guards against weights without meaning or bounds."""
    assert names()[:7] == ["random", "speed", "tai", "champion", "careful", "greedy", "quick"]
    for kind in kinds().values():
        assert kind.description.endswith(".")
        assert kind.weights
        for weight in kind.weights:
            assert weight.low <= weight.default <= weight.high
            assert weight.meaning.endswith(".")
        assert len({weight.name for weight in kind.weights}) == len(kind.weights)


def test_a_file_changes_some_weights_and_keeps_the_others(tmp_path):
    """Guards against weights in the order of the file, and against defaults that get lost."""
    path = write(tmp_path, 'base = "tai"\n[weights]\ngang_slack = -1\ndual_distance = 3.5\n')
    policy, default = load(path), load("tai")
    assert policy.name == "mine"
    assert policy.spec["base"] == "tai"
    changed = {"gang_slack": -1.0, "dual_distance": 3.5}
    assert policy.spec["weights"] == default.spec["weights"] | changed
    assert all(isinstance(value, float) for value in policy.weights)
    assert load(str(path)) == policy


def test_a_file_may_name_its_policy(tmp_path):
    """Guards against a name that is taken from the file's name only."""
    assert load(write(tmp_path, 'base = "speed"\nname = "hasty"\n')).spec["name"] == "hasty"


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_its_kind_with_other_weights(name):
    """Guards against presets that are not shipped, say nothing of themselves, or change nothing."""
    preset = load(name)
    assert preset.name == name
    assert preset.kind == load("champion").kind
    assert preset.description.endswith(".")
    assert preset.description != preset.kind.description
    assert preset.changes
    spec = load("champion").spec["weights"] | preset.changes
    assert preset.spec == {"name": name, "base": "champion", "weights": spec}
    assert load(preset_path(name)) == preset


def test_every_file_of_a_preset_has_a_name_to_be_found_by():
    """Guards against a preset that nobody can load."""
    assert sorted(path.stem for path in preset_path("quick").parent.glob("*.toml")) == sorted(PRESETS)


def test_a_file_may_build_on_a_preset(tmp_path):
    """Guards against a base whose weights are lost, or whose description is."""
    mine = load(write(tmp_path, 'base = "careful"\n[weights]\nfeed_tai = 0.9\n'))
    careful = load("careful")
    assert mine.spec["weights"] == careful.spec["weights"] | {"feed_tai": 0.9}
    assert mine.description == careful.description
    assert load(write(tmp_path, 'base = "quick"\ndescription = "Mine."\n')).description == "Mine."


def test_a_policy_travels_and_is_its_own_source():
    """Guards against policies that hold compiled functions and cannot be sent to workers."""
    policy = load("tai")
    assert load(policy) is policy
    assert pickle.loads(pickle.dumps(policy)) == policy
    assert isinstance(policy, Policy)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('base = "tai"\n[weights]\nslack = 1', ["mine.toml", "'slack'", "dual_distance", "gang_slack"]),
        ('base = "tai"\n[weights]\ngang_slak = 1', ["unknown weight", "did you mean 'gang_slack'?"]),
        ('base = "tai"\n[weights]\ngang_slack = 3', ["mine.toml: weights.gang_slack = 3", "-2 to 2"]),
        ('base = "tai"\n[weights]\ngang_slack = [1]', ["gang_slack = [1]", "number from -2 to 2"]),
        ('base = "tai"\n[weights]\ngang_slack.x = 1', ["gang_slack = {'x': 1}", "number from -2 to 2"]),
        (f'base = "tai"\n[weights]\ngang_slack = {"9" * 5000}', ["mine.toml: not valid TOML"]),
        ('base = "tai"\n[weights]\ngang_slack = "much"', ["gang_slack = 'much'", "number from -2 to 2"]),
        ('base = "tai"\n[weights]\ngang_slack = true', ["gang_slack = True", "number from -2 to 2"]),
        ('base = "tai"\n[weights]\ngang_slack = nan', ["gang_slack = nan", "number from -2 to 2"]),
        ('base = "tai"\n[weights]\ngang_slack = inf', ["gang_slack = inf", "number from -2 to 2"]),
        (f'base = "tai"\n[weights]\ngang_slack = 1{"0" * 400}', ["gang_slack", "number from -2 to 2"]),
        ('base = "tie"', ["mine.toml", "base 'tie'", "random, speed, tai", "did you mean 'tai'?"]),
        ("base = 3", ["mine.toml: base = 3", "random, speed, tai"]),
        ("", ["mine.toml: base is missing: expected the name of a policy", "random, speed, tai"]),
        ("[weights]\ngang_slack = 1", ["mine.toml: base is missing", "random, speed, tai"]),
        ('base = "tai"\nweights = 3', ["mine.toml: weights = 3", "table"]),
        ('base = "tai"\nname = 3', ["mine.toml: name = 3", "text"]),
        ('base = "quick"\ndescription = 3', ["mine.toml: description = 3", "text"]),
        ('base = "quick"\n[weights]\nslack = 1', ["mine.toml", "'slack'", "champion has more_tai, "]),
        (
            'base = "tai"\nspeed = 3',
            ["mine.toml", "unknown key speed", "base, description, model, name, weights"],
        ),
        ('base = "tai"\nweight.gang_slack = 1', ["unknown key weight", "did you mean 'weights'?"]),
        (f"base = {'[' * 5000}", ["mine.toml: not valid TOML"]),
        ("base = tai", ["mine.toml", "not valid TOML"]),
        ('base = "tai"\nbase = "tai"', ["mine.toml", "not valid TOML"]),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path, text, parts):
    """Guards against tracebacks, and against messages that leave out file, key, value or what is allowed."""
    message = refusal(write(tmp_path, text))
    assert all(part in message for part in parts), message


def test_files_that_cannot_be_read_are_refused_in_one_line(tmp_path):
    """Guards against tracebacks of the operating system."""
    assert refusal(tmp_path / "none.toml").endswith("none.toml: cannot be read: No such file or directory")
    (tmp_path / "folder.toml").mkdir()
    assert "folder.toml: cannot be read: Is a directory" in refusal(tmp_path / "folder.toml")
    for content in (b"\xff\xfe\x00", 'name = "龟"'.encode("gbk"), 'base = "tai"'.encode("utf-16")):
        (tmp_path / "binary.toml").write_bytes(content)
        assert refusal(tmp_path / "binary.toml").endswith("cannot be read: it is not UTF-8 text")


def test_a_byte_order_mark_does_no_harm(tmp_path):
    """Guards against files of Windows editors, in which nobody sees what is wrong."""
    (tmp_path / "mine.toml").write_text('base = "speed"', encoding="utf-8-sig")
    assert load(tmp_path / "mine.toml").kind.name == "speed"
    (tmp_path / "house.toml").write_text('preset = "ziyou"', encoding="utf-8-sig")
    assert Ruleset.from_toml(tmp_path / "house.toml") == Ruleset.preset("ziyou")


def test_an_unknown_name_lists_the_known_ones():
    """Guards against a bare KeyError."""
    message = refusal("speedy")
    assert "'speedy'" in message
    assert "random, speed, tai" in message
    assert "did you mean 'speed'?" in message
