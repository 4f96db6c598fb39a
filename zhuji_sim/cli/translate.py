"""Help in the user's language.

A verb's text is the label `cli.VERB`, an option's `cli.VERB_OPTION`, or `cli.option_OPTION` where verbs share
it.
"""

import gettext
import re
import sys
from typing import Any, Final

from zhuji_sim.labels import keys, text

PHRASES: Final = {
    "Arguments": "cli.phrase_arguments",
    "Options": "cli.phrase_options",
    "Commands": "cli.phrase_commands",
    "required": "cli.phrase_required",
    "default: {default}": "cli.phrase_default",
}
"""Phrases of typer's own on help pages, and their labels."""

_STOPS: Final = re.compile("(?<=[，；：。、）])(?=[^，；：。、）])")
_FIRST_SENTENCE: Final = re.compile(r".*?(?:。|\.(?= |$)|$)")


def translate(command: Any, lang: str) -> None:
    """Give the command, its verbs and their options their texts."""
    known = set(keys(lang))
    _translate_phrases(lang)
    for name, verb in {"zhuji": command, **command.commands}.items():
        verb.help = _breakable(f"cli.{name}", lang)
        verb.short_help = _first_sentence(verb.help)
        _translate_help_option(verb, lang)
        for option in verb.params:
            key = f"cli.{name}_{option.name}"
            option.help = _breakable(key if key in known else f"cli.option_{option.name}", lang)


def _translate_phrases(lang: str) -> None:
    """Answer typer's look-ups of its own phrases, which go through gettext, from the labels."""

    def look_up(phrase: str) -> str:
        return text(PHRASES[phrase], lang) if phrase in PHRASES else gettext.gettext(phrase)

    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("typer", "click") and callable(getattr(module, "_", None)):
            module.__dict__["_"] = look_up


def _translate_help_option(command: Any, lang: str) -> None:
    option = command.get_help_option(command.context_class(command))
    if option is not None:
        option.help = text("cli.option_help", lang)


def _breakable(key: str, lang: str) -> str:
    """A text with spaces after Chinese stops, since help pages break lines at spaces only."""
    return _STOPS.sub(" ", text(key, lang))


def _first_sentence(words: str) -> str:
    found = _FIRST_SENTENCE.match(words)
    return found.group() if found else words
