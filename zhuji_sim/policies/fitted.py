"""The fitted numbers of the value policies: one file a preset, with a manifest of how they were found."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from zhuji_sim.engine.mind import MODEL_MAX

from .bid_model import BID_NUMBERS

__all__ = ["model_of", "read_model", "write_model"]

FOLDER = "fitted"


@cache
def model_of(preset: str) -> Any:
    """The shipped model of a preset (float32[MODEL_MAX]); not to be changed."""
    return read_model(files(__package__).joinpath(FOLDER, f"{preset}.json").read_text(encoding="utf-8"))


def read_model(text: str) -> Any:
    """The numbers of a model file's text (float32[MODEL_MAX])."""
    model = np.zeros(MODEL_MAX, np.float32)
    model[:BID_NUMBERS] = json.loads(text)["model"]
    return model


def write_model(path: Path, model: Any, manifest: dict[str, Any]) -> None:
    """Write a model file: the manifest, then the numbers, eight a line."""
    numbers = [float(f"{value:.6g}") for value in model[:BID_NUMBERS]]
    lines = [", ".join(map(repr, numbers[i : i + 8])) for i in range(0, len(numbers), 8)]
    head = json.dumps(manifest, indent=1, ensure_ascii=False)
    body = ",\n  ".join(lines)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'{{"manifest": {head},\n "model": [\n  {body}\n ]}}\n', encoding="utf-8")
