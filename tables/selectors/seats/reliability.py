"""Reliability of a user, from the results of their decisions in the last twelve months.

Withheld tables count once their round has ended, because the figures would tell what happens there.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from statistics import quantiles
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from tables.models import Decision, Table, Tenure
from tables.selectors.seats import manners
from tables.selectors.seats.manners import PERIOD, Record

ENOUGH = 10
# Maximum number of answers that count on a person's profile: the newest ones.
MOST = 5000
Result = Decision.Result


class Times(NamedTuple):
    """Times of answers in seconds of running time.

    Three quarters take longer than ``quick``, one quarter longer than ``slow``.
    """

    quick: int
    median: int
    slow: int


class ReliabilitySummary(NamedTuple):
    """Public summary: ``share`` of a hundred answers in time, None with too few; ``left``: number of rated games left."""

    share: int | None
    left: int


@dataclass(frozen=True)
class Reliability:
    """Reliability: ``share`` of a hundred answers in time, rounded down.

    It and ``times`` are None with too few answers. Only in the share, games left and games taken over count as answers too
    (``selectors.seats.manners``). ``record`` has these games. ``finished`` is the number of games played to their end, ``left``
    the number of games left for good.
    """

    answers: int
    share: int | None
    times: Times | None
    finished: int
    left: int
    record: Record


def reliability(user: User, now: datetime) -> Reliability:
    """Return all figures of a user's reliability, in at most six queries."""
    rows = list(_answers(user, now).order_by("-closed_at").values_list("result", "used_seconds")[:MOST])
    in_time = sum(result == Result.IN_TIME for result, _used in rows)
    finished, left = _games(user, now)
    record = manners.record(user, now)
    return Reliability(
        answers=len(rows),
        share=_share(in_time + record.in_time, len(rows) + record.counted),
        times=_times(used for _result, used in rows if used is not None) if len(rows) >= ENOUGH else None,
        finished=finished,
        left=left,
        record=record,
    )


def share_in_time(user: User, now: datetime) -> int | None:
    """Return the answers in time out of a hundred, or None if there are too few answers."""
    counts = _answers(user, now).aggregate(all=Count("pk"), in_time=Count("pk", filter=Q(result=Result.IN_TIME)))
    record = manners.record(user, now)
    return _share(counts["in_time"] + record.in_time, counts["all"] + record.counted)


def standings(users: Collection[int], now: datetime) -> dict[int, ReliabilitySummary]:
    """Return the shares of several people, by their ids, with the number of rated games they left.

    At most five queries.
    """
    counts = (
        _recent(now)
        .filter(holder__in=users)
        .values("holder")
        .annotate(all=Count("pk"), in_time=Count("pk", filter=Q(result=Result.IN_TIME)))
    )
    answers = {row["holder"]: (row["in_time"], row["all"]) for row in counts}
    records = manners.records(users, now)
    return {user: _standing(answers.get(user, (0, 0)), records[user]) for user in users}


def _answers(user: User, now: datetime) -> QuerySet[Decision]:
    """Return this person's closed decisions, with their results."""
    return _recent(now).filter(holder=user)


def _recent(now: datetime) -> QuerySet[Decision]:
    return Decision.objects.filter(~Q(result=""), closed_at__gte=now - PERIOD, table__is_withheld=False)


def _standing(answers: tuple[int, int], record: Record) -> ReliabilitySummary:
    in_time, total = answers
    return ReliabilitySummary(_share(in_time + record.in_time, total + record.counted), len(record.left))


def _share(in_time: int, answers: int) -> int | None:
    return in_time * 100 // answers if answers >= ENOUGH else None


def _times(seconds: Iterable[int]) -> Times | None:
    ordered = sorted(seconds)
    return Times(*(round(cut) for cut in quantiles(ordered, n=4, method="inclusive"))) if len(ordered) > 1 else None


def _games(user: User, now: datetime) -> tuple[int, int]:
    """Return the number of games played to the end and of games left, by the last tenure in each."""
    later = Tenure.objects.filter(user=user, seat__table=OuterRef("seat__table"), pk__gt=OuterRef("pk"))
    last = Tenure.objects.filter(~Exists(later), user=user, last_seq__isnull=False, seat__table__started_at__isnull=False)
    last = last.filter(seat__table__is_withheld=False)
    recent = last.filter(Q(seat__table__ended_at=None) | Q(seat__table__ended_at__gte=now - PERIOD))
    is_played_out = Q(seat__table__status=Table.Status.ENDED) & ~Q(seat__table__ended_by=Table.EndedBy.ABANDONED)
    to_the_end = is_played_out & Q(last_seq=F("seat__table__seq"))
    counts = recent.filter(~Q(seat__table__ended_by=Table.EndedBy.CANCELLED)).aggregate(
        finished=Count("pk", filter=to_the_end), left=Count("pk", filter=~to_the_end)
    )
    return counts["finished"], counts["left"]
