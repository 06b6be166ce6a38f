"""Queries for tables: those a user may see, those that wait for them, and their seats."""

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
    """Error: this person can see no such table."""


def visible_table(*, user: Person, code: str, invite: str | None = None) -> Table:
    """Return the table if it is public, or if this person is its host, a player or club member, or has its invitation.

    A withheld table is shown to its players only.

    A block that separates a person from its host or a player hides a waiting table from them. Raises NotVisible.
    """
    table = _by_code.first(code)
    if table is None or not _may_see(table, user, invite) or is_kept_from(table, user):
        raise NotVisible(code)
    return table


@statements.read
def _by_code(code: str) -> QuerySet[Table]:
    return Table.objects.readable().filter(code=code)


def invited_table(token: str, user: Person) -> Table | None:
    """Return the table of this invitation, if :func:`visible_table` would show it to the user."""
    table = Table.objects.readable().select_related("host").filter(invite=token).first()
    return None if table is None or table.is_withheld or is_kept_from(table, user) else table


def own_seat(table: Table, user: Person) -> Seat | None:
    """Return the person's seat at the table."""
    if user is None or not user.pk:
        return None
    return table.seats.filter(user_id=user.pk).first()


def seat_at(*, user: Person, code: str) -> Seat | None:
    """Return the person's seat at the table with this code; both have only the columns for sending a turn."""
    if user is None or not user.pk:
        return None
    return _seat_at.first(user.pk, code)


@statements.read
def _seat_at(user: int, code: str) -> QuerySet[Seat]:
    mine = Seat.objects.filter(table__code=code, user_id=user)
    return mine.select_related("table").only("user", "index", "plies", *(f"table__{name}" for name in SENDING))


def seats_of(table: Table) -> list[Seat]:
    """Return all seats with players and agreements to end: by the engine's index during the game, by joining before."""
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
    """Return tables with a free seat, public or of the person's clubs, newest first, with ``seats.all()`` loaded.

    Tables with people who are kept apart from this person by a block are left out.
    """
    # A table begins when its last seat is taken, so hardly any of these is full. If the query asked for free seats, PostgreSQL
    # would expect few and sort all waiting tables.
    tables = Table.objects.listed().select_related("host").filter(status=Table.Status.WAITING)
    for name, value in (("game", game), ("pace", pace), ("seat_count", seats)):
        if value:
            tables = tables.filter(**{name: value})
    if apart := relations.apart_from(_account(user)):
        tables = tables.exclude(host__in=apart).exclude(seats__user__in=apart)
    tables = tables.order_by("-created_at", "-pk")
    # Each part is read along its own index until there are enough rows; one query for both would sort all waiting tables.
    candidates = [table for condition in _open_to(user) for table in tables.filter(condition)[:limit]]
    newest = with_seats(sorted(candidates, key=lambda table: (table.created_at, table.pk), reverse=True)[:limit])
    user_id = user.pk if user is not None else None
    return [table for table in newest if any(_may_sit(seat, user_id) for seat in table.seats.all())]


def may_sit(table: Table, user: Person) -> bool:
    """Return whether there is a free seat that is not reserved for another person."""
    return any(_may_sit(seat, user.pk if user is not None else None) for seat in table.seats.filter(user=None, bot=""))


def _may_sit(seat: Seat, user_id: int | None) -> bool:
    return seat.user_id is None and not seat.bot and seat.reserved_for_id in (None, user_id)


def open_rematch(table: Table, user: Person = None) -> Table | None:
    """Return the latest rematch of an ended game that was not cancelled: waiting, running or over.

    A rematch of people who are kept apart from this person by a block does not count, so they may propose another.
    """
    rematches = Table.objects.listed().select_related("host").filter(rematch_of=table)
    not_cancelled = rematches.exclude(ended_by=Table.EndedBy.CANCELLED).order_by("-pk")
    return next((rematch for rematch in not_cancelled if _belongs(rematch, user) or not _is_apart_at(rematch, user)), None)


def open_seats(user: Person, *, game: str = "", pace: str = "", seats: int | None = None, limit: int = 20) -> list[Seat]:
    """Return open seats of public games and of the person's clubs, newest first, with table and player.

    Tables at which this person has a seat are left out.
    """
    at_play = {"table__status": Table.Status.RUNNING, "table__quarantined_at": None}
    candidates = Seat.objects.open_to_substitutes().filter(_is_for(user, "table__"), **at_play)
    for name, value in (("table__game", game), ("table__pace", pace), ("table__seat_count", seats)):
        if value:
            candidates = candidates.filter(**{name: value})
    if user is not None and user.pk:
        candidates = candidates.exclude(table__seats__user=user)
    if apart := relations.apart_from(_account(user)):
        candidates = candidates.exclude(table__seats__user__in=apart)
    return list(candidates.listed().with_table().order_by("-opened_at", "-pk")[:limit])


def open_seats_of(table: Table, user: Person) -> list[Seat]:
    """Return the open seats of one running table; none if it is on hold or a block separates this person from its people."""
    if table.status != Table.Status.RUNNING or table.quarantined_at or _is_apart_at(table, user):
        return []
    return list(table.seats.open_to_substitutes().select_related("table", "user").order_by("index"))


def tables_awaiting(user: Person) -> list[Table]:
    """Return running tables that wait for this person, first deadline first, with ``seats.all()`` loaded."""
    if user is None or not user.pk:
        return []
    ranks = {table_id: rank for rank, table_id in enumerate(dict.fromkeys(table for (table,) in _in_order(user.pk)))}
    return sorted(with_seats(_listed_tables(list(ranks))), key=lambda table: ranks[table.pk])


