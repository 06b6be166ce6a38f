"""Statements compiled once: the same rows, SQL and refusals as Django's own."""

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.models import Count, Q, QuerySet
from django.db.models.signals import post_init
from django.db.transaction import TransactionManagementError

from accounts.models import User
from config.database import statements
from tables.models import Agreement, Decision, Move, Rhythm, Seat, Table
from tests.comparing import asked, picture, without_brackets
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


@statements.read
def seats(table: int) -> QuerySet[Seat]:
    """Return instances with related rows that may be missing: users and agreements."""
    return Seat.objects.filter(table=table).select_related("user", "agreement").defer("notes", "user__email").order_by("index")


@statements.read
def moves(table: int, before: int, kind: str) -> QuerySet[Move, Any]:
    """Return tuples with one column of another table."""
    found = Move.objects.filter(table=table, seq__lt=before, kind=kind).order_by("-seq")
    return found.values_list("seq", "at", "seat__index", "salt", "events")[:3]


@statements.read
def names(table: int, since: datetime) -> QuerySet[Decision, Any]:
    """Return tuples filtered by a time."""
    found = Decision.objects.filter(table=table, asked_at__gte=since, closed_at=None).order_by("pk")
    return found.values_list("key", "asked_at")


@statements.read
def titled(table: int) -> QuerySet[Table]:
    """Return rows filtered by constants with every character that is special in SQL."""
    odd = Q(name='Anna\'s 5%s? "%" ?') | Q(name__contains="100%") | Q(kept=True, seq=-1)
    return Table.objects.filter(odd, pk__gte=table, seat_count__gt=1).order_by("pk")[:9]


@statements.read
def codes(code: str) -> QuerySet[Table, Any]:
    """Return tuples of one column."""
    return Table.objects.filter(~Q(code=code)).order_by("pk").values_list("code")


@statements.read
def counted(tables: Collection[int]) -> QuerySet[Table]:
    """Return instances with an annotation in addition to their columns."""
    return Table.objects.filter(pk__in=tables).annotate(people=Count("seats", filter=Q(seats__bot=""))).order_by("pk")


@statements.read
def held(user: int | None) -> QuerySet[Seat]:
    """Return the seats of a user, or the seats without a user."""
    return Seat.objects.filter(user=user).order_by("pk")


@statements.read
def either(tables: Collection[int], user: int) -> QuerySet[Seat]:
    """Return rows of a query with a collection in one of two conditions, so that an empty collection still finds rows."""
    return Seat.objects.filter(Q(table__pk__in=tables) | Q(user=user)).order_by("pk")


@statements.read
def locked(table: int) -> QuerySet[Table]:
    """Return a row that is locked against others."""
    return Table.objects.select_for_update(no_key=True).defer("secret").filter(pk=table)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto", "Chiara")]


@pytest.fixture
def table(people):
    found = factories.running_table(*people)
    Agreement.objects.create(table=found, seat=factories.seat_of(found, people[0]), at=NOW)
    Seat.objects.filter(table=found, user=people[2]).update(user=None, pseudonym="leaver:1")
    return found


def _same(statement, *args):
    """Run the statement twice and compare rows and SQL with the QuerySet's. Return the rows."""
    expected, wanted = asked(lambda: list(statement.plain(*args)))
    for _time in range(2):
        found, sent = asked(lambda: statement(*args))
        assert [picture(row) for row in found] == [picture(row) for row in expected]
        assert without_brackets(sent) == without_brackets(wanted)
    return found


def test_instances_are_those_of_the_queryset(table):
    found = _same(seats, table.pk)
    assert [seat.user is None for seat in found].count(True) == 1
    assert [hasattr(seat, "agreement") for seat in found].count(True) == 1
    assert found[0].get_deferred_fields() == {"notes"}
    assert all(seat._state.db == "default" and not seat._state.adding for seat in found)


def test_a_deferred_column_is_fetched_when_it_is_asked_for(table):
    rewrite(Seat.objects.filter(table=table), notes="mine")
    assert {seat.notes for seat in seats(table.pk)} == {"mine"}


