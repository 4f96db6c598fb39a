"""Makes the small study files importable by their plain name; each study is played once for all tests."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """`played(name)` -> the question, its tables, and the folder of its run."""
    from study_files import small_file

    from zhuji_sim.studies.asking import read_question
    from zhuji_sim.studies.run import play

    found = {}

    def of(name):
        if name not in found:
            folder = tmp_path_factory.mktemp(name)
            question = read_question(small_file(name, folder))
            tables = play(question, folder / "run", jobs=1, note=lambda line: None)
            found[name] = question, tables, folder / "run"
        return found[name]

    return of
