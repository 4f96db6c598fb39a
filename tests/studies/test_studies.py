"""Every study of `experiments/`, made small: it runs, and its answers say what its tables say."""

import re

import numpy as np
import pandas as pd
import pytest
from study_files import FILES

from zhuji_sim.errors import ExperimentError
from zhuji_sim.labels import LANGUAGES, keys
from zhuji_sim.rules.ruleset import Ruleset
from zhuji_sim.studies.asking import read_question
from zhuji_sim.studies.catalogue import QUESTIONS
from zhuji_sim.studies.deals_report import _deals
from zhuji_sim.studies.run import read
from zhuji_sim.studies.wording import percent, percentage_points, plain, points

FIGURE = re.compile(r"[+−]?[\d,.]+%? \([+−]?[\d,.]+(?: … |–)[+−]?[\d,.]+\)|[+−]?\d[\d,.]*%?(?![\w\d])")
NAMES = sorted(FILES)


def written(tables) -> set[str]:
    """Every figure of the tables as a sentence may have it."""
    found = set()
    for table in tables.values():
        triples = [name for name in table if f"{name}_low" in table]
        for _, row in table.iterrows():
            for name in triples:
                if pd.notna(row[name]):
                    found |= {write(row, name) for write in (percent, percentage_points, plain, points)}
                    other = {name: 1 - row[name], f"{name}_low": 1 - row[f"{name}_high"]}
                    found.add(percent(pd.Series(other | {f"{name}_high": 1 - row[f"{name}_low"]}), name))
            if "deals_low" in table:
                found.add(_deals(row))
    return found


def deals_of(path) -> int:
    """Read a file and everything in it, down to who meets whom."""
    return read_question(path).deals


def test_there_is_a_file_for_every_question_and_a_question_for_every_file():
    assert {read_question(path).name for path in FILES.values()} == set(QUESTIONS)
    assert set(FILES) == set(QUESTIONS)


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_two_sentences_made_of_figures_of_the_tables_in_both_languages(played, name):
    """Guards against answers that stay as they are when the figures change."""
    question, tables, _ = played(name)
    known = written(tables)
    said = {}
    for lang in LANGUAGES:
        answer = question.answer(tables, lang)
        assert len(answer) == 2
        assert all(sentence.endswith("。" if lang == "zh" else ".") for sentence in answer)
        assert not any(word in sentence for word in ("nan", "{", "None") for sentence in answer)
        with_interval = [figure for figure in FIGURE.findall(" ".join(answer)) if "(" in figure]
        assert with_interval
        assert [figure for figure in with_interval if figure not in known] == []
        said[lang] = sorted(with_interval)
    assert said["en"] == said["zh"]


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
            "curves.bid_margn: expected one of the weights of champion",
        ),
        ("strategies", "reports/strength", "reports/strong", "expected comparisons such as"),
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
