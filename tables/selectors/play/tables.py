"""Finding tables: what somebody may see, and what waits for whom. Fetching and authorising are one call."""

from collections.abc import Collection, Sequence
from functools import reduce
from operator import or_
from secrets import compare_digest
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import User
from config.database import statements
from engines.contract import When
from tables.models import Decision, Seat, Table
from tables.selectors.clubs import clubs
from tables.selectors.people import relations
from tables.selectors.time.clocks import FIRST_DUE

type Person = User | AnonymousUser | None

SENDING = ("code", "game", "version", "status", "state", "practice")
RECENT = 10
WAITED_FOR = (When.NOW.value, When.AHEAD.value)


class NotVisible(Exception):
    """There is no such table for this person."""


def visible_table(*, user: Person, code: str, invite: str | None = None) -> Table:
    """The table, if this person may see it: public, or host or seated, a member of its club, or with its invitation.

    One that waits for players is not there for somebody who may not sit down with those who wait. Raises NotVisible.
    """
    table = _by_code.first(code)
    if table is None or not _may_see(table, user, invite) or is_kept_from(table, user):
        raise NotVisible(code)
    return table


@statements.read
def _by_code(code: str) -> QuerySet[Table]:
    return Table.objects.readable().filter(code=code)


def invited_table(token: str, user: Person) -> Table | None:
    """The table whose invitation this is, for whom :func:`visible_table` would show it."""
    table = Table.objects.readable().select_related("host").filter(invite=token).first()
    return None if table is None or is_kept_from(table, user) else table


def own_seat(table: Table, user: Person) -> Seat | None:
    """The seat this person holds at the table."""
    if user is None or not user.pk:
        return None
    return table.seats.filter(user_id=user.pk).first()


def seat_at(*, user: Person, code: str) -> Seat | None:
    """The seat this person holds at the table with this code; of both only what it takes to send something."""
    if user is None or not user.pk:
        return None
    return _seat_at.first(user.pk, code)


@statements.read
def _seat_at(user: int, code: str) -> QuerySet[Seat]:
    mine = Seat.objects.filter(table__code=code, user_id=user)
    return mine.select_related("table").only("user", "index", "plies", *(f"table__{name}" for name in SENDING))


def seats_of(table: Table) -> list[Seat]:
    """All seats with holders and agreements to end: by the engine's index once the game runs, by joining before."""
    seats = _joined(table.pk) if table.status == Table.Status.WAITING else _dealt(table.pk)
    for seat in seats:
        seat.table = table
    return seats


@statements.read
def _joined(table: int) -> QuerySet[Seat]:
    return Seat.objects.filter(table=table).select_related("user", "reserved_for", "agreement").order_by("position")


@statements.read
def _dealt(table: int) -> QuerySet[Seat]:
    return Seat.objects.filter(table=table).select_related("user", "agreement").order_by("index", "position")


def lobby_tables(user: Person, *, game: str = "", pace: str = "", seats: int | None = None, limit: int = 100) -> list[Table]:
    """Public tables and those of this person's clubs that wait for players and have a free seat, newest first, with
    ``seats.all()`` fetched.

    Those at which somebody sits who is kept from this person are not among them.
    """
    # A table begins when its last seat is taken, so hardly one of these is full. Asked for in SQL, PostgreSQL takes it that
    # hardly one is not, and sorts all that wait.
    tables = Table.objects.listed().select_related("host").filter(status=Table.Status.WAITING)
    for name, value in (("game", game), ("pace", pace), ("seat_count", seats)):
        if value:
            tables = tables.filter(**{name: value})
    if apart := relations.apart_from(_account(user)):
        tables = tables.exclude(host__in=apart).exclude(seats__user__in=apart)
    tables = tables.order_by("-created_at", "-pk")
    # Each is read along its own index until there are enough; asked for at once, all that wait are sorted.
    found = [table for which in _open_to(user) for table in tables.filter(which)[:limit]]
    newest = with_seats(sorted(found, key=lambda table: (table.created_at, table.pk), reverse=True)[:limit])
    me = user.pk if user is not None else None
    return [table for table in newest if any(_may_sit(seat, me) for seat in table.seats.all())]


