"""Policies of other packages: found by their entry point, played like any other, named where they fail."""

import os
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path

import pytest

from zhuji_sim.batches import BatchSpec, play
from zhuji_sim.cli.main import main
from zhuji_sim.errors import PolicyError
from zhuji_sim.policies import kinds, load, names
from zhuji_sim.rules import PRESETS
from zhuji_sim.rules.ruleset import Ruleset

EXAMPLE = Path(__file__).parents[1] / "example_package"


def install(site, project, **sources):
    """What an installer leaves of a package: its modules, and a dist-info with its entry points."""
    package = site / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    package.mkdir(parents=True)
    lines = [f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"]
    (package / "METADATA").write_text("".join(lines), encoding="utf-8")
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (package / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    for name, source in sources.items():
        (site / f"{name}.py").write_text(textwrap.dedent(source), encoding="utf-8")


@pytest.fixture
def example(tmp_path):
    """A folder with the example package as if installed there."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))
    install(tmp_path, project["project"])
    (packages,) = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    shutil.copytree(EXAMPLE / packages, tmp_path / packages)
    return tmp_path


@pytest.fixture
def offered(example, monkeypatch):
    """The example package among those installed, for the length of a test."""
    monkeypatch.syspath_prepend(example)
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "zhuji_hoarder"]:
        del sys.modules[name]


@pytest.mark.usefixtures("offered")
def test_a_package_s_policy_is_found_and_listed(capsys):
    assert names()[-1] == "hoarder"
    assert main(["policies", "--lang", "zh"]) == 0
    said = capsys.readouterr()
    assert "hoarder" in said.out
    assert "What a caishen is worth." in said.out
    assert said.err == ""


@pytest.mark.usefixtures("offered")
def test_a_file_may_build_on_a_package_s_policy(tmp_path):
    (tmp_path / "mine.toml").write_text('base = "hoarder"\n[weights]\npair_worth = 1\n', encoding="utf-8")
    assert load(tmp_path / "mine.toml").weights == (1.0, 30.0)
    (tmp_path / "wrong.toml").write_text('base = "hoarder"\n[weights]\npairs = 1\n', encoding="utf-8")
    with pytest.raises(PolicyError, match="hoarder has pair_worth, caishen_worth"):
        load(tmp_path / "wrong.toml")


@pytest.mark.usefixtures("offered")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_package_s_policy_plays_and_beats_random(preset):
    """Guards against a plug-in that is seated but not asked."""
    chance = load("random")
    spec = BatchSpec(Ruleset.preset(preset), (load("hoarder"), chance, chance, chance), 5)
    points = play(spec, 0, 4000)["points"][:, 0]
    assert points.mean() - 2.576 * points.std() / len(points) ** 0.5 > 0


WORKERS = """
import zhuji_sim as zj

if __name__ == "__main__":
    frames = [zj.simulate(deals=60, seed=2, policies="hoarder", jobs=jobs, chunk=15) for jobs in (2, 1)]
    assert frames[0].equals(frames[1])
    print(set(frames[0]["policy_E"]))
"""
CACHED = """
from zhuji_hoarder.deciding import decide
print(sum(decide.stats.cache_hits.values()))
"""


def test_a_package_s_policy_travels_to_workers_and_is_compiled_once(example, tmp_path):
    """Guards against plug-ins that work in this process only, or are compiled by every worker anew."""
    path = os.pathsep.join([str(example), str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH", "")])
    for source, said in ((WORKERS, "{'hoarder'}\n"), (CACHED, "1\n")):
        script = tmp_path / "study.py"
        script.write_text(source, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, str(script)],
            env=os.environ | {"PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.stdout, done.stderr) == (said, "")


# Packages that are broken

KIND = """
    from zhuji_sim.policies import PolicyKind, Weight

    KIND = PolicyKind("clever", "It is.", ({weights}), "{module}")
"""
GOOD = 'Weight("depth", 1.0, 0.0, 2.0, "How deep.")'


def broken(tmp_path, monkeypatch, source, name="clever"):
    """The line in which a package's policy is refused."""
    entries = {"zhuji_sim.policies": {name: "clever_kind:KIND"}}
    project = {"name": "clever-package", "version": "2.0", "entry-points": entries}
    install(tmp_path, project, clever_kind=source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "clever_kind", raising=False)
    with pytest.raises(PolicyError) as caught:
        load(name).decider()
    line = str(caught.value)
    assert "\n" not in line
    assert line.startswith(f"policy {name} of package clever-package: ")
    return line.partition("package: ")[2]


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("KIND = (", "SyntaxError"),
        ("OTHER = 1", "clever_kind:KIND cannot be imported: AttributeError"),
        ("KIND = 3", "clever_kind:KIND is a int, expected a PolicyKind"),
        (KIND.format(weights="", module="m").replace('"clever"', '"dull"'), "'dull', expected 'clever'"),
        (KIND.format(weights="1,", module="m"), "weights: expected a tuple of Weight"),
        (KIND.format(weights=f"{GOOD}, {GOOD}", module="m"), "weight 'depth': expected each name once"),
        (
            KIND.format(weights=f"{GOOD},".replace("1.0", "3.0"), module="m"),
            "weight 'depth': default 3.0 from 0.0 to 2.0: expected numbers in order",
        ),
        (
            KIND.format(weights=f"{GOOD},".replace("2.0", "float('inf')"), module="m"),
            "from 0.0 to inf: expected",
        ),
        (KIND.format(weights=f"{GOOD},".replace("1.0", "'1'"), module="m"), "default '1' from"),
        (
            KIND.format(weights='*[Weight(str(i), 0, 0, 1, "W.") for i in range(99)],', module="m"),
            "99 weights: expected at most 64",
        ),
        (KIND.format(weights=f"{GOOD},", module="no_such_module"), "no_such_module cannot be imported"),
        (KIND.format(weights=f"{GOOD},", module="clever_kind"), "clever_kind has no decide compiled by"),
        (KIND.format(weights=f"{GOOD},", module="json.decoder"), "json.decoder has no decide compiled by"),
    ],
)
def test_a_broken_package_is_named_in_one_line(tmp_path, monkeypatch, source, problem):
    """Guards against tracebacks out of somebody else's code."""
    assert problem in broken(tmp_path, monkeypatch, source)