def test_tuples_are_those_of_the_queryset(table):
    first = Move.objects.get(table=table)
    for seq in range(1, 6):
        fields = {
            "seat": table.seats.first(),
            "kind": "odd" if seq % 2 else "even",
            "salt": b"\x00salt" if seq % 2 == 0 else None,
        }
        Move.objects.create(table=table, seq=seq, via="page", events=first.events, draws="[]", at=NOW, **fields)
    assert _same(moves, table.pk, 5, "odd")
    assert _same(moves, table.pk, 5, "even")
    assert {asked_at.tzinfo for _key, asked_at in _same(names, table.pk, factories.NOW)} == {UTC}
    assert _same(names, table.pk, factories.NOW + timedelta(days=1)) == []
    assert (table.code,) in _same(codes, "another")


def test_constants_are_what_they_are_whatever_signs_are_in_them(table, people):
    for name in ('Anna\'s 5%s? "%" ?', "at 100%?", "100"):
        Table.objects.filter(pk=factories.open_table(people[0]).pk).update(name=name)
    assert [found.name for found in _same(titled, table.pk)] == ['Anna\'s 5%s? "%" ?', "at 100%?"]


def test_listeners_to_new_instances_hear_of_rows(table):
    made = []

    @statements.read
    def seats_with_people(table: int) -> QuerySet[Seat]:
        return Seat.objects.filter(table=table).select_related("user").order_by("index")

    def listen(sender: Any, instance: Any, **_more: Any) -> None:
        made.append(instance.pk)

    post_init.connect(listen, sender=User)
    try:
        found = seats_with_people(table.pk)
    finally:
        post_init.disconnect(listen, sender=User)
        statements.REGISTERED.remove(seats_with_people)
    assert made == [seat.user_id for seat in found if seat.user_id]


def test_one_statement_for_each_length_of_a_collection(table, people):
    others = [factories.open_table(people[0]).pk for _number in range(3)]
    for wanted in ([], [table.pk], [table.pk, *others], others, {others[0]}):
        assert len(_same(counted, wanted)) == len(wanted)
    assert counted([table.pk, table.pk])[0].people == 3
    assert len(_same(counted, [table.pk, *others, *range(10**6, 10**6 + statements.LONGEST)])) == 4


def test_an_empty_collection_finds_what_else_is_asked_for(table, people):
    assert len(_same(either, [], people[1].pk)) == 1
    assert len(_same(either, [table.pk], people[1].pk)) == 3


def test_nobody_is_another_question_than_somebody(table, people):
    assert [seat.user_id for seat in _same(held, None)] == [None]
    assert [seat.user_id for seat in _same(held, people[0].pk)] == [people[0].pk]


def test_parameters_go_by_their_names_too(table):
    wanted = moves(table.pk, 5, "")
    assert moves(table.pk, kind="", before=5) == wanted == moves(kind="", before=5, table=table.pk)
    assert wanted


def test_the_function_is_asked_once():
    times: list[int] = []

    @statements.read
    def counting(user: int) -> QuerySet[Rhythm]:
        times.append(1)
        return Rhythm.objects.filter(user=user)

    for user in range(5):
        assert counting(user) == []
    assert times == [1]
    assert counting.first(1) is None


def test_a_row_is_locked_only_in_a_transaction(table):
    _same(locked, table.pk)
    _found, [sql] = asked(lambda: locked(table.pk))
    assert ("FOR NO KEY UPDATE" in sql) is connection.features.has_select_for_update


@pytest.mark.django_db(transaction=True)
def test_a_row_is_not_locked_outside_a_transaction(people):
    table = factories.open_table(people[0])
    with transaction.atomic():
        assert locked(table.pk) == [table]
    if connection.features.has_select_for_update:
        with pytest.raises(TransactionManagementError):
            locked(table.pk)
    else:
        assert locked(table.pk) == [table]


@pytest.mark.django_db(transaction=True)
def test_threads_compile_and_ask_at_the_same_time(people):
    tables = [factories.running_table(*people).pk for _number in range(4)]

    @statements.read
    def fresh(table: int) -> QuerySet[Seat]:
        return Seat.objects.filter(table=table).select_related("user").order_by("index")

    def look(table: int) -> Any:
        try:
            return [picture(seat) for seat in fresh(table)]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(look, tables * 5))
    assert found == [[picture(seat) for seat in fresh.plain(table)] for table in tables * 5]


def test_listeners_to_a_connection_hear_it(table):
    heard = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        heard.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        seats(table.pk)
    assert len(heard) == 1
    assert "tables_seat" in heard[0]
