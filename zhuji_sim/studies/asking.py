"""Study files: `study = "options"` and what that question needs to know."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from zhuji_sim.analysis.estimates import MIN_CLUSTERS
from zhuji_sim.errors import ExperimentError, RunFolderError, ZhujiError
from zhuji_sim.labels import LANGUAGES
from zhuji_sim.policies.registry import load
from zhuji_sim.rules.options import PRESETS
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.runner.experiment import HIGHEST_SEED, MOST_DEALS, MOST_JOBS
from zhuji_sim.runner.toml_tables import Reader, load_toml
from zhuji_sim.studies.catalogue import QUESTIONS
from zhuji_sim.studies.question import KIND, Question

__all__ = ["is_study", "jobs_of", "question_of", "read_question"]

STUDY: Final = "study"
KEYS: Final = (STUDY, "title", "about", "seed", "walls", "rules", "policy", "confidence", "run")
LOWEST_CONFIDENCE: Final = 0.5
HIGHEST_CONFIDENCE: Final = 0.9999


def is_study(path: Path) -> bool:
    """Whether a file asks a study's question, and is no experiment.

    Raises
    ------
    ExperimentError
        The file cannot be read or is not valid TOML.
    """
    return STUDY in load_toml(path)


def read_question(path: Path, walls: int | None = None, seed: int | None = None) -> Question:
    """Read and validate a study file.

    Parameters
    ----------
    path : Path
    walls, seed : int, optional
        In place of what the file says, which has to be valid all the same.

    Raises
    ------
    ExperimentError
        Names the file, the key, the value and what was expected.
    """
    changes = {"walls": walls, "seed": seed}
    content = load_toml(path)
    if "walls" in content:
        _walls(Reader(path, content, content))
    if "seed" in content:
        _seed(Reader(path, content, content))
    asked = content | {key: value for key, value in changes.items() if value is not None}
    return _question(path, _kind(path, asked).embed(asked, path.parent))


def jobs_of(path: Path) -> int | None:
    """How many workers a study file asks for, if it does."""
    run = Reader(path, load_toml(path).get("run", {}), ("jobs",), "run.")
    return run.whole("jobs", 1, MOST_JOBS) if "jobs" in run else None


def question_of(manifest: Mapping[str, Any], path: Path) -> Question:
    """The question that a manifest describes; `path` is for errors.

    Raises
    ------
    RunFolderError
        It describes none.
    """
    if manifest.get("kind") != KIND or not isinstance(manifest.get("asked"), Mapping):
        raise RunFolderError(f"{path} describes no study")
    return _question(path, manifest["asked"])


def _kind(path: Path, asked: Mapping[str, Any]) -> type[Question]:
    name = asked.get(STUDY)
    if name not in QUESTIONS:
        raise ExperimentError(f"{path}: study = {name!r}: expected one of {', '.join(QUESTIONS)}")
    return QUESTIONS[str(name)]


def _question(path: Path, asked: Mapping[str, Any]) -> Question:
    kind = _kind(path, asked)
    reader = Reader(path, asked, (*KEYS, *kind.keys))
    texts = {key: reader.texts(key, LANGUAGES) for key in ("title", "about")}
    confidence = asked.get("confidence", 0.95)
    number = isinstance(confidence, int | float) and not isinstance(confidence, bool)
    if not number or not LOWEST_CONFIDENCE <= confidence <= HIGHEST_CONFIDENCE:
        expected = f"a number from {LOWEST_CONFIDENCE} to {HIGHEST_CONFIDENCE}"
        raise reader.wrong("confidence", expected)
    return kind(
        asked={**asked, **texts},
        walls=_walls(reader),
        seed=_seed(reader),
        rules=_rules(reader, kind),
        policy=_policy(reader),
        confidence=float(confidence),
        **kind.own(reader),
    )


def _walls(reader: Reader) -> int:
    return reader.whole("walls", MIN_CLUSTERS, MOST_DEALS)


def _seed(reader: Reader) -> int:
    return reader.whole("seed", 0, HIGHEST_SEED, 1)


def _rules(reader: Reader, kind: type[Question]) -> dict[str, Ruleset]:
    valid = [name for name in PRESETS if Ruleset.preset(name).has_bidding or not kind.bidding_only]

    def preset(value: Any) -> str:
        if value not in valid:
            raise reader.wrong("rules", f"one of {', '.join(valid)}, or a list of these", value)
        return str(value)

    return {name: Ruleset.preset(name) for name in reader.several("rules", valid, preset)}


def _policy(reader: Reader) -> Any:
    name = reader.table.get("policy", "champion")
    if not isinstance(name, str) or name.endswith(".toml"):
        raise reader.wrong("policy", "a policy's name")
    try:
        return load(name)
    except ZhujiError as error:
        raise ExperimentError(f"{reader.path}: policy = {name!r}: {error}") from None
