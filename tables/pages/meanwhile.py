"""Viewer's panel while other players decide: these players, and the usual time until the viewer's turn.

It is based on public information: decisions, clocks, the pace. Queued turns and orders are not read.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.models import Table
from tables.pages.lines import SeatLine
from tables.present.time.paces import soon_words


@dataclass(frozen=True)
class WaitingFor:
    """Content of the waiting panel.

    ``waited`` are the lines of players with open decisions, ``before`` the names of players who decide before the viewer, in
    order. ``soon`` is the usual time until the viewer's turn. It is empty while the table is paused, and if only bots come
    before.
    """

    waited: Sequence[SeatLine]
    before: Sequence[str]
    soon: str


def meanwhile(table: Table, lines: Sequence[SeatLine], before: Sequence[Sequence[int]]) -> WaitingFor:
    """Return the waiting panel of a table.

    ``before`` has the seats that decide before the viewer, as :meth:`engines.contract.Engine.before` groups them.
    """
    waits = sum(any(lines[seat].seat.is_played_by_person for seat in group) for group in before)
    return WaitingFor(
        waited=[line for line in lines if line.questions],
        before=list(dict.fromkeys(lines[seat].player.name for group in before for seat in group)),
        soon=soon_words(table, waits) if waits and not table.paused_at else "",
    )
