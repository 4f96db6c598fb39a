"""The fitted numbers of the value policies: one file a preset, with a manifest of how they were found."""

import hashlib
import json
import math
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from zhuji_sim.engine.mind import MODEL_MAX
from zhuji_sim.errors import PolicyError
from zhuji_sim.rules.options import PRESETS

from .bid_model import BID_NUMBERS

__all__ = ["ModelFile", "as_model", "model_of", "numbers_of", "read_manifest", "read_model", "write_model"]

FOLDER: Final = "fitted"
NUMBERS_A_LINE: Final = 8
MOST: Final = float(np.finfo(np.float32).max)


class ModelFile(NamedTuple):
    """What a model file holds.

    `rules`: the preset it was fitted for; `numbers`: BID_NUMBERS of them; `digest`: a hash of the numbers.
    """

    rules: str
    numbers: tuple[float, ...]
    digest: str


@cache
def model_of(preset: str) -> Any:
    """The shipped model of a preset (float32[MODEL_MAX]); not to be changed."""
    shipped = files(__package__).joinpath(FOLDER, f"{preset}.json").read_text(encoding="utf-8")
    return as_model(json.loads(shipped)["model"])


def as_model(numbers: Sequence[float] | np.ndarray) -> Any:
    """The first numbers of a model as policies take it (float32[MODEL_MAX]); the rest is zero."""
    model = np.zeros(MODEL_MAX, np.float32)
    model[: len(numbers)] = numbers
    return model


def numbers_of(model: np.ndarray) -> list[float]:
    """The numbers of a model, rounded as they are written."""
    return [float(f"{value:.6g}") for value in model[:BID_NUMBERS]]


def read_model(path: Path) -> ModelFile:
    """A model file that `zhuji fit` wrote.

    Raises
    ------
    PolicyError
        It cannot be read, or is no such file; names the file, and says what was expected.
    """
    document = _read(path)
    rules = _manifest(document).get("rules")
    if rules not in PRESETS:
        raise PolicyError(f"{path}: manifest.rules = {rules!r}: expected one of {', '.join(PRESETS)}")
    numbers = document.get("model")
    count = len(numbers) if isinstance(numbers, list) else 0
    if not isinstance(numbers, list) or count != BID_NUMBERS:
        raise PolicyError(f"{path}: model: {count} numbers: expected {BID_NUMBERS}; fit it with this version")
    for place, value in enumerate(numbers):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or abs(value) > MOST or not math.isfinite(value):
            raise PolicyError(f"{path}: model[{place}] = {value!r}: expected a number")
    return ModelFile(rules, tuple(map(float, numbers)), _digest(numbers))


def read_manifest(path: Path) -> dict[str, Any]:
    """The manifest of a model file, empty where it has none.

    Raises
    ------
    PolicyError
        The file cannot be read, or is no JSON object.
    """
    return _manifest(_read(path))


def write_model(path: Path, model: Any, manifest: dict[str, Any]) -> None:
    """Write a model file: the manifest, then the numbers, eight a line."""
    numbers = numbers_of(model)
    lines = [
        ", ".join(map(repr, numbers[i : i + NUMBERS_A_LINE])) for i in range(0, len(numbers), NUMBERS_A_LINE)
    ]
    head = json.dumps(manifest, indent=1, ensure_ascii=False)
    body = ",\n  ".join(lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.draft")
    draft.write_text(f'{{"manifest": {head},\n "model": [\n  {body}\n ]}}\n', encoding="utf-8")
    draft.replace(path)


def _read(path: Path) -> dict[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as problem:
        raise PolicyError(f"{path}: cannot be read: {problem.strerror}") from None
    except (ValueError, RecursionError):
        document = None
    if not isinstance(document, dict):
        raise PolicyError(f"{path}: expected a model that `zhuji fit` wrote, a JSON object")
    return document


def _manifest(document: dict[str, Any]) -> dict[str, Any]:
    manifest = document.get("manifest")
    return manifest if isinstance(manifest, dict) else {}


def _digest(numbers: Sequence[float]) -> str:
    return hashlib.sha256(json.dumps([float(each) for each in numbers]).encode()).hexdigest()[:16]
