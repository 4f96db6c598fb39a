"""`zj.play` with Python bots: what they see, what they may answer, and what is said of a bad answer."""

import json
import pkgutil
import random
from dataclasses import fields, replace

import pytest

import zhuji_sim as zj
from tests.referee.referee import judge
from zhuji_sim.deals.actions import Action
from zhuji_sim.deals.replay import replay
from zhuji_sim.errors import BotError, ContractError, PolicyError, ZhujiError
from zhuji_sim.rules import PRESETS
from zhuji_sim.rules.notation import parse_meld, parse_tile

EVERYWHERE = pytest.mark.parametrize("preset", PRESETS)


class Chance:
    """Chooses at random, wins when it can, and remembers what it was shown."""

    def __init__(self, seed=1):
        self.coin = random.Random(seed)
        self.seen = []

    def choose(self, view, legal):
        self.seen.append((view, legal))
        wins = [action for action in legal if action.do == "hu"]
        return wins[0] if wins else self.coin.choice(legal)


class Answers:
    """Gives one answer whatever it is asked, after some proper ones."""

    def __init__(self, answer, after=0):
        self.answer, self.left = answer, after

    def choose(self, view, legal):
        self.left -= 1
        return self.answer if self.left < 0 else legal[0]


class Broken:
    """Raises."""

    def choose(self, view, legal):
        raise KeyError("nothing learned yet")


def test_no_public_name_is_that_of_a_package():
    """Guards against `zj.play` turning into a module as soon as a package `play` is imported."""
    modules = {module.name for module in pkgutil.iter_modules(zj.__path__)}
    public = {name for name in dir(zj) if name[0] != "_"} - modules | set(zj._HOMES)
    assert "play" in public
    assert not public & modules


@EVERYWHERE
@pytest.mark.parametrize("draws", ["wall", "lanes"])
def test_bots_and_policies_play_together(preset, draws):
    """Guards against a bot's move that is logged or carried out as another's."""
    for index in range(4):
        bot = Chance(index)
        log = zj.play(preset, [bot, "tai", "random", bot], seed=3, index=index, draws=draws)
        judge(log)
        replay(log)
        assert log["players"] == {"E": "Chance", "S": "tai", "W": "random", "N": "Chance"}
        assert {view.seat for view, _ in bot.seen} <= {"E", "N"}


@EVERYWHERE
def test_the_same_deal_comes_again(preset):
    """Guards against deals that hang on anything but seed, index and players."""
    first = zj.play(preset, "tai", seed=5, index=9)
    assert zj.play(preset, ["tai"] * 4, seed=5, index=9) == first
    assert zj.play(preset, ["tai"], seed=5, index=9)["events"] == first["events"]
    assert zj.play(preset, "tai", seed=5, index=10)["wall"] != first["wall"]
    ruleset = zj.Ruleset.preset(preset)
    assert zj.play(ruleset, "tai", seed=5, index=9) == first


def views(preset, **options):
    """What a bot in every seat is shown in some deals."""
    bot = Chance()
    logs = [zj.play(zj.Ruleset.preset(preset, **options), bot, seed=8, index=index) for index in range(5)]
    return bot.seen, logs


@EVERYWHERE
def test_a_view_shows_what_the_player_may_know_and_nothing_else(preset):
    """Guards against views with other hands, other players' concealed gangs, or the wall."""
    seen, _ = views(preset)
    for view, legal in seen:
        assert len(view.hand) == view.tiles_held[view.seat]
        assert sum(view.tiles_held.values()) + view.wall_left <= 136
        shown = [*view.hand, *(tile for _, tile, claimed in view.discards if not claimed)]
        for seat, melds in view.melds.items():
            for meld in melds:
                assert (meld.text is None) == (meld.kind == "concealed_gang" and seat != view.seat)
                if meld.text is not None:
                    laid = iter(meld.laid)
                    written = parse_meld(meld.text)
                    for tile, wild in zip(written.tiles, written.wild, strict=True):
                        shown.append(next(laid) if wild else tile)
        shown += [view.indicator] if view.indicator else []
        kinds = [tile if isinstance(tile, int) else parse_tile(tile) for tile in shown]
        assert {tile: 4 - kinds.count(parse_tile(tile)) for tile in view.live} == view.live
        assert min(view.live.values()) >= 0
        assert (view.role == "player") == (view.declarer is None)
        assert view.draws_left <= view.wall_left
        assert legal


