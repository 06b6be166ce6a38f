"""The resolution sheet: Manezzi, trick cards, dice and the Palace, asked ahead as soon as the resolution waits for somebody.

Each of these modules asks when its decision has come up; what they share is here."""

from engines.contract import Pending, When
from engines.zena1814.state import Public
from engines.zena1814.upcoming import SheetKind, Upcoming, upcoming


def pending(public: Public) -> tuple[Pending, ...]:
    """All that may still come up in this resolution."""
    return tuple(asked(public, coming.kind, coming.seat, coming.laid, When.AHEAD) for coming in upcoming(public))


def asked(public: Public, kind: SheetKind, seat: int, laid: int | None = None, when: When = When.NOW) -> Pending:
    """A decision of the sheet. Manezzi and trick cards ask once in a game, dice cards and the Palace once in a round."""
    parts = {
        "manezzi": (kind, laid),
        "trick": (kind, laid),
        "dice": (kind, public.round, laid),
        "palace": (kind, public.round),
    }
    return Pending(seat, kind, "/".join(map(str, parts[kind])), when, reply=True)


def entry(public: Public, pending: Pending) -> Upcoming:
    """What the sheet says of a decision asked ahead. Raises StopIteration if it is not on it."""
    return next(
        coming
        for coming in upcoming(public)
        if coming.seat == pending.seat and coming.kind == pending.kind and str(coming.laid) == pending.key.rpartition("/")[2]
    )


def laid(pending: Pending) -> int:
    """The number of the card a decision is about."""
    return int(pending.key.rpartition("/")[2])