def may_sit(table: Table, user: Person) -> bool:
    """Whether there is a free seat that is not kept for somebody else."""
    return any(_may_sit(seat, user.pk if user is not None else None) for seat in table.seats.filter(user=None, bot=""))


def _may_sit(seat: Seat, user_id: int | None) -> bool:
    return seat.user_id is None and not seat.bot and seat.reserved_for_id in (None, user_id)


def open_rematch(table: Table, user: Person = None) -> Table | None:
    """Return the latest rematch of an ended game that was not called off, whether it waits, runs or is over.

    One by people who are kept from this person is not there for them: they may offer another.
    """
    offered = Table.objects.listed().select_related("host").filter(rematch_of=table)
    known = offered.exclude(ended_by=Table.EndedBy.CANCELLED).order_by("-pk")
    return next((again for again in known if _belongs(again, user) or not _is_apart_at(again, user)), None)


def open_seats(user: Person, *, game: str = "", pace: str = "", seats: int | None = None, limit: int = 20) -> list[Seat]:
    """Seats of public games, and of those of this person's clubs, that wait for a substitute, newest first, with table and
    holder; none where this person sits."""
    at_play = {"table__status": Table.Status.RUNNING, "table__quarantined_at": None}
    waiting = Seat.objects.open_to_substitutes().filter(_is_for(user, "table__"), **at_play)
    for name, value in (("table__game", game), ("table__pace", pace), ("table__seat_count", seats)):
        if value:
            waiting = waiting.filter(**{name: value})
    if user is not None and user.pk:
        waiting = waiting.exclude(table__seats__user=user)
    if apart := relations.apart_from(_account(user)):
        waiting = waiting.exclude(table__seats__user__in=apart)
    return list(waiting.listed().with_table().order_by("-opened_at", "-pk")[:limit])


def open_seats_of(table: Table, user: Person) -> list[Seat]:
    """The seats of one running table that wait for a substitute; none for somebody who may not sit down there."""
    if table.status != Table.Status.RUNNING or table.quarantined_at or _is_apart_at(table, user):
        return []
    return list(table.seats.open_to_substitutes().select_related("table", "user").order_by("index"))


def tables_awaiting(user: Person) -> list[Table]:
    """Running tables that wait for this person, the one whose own time ends first on top."""
    if user is None or not user.pk:
        return []
    places = {table_id: place for place, table_id in enumerate(dict.fromkeys(table for (table,) in _in_order(user.pk)))}
    return sorted(with_seats(_of_ids(list(places))), key=lambda table: places[table.pk])


@statements.read
def _in_order(user: int) -> QuerySet[Decision, tuple[int]]:
    """The tables that wait for this person, the first deadline first; one several times if it waits for several answers."""
    return _awaiting(user).order_by(*FIRST_DUE, "table_id").values_list("table_id")


@statements.read
def _of_ids(tables: Collection[int]) -> QuerySet[Table]:
    return Table.objects.listed().select_related("host").filter(pk__in=tables)


def awaiting_count(user: Person) -> int:
    """How many tables wait for this person."""
    return len(named_awaiting(user))


def named_awaiting(user: Person) -> Sequence[Table]:
    """Each table that waits for this person, first deadline first; of each just its code and its names."""
    if user is None or not user.pk:
        return ()
    by_id: dict[int, Table] = {}
    for row in _named_awaiting(user.pk):
        by_id.setdefault(row.table_id, row.table)
    return list(by_id.values())


@statements.read
def _named_awaiting(user: int) -> QuerySet[Decision]:
    named = _awaiting(user).select_related("table").only("table__code", "table__name", "table__game")
    return named.order_by(*FIRST_DUE, "table_id")


def tables_waiting_for_others(user: Person) -> list[Table]:
    """This person's other games that are running or still fill up; the latest move on top."""
    if user is None or not user.pk:
        return []
    return with_seats(_waiting_for_others(user.pk))


@statements.read
def _waiting_for_others(user: int) -> QuerySet[Table]:
    mine = Seat.objects.filter(table=OuterRef("pk"), user=user, resigned_at=None)
    awaiting = _awaiting(user).filter(table=OuterRef("pk"))
    live = Table.objects.listed().select_related("host").filter(status__in=[Table.Status.WAITING, Table.Status.RUNNING])
    return live.filter(Exists(mine), ~Exists(awaiting), branches=None).order_by("-moved_at", "-created_at", "-pk")


