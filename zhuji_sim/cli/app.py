"""The verbs, put together; each imports what it needs when it runs, so that `--help` answers at once."""

from typing import Any

import typer
import typer.core

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
from zhuji_sim.errors import ZhujiError


class Once(typer.core.TyperCommand):
    """A verb that refuses an option said twice, which would silently keep the last."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Read the arguments as usual, after looking for options that are there twice."""
        _, _, order = self.make_parser(ctx).parse_args(args=list(args))
        for parameter in order:
            if not parameter.multiple and order.count(parameter) > 1:
                raise ZhujiError(f"{parameter.opts[0]}: said twice; expected it once")
        return super().parse_args(ctx, args)


VERBS = (run, odds, report, compare, tune, score, deal, rules, policies, fit, bench, doctor)


def build(lang: str) -> Any:
    """The command line as a click command, with its help in a language."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

    @app.callback(invoke_without_command=True)
    def zhuji(context: typer.Context, lang: Lang = None) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    for verb in VERBS:
        app.command(cls=Once if verb is odds else None)(verb)
    command = typer.main.get_command(app)
    translate(command, lang)
    return command
