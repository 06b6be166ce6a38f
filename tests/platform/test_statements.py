"""Statements that are compiled once: the same rows, the same SQL and the same refusals as Django's own."""

import re
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, NotSupportedError, connection, connections, transaction
from django.db.models import Count, F, Prefetch, Q, QuerySet
from django.db.models.signals import post_init, post_save, pre_save
from django.db.transaction import TransactionManagementError

from accounts.models import User
from config.database import statements
from tables.models import Absence, Agreement, ChatMessage, Decision, Draft, Move, Rhythm, Seat, Submission, Table
from tables.models.hidden import sealed
from tests.comparing import asked, picture
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


@statements.read
def seats(table: int) -> QuerySet[Seat]:
    """With what may not be there: holders and agreements."""
    return Seat.objects.filter(table=table).select_related("user", "agreement").defer("notes", "user__email").order_by("index")


@statements.read
def moves(table: int, before: int, kind: str) -> QuerySet[Move, Any]:
    """Tuples, one column of another table."""
    found = Move.objects.filter(table=table, seq__lt=before, kind=kind).order_by("-seq")
    return found.values_list("seq", "at", "seat__index", "salt", "events")[:3]


@statements.read
def names(table: int, since: datetime) -> QuerySet[Decision, Any]:
    """Tuples with names."""
    found = Decision.objects.filter(table=table, asked_at__gte=since, closed_at=None).order_by("pk")
    return found.values_list("key", "asked_at", named=True)


@statements.read
def titled(table: int) -> QuerySet[Table]:
    """Constants of all kinds that SQL has signs for."""
    odd = Q(name='Anna\'s 5%s? "%" ?') | Q(name__contains="100%") | Q(kept=True, seq=-1)
    return Table.objects.filter(odd, pk__gte=table, seat_count__gt=1).order_by("pk")[:9]


@statements.read
def codes(code: str) -> QuerySet[Table, Any]:
    """Bare values."""
    return Table.objects.filter(~Q(code=code)).order_by("pk").values_list("code", flat=True)


@statements.read
def counted(tables: Collection[int]) -> QuerySet[Table]:
    """Instances with something beside their columns."""
    return Table.objects.filter(pk__in=tables).annotate(people=Count("seats", filter=Q(seats__bot=""))).order_by("pk")


@statements.read
def held(user: int | None) -> QuerySet[Seat]:
    """Of somebody, or of nobody."""
    return Seat.objects.filter(user=user).order_by("pk")


@statements.read
def either(tables: Collection[int], user: int) -> QuerySet[Seat]:
    """What is found though a collection is empty."""
    return Seat.objects.filter(Q(table__pk__in=tables) | Q(user=user)).order_by("pk")


@statements.read
def dicts(table: int) -> QuerySet[Seat, Any]:
    """Columns by name."""
    return Seat.objects.filter(table=table).order_by("pk").values("position", "user__display_name")


@statements.read
def locked(table: int) -> QuerySet[Table]:
    """A row that is kept from others."""
    return Table.objects.select_for_update(no_key=True).defer("secret").filter(pk=table)


@statements.change
def counted_on(table: int, until: datetime | None, state: str) -> statements.Changes:
    """A column counted on, one that may become empty, and one of text."""
    return Table.objects.filter(pk=table), {"changes": F("changes") + 1, "advance_at": until, "state": state}


@statements.change
def agreed(user: int) -> statements.Changes:
    """Rows that are found by those of another table."""
    return Agreement.objects.filter(seat__user=user), {"at": NOW}


@statements.removal
def forgotten(seat: int, keys: Collection[str]) -> QuerySet[Draft]:
    """Rows nobody else points to."""
    return Draft.objects.filter(seat=seat, key__in=keys)


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
    """Twice the rows and the SQL of the QuerySet, which is returned."""
    expected, wanted = asked(lambda: list(statement.plain(*args)))
    for _time in range(2):
        found, sent = asked(lambda: statement(*args))
        assert [picture(row) for row in found] == [picture(row) for row in expected]
        assert sent == wanted
    # Where nobody watches what is sent, SQLite is asked without Django between.
    assert [picture(row) for row in statement(*args)] == [picture(row) for row in expected]
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


def test_tuples_values_and_dictionaries_are_those_of_the_queryset(table):
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
    assert {row.asked_at.tzinfo for row in _same(names, table.pk, factories.NOW)} == {UTC}
    assert _same(names, table.pk, factories.NOW + timedelta(days=1)) == []
    assert table.code in _same(codes, "another")
    assert _same(dicts, table.pk)


