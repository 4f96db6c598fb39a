"""The answer of the study of strategies for readers."""

from typing import Any, Final

import pandas as pd

from zhuji_sim.labels import text
from zhuji_sim.studies.question import Tables
from zhuji_sim.studies.wording import points, rules_name, rules_of, size

__all__ = ["answer", "by_rules"]

_TABLES: Final = ("curves", "matrix", "ablations")
_POINTS: Final = "points_per_deal"
_WEIGHTS: Final = ("bid_margin", "call_margin")
_PARTS: Final = 2
"""Parts of the play that the answer names."""
_SIMPLE: Final = ("tai", "speed")
"""Bots whose plan can be said in a word: the answer compares with them."""
_DESCRIBED: Final = ("champion", *_SIMPLE)


def answer(tables: Tables, lang: str) -> tuple[str, str]:
    """Who wins; what matters in his play, and whether bolder or shyer would be better."""
    rules = _rulesets(tables)
    main = rules[0] if rules else ""
    return _rank(_met(tables, main), main, lang), _play(tables, main, lang)


def by_rules(tables: Tables, lang: str) -> list[tuple[str, str]]:
    """The closest and the weakest rival, the part that costs most to leave out, the ends of the margins."""
    found = []
    for rules in _rulesets(tables):
        parts = []
        met, curves = _met(tables, rules), _of(tables, "curves", rules)
        if len(met):
            near, far = met.iloc[0], met.iloc[-1]
            values = {"by": points(near, _POINTS), "over": points(far, _POINTS)}
            parts.append(_say("line_rank", lang, nearest=near["b"], last=far["b"], **values))
        for _, row in _owed(tables, rules).head(1).iterrows():
            parts.append(_say("line_part", lang, what=_part(row, lang), cost=size(row, _POINTS)))
        parts += [
            _ends(curves[curves["weight"] == weight], weight, lang)
            for weight in _WEIGHTS
            if len(curves) and weight in set(curves["weight"])
        ]
        found.append((rules_name(rules, lang), text("studies.clause_join", lang).join(parts)))
    return found


def _rank(met: pd.DataFrame, main: str, lang: str) -> str:
    """Whether anybody beats the reference in the main ruleset, and what it gains on simpler players."""
    if met.empty:
        return _say("answer_no_rank", lang)
    closest = met.iloc[0]
    values = {"rules": rules_name(main, lang), "policy": _bot(str(closest["a"]), lang)}
    said = _say("answer_first", lang, **values)
    if closest[f"{_POINTS}_high"] < 0:
        said = _say("answer_beaten", lang, best=closest["b"], by=size(closest, _POINTS), **values)
    weaker = met[met[f"{_POINTS}_low"] > 0]
    simple = weaker[weaker["b"].isin(_SIMPLE)]
    for place, (_, row) in enumerate((simple if len(simple) else weaker.tail(1)).iterrows()):
        gained = {"bot": _bot(str(row["b"]), lang), "by": size(row, _POINTS)}
        said += _say("answer_also_gains" if place else "answer_gains", lang, **gained)
    return said + text("studies.sentence_end", lang)


def _play(tables: Tables, main: str, lang: str) -> str:
    """What the policy's play owes most to in the main ruleset, and whether other margins do better."""
    parts = [
        _say(
            "answer_also_part" if place else "answer_part", lang, what=_part(row, lang), by=size(row, _POINTS)
        )
        for place, (_, row) in enumerate(_owed(tables, main).head(_PARTS).iterrows())
    ]
    clauses = ["".join(parts)] if parts else []
    curves = _of(tables, "curves", main)
    if len(curves):
        clauses.append(_margins(curves, lang))
    if not clauses:
        return _say("answer_nothing", lang)
    each = text("studies.clause_join", lang).join(clauses)
    return _say("answer_play", lang, rules=rules_name(main, lang), each=each)


def _margins(curves: pd.DataFrame, lang: str) -> str:
    """The margin that gains most if any clearly gains, else that none of those tried does."""
    better = curves[curves[f"{_POINTS}_low"] > 0].nlargest(1, _POINTS)
    for _, row in better.iterrows():
        values = {"value": _signed(row["value"]), "by": size(row, _POINTS)}
        return _say(f"answer_better_{row['weight']}", lang, **values)
    tried = [_say(f"answer_tried_{weight}", lang) for weight in _WEIGHTS if weight in set(curves["weight"])]
    return _say("answer_none_better", lang, tried=text("studies.either_join", lang).join(tried))


def _ends(part: pd.DataFrame, weight: str, lang: str) -> str:
    """What the lowest and the highest value of a weight bring, and which one does clearly better."""
    part = part.sort_values("value")
    first, last = (points(part.iloc[end], _POINTS) for end in (0, -1))
    line = _say(f"line_{weight}", lang, first=first, last=last)
    for _, row in part[part[f"{_POINTS}_low"] > 0].nlargest(1, _POINTS).iterrows():
        line += _say("line_better", lang, value=_signed(row["value"]), by=points(row, _POINTS))
    return line


def _rulesets(tables: Tables) -> list[str]:
    """Those played first, then those that were only read of."""
    return list(
        dict.fromkeys(rules for name in _TABLES if len(tables[name]) for rules in rules_of(tables[name]))
    )


def _met(tables: Tables, rules: str) -> pd.DataFrame:
    """What the first policy of the comparisons scores against the others, its closest rival first."""
    pairs = _of(tables, "matrix", rules)
    return pairs[pairs["a"] == tables["matrix"]["a"].iloc[0]].sort_values(_POINTS) if len(pairs) else pairs


def _owed(tables: Tables, rules: str) -> pd.DataFrame:
    """The parts of the play that clearly cost something to leave out, the dearest first."""
    parts = _of(tables, "ablations", rules)
    return parts[parts[f"{_POINTS}_low"] > 0].sort_values(_POINTS, ascending=False) if len(parts) else parts


def _of(tables: Tables, name: str, rules: str) -> pd.DataFrame:
    table = tables[name]
    return table[table["rules"] == rules] if len(table) else table


def _bot(name: str, lang: str) -> str:
    """A bot with what it plays for, where that is known."""
    return _say(f"bot_{name}", lang) if name in _DESCRIBED else name


def _part(row: "pd.Series[Any]", lang: str) -> str:
    return _say(f"part_{row['b']}", lang)


def _signed(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _say(key: str, lang: str, **values: object) -> str:
    return text(f"study_strategies.{key}", lang, **values)