def recently_finished(user: Person) -> list[Table]:
    """This person's games that ended last, at most ``RECENT``."""
    if user is None or not user.pk:
        return []
    return with_seats(_finished(user.pk))


@statements.read
def _finished(user: int) -> QuerySet[Table]:
    ended = Table.objects.listed().select_related("host").filter(status=Table.Status.ENDED, started_at__isnull=False)
    return ended.filter(seats__user=user).order_by("-ended_at", "-pk")[:RECENT]


def next_table_for(user: Person, after: Table | None = None) -> Table | None:
    """The next game that waits for this person, other than the one they have just played; just its code and its names."""
    return next((table for table in named_awaiting(user) if after is None or table.pk != after.pk), None)


def is_deserted(table: Table) -> bool:
    """Whether no person plays at a running table any more."""
    return not table.seats.played_by_person().exists()


def _awaiting(user: int) -> QuerySet[Decision]:
    mine = {"seat__user_id": user, "seat__steward_since": None, "seat__resigned_at": None, "seat__bot": ""}
    at_play: dict[str, Any] = {"table__status": statements.Constant("running"), "table__quarantined_at": None}
    # Where somebody went back they play on at the table that stems from it.
    at_play["table__branches"] = None
    return Decision.objects.open().unanswered().filter(when__in=WAITED_FOR, **mine, **at_play)


def with_seats(tables: Sequence[Table]) -> list[Table]:
    """The same tables, whose ``seats.all()`` are fetched, in the order of joining."""
    if tables:
        seats: dict[int, list[Seat]] = {}
        for seat in _seats_listed([table.pk for table in tables]):
            seats.setdefault(seat.table_id, []).append(seat)
        for table in tables:
            fetched = seats.get(table.pk, [])
            for seat in fetched:
                seat.table = table
            # As prefetch_related keeps them, whose SQL would be made anew each time.
            kept: Any = table.seats.all()
            kept._result_cache, kept._prefetch_done = fetched, True
            vars(table)["_prefetched_objects_cache"] = {"seats": kept}
    return list(tables)


@statements.read
def _seats_listed(tables: Collection[int]) -> QuerySet[Seat]:
    return Seat.objects.listed().filter(table__pk__in=tables).order_by("position")


def _is_for(user: Person, of: str = "") -> Q:
    """Tables at which this person may sit down without an invitation; ``of`` leads to them."""
    return reduce(or_, _open_to(user, of))


def _open_to(user: Person, of: str = "") -> Sequence[Q]:
    """The same in parts that have no table in common: those of everybody, and those of this person's clubs."""
    public = Q(**{f"{of}visibility": Table.Visibility.PUBLIC, f"{of}club": None})
    if user is None or not user.pk:
        return (public,)
    return (public, Q(**{f"{of}club__in": clubs.ids_of(user.pk)}))


def is_open_to(table: Table, invite: str | None) -> bool:
    """Whether everybody may sit down here, or the invitation is this one."""
    return table.visibility == Table.Visibility.PUBLIC or is_invitation(table, invite)


def is_invitation(table: Table, invite: str | None) -> bool:
    """Whether this is the invitation of the table."""
    return bool(invite) and compare_digest(str(invite).encode(errors="replace"), table.invite.encode())


def may_take_seats(table: Table, user: Person) -> bool:
    """Whether nobody at a running table is kept from this person."""
    return not _is_apart_at(table, user)


def is_kept_from(table: Table, user: Person) -> bool:
    """Whether a table that waits is hidden from somebody; never from those who belong to it."""
    return table.status == Table.Status.WAITING and _is_apart_at(table, user) and not _belongs(table, user)


def _is_apart_at(table: Table, user: Person) -> bool:
    return user is not None and user.pk is not None and relations.are_apart_at(table, user.pk)


def _account(user: Person) -> User | None:
    return user if isinstance(user, User) else None


def _may_see(table: Table, user: Person, invite: str | None) -> bool:
    is_theirs = is_open_to(table, invite) or _belongs(table, user)
    return is_theirs or clubs.is_member(table.club_id, user.pk if user else None)


def _belongs(table: Table, user: Person) -> bool:
    return user is not None and bool(user.pk) and (table.host_id == user.pk or own_seat(table, user) is not None)
