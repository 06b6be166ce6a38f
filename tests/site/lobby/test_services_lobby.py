"""Opening, joining and leaving a table, and the start."""

import hashlib

import msgspec
import pytest

from engines import chance, registry
from engines.contract import encode
from tables import clock
from tables.errors import Full, NotRunning, Refusal
from tables.models import Decision, Move, Notification, Table
from tables.selectors import coding
from tables.services.lobby import tables
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


def join(table, user, word="a word", **more):
    return tables.join_table(table_id=table.pk, user=user, word=word, now=NOW, **more)


def code_of(call, *args, **fields):
    with pytest.raises(Refusal) as refused:
        call(*args, **fields)
    return refused.value.code


def positions(table):
    return [(seat.position, seat.user and seat.user_id, bool(seat.bot)) for seat in table.seats.order_by("position")]


def test_a_new_table_shows_the_fingerprint_of_its_secret_before_anybody_joins():
    table = factories.open_table(factories.person())
    assert table.status == Table.Status.WAITING
    assert table.commitment == hashlib.sha256(table.secret).hexdigest()
    assert len(table.secret) == 32
    assert not table.moves.exists()


def test_the_host_sits_first_and_the_bots_beside():
    host = factories.person()
    table = factories.open_table(host, seats=3, bots=1)
    assert positions(table) == [(0, host.pk, False), (1, None, True), (2, None, False)]


def test_the_pace_is_kept_with_the_table():
    table = factories.open_table(factories.person(), pace="three")
    pace = clock.PACES["three"]
    assert (table.pace, table.decision_minutes, table.reply_minutes) == ("three", pace.decision, pace.reply)
    assert (table.bank_minutes, table.increment_minutes, table.bank_cap_minutes) == (pace.bank, pace.increment, pace.cap)


def test_options_are_kept_in_canonical_form():
    table = factories.open_table(factories.person(), options={"nights": 2})
    engine = registry.engine("specimen")
    assert table.options == encode(engine.Options(nights=2)).decode()
    assert table.version == "1"


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"game": "chess"}, "unknown_game"),
        ({"game": "../gonzaga"}, "unknown_game"),
        ({"seats": 9}, "bad_seats"),
        ({"seats": 0}, "bad_seats"),
        ({"bots": 2}, "bad_bots"),
        ({"bots": -1}, "bad_bots"),
        ({"options": {"nights": 99}}, "bad_options"),
        ({"options": {"version": "0"}}, "bad_options"),
        ({"options": {"nonsense": 1}}, "bad_options"),
        ({"pace": "demo"}, "bad_pace"),
        ({"word": "  "}, "bad_word"),
        ({"word": "a\x00b"}, "bad_character"),
        ({"word": "x" * 81}, "too_long"),
        ({"name": "x" * 81}, "too_long"),
    ],
)
def test_what_makes_no_table_is_refused(fields, code):
    assert code_of(factories.open_table, factories.person(), **fields) == code
    assert not Table.objects.exists()


def test_the_game_starts_when_the_last_seat_is_taken():
    host, second, third = (factories.person() for _each in range(3))
    table = factories.open_table(host, seats=3)
    join(table, second)
    assert factories.fresh(table).status == Table.Status.WAITING
    join(table, third)
    table = factories.fresh(table)
    assert (table.status, table.started_at, table.seq, table.round) == (Table.Status.RUNNING, NOW, 0, 1)
    assert Decision.objects.filter(table=table, closed_at=None, key="saddle/1").count() == 3
    assert Notification.objects.filter(table=table, kind="turn").count() == 3


def test_bots_fill_a_table_and_it_starts_at_once():
    table = factories.fresh(factories.open_table(factories.person(), seats=3, bots=2))
    assert table.status == Table.Status.RUNNING
    assert Notification.objects.filter(table=table, kind="turn").count() == 1


def test_seats_and_everything_else_are_dealt_by_the_secret_and_all_words_in_order_of_joining():
    table = factories.running_table(*(factories.person() for _each in range(3)))
    words = list(table.seats.order_by("position").values_list("word", flat=True))
    assert words == ["first", "word 0", "word 1"]
    key = chance.game_key(bytes(table.secret), table.code, table.options.encode(), words)
    draws = coding.draws(table.moves.get(seq=0).draws)
    assert draws[0].label == "seats"
    assert all(chance.recompute(key, draw) == draw for draw in draws)
    assert tuple(table.seats.order_by("position").values_list("index", flat=True)) == draws[0].result


