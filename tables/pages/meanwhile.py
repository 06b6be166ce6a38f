"""What the viewer's panel says while others are waited for: who, what may be prepared, and when it is probably their turn.

Made of what all may know: what is pending in public, the clocks, the pace. What anybody has filed or ordered is not read.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.models import Table
from tables.pages.lines import SeatLine
from tables.present.time.paces import soon_words


@dataclass(frozen=True)
class Meanwhile:
    """``waited`` are the lines of those who are waited for; ``before`` the names of those who decide before the viewer, in
    order; ``soon`` how long that takes if they answer as people mostly do, empty where clocks stand still or only bots play.
    """

    waited: Sequence[SeatLine]
    before: Sequence[str]
    soon: str


def meanwhile(table: Table, lines: Sequence[SeatLine], before: Sequence[Sequence[int]]) -> Meanwhile:
    """``before``: the seats that decide before the viewer, as :meth:`engines.contract.Engine.before` groups them."""
    waits = sum(any(lines[seat].seat.is_played_by_person for seat in group) for group in before)
    return Meanwhile(
        waited=[line for line in lines if line.questions],
        before=list(dict.fromkeys(lines[seat].player.name for group in before for seat in group)),
        soon=soon_words(table, waits) if waits and not table.paused_at else "",
    )
