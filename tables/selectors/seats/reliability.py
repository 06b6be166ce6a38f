"""How reliably somebody answers, from what became of each decision that was put to them: the last twelve months count."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import quantiles
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.models import User
from tables.models import Decision, Table, Tenure

PERIOD = timedelta(days=365)
ENOUGH = 10
# What a page is made of at most: the newest answers.
MOST = 5000
Result = Decision.Result


class Times(NamedTuple):
    """Running time of answers in seconds: three quarters take longer than ``quick``, one quarter longer than ``slow``."""

    quick: int
    median: int
    slow: int


@dataclass(frozen=True)
class Reliability:
    """``share`` of a hundred answers came in time, rounded down; it and ``times`` are None with too few answers to tell.

    ``finished`` games somebody played to their end, ``left`` are those they did not, and did not come back to.
    """

    answers: int
    share: int | None
    times: Times | None
    finished: int
    left: int


def reliability(user: User, now: datetime) -> Reliability:
    """All of it, in two queries."""
    rows = list(_answers(user, now).order_by("-closed_at").values_list("result", "used_seconds")[:MOST])
    in_time = sum(result == Result.IN_TIME for result, _used in rows)
    finished, left = _games(user, now)
    return Reliability(
        answers=len(rows),
        share=_share(in_time, len(rows)),
        times=_times(used for _result, used in rows if used is not None) if len(rows) >= ENOUGH else None,
        finished=finished,
        left=left,
    )


def share_in_time(user: User, now: datetime) -> int | None:
    """Of a hundred answers, how many came in time; None if there are too few to tell."""
    counts = _answers(user, now).aggregate(all=Count("pk"), in_time=Count("pk", filter=Q(result=Result.IN_TIME)))
    return _share(counts["in_time"], counts["all"])


def shares_in_time(users: Collection[int], now: datetime) -> dict[int, int | None]:
    """The same of several people, by their ids; in one query."""
    recent = Decision.objects.filter(~Q(result=""), holder__in=users, closed_at__gte=now - PERIOD)
    counts = recent.values("holder").annotate(all=Count("pk"), in_time=Count("pk", filter=Q(result=Result.IN_TIME)))
    counted = {row["holder"]: _share(row["in_time"], row["all"]) for row in counts}
    return {user: counted.get(user) for user in users}


def _answers(user: User, now: datetime) -> QuerySet[Decision]:
    """What was put to this person and is closed, with what became of it."""
    return Decision.objects.filter(~Q(result=""), holder=user, closed_at__gte=now - PERIOD)


def _share(in_time: int, answers: int) -> int | None:
    return in_time * 100 // answers if answers >= ENOUGH else None


def _times(seconds: Iterable[int]) -> Times | None:
    ordered = sorted(seconds)
    return Times(*(round(cut) for cut in quantiles(ordered, n=4, method="inclusive"))) if len(ordered) > 1 else None


def _games(user: User, now: datetime) -> tuple[int, int]:
    """How many games somebody played to the end and how many they left, by their last tenure at each."""
    later = Tenure.objects.filter(user=user, seat__table=OuterRef("seat__table"), pk__gt=OuterRef("pk"))
    last = Tenure.objects.filter(~Exists(later), user=user, last_seq__isnull=False, seat__table__started_at__isnull=False)
    recent = last.filter(Q(seat__table__ended_at=None) | Q(seat__table__ended_at__gte=now - PERIOD))
    is_played_out = Q(seat__table__status=Table.Status.ENDED) & ~Q(seat__table__ended_by=Table.EndedBy.ABANDONED)
    to_the_end = is_played_out & Q(last_seq=F("seat__table__seq"))
    counts = recent.filter(~Q(seat__table__ended_by=Table.EndedBy.CANCELLED)).aggregate(
        finished=Count("pk", filter=to_the_end), left=Count("pk", filter=~to_the_end)
    )
    return counts["finished"], counts["left"]
