"""What a study of regret says: means by kind of decision with intervals, and the decisions that cost most."""

from typing import Final

import numpy as np
import pandas as pd

__all__ = ["by_kind", "worst"]

_Z: Final = 1.959964
"""Of a 95 % interval."""
ALL: Final = "all"


def by_kind(points: pd.DataFrame, judged: list[str]) -> pd.DataFrame:
    """Mean regret of each judged policy by kind of decision, and of all kinds together.

    Regret is in points a decision; a decision point a deal, so that points are independent. The row `all`
    counts every kind as much as it was sampled. Its 95 % interval, as that of each kind, is the mean's normal
    one; the ratio to the last policy's regret has that of the delta method over the same points.

    Parameters
    ----------
    points : DataFrame
        Rows of `measuring.measure_chunk`.
    judged : list of str
        Names of the policies, the yardstick last.

    Returns
    -------
    DataFrame
        `policy`, `kind`, `points` (decision points), `agrees` (share whose choice has the best mean),
        `regret`, `low`, `high`, `ratio`, `ratio_low`, `ratio_high`.
    """
    rows = []
    for name in judged:
        for kind in [*dict.fromkeys(points["kind"]), ALL]:
            part = points if kind == ALL else points[points["kind"] == kind]
            regret = part[f"regret_{name}"].to_numpy(float)
            yardstick = part[f"regret_{judged[-1]}"].to_numpy(float)
            mean, error = regret.mean(), _error(regret)
            ratio, ratio_error = _ratio(regret, yardstick)
            rows.append(
                {
                    "policy": name,
                    "kind": kind,
                    "points": len(part),
                    "agrees": float((part[f"choice_{name}"] == part["best"]).mean()),
                    "regret": mean,
                    "low": mean - _Z * error,
                    "high": mean + _Z * error,
                    "ratio": ratio,
                    "ratio_low": ratio - _Z * ratio_error,
                    "ratio_high": ratio + _Z * ratio_error,
                }
            )
    return pd.DataFrame(rows)


def worst(points: pd.DataFrame, name: str, most: int = 20) -> str:
    """The decisions of a policy that cost most, readable, as Markdown."""
    parts = [f"# Where {name} differs most from rollouts\n"]
    for _, row in points.nlargest(most, f"regret_{name}").iterrows():
        order = np.argsort(row["means"])[::-1]
        values = ", ".join(f"{row['actions'][i]} {row['means'][i]:+.2f}" for i in order[:6])
        parts.append(
            f"## {row['kind']}, deal {row['deal']}, decision {row['number']}\n\n"
            f"```\n{row['shown']}\n```\n\n"
            f"{name}: **{row[f'choice_{name}']}**, rollouts: **{row['best']}** "
            f"(regret {row[f'regret_{name}']:.2f})  \n{values}\n"
        )
    return "\n".join(parts)


def _error(values: np.ndarray) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("nan")


def _ratio(values: np.ndarray, yardstick: np.ndarray) -> tuple[float, float]:
    """Ratio of two means over the same points, and its error by the delta method."""
    if yardstick.mean() == 0:
        return float("nan"), float("nan")
    ratio = values.mean() / yardstick.mean()
    return float(ratio), _error(values - ratio * yardstick) / abs(float(yardstick.mean()))
