"""The door: runs a verb and turns what went wrong into one line and an exit status."""

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Final

import typer

from zhuji_sim.cli.app import build
from zhuji_sim.errors import Stopped, ZhujiError
from zhuji_sim.labels import LANGUAGES, resolve_language

NAME: Final = "zhuji"
DEBUG: Final = "ZHUJI_DEBUG"
"""Environment variable that shows where an unexpected error came from."""

EXPECTED: Final = {"int": "a whole number", "float": "a number"}
"""What an option's value has to be, by the name of its type."""

FAILED: Final = 1
WRONG_INPUT: Final = 2
INTERRUPTED: Final = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        Without the program's name; those of this process if missing.

    Returns
    -------
    int
        0 done; 2 wrong input; 130 interrupted; 1 anything else. What went wrong is one line on stderr.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        result = build(_language(given)).main(args=given, prog_name=NAME, standalone_mode=False)
        sys.stdout.flush()
    except (KeyboardInterrupt, typer.Abort):
        result = INTERRUPTED
    except BrokenPipeError:
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115 - nobody reads on; Python flushes at its end
        return FAILED
    except ZhujiError as error:
        return _tell(error, WRONG_INPUT)
    except Stopped as error:
        return _tell(error, error.exit_code)
    except Exception as error:
        if hasattr(error, "format_message"):
            return _tell(error, WRONG_INPUT, _wrong_value(error) or error.format_message())
        return _tell(error, FAILED, _unexpected(error))
    status = result if isinstance(result, int) else 0
    if status == INTERRUPTED:
        print(f"{NAME}: interrupted", file=sys.stderr)
    return status


def _language(arguments: Sequence[str]) -> str:
    """The language of help texts: of `--lang` wherever it stands, else of the locale."""
    for i, argument in enumerate(arguments):
        option, _, value = argument.partition("=")
        if option == "--lang":
            value = value or next(iter(arguments[i + 1 :]), "")
            if value in LANGUAGES:
                return value
    return resolve_language(None)


def _tell(error: Exception, status: int, line: str | None = None) -> int:
    if os.environ.get(DEBUG):
        import traceback

        traceback.print_exception(error)
    print(f"{NAME}: {line if line is not None else error}", file=sys.stderr)
    return status


def _wrong_value(error: Exception) -> str | None:
    """The line for an option's value of another type or beyond its bounds; None for other mistakes.

    Whoever reads the options for typer says what is wrong with a value, but not which value it is.
    """
    options = getattr(getattr(error, "param", None), "opts", None)
    find = getattr(error.__cause__, "errors", None)
    if not options or find is None:
        return None
    problem = find()[0]
    kind, _, _ = str(problem["type"]).partition("_")
    lowest = problem.get("ctx", {}).get("ge")
    expected = EXPECTED.get(kind, problem["msg"])
    if lowest is not None:
        expected = f"{EXPECTED[type(lowest).__name__]} not below {lowest}"
    return f"{options[0]} = {problem['input']}: expected {expected}"


def _unexpected(error: Exception) -> str:
    first = (str(error).strip().splitlines() or [""])[0]
    return f"{type(error).__name__}: {first} ({DEBUG}=1 shows where)"