@EVERYWHERE
def test_a_view_says_how_far_the_hand_is(preset):
    """Guards against distances under the melds, caishen or tai of somebody else."""
    seen, _ = views(preset)
    turns = [view for view, _ in seen if view.decision in ("turn", "discard")]
    assert any(view.melds[view.seat] for view in turns)
    for view in turns[::9]:
        melds = [meld.text for meld in view.melds[view.seat]]
        own = {"caishen": "".join(view.caishen[view.seat]), "seat": view.seat, "rules": view.rules}
        hand = "".join(view.hand)
        assert view.missing() == zj.distance(hand, melds, tai=view.minimum, **own)
        assert view.missing(tai=0) == zj.distance(hand, melds, **own)
        assert view.missing(view.hand[1:], 2) == zj.distance("".join(view.hand[1:]), melds, tai=2, **own)


@EVERYWHERE
def test_a_view_says_whether_the_tile_came_from_the_tail(preset):
    """Guards against a bot that cannot tell a gang's replacement from an ordinary draw."""
    tails = 0

    class Ganger(Chance):
        def choose(self, view, legal):
            action = super().choose(view, legal)
            return next((each for each in legal if each.do == "gang"), action)

    for index in range(12):
        bot = Ganger(index)
        log = zj.play(preset, bot, seed=6, index=index)
        drawn = [view for view, _ in bot.seen if view.drawn and view.wall_left < 83]
        events = [event for event in log["events"] if event["do"] == "draw"]
        told = [(view.seat, view.drawn, view.from_tail) for view in drawn]
        logged = [(event["seat"], event["tile"], event.get("tail", False)) for event in events]
        assert [each for each in logged if each not in told] == []
        tails += sum(view.from_tail for view in drawn)
    assert tails


@EVERYWHERE
def test_a_view_is_plain_values_for_json(preset):
    """Guards against views that an external bot cannot be sent."""
    for view, _ in views(preset)[0][::15]:
        plain = json.loads(json.dumps(view.plain()))
        assert zj.Ruleset.from_options(plain["rules"]) == view.rules
        assert set(plain) == {field.name for field in fields(view)}
        assert plain["hand"] == list(view.hand)
        assert [meld["text"] for meld in plain["melds"][view.seat]] == [
            meld.text for meld in view.melds[view.seat]
        ]


@EVERYWHERE
def test_legal_actions_are_told_in_words_that_can_be_built(preset):
    """Guards against answers that must be the very objects that were offered."""
    rebuilt = 0

    class Builder:
        def choose(self, view, legal):
            nonlocal rebuilt
            rebuilt += 1
            action = legal[rebuilt % len(legal)]
            copy = Action(action.do, action.contract, action.tiles, action.tile, action.meld, action.laid)
            assert copy == action
            assert str(action)
            return copy

    judge(zj.play(preset, [Builder(), "tai", "random", "speed"], seed=2))
    assert rebuilt > 5


def test_a_bot_sees_the_bidding_as_it_goes_and_may_bid():
    """Guards against a view of the bidding that lags behind."""
    seen = []

    class Bidder:
        def choose(self, view, legal):
            if view.decision == "bid":
                seen.append(view.bids)
                return next((each for each in legal if each.contract == "独3"), Action("pass"))
            return legal[0]

    log = zj.play("bao", ["random", Bidder(), "random", "random"], seed=1)
    judge(log)
    assert seen[0] == (("E", None),)
    assert {"seat": "S", "do": "bid", "contract": "独3"} in log["events"]


@EVERYWHERE
def test_roles_minimum_and_stake_are_told(preset):
    """Guards against a declarer who is not told his level."""
    seen, logs = views(preset, all_pass="dealer_must_bid")
    for view, _ in seen:
        if view.decision not in ("bid", "caishen") and view.contract is not None:
            assert view.role == ("declarer" if view.seat == view.declarer else "defender")
            level = int(view.contract.lstrip("独无财"))
            assert view.minimum == (level if view.role == "declarer" else 1)
            assert view.stake >= 5
    if preset in ("bao", "dongfeng"):
        assert all(log["result"]["contract"] for log in logs)
    else:
        assert all(view.minimum == (3 if preset == "ziyou" else 1) for view, _ in seen)


# Bad answers


def refusal(bots, **more):
    with pytest.raises(BotError) as caught:
        zj.play("heping", bots, seed=1, **more)
    return str(caught.value)


def test_an_exception_names_bot_seat_and_move():
    """Guards against a traceback from the middle of the engine."""
    message = refusal(["tai", Broken(), "tai", "tai"])
    assert message.startswith("bot Broken at S, move ")
    assert "KeyError" in message
    assert "nothing learned yet" in message


