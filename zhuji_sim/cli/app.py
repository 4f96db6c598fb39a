"""The verbs, put together; each imports what it needs when it runs, so that `--help` answers at once."""

from typing import Any

import typer

from zhuji_sim.cli.bench import bench
from zhuji_sim.cli.compare import compare
from zhuji_sim.cli.deal import deal
from zhuji_sim.cli.doctor import doctor
from zhuji_sim.cli.fit import fit
from zhuji_sim.cli.odds import odds
from zhuji_sim.cli.options import Lang
from zhuji_sim.cli.policies import policies
from zhuji_sim.cli.report import report
from zhuji_sim.cli.rules import rules
from zhuji_sim.cli.run import run
from zhuji_sim.cli.score import score
from zhuji_sim.cli.translate import translate
from zhuji_sim.cli.tune import tune

VERBS = (run, odds, report, compare, tune, score, deal, rules, policies, fit, bench, doctor)


def build(lang: str) -> Any:
    """The command line as a click command, with its help in a language."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

    @app.callback(invoke_without_command=True)
    def zhuji(context: typer.Context, lang: Lang = None) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    for verb in VERBS:
        app.command()(verb)
    command = typer.main.get_command(app)
    translate(command, lang)
    return command
