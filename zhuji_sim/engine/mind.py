"""What a player brings to the table besides his decision function: weights, and room to think."""

from typing import Final

import numpy as np

from .holding import HOLDING

__all__ = ["MIND", "MODEL_MAX", "REMEMBERED", "SCRATCH", "WEIGHTS_MAX", "new_minds"]

WEIGHTS_MAX: Final = 64
"""Most weights a policy can have."""
MODEL_MAX: Final = 4096
"""Most numbers in a policy's fitted model."""
SCRATCH: Final = 512
"""Numbers in a policy's working memory."""
REMEMBERED: Final = 64 * 3
"""Words of what a policy remembers: 64 memories of three."""

MIND = np.dtype(
    (
        np.record,
        [
            ("weights", "f8", (WEIGHTS_MAX,)),  # the policy's own, in the order of its kind's weights
            ("scratch", "f8", (SCRATCH,)),  # working memory, contents undefined
            ("trial", HOLDING),  # what the own tiles would be after an action (foresight.py)
            ("live", "i1", (34,)),  # copies of each kind that the player does not see (foresight.count_live)
            ("remembered", "u8", (REMEMBERED,)),  # hands looked at before (policies.remembered)
            ("model", "f4", (MODEL_MAX,)),  # the policy's fitted model, where it has one
        ],
    )
)
"""One player's mind. A record is one pointer; arrays passed apart would be counted at every decision."""


def new_minds() -> np.ndarray:
    """Four blank minds (structured array of `MIND`), one a player."""
    return np.zeros(4, MIND)
