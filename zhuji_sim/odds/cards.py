"""`python -m zhuji_sim.odds.cards`: make the card of a ruleset, as pages and tables; see `--help`."""

import argparse
import os
import sys
from pathlib import Path

from zhuji_sim import __version__
from zhuji_sim.errors import ZhujiError
from zhuji_sim.labels import LANGUAGES
from zhuji_sim.runner.files import write_atomic, write_json

from .card import DECISIONS, FULL_DECISIONS, Card, make_card
from .card_page import card_html
from .places import check_file, check_ours

__all__ = ["main", "prepare_folder", "write_card"]


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 0 done, 2 wrong input, 130 interrupted."""
    parser = argparse.ArgumentParser(prog="python -m zhuji_sim.odds.cards", description=__doc__)
    parser.add_argument("--rules", default="bao", help="a preset or a TOML file")
    parser.add_argument("--policy", default="champion", help="who plays all seats")
    parser.add_argument("--deals", type=int, default=DECISIONS, help="deals the card is made from")
    parser.add_argument("--full", type=int, default=FULL_DECISIONS, help="decisions calculated in full")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, required=True, help="the folder")
    given = parser.parse_args(arguments)
    try:
        prepare_folder(given.out)
        card = make_card(given.rules, given.policy, given.deals, given.seed, given.jobs, given.full)
        write_card(given.out, card)
    except ZhujiError as error:
        sys.stderr.write(f"cards: {error}\n")
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("cards: interrupted\n")
        return 130
    return 0


def prepare_folder(folder: Path) -> None:
    """Make the folder of a card, before anything is played.

    Raises
    ------
    RunFolderError
        It cannot be written, or holds something else.
    """
    pages = [f"card_{lang}.html" for lang in LANGUAGES]
    tables = ["cells.csv", "losses.csv", "manifest.json"]
    check_ours(folder, pages[0])
    for name in (*pages, *tables):
        check_file(folder / name)


def write_card(folder: Path, card: Card) -> None:
    """Write `card_en.html`, `card_zh.html`, `cells.csv`, `losses.csv` and `manifest.json` into a folder.

    Raises
    ------
    OSError
        A file cannot be written.
    """
    for lang in LANGUAGES:
        write_atomic(folder / f"card_{lang}.html", card_html(card, lang).encode())
    for name, table in (("cells", card.cells), ("losses", card.losses)):
        path = folder / f"{name}.csv"
        if table.empty:
            path.unlink(missing_ok=True)
        else:
            write_atomic(path, table.to_csv(index=False, float_format="%.5g").encode())
    told = {key: value for key, value in card.document().items() if key not in ("cells", "losses", "seconds")}
    write_json(folder / "manifest.json", {"version": __version__, **told})


if __name__ == "__main__":
    sys.exit(main())
