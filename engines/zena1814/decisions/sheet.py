"""The resolution sheet: Manezzi, trick cards, dice and the Palace.

Seats are asked in advance as soon as the resolution waits for a player. The module of each of these decisions asks when it
comes up; this module holds their shared parts.
"""

from engines.contract import Pending, When
from engines.zena1814.state import Public
from engines.zena1814.upcoming import SheetKind, Upcoming, upcoming


def pending(public: Public) -> tuple[Pending, ...]:
    """Return all decisions that can still come up in this resolution."""
    return tuple(decision(public, coming.kind, coming.seat, coming.laid, When.AHEAD) for coming in upcoming(public))


def decision(public: Public, kind: SheetKind, seat: int, laid: int | None = None, when: When = When.NOW) -> Pending:
    """Return a decision of the sheet.

    A Manezzi or trick card asks once in a game, a dice card and the Palace once in a round.
    """
    match kind:
        case "manezzi" | "trick":
            key = f"{kind}/{laid}"
        case "dice":
            key = f"{kind}/{public.round}/{laid}"
        case "palace":
            key = f"{kind}/{public.round}"
    return Pending(seat, kind, key, when, reply=True)


def entry(public: Public, pending: Pending) -> Upcoming:
    """Return the sheet's entry for a decision asked in advance. Raises StopIteration if there is none."""
    return next(
        coming
        for coming in upcoming(public)
        if coming.seat == pending.seat and coming.kind == pending.kind and str(coming.laid) == pending.key.rpartition("/")[2]
    )


def laid(pending: Pending) -> int:
    """Return the number of the card that a decision is about."""
    return int(pending.key.rpartition("/")[2])
