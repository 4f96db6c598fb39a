"""What a kind of policy is: a name, a description, named weights, and the module of its decision function."""

from dataclasses import dataclass

__all__ = ["PolicyKind", "Weight"]


@dataclass(frozen=True)
class Weight:
    """One number that a policy's behaviour is tuned by.

    `name` as in TOML files; `default`; allowed from `low` to `high`; `meaning` in one sentence.
    """

    name: str
    default: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class PolicyKind:
    """A kind of policy. Other packages offer theirs as entry points of the group `zhuji_sim.policies`.

    Attributes
    ----------
    name : str
        What users write.
    description : str
        One sentence.
    weights : tuple of Weight
        In the order in which the decision function gets them.
    module : str
        Import path of the module whose `decide` is the decision function (`policies.signature`); it is
        imported, and compiled, only where deals are played.
    takes_model : bool
        Whether it judges by a model that `zhuji fit` writes (`policies.fitted`).
    """

    name: str
    description: str
    weights: tuple[Weight, ...]
    module: str
    takes_model: bool = False

    def position(self, weight: str) -> int:
        """Place of a weight in the row that the decision function gets."""
        return [each.name for each in self.weights].index(weight)
