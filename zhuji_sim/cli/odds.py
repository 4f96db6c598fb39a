"""`zhuji odds`: what to bid, or to name, from the hand you hold."""

import os
import shlex
from typing import Annotated, Any

import typer

from zhuji_sim.cli.options import Json, Lang, Quiet, Rules, Speaker


def odds(
    context: typer.Context,
    hand: Annotated[str | None, typer.Argument(metavar="[HAND]", show_default=False)] = None,
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT")] = "E",
    auction: Annotated[str | None, typer.Option("--auction", metavar="BIDS", show_default=False)] = None,
    contract: Annotated[str | None, typer.Option("--contract", metavar="独3", show_default=False)] = None,
    declarer: Annotated[str | None, typer.Option("--declarer", metavar="SEAT", show_default=False)] = None,
    caishen: Annotated[str, typer.Option("--caishen", metavar="TILES", show_default=False)] = "",
    seen: Annotated[str, typer.Option("--seen", metavar="TILES", show_default=False)] = "",
    lao_zhuang: Annotated[int, typer.Option("--lao-zhuang", metavar="N")] = 0,
    rules: Rules = "bao",
    policies: Annotated[str, typer.Option("--policies", metavar="P[,Q,R,S]")] = "champion",
    view: Annotated[str | None, typer.Option("--view", metavar="bid|get|forced", show_default=False)] = None,
    deals: Annotated[int | None, typer.Option("--deals", metavar="N", show_default=False)] = None,
    precision: Annotated[
        float | None, typer.Option("--precision", metavar="PERCENT", show_default=False)
    ] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", metavar="T", show_default=False)] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="S")] = 1,
    jobs: Annotated[int | None, typer.Option("--jobs", metavar="J", show_default=False)] = None,
    out: Annotated[str | None, typer.Option("--out", metavar="DIR", show_default=False)] = None,
    html: Annotated[str | None, typer.Option("--html", metavar="FILE", show_default=False)] = None,
    card: Annotated[bool, typer.Option("--card")] = False,
    chart: Annotated[str | None, typer.Option("--chart", metavar="FILE", show_default=False)] = None,
    lang: Lang = None,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say what to bid."""
    speaker = Speaker(lang, json, quiet)
    if card:
        _card(context, speaker)
        return
    from zhuji_sim.errors import HandError
    from zhuji_sim.odds.answer import answer
    from zhuji_sim.odds.asked import OPPONENTS, Asked, budget_of, expect_bids, four_of
    from zhuji_sim.odds.files import Files
    from zhuji_sim.odds.places import place_of
    from zhuji_sim.odds.screening import IF_I_BID
    from zhuji_sim.odds.situation import read_situation
    from zhuji_sim.reading import read_rules

    if hand is None:
        raise HandError("odds: expected a hand, such as 123m456m789m11p99s, or --card")
    situation = read_situation(
        hand,
        seat,
        read_rules(rules),
        auction=auction,
        contract=contract,
        declarer=declarer,
        caishen=caishen,
        seen=seen,
        lao_zhuang=lao_zhuang,
    )
    asked = Asked(
        four_of([name.strip() for name in policies.split(",")]),
        IF_I_BID if view is None else view,
        budget_of(deals, precision, seconds),
        seed,
        _threads(jobs),
        OPPONENTS,
    )
    expect_bids(view, situation)
    files = Files(place_of("--out", out), place_of("--html", html), place_of("--chart", chart))
    files.prepare()
    speaker.note("odds_begins")
    found = answer(situation, asked)
    command = _again(context, found.deals)
    written = files.write(found, command, speaker.lang)
    if json:
        speaker.document(found.document() | {"command": command} | written)
        return
    _show(found, speaker)
    if seconds is not None:
        speaker.lines("", speaker.text("odds_again", command=command))
    for path in dict.fromkeys(written.values()):
        speaker.lines(speaker.text("odds_written", path=path))


def _card(context: typer.Context, speaker: Speaker) -> None:
    """Make the bid card of a ruleset, and show or write it."""
    from zhuji_sim.errors import HandError, PolicyError, Stopped
    from zhuji_sim.odds.card import DECISIONS, FULL_DECISIONS, check_card, make_card
    from zhuji_sim.odds.card_page import card_html, card_text
    from zhuji_sim.odds.cards import prepare_folder, write_card
    from zhuji_sim.odds.places import check_file, place_of
    from zhuji_sim.policies.registry import load
    from zhuji_sim.reading import read_rules
    from zhuji_sim.runner.files import write_atomic

    given = context.params
    for option in context.command.params:
        source = context.get_parameter_source(str(option.name))
        if source is not None and source.name == "COMMANDLINE" and option.name not in _OF_CARDS:
            word = "HAND" if option.name == "hand" else option.opts[0]
            raise HandError(f"--card and {word}: a card is for every hand; expected no {word}")
    named = given["policies"]
    if "," in named:
        raise PolicyError(f"--card and --policies {named!r}: expected one policy, which plays all four seats")
    rules, policy = read_rules(given["rules"]), load(named)
    deals = DECISIONS if given["deals"] is None else given["deals"]
    numbers = deals, given["seed"], _threads(given["jobs"]), min(FULL_DECISIONS, max(deals, 0) // 3)
    check_card(*numbers)
    out, html = place_of("--out", given["out"]), place_of("--html", given["html"])
    if out is not None:
        prepare_folder(out)
    if html is not None:
        check_file(html)
    speaker.note("odds_card_begins")
    card = make_card(rules, policy, *numbers)
    try:
        if out is not None:
            write_card(out, card)
        if html is not None:
            write_atomic(html, card_html(card, speaker.lang).encode())
    except OSError as error:
        raise Stopped(f"{error.filename or out or html}: {error.strerror or error}") from error
    if speaker.json:
        speaker.document(card.document())
        return
    speaker.lines(card_text(card, speaker.lang))
    for path in (out, html):
        if path is not None:
            speaker.lines(speaker.text("odds_written", path=path))


def _threads(jobs: int | None) -> int:
    return (os.cpu_count() or 1) if jobs is None else jobs


_OF_CARDS = {"card", "rules", "policies", "deals", "seed", "jobs", "out", "html", "lang", "json", "quiet"}
"""Options that a card takes."""


def _again(context: typer.Context, deals: int) -> str:
    """The command that gives the same figures on any machine."""
    words = ["zhuji", "odds", str(context.params["hand"])]
    for option in context.command.params:
        name = str(option.name)
        given = context.get_parameter_source(name)
        if name in _FIGURES and given is not None and given.name == "COMMANDLINE":
            words += [option.opts[0], str(context.params[name])]
    return shlex.join([*words, "--deals", str(deals)])


_FIGURES = (
    *("seat", "auction", "contract", "declarer", "caishen", "seen", "lao_zhuang"),
    *("rules", "policies", "view", "seed"),
)
"""Options that figures depend on, beside the number of deals."""


def _show(found: Any, speaker: Speaker) -> None:
    from zhuji_sim.odds import wording
    from zhuji_sim.odds.verdict import does_it_hold, row_noun, verdict

    lang = speaker.lang
    speaker.paragraphs(verdict(found, lang), wording.assumptions(found, lang))
    caution = wording.caution(found, lang)
    if caution:
        speaker.paragraphs(caution)
    for told in wording.tables(found, lang, speaker.width()):
        speaker.show_text_table(told, whole=True)
    speaker.paragraphs(wording.sentences(wording.explained(found, lang), lang))
    holds = does_it_hold(found, lang)
    if holds:
        first = row_noun(found, found.best, lang)
        speaker.paragraphs("", speaker.text("odds_holds", first=first), *(f"  {line}" for line in holds))