@statements.read
def _in_order(user: int) -> QuerySet[Decision, tuple[int]]:
    """Return the tables that wait for this person, first deadline first.

    A table with several decisions appears several times.
    """
    return _awaiting(user).order_by(*FIRST_DUE, "table_id").values_list("table_id")


def listed(ids: Collection[int]) -> list[Table]:
    """Return tables as lists show them, with their seats, in no particular order."""
    return with_seats(_listed_tables(ids))


@statements.read
def _listed_tables(tables: Collection[int]) -> QuerySet[Table]:
    return Table.objects.listed().select_related("host").filter(pk__in=tables)


def awaiting_count(user: Person) -> int:
    """Return the number of tables that wait for this person."""
    return len(named_awaiting(user))


def named_awaiting(user: Person) -> Sequence[Table]:
    """Return each table that waits for this person, first deadline first, with only its code and names."""
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
    """Return the running or waiting games that do not wait for this person, a player there, the latest move on top."""
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
    """Return the last finished games of this person or at their screen, at most ``RECENT``."""
    if user is None or not user.pk:
        return []
    return with_seats(_finished(user.pk))


@statements.read
def _finished(user: int) -> QuerySet[Table]:
    ended = Table.objects.listed().select_related("host").filter(status=Table.Status.ENDED, started_at__isnull=False)
    mine = Q(pk__in=Seat.objects.filter(user=user).values("table")) | Q(host=user, hot_seat=True)
    return ended.filter(mine).order_by("-ended_at", "-pk")[:RECENT]


def next_table_for(user: Person, after: Table | None = None) -> Table | None:
    """Return the next game that waits for this person, other than the one just played, with only its code and names."""
    return next((table for table in named_awaiting(user) if after is None or table.pk != after.pk), None)


def is_deserted(table: Table) -> bool:
    """Return whether a running table has no active human player. Tables of events are played to the end by stewards."""
    return table.event_id is None and not table.seats.played_by_person().exists()


def _awaiting(user: int) -> QuerySet[Decision]:
    mine = {"seat__user_id": user, "seat__steward_since": None, "seat__resigned_at": None, "seat__bot": ""}
    at_play: dict[str, Any] = {"table__status": statements.Constant("running"), "table__quarantined_at": None}
    # A player who took the game back continues at the table that stems from it.
    at_play["table__branches"] = None
    return Decision.objects.open().unanswered().filter(when__in=WAITED_FOR, **mine, **at_play)


def with_seats(tables: Sequence[Table]) -> list[Table]:
    """Return the same tables with their ``seats.all()`` loaded, in the order of joining."""
    if tables:
        seats: dict[int, list[Seat]] = {}
        for seat in _seats_listed([table.pk for table in tables]):
            seats.setdefault(seat.table_id, []).append(seat)
        for table in tables:
            fetched = seats.get(table.pk, [])
            for seat in fetched:
                seat.table = table
            # This stores the seats as prefetch_related would, without building its SQL each time.
            manager: Any = table.seats.all()
            manager._result_cache, manager._prefetch_done = fetched, True
            vars(table)["_prefetched_objects_cache"] = {"seats": manager}
    return list(tables)


@statements.read
def _seats_listed(tables: Collection[int]) -> QuerySet[Seat]:
    return Seat.objects.listed().filter(table__pk__in=tables).order_by("position")


def _is_for(user: Person, prefix: str = "") -> Q:
    """Return the condition for tables that this person may join without an invitation; ``prefix`` is the path to them."""
    return reduce(or_, _open_to(user, prefix))


def _open_to(user: Person, prefix: str = "") -> Sequence[Q]:
    """Return the same condition in disjoint parts: public tables, and those of this person's clubs."""
    public = Q(**{f"{prefix}visibility": Table.Visibility.PUBLIC, f"{prefix}club": None})
    if user is None or not user.pk:
        return (public,)
    return (public, Q(**{f"{prefix}club__in": clubs.ids_of(user.pk)}))


def is_open_to(table: Table, invite: str | None) -> bool:
    """Return whether the table is public, or ``invite`` is its invitation. Withheld tables are open to nobody."""
    if table.is_withheld:
        return False
    return table.visibility == Table.Visibility.PUBLIC or is_invitation(table, invite)


def is_invitation(table: Table, invite: str | None) -> bool:
    """Return whether this is the invitation of the table."""
    return bool(invite) and compare_digest(str(invite).encode(errors="replace"), table.invite.encode())


def may_take_seats(table: Table, user: Person) -> bool:
    """Return whether no block separates this person from the people of a running table."""
    return not _is_apart_at(table, user)


def is_kept_from(table: Table, user: Person) -> bool:
    """Return whether a waiting table is hidden from a user by a block; never from its own players and host."""
    return table.status == Table.Status.WAITING and _is_apart_at(table, user) and not _belongs(table, user)


def _is_apart_at(table: Table, user: Person) -> bool:
    return user is not None and user.pk is not None and relations.are_apart_at(table, user.pk)


def _account(user: Person) -> User | None:
    return user if isinstance(user, User) else None


def _may_see(table: Table, user: Person, invite: str | None) -> bool:
    has_access = is_open_to(table, invite) or _belongs(table, user)
    if table.is_withheld:
        return has_access
    return has_access or clubs.is_member(table.club_id, user.pk if user else None)


def _belongs(table: Table, user: Person) -> bool:
    return user is not None and bool(user.pk) and (table.host_id == user.pk or own_seat(table, user) is not None)
