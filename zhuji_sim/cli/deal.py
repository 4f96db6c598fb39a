"""`zhuji deal`: one deal to read, as a log, or a log checked move by move."""

from typing import Annotated

import typer

from zhuji_sim.cli.options import Json, Lang, Quiet, Rules, Speaker


def deal(
    seed: Annotated[int, typer.Option("--seed", metavar="S", min=0)] = 1,
    index: Annotated[int, typer.Option("--index", metavar="I", min=0)] = 0,
    rules: Rules = "bao",
    policies: Annotated[str, typer.Option("--policies", metavar="P[,Q,R,S]")] = "tai",
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

        names = [name.strip() for name in policies.split(",")]
        table = Ruleset.of(rules)
        log = play(table, names, seed, index, contract=contract, declarer=declarer, draws=draws)
    if json:
        speaker.document(log)
        return
    speaker.lines(*render(log, speaker.lang))
    if replay is not None:
        speaker.lines(text("deal.replayed", speaker.lang, events=len(log["events"])))
