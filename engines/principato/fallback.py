"""Default moves at a deadline: end the turn, supply as many units as possible, give back no unit."""

from engines.contract import Pending
from engines.principato import military
from engines.principato.actions import Action, EndTurn, ReleaseUnits
from engines.principato.decisions import feed, release, turn
from engines.principato.state import Seen


def fallback(seen: Seen, pending: Pending) -> Action:
    """Return the default move for a decision.

    It ends a turn [P-4.3]. It supplies units for the most strength, proper cubes before favour [P-8.1]. It keeps all units
    [P-8.12]. Raises ValueError for another kind of decision.
    """
    match pending.kind:
        case turn.KIND:
            return EndTurn()
        case feed.KIND:
            return military.feeds_most(seen.public.realms[pending.seat])
        case release.KIND:
            return ReleaseUnits()
        case _:
            raise ValueError(f"{pending.kind} asked of {seen}")
