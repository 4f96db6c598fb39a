"""English and Chinese say the same things, and the right one is chosen."""

from string import Formatter

import pytest

from zhuji_sim import labels


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def raw(lang: str) -> dict[str, str]:
    return labels._texts(lang)


def test_both_languages_have_the_same_keys():
    assert labels.keys("en") == labels.keys("zh")
    assert labels.keys("en")


def test_both_languages_have_the_same_placeholders():
    different = [key for key, text in raw("en").items() if placeholders(text) != placeholders(raw("zh")[key])]
    assert different == []


def test_no_text_is_empty_and_chinese_is_chinese():
    for lang in labels.LANGUAGES:
        assert [key for key, text in raw(lang).items() if not text.strip()] == []
    in_chinese = [any("\u4e00" <= letter <= "\u9fff" for letter in text) for text in raw("zh").values()]
    assert sum(in_chinese) > 0.9 * len(in_chinese)


def test_placeholders_are_filled():
    key = next(key for key, text in raw("en").items() if not placeholders(text))
    assert labels.text(key, "en") == raw("en")[key]
    with pytest.raises(KeyError):
        labels.text("no.such", "en")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "zh_CN.UTF-8"}, "zh"),
    ],
)
def test_the_locale_chooses_the_language(monkeypatch, environment, expected):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert labels.resolve_language() == expected


def test_the_option_is_stronger_than_the_locale(monkeypatch):
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert labels.resolve_language("en") == "en"
    assert labels.resolve_language(None) == "zh"


def test_an_unknown_language_is_refused_with_those_there_are():
    with pytest.raises(labels.LanguageError, match="'fr': expected one of en, zh"):
        labels.resolve_language("fr")


@pytest.mark.parametrize(
    ("contract", "english"), [("2", "2"), ("独3", "solo 3"), ("无财2", "none 2"), ("独12", "solo 12")]
)
def test_contracts_have_english_names(contract, english):
    assert labels.contract_name(contract, "en") == english
    assert labels.contract_name(contract, "zh") == contract