def test_constants_are_what_they_are_whatever_signs_are_in_them(table, people):
    for name in ('Anna\'s 5%s? "%" ?', "at 100%?", "100"):
        Table.objects.filter(pk=factories.open_table(people[0]).pk).update(name=name)
    assert [found.name for found in _same(titled, table.pk)] == ['Anna\'s 5%s? "%" ?', "at 100%?"]


def test_whoever_listens_to_new_instances_hears_of_rows(table):
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


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [(seats, [None]), (seats, ["1"]), (codes, [1]), (names, [1, "2026-03-04"]), (counted, [["1"]]), (counted, [[None]])],
)
def test_a_value_of_another_type_is_refused(statement, wrong):
    with pytest.raises(TypeError):
        statement(*wrong)


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


def test_what_is_no_single_statement_is_refused(table):
    @statements.read
    def prefetching(table: int) -> QuerySet[Table]:
        return Table.objects.filter(pk=table).prefetch_related(Prefetch("seats"))

    @statements.removal
    def cascading(table: int) -> QuerySet[Table]:
        return Table.objects.filter(pk=table)

    for statement in (prefetching, cascading):
        with pytest.raises(NotSupportedError):
            statement(table.pk)
    with pytest.raises(TypeError):

        @statements.read
        def floating(share: float) -> QuerySet[Table]:
            return Table.objects.filter(round__gt=share)


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


