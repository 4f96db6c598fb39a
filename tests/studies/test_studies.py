"""Every study of `experiments/`, made small: it runs, and its answers say what its tables say."""

import re

import numpy as np
import pandas as pd
import pytest
from study_files import FILES, FOLDER

from zhuji_sim.errors import ExperimentError
from zhuji_sim.labels import LANGUAGES, keys, text
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.studies.asking import read_question
from zhuji_sim.studies.catalogue import QUESTIONS
from zhuji_sim.studies.deals_report import _deals
from zhuji_sim.studies.run import read
from zhuji_sim.studies.wording import percent, percentage_points, plain, points, size

FIGURE = re.compile(r"[+−]?[\d,.]+%? \([+−]?[\d,.]+(?: … |–)[+−]?[\d,.]+\)|[+−]?\d[\d,.]*%?(?![\w\d])")
NAMES = sorted(FILES)
LONGEST = {"en": 45, "zh": 110}
"""Words of an English sentence, letters of a Chinese one, figures and intervals included."""
MOST_FIGURES = 3
CHANGES = ("points", "points_per_deal", "against_pass", "against_named", "against_dual", "copy", "nearer")
CHANGES += ("stake", "dealer", "won", "make_rate")
KEPT = FOLDER.parent / "reports"


def written(tables) -> set[str]:
    """Every figure of the tables as a sentence may have it."""
    found = set()
    for table in tables.values():
        triples = [name for name in table if f"{name}_low" in table]
        for _, row in table.iterrows():
            for name in triples:
                if pd.notna(row[name]):
                    found |= {write(row, name) for write in (percent, percentage_points, plain, points, size)}
                    other = {name: 1 - row[name], f"{name}_low": 1 - row[f"{name}_high"]}
                    found.add(percent(pd.Series(other | {f"{name}_high": 1 - row[f"{name}_low"]}), name))
            if "deals_low" in table:
                found.add(_deals(row))
    return found


def kept_tables(name) -> dict[str, pd.DataFrame]:
    """The tables of a kept report."""
    return {
        path.stem: pd.read_csv(path, keep_default_na=False, na_values=[""])
        for path in sorted((KEPT / name / "tables").glob("*.csv"))
    }


def changes_in(table) -> list[str]:
    """The columns of a table that can have either sign."""
    return [name for name in CHANGES if f"{name}_low" in table]


def widened(table) -> pd.DataFrame:
    """A table in which no change is clear."""
    table = table.copy()
    for name in changes_in(table):
        reach = table[f"{name}_high"] - table[f"{name}_low"] + table[name].abs()
        table[f"{name}_low"], table[f"{name}_high"] = table[name] - reach, table[name] + reach
    return table


def turned(table) -> pd.DataFrame:
    """A table in which every change goes the other way."""
    table = table.copy()
    for name in changes_in(table):
        ends = [name, f"{name}_high", f"{name}_low"]
        table[[name, f"{name}_low", f"{name}_high"]] = -table[ends].to_numpy(float)
    return table


def figures_in(words: str) -> list[str]:
    """The figures that have an interval."""
    return [figure for figure in FIGURE.findall(words) if "(" in figure]


def length(sentence: str, lang: str) -> int:
    return len(sentence) if lang == "zh" else len(sentence.split())


def deals_of(path) -> int:
    """Read a file and everything in it, down to who meets whom."""
    return read_question(path).deals


def test_there_is_a_file_for_every_question_and_a_question_for_every_file():
    assert {read_question(path).name for path in FILES.values()} == set(QUESTIONS)
    assert set(FILES) == set(QUESTIONS)


def assert_readable(question, tables):
    """Two sentences that a reader takes in, and a line for each ruleset, of figures of the tables only."""
    known = written(tables)
    said = {}
    for lang in LANGUAGES:
        answer, lines = question.answer(tables, lang), question.by_rules(tables, lang)
        assert len(answer) == 2
        assert [name for name, _ in lines] == [
            text(f"studies.rules_{rules}", lang) for rules in question.rules
        ]
        for sentence in answer:
            assert sentence.endswith("。" if lang == "zh" else ".")
            assert length(sentence, lang) <= LONGEST[lang], sentence
            assert len(figures_in(sentence)) <= MOST_FIGURES, sentence
        assert figures_in(" ".join(answer))
        whole = [*answer, *(line for _, line in lines)]
        assert not any(word in words for word in ("nan", "{", "None") for words in whole)
        found = [figure for words in whole for figure in figures_in(words)]
        assert [figure for figure in found if figure not in known] == []
        said[lang] = sorted(found)
    assert said["en"] == said["zh"]


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_two_short_sentences_made_of_figures_of_the_tables_in_both_languages(played, name):
    """Guards against answers that stay as they are when the figures change."""
    question, tables, _ = played(name)
    assert_readable(question, tables)


