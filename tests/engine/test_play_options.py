"""Whole deals under options of chance: every option that concerns play, in combinations nobody asked for."""

import random

import pytest

from tests.engine.scenarios_checks import where_tiles_are
from tests.engine.scenarios_players import MIXTURE, eager, play_on, policies
from tests.referee.referee import judge
from zhuji_sim.deals.session import DealSession
from zhuji_sim.rules import PRESETS, Ruleset
from zhuji_sim.rules.tiles import COPIES


def options_of_chance(coin):
    """A value for every option that concerns play, at random."""
    options = {
        name: coin.choice(option.values)
        for name, option in Ruleset.all_options().items()
        if option.values and name not in ("tai_limit", "caishen_source")
    }
    options |= {name: coin.random() < 0.5 for name, option in Ruleset.all_options().items() if option.flag}
    options |= {"tai_limit": coin.choice(["none", 4, 9]), "wall_reserve": coin.randrange(61)}
    options |= {"minimum_tai": coin.randint(1, 4), "max_level": coin.randint(2, 12)}
    tai_values = [name for name in Ruleset.all_options() if name.startswith("tai_") and name != "tai_limit"]
    return options | {name: coin.randrange(4) for name in coin.sample(tai_values, 4)}


@pytest.mark.parametrize("seed", range(16))
def test_deals_under_options_of_chance_are_judged_fair(seed):
    """Guards against options that clash, or that engine and referee read differently."""
    check_chance(seed, 6)


def check_chance(seed, deals):
    coin = random.Random(seed)
    preset = PRESETS[seed % len(PRESETS)]
    rules = Ruleset.preset(preset, **options_of_chance(coin))
    shipped = policies(rules, MIXTURE)
    for index in range(deals):
        session = DealSession(rules, seed, index, lanes=coin.random() < 0.3, stays=coin.randrange(3))
        choose = eager(shipped, coin, zeal=coin.random(), wins=coin.random() < 0.7)
        log = play_on(session, choose).log()
        judge(log)
        assert (where_tiles_are(session.state) == COPIES).all()


@pytest.mark.sweep
@pytest.mark.parametrize("seed", range(100, 400))
def test_many_deals_under_options_of_chance_are_judged_fair(seed):
    """The quick test's options, many more of them."""
    check_chance(seed, 25)
