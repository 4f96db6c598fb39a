"""`zhuji policies`: who can play, and by which weights."""

import sys
from typing import Annotated, Any

import typer

from zhuji_sim.cli.options import Json, Lang, Speaker
from zhuji_sim.labels import keys, text


def policies(
    name: Annotated[str | None, typer.Argument(metavar="POLICY", show_default=False)] = None,
    toml: Annotated[bool, typer.Option("--toml")] = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """List the policies, or show one."""
    speaker = Speaker(lang, json)
    from zhuji_sim.errors import PolicyError
    from zhuji_sim.policies import kinds, load

    if name is None and toml:
        raise PolicyError("--toml: expected the name of a policy too")
    known = kinds()
    if name is None:
        _tell_of_broken_plug_ins()
    chosen = list(known.values()) if name is None else [load(name).kind]
    values = {kind.name: load(kind.name if name is None else name).spec["weights"] for kind in chosen}
    if json:
        speaker.document({"policies": [_plain(kind, values[kind.name]) for kind in chosen]})
    elif toml:
        speaker.lines(*_toml(chosen[0], values[chosen[0].name], speaker))
    else:
        for kind in chosen:
            speaker.lines(kind.name, f"  {_text(speaker, kind.name, kind.description)}")
            table = speaker.table(
                *(speaker.text(f"policies_{column}") for column in ("weight", "value", "bounds", "meaning")),
                right=(1, 2),
            )
            for weight in kind.weights:
                meaning = _text(speaker, f"{kind.name}_{weight.name}", weight.meaning)
                bounds = f"{weight.low:g} – {weight.high:g}"
                table.add_row(weight.name, f"{values[kind.name][weight.name]:g}", bounds, meaning)
            if kind.weights:
                speaker.show(table)


def _tell_of_broken_plug_ins() -> None:
    from zhuji_sim.errors import PolicyError
    from zhuji_sim.policies.plug_ins import plug_ins

    for offered in plug_ins().values():
        if isinstance(offered, PolicyError):
            print(offered, file=sys.stderr)


def _plain(kind: Any, values: dict[str, float]) -> dict[str, Any]:
    weights = [
        {"name": each.name, "value": values[each.name], "low": each.low, "high": each.high}
        for each in kind.weights
    ]
    return {"name": kind.name, "description": kind.description, "weights": weights}


def _toml(kind: Any, values: dict[str, float], speaker: Speaker) -> list[str]:
    lines = [f"# {_text(speaker, kind.name, kind.description)}", f'base = "{kind.name}"', "", "[weights]"]
    for weight in kind.weights:
        meaning = _text(speaker, f"{kind.name}_{weight.name}", weight.meaning)
        lines += [f"# {meaning} {weight.low:g} – {weight.high:g}", f"{weight.name} = {values[weight.name]}"]
    return lines


def _text(speaker: Speaker, key: str, fallback: str) -> str:
    """The label of a policy or weight; a plug-in speaks for itself."""
    name = f"policies.{key}"
    return text(name, speaker.lang) if name in keys(speaker.lang) else fallback
