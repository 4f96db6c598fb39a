"""An answer as charts and as one page that opens offline."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import pandas as pd
from markupsafe import Markup
from matplotlib.figure import Figure

import zhuji_sim
from zhuji_sim.analysis.bids import caishen_map, points_of_rows, row_name, tai_shares
from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.fonts import chart_language
from zhuji_sim.analysis.pages import data_address, rendered
from zhuji_sim.analysis.tile_pictures import tile_svg
from zhuji_sim.labels import contract_name, text
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.notation import parse_tiles
from zhuji_sim.rules.tiles import SEATS

from .answer import Answer
from .name_map import MAP_DEALS, name_map
from .situation import Choice
from .verdict import does_it_hold, row_noun, verdict
from .wording import assumptions, caution, explained, page_tables

__all__ = ["Drawn", "caishen_maps", "charts", "map_file", "page"]

_MAPPED: Final = (Mode.DUAL, Mode.SOLO)


class Drawn(NamedTuple):
    """A chart and the canvas that saves it; `about`: the contract whose caishen it maps."""

    figure: Figure
    canvas: Canvas
    about: str = ""


def caishen_maps(answer: Answer) -> dict[str, pd.DataFrame]:
    """What every caishen is worth: for the best two-kind and the best one-kind contract, or for the one held.

    Empty where no contract is to be had, its caishen are named, or too few deals fit the bidding.
    """
    situation = answer.situation
    if answer.withheld or situation.choice == Choice.NOTHING or not situation.rules.has_bidding:
        return {}
    if situation.choice == Choice.NAME:
        bids = [] if situation.contract is None else [situation.contract]
    else:
        bids = [Contract.parse(name) for name in answer.frame["contract"] if name != "pass"]
    best = [bid for mode in _MAPPED for bid in [bid for bid in bids if bid.mode == mode][:1]]
    maps = {str(bid): name_map(situation, answer.asked, bid) for bid in best}
    return {contract: frame for contract, frame in maps.items() if frame["points_low"].notna().all()}


def charts(answer: Answer, maps: Mapping[str, pd.DataFrame], lang: str) -> dict[str, Drawn]:
    """All charts by name: `points`, a `caishen_…` for each map, `tai`."""
    canvas = Canvas(answer.deals, answer.asked.seed, *chart_language(lang))
    found = {"points": Drawn(points_of_rows(answer.frame, canvas, answer.best), canvas)}
    small = Canvas(MAP_DEALS, answer.asked.seed, *chart_language(lang))
    for contract, frame in maps.items():
        figure = caishen_map(frame, small, contract)
        found[map_file(contract)] = Drawn(figure, small, contract_name(contract, lang))
    if len(answer.tai):
        if answer.situation.choice == Choice.NOTHING:
            played = text("odds.this_hand", lang)
        else:
            played = row_name(answer.frame.iloc[answer.best], lang, drawn=True)
        found["tai"] = Drawn(tai_shares(answer.tai, canvas, canvas.write(played)), canvas)
    return found


def map_file(contract: str) -> str:
    """Name of the map of a contract's caishen, such as `caishen_solo`."""
    return f"caishen_{Contract.parse(contract).mode.name.lower()}"


def page(answer: Answer, drawn: Mapping[str, Drawn], command: str, lang: str) -> str:
    """The page: verdict, hand, table, charts, assumptions, and the command that gives it again.

    Parameters
    ----------
    answer : Answer
    drawn : mapping of str to Drawn
        As `charts` gives them, in the same language.
    command : str
        Gives the same figures again.
    lang : str
    """

    def say(key: str, **values: object) -> str:
        return text(f"odds.{key}", lang, **values)

    situation = answer.situation
    images = {name: data_address(each.canvas.save(each.figure, "svg")) for name, each in drawn.items()}
    best = answer.frame.iloc[answer.best]
    wild = set(parse_tiles(best["caishen"])) | set(situation.caishen)
    heard = [
        (
            text(f"names.wind_{SEATS[seat]}", lang),
            say("pass") if bid is None else contract_name(str(bid), lang),
        )
        for seat, bid in situation.auction
        if not situation.plain
    ]
    first = row_noun(answer, answer.best, lang)
    return rendered(
        "odds.html",
        lang,
        say=say,
        title=say(f"title_{situation.choice}"),
        version=zhuji_sim.__version__,
        answer=answer,
        rows=len(answer.frame),
        seat=text(f"names.seat_{SEATS[situation.seat]}", lang),
        tiles=[Markup(tile_svg(kind, marked=kind in wild)) for kind in situation.hand],
        marked=any(kind in wild for kind in situation.hand),
        heard=heard,
        verdict=verdict(answer, lang),
        caution=caution(answer, lang),
        assumptions=assumptions(answer, lang),
        tables=page_tables(answer, lang),
        explained=explained(answer, lang),
        images=images,
        maps=[(drawn[name].about, image) for name, image in images.items() if drawn[name].about],
        holds=does_it_hold(answer, lang),
        first=first,
        command=command,
    )
