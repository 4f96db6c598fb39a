"""The errors that a user can put right, raised where the input enters, in the user's words."""


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
