"""A card for readers: a page that prints on one sheet, and the same as text."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import pandas as pd
from rich.cells import cell_len

from zhuji_sim import __version__
from zhuji_sim.analysis.pages import rendered
from zhuji_sim.analysis.wording import points
from zhuji_sim.engine.counted import SURE
from zhuji_sim.labels import contract_name, text
from zhuji_sim.rules.contracts import Contract, Mode
from zhuji_sim.rules.ruleset import Ruleset

from .card import Card
from .card_cells import CLOSE, DO, DONT, FEWEST_HANDS, shape_of
from .card_loss import FULL, FULL_DEALS, PASSING
from .card_points import BID, CHANCE, NAME, Choice, choices_of

__all__ = ["card_html", "card_text"]

_SAMPLES: Final = {DO: "+1", CLOSE: "±1", DONT: "−1"}
"""A figure of each mark, for the explanation."""
_BRACKETS: Final = {DO: "[{}]", CLOSE: "({})", DONT: "{} "}
"""What marks a figure in text."""
_BORROWED: Final = "*"
"""After a figure that rests on neighbours' hands."""
_USES: Final = {BID: 3, NAME: 2, CHANCE: 2}
"""Paragraphs that explain a card."""
_GAP: Final = 4
"""Spaces between blocks that stand side by side."""


class Figure(NamedTuple):
    """A cell: its lines, and `bid`, `close` or `pass`, which say how it is marked.

    `borrowed`: it had few hands of its own, and the figures are those of its neighbours too.
    """

    lines: tuple[str, ...]
    mark: str
    borrowed: bool


class Block(NamedTuple):
    """A grid of the card: the seat, what it is for, the columns' heads, and rows with their heads."""

    seat: str
    heading: str
    columns: tuple[str, ...]
    rows: list[tuple[str, list[Figure]]]


def card_html(card: Card, lang: str) -> str:
    """The card as a page of its own that prints on one A4 sheet, black on white."""
    return rendered(
        "card.html",
        lang,
        title=_title(card, lang),
        uses=[_with_samples(use, _SAMPLES) for use in _uses(card, lang)],
        samples={sample: mark for mark, sample in _SAMPLES.items()},
        rows=_rows_of_blocks(card, lang),
        held=_say("held", lang),
        star=_BORROWED,
        missing=_say("missing", lang),
        notes=_notes(card, lang),
        loss_heading=_say("loss_heading", lang),
        costs=_costs(card, lang),
        found=_found(card, lang),
    )


def card_text(card: Card, lang: str) -> str:
    """The card as text, 80 letters wide but for its sentences."""
    marks = {mark: _BRACKETS[mark].format(sample) for mark, sample in _SAMPLES.items()}
    lines = [_title(card, lang), "", *("".join(_with_samples(use, marks)) for use in _uses(card, lang))]
    abreast = 2 if card.kind == BID else 1
    for blocks in _rows_of_blocks(card, lang):
        for start in range(0, len(blocks), abreast):
            lines += ["", *_beside([_block_lines(block, lang) for block in blocks[start : start + abreast]])]
    for paragraph in (_notes(card, lang), _costs(card, lang), _found(card, lang)):
        lines += ["", *paragraph] if paragraph else []
    return "\n".join(lines) + "\n"


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"card.{key}", lang, **values)


def _title(card: Card, lang: str) -> str:
    """The ruleset by its preset's name, and the options that differ from it."""
    plain = Ruleset.preset(card.rules.base).options()
    changed = [f"{key} = {value}" for key, value in card.rules.options().items() if plain[key] != value]
    name = _say(f"preset_{card.rules.base}", lang)
    return _say(f"title_{card.kind}", lang, rules=", ".join([name, *changed]))


def _uses(card: Card, lang: str) -> list[list[str]]:
    """How to use the card: paragraphs, cut where a sample of a mark stands, by the name of the mark."""
    marks = {"do": f"\0{DO}\0", "close": f"\0{CLOSE}\0", "dont": f"\0{DONT}\0"}
    values = marks | {"tai": card.rules.minimum_tai, "later": _later(card, lang)}
    places = range(1, _USES[card.kind] + 1)
    return [_say(f"use_{card.kind}_{place}", lang, **values).split("\0") for place in places]


def _later(card: Card, lang: str) -> str:
    again = card.kind == BID and not card.rules.pass_is_final
    return _say("use_bid_later", lang) if again else ""


def _with_samples(use: list[str], samples: Mapping[str, str]) -> list[str]:
    return [samples.get(part, part) for part in use]


def _rows_of_blocks(card: Card, lang: str) -> list[list[Block]]:
    """Blocks that stand side by side: of a level of contracts, else of a seat, or all there are."""
    drawn = [choice for choice in choices_of(card.rules) if choice.mode != Mode.NONE and not choice.once]
    blocks = {choice.name: choice for choice in drawn}
    levels: dict[int, list[Choice]] = {}
    for choice in blocks.values():
        levels.setdefault(choice.tai, []).append(choice)
    found = []
    for choices in levels.values():
        row = []
        for dealer in (True, False):
            for choice in choices:
                cells = card.cells[(card.cells["block"] == choice.name) & (card.cells["dealer"] == dealer)]
                if len(cells):
                    row.append(_block(card, choice, dealer, cells, lang))
        abreast = len(row) if card.kind == BID else 2
        found += [row[start : start + abreast] for start in range(0, len(row), abreast)]
    return found


