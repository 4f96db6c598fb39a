"""`zhuji rules`: what a table plays by, and where the presets differ."""

from typing import Annotated, Any

import typer

from zhuji_sim.cli.options import Json, Lang, Speaker
from zhuji_sim.labels import text


def rules(
    preset: Annotated[str | None, typer.Argument(metavar="PRESET|FILE.toml", show_default=False)] = None,
    toml: Annotated[bool, typer.Option("--toml")] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show the options of a ruleset, or compare the presets."""
    speaker = Speaker(lang, json)
    from zhuji_sim.errors import RulesError
    from zhuji_sim.rules.options import PRESETS
    from zhuji_sim.rules.ruleset import Ruleset

    if preset is None and toml:
        raise RulesError(f"--toml: expected a preset too: {', '.join(PRESETS)}")
    shown = (
        {name: Ruleset.preset(name) for name in PRESETS} if preset is None else {preset: Ruleset.of(preset)}
    )
    if json:
        found = {name: ruleset.options() for name, ruleset in shown.items()}
        speaker.document(found if preset is None else found[preset])
    elif toml:
        speaker.lines(*_toml(next(iter(shown.values())), speaker))
    elif preset is None:
        speaker.show(_compared(shown, speaker))
    else:
        speaker.show(_described(shown[preset], speaker))


def _compared(rulesets: dict[str, Any], speaker: Speaker) -> Any:
    option = speaker.text("rules_option")
    table = speaker.table(
        option, *rulesets, speaker.text("rules_meaning"), title=speaker.text("rules_presets")
    )
    for name in next(iter(rulesets.values())).all_options():
        values = [_value(getattr(ruleset, name)) for ruleset in rulesets.values()]
        style = "bold" if len(set(values)) > 1 else "dim"
        table.add_row(name, *values, text(f"options.{name}", speaker.lang), style=style)
    return table


def _described(ruleset: Any, speaker: Speaker) -> Any:
    from zhuji_sim.rules.ruleset import Ruleset

    columns = ("option", "value", "choices", "meaning")
    title = speaker.text("rules_of", preset=ruleset.preset)
    table = speaker.table(*(speaker.text(f"rules_{column}") for column in columns), title=title)
    usual = Ruleset.preset(ruleset.preset)
    for name, option in ruleset.all_options().items():
        value = getattr(ruleset, name)
        style = "bold" if value != getattr(usual, name) else None
        table.add_row(
            name, _value(value), _choices(option), text(f"options.{name}", speaker.lang), style=style
        )
    return table


def _toml(ruleset: Any, speaker: Speaker) -> list[str]:
    """A file of rules to start from, every option with its meaning and its choices."""
    lines = [f"# {speaker.text('rules_file')}", "", f'preset = "{ruleset.preset}"']
    for name, option in ruleset.all_options().items():
        value = getattr(ruleset, name)
        written = f'"{value}"' if isinstance(value, str) else _value(value)
        meaning = text(f"options.{name}", speaker.lang)
        lines += ["", f"# {meaning} ({_choices(option)})", f"{name} = {written}"]
    return lines


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _choices(option: Any) -> str:
    if option.flag:
        return "true, false"
    numbers = [] if option.low is None else [f"{option.low}–{option.high}"]
    return ", ".join([*option.values, *numbers])
