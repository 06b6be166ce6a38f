"""Fullest positions of some games, one for each kind of decision, and tables in these positions."""

from functools import cache

from accounts.models import User
from engines.contract import Pending, When, encode
from engines.zena1814 import ENGINE
from engines.zena1814.content import Mode
from engines.zena1814.state import State
from tables.models import StandingOrder, Table
from tables.services.play.advance import advance_table
from tests.rows import rewrite
from tests.site import factories
from tests.zena1814.fullest import fullest
from tests.zena1814.pages.walkthrough import NAMES, asked, played

KINDS = ("place", "starter", "turn", "react", "draw", "festa", "discard", "manezzi", "trick", "palace", "dice")
EASY = ("turn", "react", "festa", "discard", "palace", "dice")
"""What beginners are asked."""
CASES: tuple[tuple[Mode, str], ...] = (*(("expert", kind) for kind in KINDS), *(("beginner", kind) for kind in EASY))


@cache
def position(mode: Mode, kind: str) -> tuple[State, Pending]:
    """Return the fullest position, by cards and markers, in which this kind of decision is due now, and the decision."""
    if (mode, kind) == ("expert", "turn"):
        state = fullest()
        return state, next(each for each in ENGINE.pending(state.public) if each.when is When.NOW)
    games = [played(seats, mode, seed)[0] for seats, seed in ((5, 1), (5, 2), (5, 3), (4, 1), (3, 1))]
    found = [each for each in asked(kind, *games) if each[1].when is When.NOW and not each[1].continues]
    return max(found, key=lambda each: _fullness(each[0]))


def _fullness(state: State) -> int:
    rows = [state.public.row(area) for area in state.public.areas]
    return sum(3 + len(laid.markers) for row in rows for laid in row)


def table_at(state: State, seat: int, language: str = "en") -> tuple[Table, User]:
    """Create a table in this position without standing orders. Return the table and the seat's user, who has this language."""
    people = [factories.person(name) for name in NAMES[: len(state.hands)]]
    table = factories.running_table(*people, game="zena1814", options={"mode": state.public.mode})
    StandingOrder.objects.filter(seat__table=table).delete()
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    me: User = table.seats.select_related("user").get(index=seat).user
    User.objects.filter(pk=me.pk).update(language=language)
    return table, me
