"""People who leave rated games, and the pause before they may join new ones, computed from rows each time.

Leaving means being replaced in a rated game or resigning from it while other people continue. A person who takes their seat
back has not left. Conceding a two-player game ends it, and ending a game by agreement is nobody's fault. Practice and imported
games do not count, and neither do games cancelled by an admin. Unrated games count only if they were taken over and finished.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from accounts.models import User
from tables.models import LiftedPause, Seat, SiteEvent, Table

# Period of the past that counts.
PERIOD = timedelta(days=365)
# Number of rated games left in a row, with none finished in between, that leads to a pause; and length of the pause.
IN_A_ROW = 3
PAUSE = timedelta(days=7)
# Number of late answers for which a rated game left counts, and number of answers in time for which a game taken over and
# finished counts.
LEAVING_COSTS = TAKING_OVER_GAINS = 5

Kind = SiteEvent.Kind
_OUT, _IN = (Kind.STEWARD, Kind.LEFT), (Kind.RETURNED, Kind.SUBSTITUTE)
_RATED = Q(rated=True, visibility=Table.Visibility.PUBLIC, practice=False, imported_at=None, started_at__isnull=False)
_RESULTS = (Table.EndedBy.FINISHED, Table.EndedBy.CONCEDED)


@dataclass(frozen=True)
class Record:
    """Times of rated games left and finished, each in order, and number of seats taken over and finished."""

    left: tuple[datetime, ...] = ()
    finished: tuple[datetime, ...] = ()
    taken_over: int = 0

    @property
    def counted(self) -> int:
        """Number of answers for which the record counts."""
        return LEAVING_COSTS * len(self.left) + self.in_time

    @property
    def in_time(self) -> int:
        """Number of answers in time for which the record counts."""
        return TAKING_OVER_GAINS * self.taken_over

    def paused_until(self, lifted_at: datetime | None = None) -> datetime | None:
        """Return the end of the last pause, past or future, or None. Games left up to ``lifted_at`` do not count.

        Each further game left in a row restarts the pause.
        """
        moments = sorted([(at, 1) for at in self.left] + [(at, 0) for at in self.finished])
        in_a_row, until = 0, None
        for at, is_leaving in moments:
            if lifted_at is not None and at <= lifted_at:
                continue
            in_a_row = in_a_row + 1 if is_leaving else 0
            if in_a_row >= IN_A_ROW:
                until = at + PAUSE
        return until


class _Event(NamedTuple):
    table: int
    seat: int
    user: int | None
    kind: str
    by_operator: bool
    at: datetime
    ended_by: str
    ended_at: datetime | None


def records(users: Collection[int], now: datetime) -> Mapping[int, Record]:
    """Return the records of several people, by their ids; in at most four queries."""
    left = _left(users, now)
    finished: dict[int, list[datetime]] = defaultdict(list)
    taken_over: dict[int, int] = defaultdict(int)
    for user, is_rated, at, taken_over_at in _finished(users, now):
        if is_rated:
            finished[user].append(at)
        taken_over[user] += taken_over_at is not None
    return {user: Record(tuple(left[user]), tuple(sorted(finished[user])), taken_over[user]) for user in users}


def record(user: User, now: datetime) -> Record:
    """Return the record of one person."""
    return records([user.pk], now)[user.pk]


def paused_until(user: User, now: datetime) -> datetime | None:
    """Return the time until which this person may not open or join rated games, or None."""
    lifted = LiftedPause.objects.filter(user=user).order_by("-at").values_list("at", flat=True).first()
    until = record(user, now).paused_until(lifted)
    return until if until is not None and until > now else None


def _left(users: Collection[int], now: datetime) -> Mapping[int, list[datetime]]:
    by_user: dict[int, list[datetime]] = defaultdict(list)
    by_table: dict[int, list[_Event]] = defaultdict(list)
    for event in _events(users, now):
        by_table[event.table].append(event)
    playing: dict[int, set[int]] = defaultdict(set)
    persons = Seat.objects.filter(table__in=by_table, bot="", index__isnull=False)
    for table, seat in persons.values_list("table", "pk"):
        playing[table].add(seat)
    for table, events in by_table.items():
        for user, at in _out_of_game(events, playing[table]):
            if user in users and at > now - PERIOD:
                by_user[user].append(at)
    return defaultdict(list, {user: sorted(moments) for user, moments in by_user.items()})


def _events(users: Collection[int], now: datetime) -> Iterable[_Event]:
    """Return all changes of players at the tables that one of these users left or lost."""
    table_ids = SiteEvent.objects.filter(user__in=users, kind__in=_OUT, at__gt=now - PERIOD).values("table")
    rated = Table.objects.filter(_RATED, pk__in=table_ids).exclude(ended_by=Table.EndedBy.CANCELLED)
    events = SiteEvent.objects.filter(table__in=rated, kind__in=(*_OUT, *_IN), seat__isnull=False).order_by("at", "pk")
    columns = ("table", "seat", "user", "kind", "by_operator", "at", "table__ended_by", "table__ended_at")
    return [_Event(*row) for row in events.values_list(*columns)]


def _out_of_game(events: Iterable[_Event], playing: set[int]) -> Iterable[tuple[int, datetime]]:
    """Return the ids of the people who are out of a game through their own fault, with times.

    ``playing`` are the human seats at the start of the game.
    """
    out: dict[int, datetime] = {}
    for event in events:
        if event.kind in _IN:
            playing.add(event.seat)
            if event.user is not None:
                out.pop(event.user, None)
            continue
        playing.discard(event.seat)
        is_last = event.ended_by == Table.EndedBy.ABANDONED and event.at == event.ended_at
        is_own = event.user is not None and event.user not in out and not event.by_operator
        if is_own and playing and not is_last:
            assert event.user is not None
            out[event.user] = event.at
    return out.items()


def _finished(users: Collection[int], now: datetime) -> Iterable[tuple[int, bool, datetime, datetime | None]]:
    """Yield user, rated, end and takeover time for each game they finished."""
    # Withheld tables count once their round has ended.
    ended = Table.objects.finished().filter(ended_by__in=_RESULTS, ended_at__gt=now - PERIOD, imported_at=None)
    seats = Seat.objects.filter(user__in=users, bot="", steward_since=None, resigned_at=None, table__in=ended)
    columns = ("user", "table__rated", "table__visibility", "table__ended_at", "taken_over_at")
    for user, rated, visibility, at, taken_over_at in seats.values_list(*columns):
        yield user, rated and visibility == Table.Visibility.PUBLIC, at, taken_over_at