@pytest.mark.parametrize("name", ["tai", "quick"])
def test_a_package_does_not_take_the_place_of_a_policy_of_ours(tmp_path, monkeypatch, capsys, name):
    before = load(name)
    source = KIND.format(weights="", module="m").replace('"clever"', f'"{name}"')
    entries = {"zhuji_sim.policies": {name: "clever_kind:KIND"}}
    project = {"name": "clever-package", "version": "2.0", "entry-points": entries}
    install(tmp_path, project, clever_kind=source)
    monkeypatch.syspath_prepend(tmp_path)
    assert load(name) == before
    assert names().count(name) == 1
    assert main(["policies"]) == 0
    told = f"policy {name} of package clever-package: a policy of zhuji_sim has that name"
    assert told in capsys.readouterr().err


def test_two_packages_with_one_name_are_both_named(tmp_path, monkeypatch):
    for name in ("zeal", "ardour"):
        entries = {"zhuji_sim.policies": {"clever": f"{name}:KIND"}}
        project = {"name": name, "version": "1", "entry-points": entries}
        install(tmp_path, project, **{name: KIND.format(weights=f"{GOOD},", module="m")})
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(PolicyError, match="clever of package ardour: package zeal has one of the same name"):
        load("clever")


def test_a_broken_package_does_not_stop_the_others(tmp_path, monkeypatch, capsys):
    """Guards against one bad plug-in that makes every command fail."""
    broken(tmp_path, monkeypatch, "import no_such_module")
    assert "clever" not in kinds()
    assert load("tai").name == "tai"
    assert main(["policies", "--json"]) == 0
    said = capsys.readouterr()
    assert "'tai'" in said.out or '"tai"' in said.out
    assert said.err.count("\n") == 1
    assert "policy clever of package clever-package: clever_kind:KIND cannot be imported" in said.err
    assert main(["policies", "clever"]) == 2
    assert "No module named 'no_such_module'" in capsys.readouterr().err
