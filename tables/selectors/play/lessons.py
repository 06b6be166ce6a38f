"""Which guide a table follows, where its learner is, and what the others do there."""

from dataclasses import dataclass
from typing import Any

from accounts.models import User
from engines import guide as guides
from engines import registry
from engines.contract import Pending, Seen, When
from engines.guide import LEARNER, Guide, Station
from tables.models import Lesson, Move, Seat, Table
from tables.selectors.play import state


@dataclass(frozen=True)
class Followed:
    """The guide of a table, and the number of the station at which the learner is, counted from 0."""

    guide: Guide
    number: int

    @property
    def station(self) -> Station:
        """That station."""
        return self.guide.stations[self.number]


def followed(table: Table) -> Followed | None:
    """The guide a running practice table follows; None elsewhere, without a question to the database."""
    if not table.practice or table.status != Table.Status.RUNNING:
        return None
    row = Lesson.objects.filter(table=table).first()
    if row is None:
        return None
    guide = guides.guide(row.guide)
    asked = registry.engine(table.game).pending(state.seen(table, None).public)
    open_keys = {pending.key for pending in asked if pending.seat == LEARNER and pending.when is When.NOW}
    return Followed(guide, guide.place(row.station, open_keys))


def unfinished(user: User, guide: str) -> Table | None:
    """The table at which somebody learns by this guide and has not come to its end."""
    mine = Table.objects.running().filter(practice=True, lesson__guide=guide, seats__user=user)
    return mine.readable().order_by("-pk").first()


def said(seat: Seat, seen: Seen[Any, Any], pending: Pending) -> Any | None:
    """What the guide of this table lets a bot do; None if it says nothing, or the rules do not allow it here."""
    row = Lesson.objects.filter(table=seat.table).first() if seat.table.practice else None
    actions = guides.guide(row.guide).said(pending.seat, pending.key) if row else ()
    if not actions:
        return None
    done = Move.objects.filter(table=seat.table, seat=seat, key=pending.key).count()
    action = actions[done] if done < len(actions) else None
    return action if action in registry.engine(seat.table.game).legal(seen, pending) else None
