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
    if name is None:
        _tell_of_broken_plug_ins()
    chosen = [load(each) for each in (kinds() if name is None else [name])]
    if json:
        speaker.document({"policies": [_plain(policy) for policy in chosen]})
    elif toml:
        speaker.lines(*_toml(chosen[0], speaker))
    else:
        for policy in chosen:
            _show(policy, speaker)


def _tell_of_broken_plug_ins() -> None:
    from zhuji_sim.errors import PolicyError
    from zhuji_sim.policies.plug_ins import plug_ins

    for offered in plug_ins().values():
        if isinstance(offered, PolicyError):
            print(offered, file=sys.stderr)


def _show(policy: Any, speaker: Speaker) -> None:
    kind = policy.kind
    heading = kind.name if policy.name == kind.name else f"{policy.name} ({kind.name})"
    speaker.lines(heading, f"  {_text(speaker, kind.name, kind.description)}")
    table = speaker.table(
        *(speaker.text(f"policies_{column}") for column in ("weight", "value", "bounds", "meaning")),
        right=(1, 2),
    )
    for weight, value in zip(kind.weights, policy.weights, strict=True):
        bounds = f"{weight.low:g} – {weight.high:g}"
        table.add_row(weight.name, f"{value:g}", bounds, _meaning(speaker, kind, weight))
    if kind.weights:
        speaker.show(table)


def _plain(policy: Any) -> dict[str, Any]:
    kind = policy.kind
    weights = [
        {"name": each.name, "value": value, "low": each.low, "high": each.high, "meaning": each.meaning}
        for each, value in zip(kind.weights, policy.weights, strict=True)
    ]
    return {"name": policy.name, "base": kind.name, "description": kind.description, "weights": weights}


def _toml(policy: Any, speaker: Speaker) -> list[str]:
    kind = policy.kind
    lines = [f"# {_text(speaker, kind.name, kind.description)}", f'base = "{kind.name}"', "", "[weights]"]
    for weight, value in zip(kind.weights, policy.weights, strict=True):
        lines += [
            f"# {_meaning(speaker, kind, weight)} {weight.low:g} – {weight.high:g}",
            f"{weight.name} = {value}",
        ]
    return lines


def _meaning(speaker: Speaker, kind: Any, weight: Any) -> str:
    return _text(speaker, f"{kind.name}_{weight.name}", weight.meaning)


def _text(speaker: Speaker, key: str, fallback: str) -> str:
    """The label of a policy or weight; a plug-in speaks for itself."""
    name = f"policies.{key}"
    return text(name, speaker.lang) if name in keys(speaker.lang) else fallback
