"""The errors that a user can put right, raised where the input enters, in the user's words."""

import difflib
from collections.abc import Iterable


class ZhujiError(ValueError):
    """Wrong input: a hand, an option, an experiment file, a policy name.

    Its text is one clear line that names what is wrong and where. The command line prints it without a
    traceback and exits with 2.
    """


class NotationError(ZhujiError):
    """A text that is not tiles or melds in the notation of RULES.md §1.

    Attributes
    ----------
    text : str
        The whole text as it was given.
    position : int
        Where the offending part begins in `text`, the first character being 1.
    """

    def __init__(self, text: str, position: int, problem: str) -> None:
        super().__init__(f"{text!r}, position {position}: {problem}")
        self.text = text
        self.position = position


class ContractError(ZhujiError):
    """A text or a number that is no contract."""


class RulesError(ZhujiError):
    """An unknown preset, option or option value; the text lists the valid ones."""


class HandError(ZhujiError):
    """A hand that cannot be: too many tiles, a fifth copy, a seat or a caishen that does not exist."""


class SettlementError(ZhujiError):
    """A result that cannot be settled, such as a winner who is his own loser."""


class ExperimentError(ZhujiError):
    """An experiment file that cannot be run; the text names the file, the key and the value."""


class RunFolderError(ZhujiError):
    """A folder that holds something else than the run asked for."""


class ClusterError(ZhujiError):
    """A cluster that cannot be reached, that has no workers, or whose workers have another zhuji_sim."""


class PolicyError(ZhujiError):
    """An unknown policy, a weight unknown or out of range, or a policy that chose no legal move."""


class BotError(ZhujiError):
    """A bot that raised an exception or answered with something else than a legal action.

    Attributes
    ----------
    bot, seat : str
        Its name, and the seat it played.
    move : int
        The number that its move would have had among the events of the deal log.
    problem : str
        What went wrong, in one line.
    """

    def __init__(self, bot: str, seat: str, move: int, problem: str) -> None:
        super().__init__(f"bot {bot} at {seat}, move {move}: {problem}")
        self.bot, self.seat, self.move, self.problem = bot, seat, move, problem

    def __reduce__(self) -> tuple[type, tuple[str, str, int, str]]:
        return type(self), (self.bot, self.seat, self.move, self.problem)


class LogError(ZhujiError):
    """A deal log that cannot be replayed; the text names the first event that is wrong."""


class Stopped(RuntimeError):
    """A run that ended before its last deal; what is finished is kept.

    Attributes
    ----------
    exit_code : int
        130 after an interruption, 1 after anything else, such as a full disk or a killed worker.
    """

    def __init__(self, text: str, exit_code: int = 1) -> None:
        super().__init__(text)
        self.exit_code = exit_code


def in_one_line(words: str, most: int = 200) -> str:
    """What somebody else said, fit for an error: without line breaks, and cut off after `most` characters."""
    line = " ".join(words.split())
    return line if len(line) <= most else f"{line[:most]} …"


def did_you_mean(word: str, valid: Iterable[str]) -> str:
    """`; did you mean 'seed'?` where one of the valid words is close to this one, else nothing."""
    close = difflib.get_close_matches(word, list(valid), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""
