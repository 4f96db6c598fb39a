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
    from zhuji_sim.policies import load, names

    if name is None and toml:
        raise PolicyError("--toml: expected the name of a policy too")
    if name is None:
        _tell_of_broken_plug_ins()
    chosen = [load(each) for each in (names() if name is None else [name])]
    if json:
        speaker.document({"policies": [_plain(policy) for policy in chosen]})
    elif toml:
        speaker.lines(*_toml(chosen[0], speaker))
    else:
        for policy in chosen:
            _show(policy, speaker, in_full=name is not None)


def _tell_of_broken_plug_ins() -> None:
    from zhuji_sim.errors import PolicyError
    from zhuji_sim.policies.plug_ins import plug_ins

    for offered in plug_ins().values():
        if isinstance(offered, PolicyError):
            print(offered, file=sys.stderr)


def _show(policy: Any, speaker: Speaker, in_full: bool) -> None:
    """Name, description and weights; unless `in_full`, of a preset only those that differ from its base."""
    kind = policy.kind
    own = policy.name == kind.name
    heading = kind.name if own else f"{policy.name} ({kind.name})"
    speaker.lines(heading, f"  {_description(speaker, policy)}")
    for model in policy.models:
        speaker.lines("  " + speaker.text("policies_model", path=model.path, rules=model.rules))
    shown = in_full or own
    heads = [speaker.text(f"policies_{column}") for column in ("weight", "value", "bounds", "meaning")]
    if not shown:
        heads[2] = kind.name
    table = speaker.table(*heads, right=(1, 2))
    for weight, value in zip(kind.weights, policy.weights, strict=True):
        if shown or weight.name in policy.changes:
            beside = f"{weight.low:g} – {weight.high:g}" if shown else f"{weight.default:g}"
            table.add_row(weight.name, f"{value:g}", beside, _meaning(speaker, kind, weight))
    if table.row_count:
        speaker.show(table)


def _plain(policy: Any) -> dict[str, Any]:
    kind = policy.kind
    weights = [
        {"name": each.name, "value": value, "low": each.low, "high": each.high, "meaning": each.meaning}
        for each, value in zip(kind.weights, policy.weights, strict=True)
    ]
    plain = {"name": policy.name, "base": kind.name, "description": policy.description, "weights": weights}
    if policy.models:
        plain["models"] = {model.rules: model.path for model in policy.models}
    return plain


def _toml(policy: Any, speaker: Speaker) -> list[str]:
    from json import dumps
    from pathlib import Path

    kind = policy.kind
    lines = [f"# {_description(speaker, policy)}", f'base = "{kind.name}"']
    if policy.models:
        paths = [str(Path(model.path).resolve()) for model in policy.models]
        lines.append(f"model = {dumps(paths, ensure_ascii=False)}")
    lines += ["", "[weights]"]
    for weight, value in zip(kind.weights, policy.weights, strict=True):
        lines += [
            f"# {_meaning(speaker, kind, weight)} {weight.low:g} – {weight.high:g}",
            f"{weight.name} = {value}",
        ]
    return lines


def _description(speaker: Speaker, policy: Any) -> str:
    from zhuji_sim.policies import names

    return next(
        (
            found
            for name in names()
            if (found := _text(speaker, name, policy.description)) != policy.description
        ),
        policy.description,
    )


def _meaning(speaker: Speaker, kind: Any, weight: Any) -> str:
    return _text(speaker, f"{kind.name}_{weight.name}", weight.meaning)


def _text(speaker: Speaker, key: str, said: str) -> str:
    """What a policy says of itself, in the reader's language if there is a label of just that."""
    name = f"policies.{key}"
    known = name in keys(speaker.lang) and text(name, "en") == said
    return text(name, speaker.lang) if known else said