def test_whoever_listens_to_a_connection_hears_it(table):
    heard = []

    def listen(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        heard.append(sql)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(listen):
        seats(table.pk)
    assert len(heard) == 1
    assert "tables_seat" in heard[0]


@pytest.mark.parametrize("until", [None, NOW])
def test_rows_are_changed_as_the_queryset_changes_them(table, until):
    state = sealed(table, "state").text
    rows, values = counted_on.plain(table.pk, until, state)
    _count, wanted = asked(lambda: rows.update(**values))
    for _time in range(2):
        count, sent = asked(lambda: counted_on(table.pk, until, state))
        assert count == 1
        assert sent == wanted
    changed = Table.objects.get(pk=table.pk)
    assert (changed.changes, changed.advance_at, changed.state) == (table.changes + 3, until, table.state)
    assert counted_on(0, until, "") == 0


def test_rows_are_changed_by_those_of_another_table(table, people):
    rows, values = agreed.plain(people[0].pk)
    _count, wanted = asked(lambda: rows.update(**values))
    assert asked(lambda: agreed(people[0].pk)) == (1, wanted)
    assert agreed(people[1].pk) == 0


def test_rows_are_deleted(table):
    seat = table.seats.earliest("pk")
    for key in ("one", "two", "three"):
        Draft.objects.create(seat=seat, key=key, updated_at=NOW)
    with transaction.atomic():
        _found, wanted = asked(forgotten.plain(seat.pk, ["one", "two"]).delete)
        transaction.set_rollback(True)
    assert asked(lambda: forgotten(seat.pk, ["one", "two"])) == (2, wanted)
    assert forgotten(seat.pk, []) == 0
    assert [draft.key for draft in Draft.objects.all()] == ["three"]


def _without_nonces(sql):
    """What is sealed is never sealed twice in the same way."""
    assert "'s1:" in sql
    return re.sub(r"'s1:[^']+'", "'sealed'", sql)


def test_columns_are_saved_as_django_saves_them(table):
    seat = table.seats.earliest("pk")
    seat.notes, seat.opened_at, seat.user_id, seat.word = "noted", NOW, None, "not saved"
    columns = ["notes", "opened_at", "user"]
    _none, wanted = asked(lambda: seat.save(update_fields=columns))
    _none, sent = asked(lambda: statements.save(seat, columns))
    assert [_without_nonces(sql) for sql in sent] == [_without_nonces(sql) for sql in wanted]
    saved = Seat.objects.get(pk=seat.pk)
    assert (saved.notes, saved.opened_at, saved.user_id) == ("noted", NOW, None)
    assert saved.word != "not saved"


def test_a_row_that_is_gone_is_not_saved(table):
    seat = table.seats.earliest("pk")
    Seat.objects.filter(pk=seat.pk).delete()
    with pytest.raises(Seat.NotUpdated), transaction.atomic():
        statements.save(seat, ["notes"])
    with pytest.raises(ValueError, match="Seat"):
        statements.save(seat, ["nothing"])


@pytest.mark.parametrize(
    "save", [lambda seat: statements.save(seat, ["notes"]), lambda seat: seat.save(update_fields=["notes"])]
)
def test_whoever_listens_to_saved_rows_hears_it(table, save):
    heard = []

    def listen(sender: Any, instance: Any, update_fields: Any, created: bool = False, **_more: Any) -> None:
        heard.append((instance.pk, update_fields, created))

    seat = table.seats.earliest("pk")
    signals = (pre_save, post_save)
    for signal in signals:
        signal.connect(listen, sender=Seat)
    try:
        save(seat)
    finally:
        for signal in signals:
            signal.disconnect(listen, sender=Seat)
    assert heard == [(seat.pk, frozenset(["notes"]), False)] * 2


def _message(table, text):
    return ChatMessage(table=table, user=table.host, text=text, at=NOW)


@pytest.mark.parametrize("number", [1, 2, statements.LONGEST + 1])
def test_rows_are_inserted_as_django_inserts_them(table, number):
    texts = [f"{each} {'ß' * each}" for each in range(number)]
    made = [_message(table, text) for text in texts]
    ChatMessage.objects.bulk_create(made)
    ours = [_message(table, text) for text in texts]
    for row in ours:
        row.user_id = None
    _none, sent = asked(lambda: statements.insert(ours))
    assert len(sent) == 1
    assert [row.pk for row in ours] == list(range(made[-1].pk + 1, made[-1].pk + 1 + number))
    assert [(row._state.adding, row._state.db) for row in ours] == [(False, "default")] * number
    columns = ("table", "text", "at")
    kept = [ChatMessage.objects.filter(pk__in=[row.pk for row in rows]).order_by("pk") for rows in (made, ours)]
    assert list(kept[0].values_list(*columns)) == list(kept[1].values_list(*columns))
    assert set(kept[1].values_list("user", flat=True)) == {None}


def test_one_row_is_made_by_the_sql_of_django(people):
    fields = {"user": people[0], "starts_at": NOW, "ends_at": NOW, "announced_at": NOW}
    _row, [wanted] = asked(lambda: Absence.objects.create(**fields))
    _row, [sent] = asked(lambda: statements.create(Absence(**fields)))
    assert sent == wanted
    assert Absence.objects.count() == 2


def test_nothing_is_inserted_for_no_rows(table):
    assert asked(lambda: statements.insert([])) == (None, [])


def test_a_row_that_exists_refuses_its_double(table):
    seat = table.seats.earliest("pk")

    def sent() -> Submission:
        return Submission(table=table, seat=seat, token="once", first_seq=1, last_seq=1, at=NOW)

    statements.create(sent())
    with pytest.raises(IntegrityError), transaction.atomic():
        statements.create(sent())
    assert Submission.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_what_fails_spoils_the_transaction_it_is_in(people):
    table = factories.running_table(*people)
    double = Seat(table=table, position=table.seats.earliest("pk").position)
    with transaction.atomic():
        with pytest.raises(IntegrityError):
            statements.insert([double])
        assert transaction.get_connection().needs_rollback
        transaction.set_rollback(True)


def test_a_row_that_exists_takes_the_columns_of_its_double(table):
    old = Decision.objects.filter(table=table).earliest("pk")
    unique, columns = ["table", "seat", "key"], ["kind", "askings"]

    def rows(kind: str) -> list[Decision]:
        fields = {"table": table, "seat_id": old.seat_id, "kind": kind, "when": "now", "asked_at": NOW, "askings": 7}
        return [Decision(key=old.key, **fields), Decision(key=f"new {kind}", **fields)]

    theirs, ours = rows("theirs"), rows("ours")
    Decision.objects.bulk_create(theirs, update_conflicts=True, unique_fields=unique, update_fields=columns)
    statements.insert(ours, unique_fields=unique, update_fields=columns)
    assert ours[0].pk == theirs[0].pk == old.pk
    assert ours[1].pk not in (old.pk, theirs[1].pk)
    kept = Decision.objects.get(pk=old.pk)
    assert (kept.kind, kept.askings, kept.asked_at) == ("ours", 7, old.asked_at)


def test_an_account_keeps_what_its_own_save_does():
    user = factories.person("Anna")
    user.display_name = "Zoë"
    statements.save(user, ["display_name"])
    assert User.objects.get(pk=user.pk).name_key == "zoë"
