"""Pages and charts as files: one HTML file that opens offline, each chart as PNG and SVG."""

from base64 import b64encode
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from matplotlib.figure import Figure

from zhuji_sim.analysis.drawing import Canvas
from zhuji_sim.analysis.page_font import with_chinese

__all__ = ["data_address", "rendered", "write_chart"]

_KINDS: Final = ("png", "svg")


def rendered(template: str, lang: str, **values: Any) -> str:
    """A page made of one of the templates, in a language, with the Chinese characters it uses."""
    environment = Environment(
        loader=PackageLoader("zhuji_sim.analysis"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = environment.get_template(template).render(lang="zh-CN" if lang == "zh" else "en", **values)
    return with_chinese(page)


def write_chart(folder: Path, name: str, figure: Figure | None, canvas: Canvas) -> str | None:
    """Write a chart as PNG and SVG, and give the SVG as a data address.

    Without a figure, files that an earlier report left are taken away.
    """
    folder.mkdir(parents=True, exist_ok=True)
    content = b""
    for kind in _KINDS:
        path = folder / f"{name}.{kind}"
        if figure is None:
            path.unlink(missing_ok=True)
        else:
            content = canvas.save(figure, kind)
            path.write_bytes(content)
    return None if figure is None else data_address(content)


def data_address(svg: bytes) -> str:
    """An address that holds the picture itself."""
    return "data:image/svg+xml;base64," + b64encode(svg).decode()
