"""How reliably somebody answers, from what became of each decision that was put to them: the last twelve months count."""

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
# What a page is made of at most: the newest answers.
MOST = 5000
Result = Decision.Result


class Times(NamedTuple):
    """Running time of answers in seconds: three quarters take longer than ``quick``, one quarter longer than ``slow``."""

    quick: int
    median: int
    slow: int


class Standing(NamedTuple):
    """What others are told in short: ``share`` of a hundred answers in time, None with too few, and rated games ``left``."""

    share: int | None
    left: int


@dataclass(frozen=True)
class Reliability:
    """``share`` of a hundred answers came in time, rounded down; it and ``times`` are None with too few answers to tell.

    Games left and taken over count for answers too (``selectors.seats.manners``), in the share alone: ``record`` has them.
    ``finished`` games somebody played to their end, ``left`` are those they did not, and did not come back to.
    """

    answers: int
    share: int | None
    times: Times | None
    finished: int
    left: int
    record: Record


def reliability(user: User, now: datetime) -> Reliability:
    """All of it, in six queries at most."""
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
    """Of a hundred answers, how many came in time; None if there are too few to tell."""
    counts = _answers(user, now).aggregate(all=Count("pk"), in_time=Count("pk", filter=Q(result=Result.IN_TIME)))
    record = manners.record(user, now)
    return _share(counts["in_time"] + record.in_time, counts["all"] + record.counted)


def standings(users: Collection[int], now: datetime) -> dict[int, Standing]:
    """The same of several people, by their ids, and how many rated games each left; in five queries at most."""
    recent = Decision.objects.filter(~Q(result=""), holder__in=users, closed_at__gte=now - PERIOD)
    counts = recent.values("holder").annotate(all=Count("pk"), in_time=Count("pk", filter=Q(result=Result.IN_TIME)))
    answers = {row["holder"]: (row["in_time"], row["all"]) for row in counts}
    records = manners.records(users, now)
    return {user: _standing(answers.get(user, (0, 0)), records[user]) for user in users}


def _answers(user: User, now: datetime) -> QuerySet[Decision]:
    """What was put to this person and is closed, with what became of it."""
    return Decision.objects.filter(~Q(result=""), holder=user, closed_at__gte=now - PERIOD)


def _standing(answers: tuple[int, int], record: Record) -> Standing:
    in_time, all_of_them = answers
    return Standing(_share(in_time + record.in_time, all_of_them + record.counted), len(record.left))


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
