"""What the referee raises, and how he reads a field of the log."""

from typing import Any

BEFORE_PLAY = -1
"""Event index of what is wrong in the log before its first event."""


class Foul(Exception):
    """A rule is broken; whoever knows the event turns it into `Illegal`."""


class Illegal(Exception):
    """The first violation in a log.

    `event_index` is that of the event, -1 for what comes before the first, and for the result the number of
    events.
    """

    def __init__(self, event_index: int, reason: str) -> None:
        super().__init__(f"event {event_index}: {reason}")
        self.event_index = event_index
        self.reason = reason


def demand(holds: bool, reason: str) -> None:
    """Raise `Foul` unless the condition holds."""
    if not holds:
        raise Foul(reason)


def field(record: dict[str, Any], name: str) -> Any:
    """A field that the log has to have."""
    if not isinstance(record, dict) or name not in record:
        raise Foul(f"the log lacks {name!r} here")
    return record[name]
