"""`zhuji deal`: one deal to read, as a log, or a log checked move by move."""

import re
from typing import Annotated, Any, Final

import typer

from zhuji_sim.cli.options import Json, Lang, Quiet, Rules, Speaker

_WITH_REPLAY: Final = ("replay", "lang", "json", "quiet")
"""What may be said of a deal that has been played."""
_AT_SEAT: Final = re.compile(r"([ESWN])=(.*)", re.IGNORECASE | re.DOTALL)


def deal(
    context: typer.Context,
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0)] = 1,
    index: Annotated[int, typer.Option("--index", metavar="I", min=0)] = 0,
    rules: Rules = "bao",
    policies: Annotated[str, typer.Option("--policies", metavar="P[,Q,R,S]")] = "champion",
    bot: Annotated[list[str] | None, typer.Option("--bot", metavar="[SEAT=]COMMAND")] = None,
    bot_seconds: Annotated[float, typer.Option("--bot-seconds", metavar="SECONDS")] = 5.0,
    contract: Annotated[str | None, typer.Option("--contract", metavar="独3", show_default=False)] = None,
    declarer: Annotated[str | None, typer.Option("--declarer", metavar="SEAT", show_default=False)] = None,
    draws: Annotated[str, typer.Option("--draws", metavar="wall|lanes")] = "wall",
    replay: Annotated[str | None, typer.Option("--replay", metavar="FILE.json", show_default=False)] = None,
    lang: Lang = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play one deal and show it, or check a log."""
    speaker = Speaker(lang, json, quiet)
    if replay is not None:
        _refuse_beside_replay(context)
    speaker.note("deal_preparing")
    from zhuji_sim.deals.render import render
    from zhuji_sim.labels import text

    if replay is not None:
        from zhuji_sim.deals.replay import read_log
        from zhuji_sim.deals.replay import replay as check

        log = read_log(replay)
        check(log)
    else:
        from zhuji_sim.deals.games import play
        from zhuji_sim.rules.ruleset import Ruleset

        table = Ruleset.of(rules)
        with _players(policies, bot or [], bot_seconds) as players:
            log = play(table, players, seed, index, contract=contract, declarer=declarer, draws=draws)
    if json:
        speaker.document(log)
        return
    speaker.lines(*render(log, speaker.lang))
    if replay is not None:
        speaker.lines(text("deal.replayed", speaker.lang, events=len(log["events"])))


def _refuse_beside_replay(context: typer.Context) -> None:
    from zhuji_sim.errors import LogError

    for option in context.command.params:
        given = context.get_parameter_source(str(option.name))
        if option.name not in _WITH_REPLAY and given is not None and given.name == "COMMANDLINE":
            raise LogError(f"{option.opts[0]}: expected nothing of the kind with --replay, whose log says it")


def _players(policies: str, bots: list[str], seconds: float) -> Any:
    """Four players from policies by seat, and bots that take the seats of some."""
    from zhuji_sim.deals.players import EXTERNAL, seated
    from zhuji_sim.reading import read_seat
    from zhuji_sim.rules.tiles import SEATS

    names = [name.strip() for name in policies.split(",")]
    if len(names) == 1:
        names *= len(SEATS)
    for each in bots if len(names) == len(SEATS) else []:
        at_seat = _AT_SEAT.fullmatch(each)
        seat, command = at_seat.groups() if at_seat else (SEATS[0], each)
        names[read_seat(seat)] = EXTERNAL + command
    return seated(names, seconds)
