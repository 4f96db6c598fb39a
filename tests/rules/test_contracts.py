from itertools import pairwise

import pytest

from zhuji_sim.errors import ContractError
from zhuji_sim.rules import Contract, Mode

RISING = ["2", "独2", "无财2", "3", "独3", "无财3", "4"]


def test_bids_rise_by_level_and_within_it_from_dual_to_solo_to_none():
    contracts = [Contract.parse(text) for text in RISING]
    assert [contract.rank for contract in contracts] == list(range(len(RISING)))
    assert all(lower < higher for lower, higher in pairwise(contracts))
    assert max(contracts) == Contract.parse("4")


@pytest.mark.parametrize(
    ("text", "points"),
    [("2", 5), ("独2", 10), ("无财2", 10), ("3", 10), ("独3", 20), ("无财3", 20), ("4", 20)],
)
def test_a_level_doubles_the_points_and_so_does_playing_without_dual(text, points):
    assert Contract.parse(text).points == points


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("2", Contract(2, Mode.DUAL)),
        ("dual2", Contract(2, Mode.DUAL)),
        ("独2", Contract(2, Mode.SOLO)),
        ("solo2", Contract(2, Mode.SOLO)),
        ("无财2", Contract(2, Mode.NONE)),
        ("none2", Contract(2, Mode.NONE)),
        ("无财12", Contract(12, Mode.NONE)),
        (" 独 3 ", Contract(3, Mode.SOLO)),
        ("独３", Contract(3, Mode.SOLO)),
    ],
)
def test_every_spelling_of_a_contract_is_understood(text, contract):
    assert Contract.parse(text) == contract


@pytest.mark.parametrize("rank", range(33))
def test_a_contract_written_and_read_again_is_the_same(rank):
    contract = Contract.from_rank(rank)
    assert contract.rank == rank
    assert Contract.parse(str(contract)) == contract


@pytest.mark.parametrize("text", ["", "独", "1", "13", "双2", "2独", "²", "-2", "2.5", "pass"])
def test_what_is_no_contract_is_refused_by_name(text):
    with pytest.raises(ContractError) as refused:
        Contract.parse(text)
    assert repr(text) in str(refused.value)


@pytest.mark.parametrize("level", [0, 1, 13])
def test_a_contract_has_a_level_from_2_to_12(level):
    with pytest.raises(ContractError, match="from 2 to 12"):
        Contract(level, Mode.DUAL)
