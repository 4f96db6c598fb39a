"""Changes in sentences: what is not clear is said to be so, and no sign is written beside the word for it."""

import pandas as pd
import pytest

from zhuji_sim.studies.wording import direction, size, worth


def change(value, low, high):
    return pd.Series({"points": value, "points_low": low, "points_high": high})


@pytest.mark.parametrize(
    ("row", "way", "written"),
    [
        (change(9.94, 7.81, 12.08), "gain", "9.9 (7.8 … 12.1)"),
        (change(-9.94, -12.08, -7.81), "loss", "9.9 (7.8 … 12.1)"),
        (change(0.18, -0.19, 0.55), "unclear", "+0.18 (−0.19 … +0.55)"),
        (change(0.4, float("nan"), float("nan")), "unclear", "+0.4"),
        (change(0.0, 0.0, 0.0), "unclear", "+0.00 (+0.00 … +0.00)"),
    ],
    ids=["gain", "loss", "unclear", "too few", "nothing"],
)
def test_a_change_has_a_direction_only_where_its_interval_says_so(row, way, written):
    """Guards against a loss whose interval is written from its far end."""
    assert direction(row, "points") == way
    assert size(row, "points") == written


def test_what_something_brings_keeps_the_sign_of_a_loss_and_says_what_is_unclear():
    assert worth(change(2.5, 1.0, 4.0), "points", "en") == "2.5 (1.0 … 4.0)"
    assert worth(change(-2.5, -4.0, -1.0), "points", "en") == "−2.5 (−4.0 … −1.0)"
    assert worth(change(0.2, -1.0, 1.4), "points", "en") == "an unclear +0.2 (−1.0 … +1.4)"
