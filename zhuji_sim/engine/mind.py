"""What a player brings to the table besides his decision function: weights, and room to think."""

from typing import Final

import numpy as np

__all__ = ["MIND", "SCRATCH", "WEIGHTS_MAX", "new_minds"]

WEIGHTS_MAX: Final = 64
"""Most weights a policy can have."""
SCRATCH: Final = 512
"""Numbers in a policy's working memory."""

MIND = np.dtype(
    (
        np.record,
        [
            ("weights", "f8", (WEIGHTS_MAX,)),  # the policy's own, in the order of its kind's weights
            ("scratch", "f8", (SCRATCH,)),  # working memory, contents undefined
            ("model_start", "i8"),  # where the policy's fitted model begins in the models' array
            ("model_size", "i8"),
        ],
    )
)
"""One player's mind. A record is one pointer; arrays passed apart would be counted at every decision."""


def new_minds() -> np.ndarray:
    """Four blank minds (structured array of `MIND`), one a player."""
    return np.zeros(4, MIND)
