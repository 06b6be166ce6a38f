"""Guide of a table: its learner's step, and the scripted moves of the bots."""

from dataclasses import dataclass
from typing import Any

from accounts.models import User
from engines import guide as guides
from engines import registry
from engines.contract import Pending, Seen, When
from engines.guide import LEARNER, Guide, GuideStep
from tables.models import Lesson, Move, Seat, Table
from tables.selectors.play import state


@dataclass(frozen=True)
class Followed:
    """Guide of a table, and the number of the learner's current step, counted from 0."""

    guide: Guide
    number: int

    @property
    def station(self) -> GuideStep:
        """Current step."""
        return self.guide.stations[self.number]


def followed(table: Table) -> Followed | None:
    """Return the guide of a running practice table. For other tables, return None without a query."""
    if not table.practice or table.status != Table.Status.RUNNING:
        return None
    row = Lesson.objects.filter(table=table).first()
    if row is None:
        return None
    guide = guides.guide(row.guide)
    decisions = registry.engine(table.game).pending(state.seen(table, None).public)
    open_keys = {pending.key for pending in decisions if pending.seat == LEARNER and pending.when is When.NOW}
    return Followed(guide, guide.place(guide.number(row.station, open_keys), open_keys))


def unfinished(user: User, guide: str) -> Table | None:
    """Return the latest table at which a user has not finished this guide; None if there is none."""
    mine = Table.objects.running().filter(practice=True, lesson__guide=guide, seats__user=user)
    return mine.readable().order_by("-pk").first()


def scripted_action(seat: Seat, seen: Seen[Any, Any], pending: Pending) -> Any | None:
    """Return the bot's action from the table's guide; None if the guide has none, or the rules forbid it here."""
    row = Lesson.objects.filter(table=seat.table).first() if seat.table.practice else None
    actions = guides.guide(row.guide).scripted_move(pending.seat, pending.key) if row else ()
    if not actions:
        return None
    done = Move.objects.filter(table=seat.table, seat=seat, key=pending.key).count()
    action = actions[done] if done < len(actions) else None
    return action if action in registry.engine(seat.table.game).legal(seen, pending) else None