@pytest.mark.parametrize(
    "answer",
    [None, 0, "discard 9s", Action("hu"), Action("discard", tile="9x"), replace(Action("pass"), tile="9s")],
)
def test_an_illegal_answer_names_bot_seat_and_move_and_what_was_legal(answer):
    """Guards against illegal moves that are played, corrected or ignored."""
    message = refusal([Answers(answer), "tai", "tai", "tai"])
    assert message.startswith("bot Answers at E, move 0: answered ")
    assert "expected one of: discard " in message
    assert str(answer) in message


class Everything:
    """Is equal to whatever it is compared with."""

    __hash__ = None

    def __eq__(self, other):
        return True


@pytest.mark.parametrize("answer", ["9s\n" * 900, Everything()], ids=["long", "equal"])
def test_an_odd_answer_is_told_in_one_short_line(answer):
    """Guards against answers that pass for every action, and against messages that fill the screen."""
    message = refusal([Answers(answer), "tai", "tai", "tai"])
    assert "\n" not in message
    assert len(message) < 600


def test_the_tiles_of_an_answer_may_be_a_list():
    """Guards against a refusal that shows the same words as the legal action."""

    class Names:
        def choose(self, view, legal):
            tiles = list(legal[0].tiles)
            return Action("caishen", tiles=tiles) if view.decision == "caishen" else legal[0]

    judge(zj.play("bao", Names(), seed=1, contract="2"))


def test_a_bot_may_have_a_name_and_hear_the_result():
    """Guards against a bot that cannot learn from how its deals end."""

    class Pupil(Chance):
        name = "pupil"
        heard = ()

        def deal_over(self, seat, result):
            self.heard = (*self.heard, (seat, result))

    bot = Pupil()
    log = zj.play("bao", ["tai", bot, "tai", bot], seed=2)
    assert log["players"] == {"E": "tai", "S": "pupil", "W": "tai", "N": "pupil"}
    assert bot.heard == (("S", log["result"]), ("N", log["result"]))


def test_an_exception_on_hearing_the_result_names_the_bot():
    class Sore(Chance):
        def deal_over(self, seat, result):
            raise ValueError("unfair")

    with pytest.raises(BotError, match=r"^bot Sore at N, move \d+: ValueError: unfair$"):
        zj.play("heping", ["tai", "tai", "tai", Sore()], seed=1)


def test_a_later_move_is_counted():
    """Guards against a move number that counts only the bot's own moves."""
    first, later = (refusal(["tai", "tai", Answers(None, after), "tai"]) for after in (0, 3))
    moves = [int(message.split("move ")[1].split(":")[0]) for message in (first, later)]
    assert 0 < moves[0] < moves[1] - 6


def test_a_bot_cannot_change_the_deal_through_its_list():
    """Guards against bots that empty or edit the list they are given."""

    class Vandal:
        def choose(self, view, legal):
            first = legal[0]
            legal.clear()
            return first

    judge(zj.play("heping", [Vandal(), "tai", "tai", "tai"], seed=1))


# Wrong calls


@pytest.mark.parametrize(
    ("arguments", "error", "part"),
    [
        ({"bots": ["tai", "tai"]}, PolicyError, "2 players"),
        ({"bots": "tie"}, PolicyError, "'tie'"),
        ({"draws": "river"}, PolicyError, "'river'"),
        ({"contract": "独"}, ContractError, "独"),
        ({"contract": "2", "declarer": "Q"}, ZhujiError, "Q"),
        ({"rules": "mao"}, ZhujiError, "mao"),
        ({"rules": "heping", "contract": "2"}, ZhujiError, "contract"),
        ({"contract": "9"}, ContractError, "at most 8"),
        ({"declarer": "S"}, ContractError, "without contract"),
        ({"seed": -1}, ZhujiError, "seed -1"),
        ({"index": 2**63}, ZhujiError, "index 9223372036854775808"),
        ({"seed": "1"}, ZhujiError, "seed '1'"),
        ({"lao_zhuang": -1}, ZhujiError, "lao_zhuang -1"),
        ({"rules": {"preset": "bao", "colour": 1}}, ZhujiError, "colour"),
    ],
)
def test_wrong_calls_are_refused_in_one_line(arguments, error, part):
    """Guards against tracebacks, and against wrong input that is played all the same."""
    with pytest.raises(error) as caught:
        zj.play(**({"rules": "bao", "bots": "random"} | arguments))
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)