def test_the_start_is_move_zero_and_replays():
    table = factories.running_table(factories.person(), factories.person())
    engine = registry.engine("specimen")
    words = list(table.seats.order_by("position").values_list("word", flat=True))
    key = chance.game_key(bytes(table.secret), table.code, table.options.encode(), words)
    step = engine.start(msgspec.json.decode(table.options, type=engine.Options), 2, key)
    start = table.moves.get()
    assert (start.seq, start.via, start.seat) == (0, Move.Via.START, None)
    assert start.events == encode(step.events).decode()
    assert table.state == encode(step.state).decode()


def test_everybody_has_a_tenure_from_the_first_move():
    table = factories.running_table(factories.person(), factories.person(), bots=1)
    tenures = [seat.tenures.get() for seat in table.seats.all()]
    assert {(tenure.first_seq, tenure.last_seq) for tenure in tenures} == {(1, None)}
    assert sum(bool(tenure.bot) for tenure in tenures) == 1


def test_a_full_table_takes_nobody_else():
    table = factories.running_table(factories.person(), factories.person())
    with pytest.raises(Full):
        join(table, factories.person())
    assert table.seats.count() == 2


def test_nobody_sits_at_a_table_twice():
    host = factories.person()
    table = factories.open_table(host, seats=3)
    assert code_of(join, table, host) == "already_seated"


def test_a_private_table_wants_its_invitation():
    table = factories.open_table(factories.person(), seats=3, visibility="private")
    assert code_of(join, table, factories.person()) == "not_invited"
    assert code_of(join, table, factories.person(), invite="x" * 22) == "not_invited"
    assert code_of(join, table, factories.person(), invite="é") == "not_invited"
    guest = factories.person()
    join(table, guest, invite=table.invite)
    assert table.seats.filter(user=guest).exists()


def test_leaving_gives_the_place_back_and_keeps_the_order_of_joining():
    host, second, third, fourth = (factories.person() for _each in range(4))
    table = factories.open_table(host, seats=3)
    join(table, second)
    tables.leave_table(table_id=table.pk, user=second, now=NOW)
    join(table, third)
    assert positions(table) == [(0, host.pk, False), (1, third.pk, False), (2, None, False)]
    join(table, fourth)
    assert factories.fresh(table).status == Table.Status.RUNNING
    assert not table.seats.filter(user=second).exists()


def test_when_the_host_leaves_the_next_one_is_host():
    host, second = factories.person(), factories.person()
    table = factories.open_table(host, seats=3, bots=1)
    join_first = factories.open_table(host, seats=3)
    join(join_first, second)
    tables.leave_table(table_id=join_first.pk, user=host, now=NOW)
    assert factories.fresh(join_first).host == second
    assert positions(join_first) == [(0, second.pk, False), (1, None, False), (2, None, False)]
    assert factories.fresh(table).host == host


def test_a_table_nobody_is_left_at_is_cancelled():
    host = factories.person()
    table = factories.open_table(host, seats=3, bots=1)
    tables.leave_table(table_id=table.pk, user=host, now=NOW)
    assert (factories.fresh(table).status, factories.fresh(table).ended_by) == ("ended", "cancelled")


def test_only_who_sits_there_can_leave():
    table = factories.open_table(factories.person(), seats=3)
    assert code_of(tables.leave_table, table_id=table.pk, user=factories.person(), now=NOW) == "not_seated"


def test_only_the_host_cancels_and_only_before_the_start():
    host, second = factories.person(), factories.person()
    table = factories.open_table(host, seats=3)
    join(table, second)
    assert code_of(tables.cancel_table, table_id=table.pk, user=second, now=NOW) == "not_host"
    tables.cancel_table(table_id=table.pk, user=host, now=NOW)
    assert factories.fresh(table).ended_by == "cancelled"
    assert code_of(join, table, factories.person()) == "not_open"
    running = factories.running_table(host, second)
    for call in (tables.cancel_table, tables.leave_table):
        with pytest.raises(NotRunning) as refused:
            call(table_id=running.pk, user=host, now=NOW)
        assert refused.value.code == "already_started"