@pytest.mark.parametrize("name", NAMES)
def test_the_answers_of_kept_reports_are_readable(name):
    """Guards against sentences that are short on small tables only."""
    question = read_question(FILES[name])
    tables = kept_tables(name)
    assert_readable(question, tables)
    page = (KEPT / name / "index.html").read_text(encoding="utf-8")
    sentences = [sentence for lang in LANGUAGES for sentence in question.answer(tables, lang)]
    assert [sentence for sentence in sentences if sentence not in page.replace("&#39;", "'")] == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("warped", [widened, turned])
def test_sentences_stay_short_and_whole_whatever_the_figures_say(name, warped):
    """Guards against words for what is unclear, or the other way round, that nobody has read."""
    question = read_question(FILES[name])
    tables = {table: warped(content) for table, content in kept_tables(name).items()}
    for lang in LANGUAGES:
        for sentence in question.answer(tables, lang):
            assert sentence.endswith("。" if lang == "zh" else ".")
            assert length(sentence, lang) <= LONGEST[lang], sentence
        assert len(question.by_rules(tables, lang)) == len(question.rules)


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_lies_in_its_interval(played, name):
    _, tables, _ = played(name)
    figures = 0
    for table in tables.values():
        for column in [each for each in table if f"{each}_low" in table]:
            value, low, high = (table[f"{column}{end}"].to_numpy(float) for end in ("", "_low", "_high"))
            there = ~np.isnan(low)
            assert (low[there] <= value[there] + 1e-9).all(), column
            assert (value[there] <= high[there] + 1e-9).all(), column
            figures += there.sum()
    assert figures > 10


@pytest.mark.parametrize("name", NAMES)
def test_a_run_is_read_from_its_folder_as_it_was_played(played, name):
    question, tables, folder = played(name)
    again, kept = read(folder)
    assert again == question
    assert list(kept) == list(tables)
    for table in tables:
        pd.testing.assert_frame_equal(kept[table], tables[table])


@pytest.mark.parametrize("name", NAMES)
def test_walls_give_the_same_rows_whatever_they_are_played_with(played, name):
    question, _, _ = played(name)
    whole = question.rows(0, 8)
    rows = question.unit_rows
    parts = pd.concat([question.rows(0, 3), question.rows(3, 8)], ignore_index=True)
    pd.testing.assert_frame_equal(parts, whole)
    assert len(whole) == 8 * rows


def test_the_study_of_options_tries_every_option_there_is():
    """Guards against an option that is added to the rules and has no bar."""
    question = read_question(FILES["options"])
    assert set(question.values) == set(Ruleset.all_options())
    for lang in LANGUAGES:
        assert {f"study_options.option_{name}" for name in question.values} <= set(keys(lang))
        words = {value for values in question.values.values() for value in values if isinstance(value, str)}
        words = {word for word in words if not word.isdigit()} | {"true", "false"}
        assert {f"study_options.value_{word}" for word in words} <= set(keys(lang))


def test_every_ablation_has_a_name_for_readers():
    for path in (FILES["options"].parent / "ablations").glob("*.toml"):
        assert f"study_strategies.part_{path.stem}" in keys("en")


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("options", 'study = "options"', 'study = "option"', "study = 'option': expected one of contracts,"),
        ("options", "wall_reserve = [0", "wall_reserve = [99", "options.wall_reserve = 99: expected a whole"),
        ("dealer", "walls = ", "walls = -", "walls = -"),
        ("dealer", 'policy = "champion"', 'policy = "champ"', "policy = 'champ': .*did you mean 'champion'"),
        ("contracts", '"dongfeng"]', '"heping"]', "rules = 'heping': expected one of bao, dongfeng"),
        (
            "strategies",
            "bid_margin",
            "bid_margn",
            r"strategies.toml: unknown key curves.bid_margn; did you mean 'bid_margin'",
        ),
        ("strategies", "[-12, -8", '["x", -8', r"curves.bid_margin = 'x': expected numbers from "),
        ("strategies", "[-12, -8", "[-12000, -8", r"curves.bid_margin = -12000: expected numbers from "),
        (
            "options",
            "disputed = [",
            'disputed = ["wall_reserv", ',
            "disputed = 'wall_reserv': expected one of .*, the options that are tried; did you mean 'wall",
        ),
        ("strategies", "reports/strength", "reports/strong", "expected comparisons such as"),
        ("deals", '"quick"]', '"champion"]', r"pairs = \['champion', 'champion'\]: expected two different"),
        ("deals", "target = 0.5", "target = 0", "target = 0: expected a number of points above 0"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(tmp_path, name, old, new, expected):
    content = FILES[name].read_text(encoding="utf-8")
    assert old in content
    folder = FILES[name].parent.parent / "reports"
    content = content.replace(old, new, 1).replace("../reports", str(folder))
    path = tmp_path / f"{name}.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(ExperimentError, match=expected):
        deals_of(path)
