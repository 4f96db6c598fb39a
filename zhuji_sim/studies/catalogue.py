"""The questions that there are, in the order in which they are read."""

from typing import Final

from zhuji_sim.studies.caishen import Caishen
from zhuji_sim.studies.contracts import Contracts
from zhuji_sim.studies.dealer import Dealer
from zhuji_sim.studies.deals import Deals
from zhuji_sim.studies.options import Options
from zhuji_sim.studies.question import Question
from zhuji_sim.studies.strategies import Strategies
from zhuji_sim.studies.wins import Wins

__all__ = ["QUESTIONS"]

QUESTIONS: Final[dict[str, type[Question]]] = {
    kind.name: kind for kind in (Contracts, Caishen, Dealer, Options, Strategies, Wins, Deals)
}
"""By the name that files give them."""