def _block(card: Card, choice: Choice, dealer: bool, cells: pd.DataFrame, lang: str) -> Block:
    shape = shape_of(card.kind, choice.mode)
    rows = []
    for missing in range(shape.missing[0], shape.missing[1] + 1):
        row = cells[cells["missing"] == missing]
        head = f"≤{missing}" if missing == shape.missing[0] > 0 else _head(missing, shape.missing[1])
        rows.append((head, [_figure(card, cell) for _, cell in row.iterrows()]))
    heads = tuple(_head(held, shape.held[1]) for held in range(shape.held[0], shape.held[1] + 1))
    if card.kind == BID:
        heading = contract_name(choice.name, lang)
    else:
        heading = _say(f"block_{choice.name}", lang, tai=choice.tai)
    return Block(_say("dealer" if dealer else "others", lang), heading, heads, rows)


def _head(number: int, last: int) -> str:
    return f"{number}+" if number == last else f"{number}"


def _figure(card: Card, cell: "pd.Series[float]") -> Figure:
    """Points, with the chance to win where there is nothing to bid."""
    mark = DO if cell["points_low"] > 0 else DONT if cell["points_high"] < 0 else CLOSE
    value = _value(cell, 0 if card.kind == BID else 1)
    borrowed = cell["hands"] < FEWEST_HANDS and cell["pooled"] > cell["hands"]
    return Figure((value,) if card.kind == BID else (f"{cell['make']:.0%}", value), mark, borrowed)


def _value(cell: "pd.Series[float]", decimals: int) -> str:
    value = f"{cell['points']:+,.{decimals}f}".replace("-", "−")
    return value[1:] if float(value.replace("−", "-").replace(",", "")) == 0 else value


def _notes(card: Card, lang: str) -> list[str]:
    """What is to be said of contracts that have no grid."""
    if card.kind != BID:
        return []
    said = []
    usual = [each for each in choices_of(card.rules) if not each.once]
    for choice in (each for each in usual if each.mode == Mode.NONE):
        for dealer in (True, False):
            cells = card.cells[(card.cells["block"] == choice.name) & (card.cells["dealer"] == dealer)]
            wanted = cells.loc[cells["advice"] == DO, "missing"]
            if len(wanted):
                name, seat = contract_name(choice.name, lang), _say("dealer" if dealer else "others", lang)
                said.append(_say("none_bid", lang, contract=name, seat=seat, missing=wanted.max()))
    said = said or [_say("none_pass", lang)]
    highest = max(choice.tai for choice in usual)
    if highest < card.rules.max_level:
        level = contract_name(str(Contract(highest, Mode.SOLO)), lang)
        said.append(_say("beyond", lang, level=level))
    return said + _at_once(card, lang)


def _at_once(card: Card, lang: str) -> list[str]:
    """What to bid with hands that may win before anybody draws: a line for the dealer, one for the others."""
    said, between = [], _say("once_between", lang)
    for dealer in (True, False):
        bids = []
        for choice in (each for each in choices_of(card.rules) if each.once):
            cells = card.cells[(card.cells["block"] == choice.block) & (card.cells["dealer"] == dealer)]
            wanted = cells.loc[cells["advice"] == DO]
            if wanted.empty:
                continue
            least = wanted.iloc[0]
            sure = "once_dealer" if dealer else "once_any"
            bids.append(
                _say(
                    sure if least["held"] == SURE else "once_ready",
                    lang,
                    sets=_say(f"sets_{choice.mode.key}", lang),
                    contract=contract_name(choice.name, lang),
                    points=_value(least, 0),
                )
            )
        if bids:
            said.append(
                _say("once_for_dealer" if dealer else "once_for_others", lang, bids=between.join(bids))
            )
    return said


def _costs(card: Card, lang: str) -> list[str]:
    if card.losses.empty:
        return []
    lines = []
    for _, row in card.losses.iterrows():
        key = "loss_policy" if card.kind == BID else "loss_policy_name"
        if row["follows"] == PASSING:
            key = "loss_pass"
        elif row["against"] == FULL:
            key = "loss_full"
        lines.append(
            _say(
                key,
                lang,
                policy=row["against"],
                deals=FULL_DEALS,
                loss=points(row, "loss"),
                decisions=row["decisions"],
                differ=row["differ"],
            )
        )
    return [*lines, _say("loss_sign", lang)]


def _found(card: Card, lang: str) -> list[str]:
    blocks = [block for row in _rows_of_blocks(card, lang) for block in row]
    borrowed = any(figure.borrowed for block in blocks for _, figures in block.rows for figure in figures)
    made_by = {"version": __version__, "policy": card.policy.name, "deals": card.deals, "seed": card.seed}
    said = [_say(f"found_{card.kind}", lang, decisions=card.decisions)]
    if borrowed:
        said.append(_say("borrowed", lang, mark=_BORROWED, hands=FEWEST_HANDS))
    return [*said, _say("made_by", lang, **made_by)]


def _block_lines(block: Block, lang: str) -> list[str]:
    table = [[_say("missing", lang), *block.columns]]
    table += [[head, *(_marked(figure) for figure in figures)] for head, figures in block.rows]
    width = max(cell_len(cell) for row in table for cell in row[1:]) + 1
    first = max(cell_len(row[0]) for row in table)
    lines = [_padded(row[0], first) + "".join(cell.rjust(width) for cell in row[1:]) for row in table]
    return [f"{block.seat} · {block.heading}", *lines]


def _marked(figure: Figure) -> str:
    return _BRACKETS[figure.mark].format(" ".join(figure.lines) + _BORROWED * figure.borrowed)


def _beside(blocks: list[list[str]]) -> list[str]:
    """Blocks of lines side by side."""
    widths = [max(map(cell_len, block)) + _GAP for block in blocks]
    return [
        "".join(_padded(line, width) for line, width in zip(lines, widths, strict=True)).rstrip()
        for lines in zip(*blocks, strict=True)
    ]


def _padded(line: str, width: int) -> str:
    return line + " " * (width - cell_len(line))
