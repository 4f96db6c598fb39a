"""What commands of studies have in common: a study in a folder, its table, one line for what is wrong."""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pandas as pd

from zhuji_sim.errors import Stopped, ZhujiError
from zhuji_sim.runner.experiment import HIGHEST_SEED, check_whole
from zhuji_sim.runner.files import write_atomic

from .parts import RowStudy, study_rows

__all__ = ["options", "tabled"]

Study = TypeVar("Study", bound=RowStudy)


def options(name: str, about: str | None, rules: str) -> argparse.ArgumentParser:
    """A parser with the options that all of them have.

    Parameters
    ----------
    name : str
        Of the module in this package.
    about : str
        Its docstring.
    rules : str
        Which presets there are to choose from.
    """
    parser = argparse.ArgumentParser(prog=f"python -m zhuji_sim.odds.{name}", description=about)
    parser.add_argument("--out", type=Path, required=True, help="the folder; the same command goes on in it")
    parser.add_argument("--rules", default="bao", help=f"{rules}, or a TOML file")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.set_defaults(command=name)
    return parser


def tabled(
    name: str,
    asked: argparse.Namespace,
    make: Callable[[], Study],
    table: Callable[[Study, pd.DataFrame], pd.DataFrame],
    shown: str = "%.4f",
) -> int:
    """Find the rows of a study, print their table, and write it as `asked.out`/`name`.csv.

    Parameters
    ----------
    name : str
        Of the table.
    asked : Namespace
        Of a parser of `options`; the command's name stands before what is wrong.
    make : function
        The study asked for; refuses what there is not.
    table : function
        Of a study and its rows.
    shown : str
        Format of the numbers printed.

    Returns
    -------
    int
        0 done, 2 wrong input, 130 interrupted, 1 stopped otherwise (both keep their rows).
    """
    try:
        check_whole("seed", asked.seed, 0, HIGHEST_SEED)
        study = make()
        found = table(study, study_rows(study, asked.out, asked.jobs, _note))
    except ZhujiError as error:
        _note(f"{asked.command}: {error}")
        return 2
    except Stopped as stopped:
        _note(f"{asked.command}: {stopped}")
        return stopped.exit_code
    content = found.to_csv(index=False, float_format="%.5g", lineterminator="\n")
    write_atomic(asked.out / f"{name}.csv", content.encode())
    sys.stdout.write(found.to_string(index=False, float_format=shown) + "\n")
    return 0


def _note(line: str) -> None:
    sys.stderr.write(line + "\n")
