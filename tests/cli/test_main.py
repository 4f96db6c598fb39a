"""However a command ends: one line, and the right exit status."""

import os
import subprocess
import sys

import pytest

from zhuji_sim.cli import app, main
from zhuji_sim.errors import Stopped
from zhuji_sim.labels import LANGUAGES

VERBS = [
    "bench",
    "compare",
    "deal",
    "doctor",
    "fit",
    "odds",
    "policies",
    "report",
    "rules",
    "run",
    "score",
    "tune",
]


def test_help_lists_the_verbs_that_work(zhuji):
    said = zhuji("--help")
    assert said.status == 0
    listed = [line.split()[0] for line in said.out.split("Commands:")[1].splitlines() if line.strip()]
    assert sorted(listed) == VERBS
    assert zhuji().out == said.out


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_verb_and_option_is_explained_in_both_languages(verb, lang):
    command = app.build(lang).commands[verb]
    texts = [command.help, command.short_help, *(option.help for option in command.params)]
    assert all(texts)
    chinese = [any("\u4e00" <= letter <= "\u9fff" for letter in text) for text in texts]
    assert all(chinese) if lang == "zh" else not any("，" in text for text in texts)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_first_sentence_is_cut_short_on_the_help_page(zhuji, lang):
    said = zhuji("--lang", lang).out.replace("[ARGS]...", "")
    assert "..." not in said
    assert len(said[said.rindex(":\n") :].splitlines()) == len(VERBS) + 1


def test_the_locale_chooses_the_language_and_lang_is_stronger(zhuji, monkeypatch):
    assert "选项" in zhuji("run", "--help", "--lang", "zh").out
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert "选项" in zhuji("run", "--help").out
    assert "选项" not in zhuji("run", "--help", "--lang=en").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["scroe"], "No such command 'scroe'"),
        (["score"], "Missing argument"),
        (["score", "123m", "--sead", "E"], "No such option: --sead"),
        (["run", "x.toml", "--jobs", "0"], "--jobs = 0: expected a whole number not below 1"),
        (["run", "x.toml", "--seed", "-3"], "--seed = -3: expected a whole number not below 0"),
        (["run", "x.toml", "--deals", "abc"], "--deals = abc: expected a whole number"),
        (["run", "x.toml", "--deals", "1.5"], "--deals = 1.5: expected a whole number"),
        (["compare", "tai", "speed", "--confidence", "high"], "--confidence = high: expected a number"),
        (["run", "nowhere.toml"], "nowhere.toml: cannot be read: No such file"),
        (["run", "x.toml", "--backend", "dusk"], "--backend = 'dusk': expected one of loky"),
        (["rules", "boa"], "unknown preset 'boa'; the presets are bao, heping, ziyou, dongfeng"),
        (["rules", "--toml"], "--toml: expected a preset too"),
        (["policies", "tia"], "did you mean 'tai'?"),
        (["report", "nowhere"], "nowhere is not a run folder"),
        (["score", "123x"], "position 4"),
        (["score", "19m", "--lang", "fr"], "language 'fr': expected one of en, zh"),
        (["bench", "tiles"], "bench 'tiles': expected one of hands, deals"),
    ],
)
def test_wrong_input_is_one_line_and_exit_status_2(zhuji, arguments, message):
    said = zhuji(*arguments)
    assert said.status == 2
    assert said.out == ""
    assert message in said.err
    assert said.err.startswith("zhuji: ")
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        (KeyboardInterrupt(), 130, "zhuji: interrupted\n"),
        (Stopped("the disk is full"), 1, "zhuji: the disk is full\n"),
        (Stopped("interrupted: 5 deals are kept", 130), 130, "zhuji: interrupted: 5 deals are kept\n"),
        (ZeroDivisionError("a\nb"), 1, "zhuji: ZeroDivisionError: a (ZHUJI_DEBUG=1 shows where)\n"),
        (OSError(28, "No space left on device"), 1, "No space left on device"),
    ],
)
def test_whatever_else_goes_wrong_is_one_line_too(zhuji, monkeypatch, error, status, line):
    def rules(*arguments, **options):
        raise error

    monkeypatch.setattr("zhuji_sim.rules.ruleset.Ruleset.of", rules)
    said = zhuji("rules", "bao")
    assert said.status == status
    assert line in said.err
    assert said.err.count("\n") == 1


def test_debugging_shows_where(zhuji, monkeypatch):
    monkeypatch.setenv(main.DEBUG, "1")
    said = zhuji("rules", "boa")
    assert "Traceback" in said.err
    assert said.err.endswith("the presets are bao, heping, ziyou, dongfeng\n")


def test_help_answers_at_once():
    """Within half a second of processor time, which other work on the machine leaves alone."""
    command = [sys.executable, "-m", "zhuji_sim", "--help"]
    taken = []
    for _ in range(5):
        before = os.times()
        subprocess.run(command, check=True, capture_output=True, env=os.environ | {"LANG": "C"})
        after = os.times()
        taken.append(
            after.children_user - before.children_user + after.children_system - before.children_system
        )
    assert min(taken) < 0.5


def test_help_loads_nothing_heavy():
    code = "import sys; from zhuji_sim.cli.main import main; main(['--help']); print(sorted(sys.modules))"
    listed = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    for heavy in ("numba", "numpy", "pandas", "matplotlib", "pyarrow", "joblib", "rich"):
        assert f"'{heavy}'" not in listed


def test_a_reader_that_stops_early_is_no_error():
    command = f"{sys.executable} -m zhuji_sim rules --toml bao | head -1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("#")
