"""The answer at the top of the report, in two or three plain sentences."""

from collections.abc import Mapping
from typing import Any, Final

import pandas as pd

from zhuji_sim.analysis.estimates import MIN_CLUSTERS
from zhuji_sim.analysis.measures import BIG_TAI
from zhuji_sim.analysis.run_folder import RunInfo
from zhuji_sim.analysis.wording import Writer, percent, points
from zhuji_sim.labels import text

__all__ = ["answer", "joined"]

MOST_SERIES: Final = 3
"""So many combinations are put into words; the charts show the others."""

Tables = Mapping[str, pd.DataFrame]


def answer(tables: Tables, run: RunInfo, lang: str) -> list[str]:
    """Paragraphs that say what the run has found."""
    writer = Writer(lang, run.cell_labels(lang), run.series_labels(lang))
    said = _contracts(tables["contracts"], run, writer)
    if not said:
        said = _dealers(tables["by_seat"], writer)
    return [*said, *_policies(tables["by_policy"], writer), *_endings(tables, writer)]


def _contracts(contracts: pd.DataFrame, run: RunInfo, writer: Writer) -> list[str]:
    """Which contracts pay, by rules, policies and declarer; forced contracts, which compare fairly, first."""
    lang = writer.lang
    contracts = contracts.sort_values("source", key=lambda source: source == "auction", kind="stable")
    series = contracts["cell"].map(writer.series)
    found = series.unique().tolist()
    said = []
    for name in found[:MOST_SERIES]:
        prefix = [text("report.in_series", lang, series=name[:1].upper() + name[1:])] if name else []
        said.append(joined([*prefix, *_verdicts(contracts[series == name], run, writer)], lang))
    if len(found) > MOST_SERIES:
        said.append(text("report.many_series", lang, count=len(found) - MOST_SERIES))
    if said:
        said.append(text("report.each_by_itself", lang))
    return said


def _verdicts(contracts: pd.DataFrame, run: RunInfo, writer: Writer) -> list[str]:
    lang = writer.lang
    few = contracts["deals"] < MIN_CLUSTERS
    gain, lose = contracts[contracts["points_low"] > 0], contracts[contracts["points_high"] < 0]
    unclear = contracts[~few & (contracts["points_low"] <= 0) & (contracts["points_high"] >= 0)]
    how = contracts["source"].iloc[0]
    declarers = {cell.index: cell.declarer for cell in run.cells}
    seat = declarers[contracts["cell"].iloc[0]]
    who = text(f"names.wind_{seat}", lang) if seat else ""
    if gain.empty:
        sentences = [text(f"report.gain_none_{how}", lang, who=who)]
    else:
        sentences = [text(f"report.gain_{how}", lang, who=who, contracts=_list(gain, writer))]
    for key, part in (("lose", lose), ("unclear", unclear)):
        if not part.empty:
            sentences.append(text(f"report.{key}", lang, contracts=_list(part, writer)))
    if few.any():
        rare = [writer.name("contract", contract) for contract in contracts.loc[few, "contract"]]
        sentences.append(text("report.too_few", lang, contracts=_enumerated(rare, lang)))
    if how == "auction":
        sentences.append(text("report.selected", lang))
    return sentences


def _dealers(seats: pd.DataFrame, writer: Writer) -> list[str]:
    """How the dealer fares, where nobody declares."""
    rows = seats[seats["seat"] == "E"].head(MOST_SERIES)
    return [
        text(
            "report.dealer_in" if len(writer.cells) > 1 else "report.dealer",
            writer.lang,
            cell=writer.name("cell", row["cell"]),
            win=percent(row, "win"),
            points=points(row, "points"),
        )
        for _, row in rows.iterrows()
    ]


def _policies(policies: pd.DataFrame, writer: Writer) -> list[str]:
    """How different policies fare at one table, if there is just one such table."""
    mixed = policies[policies.groupby("cell")["policy"].transform("count") > 1]
    if mixed["cell"].nunique() != 1:
        return []
    scores = [f"{row['policy']} {points(row, 'points')}" for _, row in mixed.iterrows()]
    return [text("report.policies", writer.lang, scores=_enumerated(scores, writer.lang, last="list_comma"))]


def _endings(tables: Tables, writer: Writer) -> list[str]:
    """Draws and big wins, cell by cell if there are few."""
    drawn = tables["endings"][tables["endings"]["ending"] == "drawn"].set_index("cell")
    rows = tables["big_wins"]
    if len(rows) > MOST_SERIES:
        return []
    nothing = {"share": 0.0, "share_low": float("nan"), "share_high": float("nan")}
    return [
        text(
            "report.endings_in" if len(writer.cells) > 1 else "report.endings",
            writer.lang,
            cell=writer.name("cell", row["cell"]),
            drawn=percent(
                drawn.loc[row["cell"]] if row["cell"] in drawn.index else pd.Series(nothing), "share"
            ),
            tai=BIG_TAI,
            rate=percent(row, "rate"),
            share=percent(row, "share_of_points"),
        )
        for _, row in rows.iterrows()
    ]


def _list(contracts: pd.DataFrame, writer: Writer) -> str:
    """Contracts with their points: `2 (+7.4) and solo 2 (+6.1)`."""

    def short(row: "pd.Series[Any]") -> str:
        return f"{writer.name('contract', row['contract'])} ({points(row, 'points').partition(' ')[0]})"

    return _enumerated([short(row) for _, row in contracts.iterrows()], writer.lang)


def _enumerated(names: list[str], lang: str, last: str = "list_and") -> str:
    comma, end = text("report.list_comma", lang), text(f"report.{last}", lang)
    return end.join([comma.join(names[:-1]), names[-1]] if len(names) > 1 else names)


def joined(sentences: list[str], lang: str) -> str:
    """Sentences as one paragraph."""
    return ("" if lang == "zh" else " ").join(sentences)
