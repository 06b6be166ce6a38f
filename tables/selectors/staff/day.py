"""Activity and outages of the site in the last 24 hours, counted from existing rows, with nothing from inside a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import Count, Max, Model, Q, QuerySet
from django.db.models.functions import TruncHour
from django.utils import timezone

from tables.models import Delivery, Move, Outage
from tables.models.mail import EMAIL

HOURS = 24
HOUR = timedelta(hours=1)
# Maximum number of newest rows to read: enough for a day of a busy site.
MOST = 300_000

type ByHour = Mapping[datetime, Mapping[str, int]]


@dataclass(frozen=True)
class Day:
    """Activity by hour in the current time zone, the earliest first, and the outages in these hours, the newest first.

    Hours without activity are left out of ``moves`` (by ``people``, including their orders, and by ``others``: bots, stewards
    and the clock) and of ``messages`` (``mails``, and ``others`` for all other channels).
    """

    hours: tuple[datetime, ...]
    moves: ByHour
    messages: ByHour
    outages: tuple[Outage, ...]


def last_day(now: datetime) -> Day:
    """Return the activity in the current hour and the hours before it."""
    current_hour = timezone.localtime(now).replace(minute=0, second=0, microsecond=0).astimezone(UTC)
    first = current_hour - (HOURS - 1) * HOUR
    by_machines = Q(via__in=[Move.Via.BOT, Move.Via.STEWARD, Move.Via.DEADLINE])
    moves = _newest(Move.objects.filter(at__gte=first).exclude(via=Move.Via.START), Move)
    messages = _newest(Delivery.objects.filter(sent_at__gte=first, status=Delivery.Status.SENT), Delivery)
    outages = Outage.objects.filter(Q(until=None) | Q(until__gte=first)).order_by("-since")
    return Day(
        hours=tuple(first + number * HOUR for number in range(HOURS)),
        moves=_by_hour(moves, "at", people=Count("pk", filter=~by_machines), others=Count("pk", filter=by_machines)),
        messages=_by_hour(
            messages,
            "sent_at",
            mails=Count("pk", filter=Q(channel=EMAIL)),
            others=Count("pk", filter=~Q(channel=EMAIL)),
        ),
        outages=tuple(outages),
    )


def _newest[M: Model](rows: QuerySet[M], model: type[M]) -> QuerySet[M]:
    newest = model._default_manager.aggregate(newest=Max("pk"))["newest"] or 0
    return rows.filter(pk__gt=newest - MOST)


def _by_hour[M: Model](rows: QuerySet[M], moment: str, **counts: Count) -> ByHour:
    rows_by_hour = rows.order_by().annotate(hour=TruncHour(moment)).values("hour").annotate(**counts)
    return {row["hour"]: {name: row[name] for name in counts} for row in rows_by_hour}
