"""Known bugs of other sites: tables that leak secrets, answer with expired choices or affect other tables.

Bugs of clocks and emails have their own modules. docs/decisions/0007-bugs-of-others.md lists all bugs.
"""

import json
import logging
from datetime import timedelta

import pytest
from django.db import transaction
from django.urls import reverse

from engines import registry
from engines.contract import BrokenState, Filed, Trait, encode, view
from engines.specimen.actions import Decline, DrawFrom, Offer, SealRoad
from engines.specimen.policy import JoinUpTo
from tables.errors import Refusal
from tables.models import Decision, Delivery, Heartbeat, Move, Seat, SiteEvent, Table
from tables.selectors import coding
from tables.selectors.play import state
from tables.services import ordering, sweeping
from tables.services.play import advance, bots, preparing
from tests.engines.walks import needs
from tests.rows import columns, rewrite
from tests.site import factories
from tests.site.views import HTMX, masked, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SECRET = "the letter to the Doge"
SPECIMEN = type(registry.engine("specimen"))


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto", "Carla")]


@pytest.fixture
def table(people):
    return factories.running_table(*people)


def address(name, table):
    return reverse(f"tables:{name}", args=[table.code])


def play_until(table, kind):
    """Play until a decision of this kind is open. Return its seat and the decision.

    Seats offer and join if they can, and otherwise play like bots.
    """
    engine = registry.engine(table.game)
    for _move in range(200):
        asked = factories.waiting(table)[0]
        seat = Seat.objects.select_related("table", "user").get(table=table, index=asked.seat)
        if asked.kind == kind:
            return seat, asked
        offers = [action for action in factories.legal(seat, asked) if isinstance(action, Offer)]
        joins = [action for action in factories.legal(seat, asked) if type(action).__name__ == "Join"]
        action = (offers or joins or [engine.bot(state.seen(factories.fresh(table), seat), asked)])[0]
        factories.send(seat, action, key=asked.key)
    raise AssertionError(f"nobody was ever asked for {kind}")


def in_other_worlds(table, seat, ask):
    """Return the results of ``ask`` in this world and in three others that this seat cannot distinguish from it."""
    engine = registry.engine(table.game)
    seen = view(coding.state(table.game, factories.fresh(table).state), seat.index)
    found = [ask()]
    for number in range(3):
        other = coding.to_text(engine.imagine(seen, bytes([number]) * 32))
        with transaction.atomic():
            rewrite(Table.objects.filter(pk=table.pk), state=other)
            found.append(ask())
            transaction.set_rollback(True)
    return found


def hidden_words(table, seat=None):
    """Return every text in the vault and in other seats' hands that is not also public or in this seat's hand."""
    true = coding.state(table.game, factories.fresh(table).state)
    known = [true.public] if seat is None else [true.public, true.hands[seat.index]]
    everything = {word for part in (*true.hands, true.vault) for word in texts(coding.to_text(part))}
    return everything - {word for part in known for word in texts(coding.to_text(part))}


def texts(text):
    """Return all strings of more than three characters in a JSON value."""
    found, rest = [], [json.loads(text)]
    while rest:
        value = rest.pop()
        rest += value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
        found += [value] if isinstance(value, str) and len(value) > 3 else []
    return found


# Secrets leaking through undo, logs or error messages


def test_secrets_leaking_through_undo(table):
    """Trying a draw in a draft and undoing it reveals no card. A draft ends before a step that would reveal anything."""
    seat, asked = play_until(table, "draw")
    client = signed_in(seat.user)
    slot = {"key": asked.key, "own_ply": seat.plies, "token": "a" * 16}

    def try_and_take_back():
        with transaction.atomic():
            tried = client.post(address("draft", table), slot | {"action": encode(DrawFrom("town")).decode()}, headers=HTMX)
            back = client.post(address("draft", table), slot | {"do": "back"}, headers=HTMX)
            transaction.set_rollback(True)
        assert (tried.status_code, back.status_code) == (200, 200)
        return masked(tried.content.decode()), masked(back.content.decode())

    found = in_other_worlds(table, seat, try_and_take_back)
    assert len(set(found)) == 1
    before = factories.fresh(table)
    try_and_take_back()
    assert (factories.fresh(table).seq, factories.fresh(table).state) == (before.seq, before.state)


def test_what_was_sent_and_has_revealed_something_cannot_be_taken_back(table):
    seat, asked = play_until(table, "draw")
    factories.send(seat, DrawFrom("town"), key=asked.key)
    record = columns(Move.objects.filter(table=table).order_by("seq"), "action")
    sent = {"key": asked.key, "own_ply": seat.plies, "token": "b" * 16, "do": "withdraw"}
    for name in ("draft", "file", "act"):
        signed_in(seat.user).post(address(name, table), sent | {"action": encode(DrawFrom("court")).decode()})
    assert columns(Move.objects.filter(table=table).order_by("seq"), "action")[: len(record)] == record
    assert not Move.objects.filter(table=table, key=asked.key, seq__gt=len(record) - 1).exists()


def tell(*_args):
    raise ValueError(SECRET)


def tell_broken(*_args):
    raise BrokenState(SECRET)


def test_secrets_leaking_through_logs(table, people, monkeypatch, caplog):
    """Neither the log nor the rows that keep faults repeat a game's error message. The test tries nine functions of a game."""
    ordering.add_order(seat_id=table.seats.first().pk, policy=JoinUpTo(1), now=NOW)
    with caplog.at_level(logging.DEBUG):
        for part in ("apply", "check", "pending", "legal", "outcome", "fallback", "bot", "policy", "progress"):
            with monkeypatch.context() as fault, transaction.atomic():
                fault.setattr(SPECIMEN, part, tell_broken if part == "check" else tell)
                Heartbeat.objects.update_or_create(name="sweep", defaults={"at": NOW + DAY})
                send_whatever_happens(table, people[0])
                sweeping.sweep(now=NOW + DAY)
                advance.advance_table(table_id=table.pk, now=NOW + DAY)
                rows = [*Table.objects.values_list("quarantine_reason"), *SiteEvent.objects.values_list("facts")]
                assert SECRET not in str([*rows, *Delivery.objects.values_list("error")])
                transaction.set_rollback(True)
    assert "is quarantined: ValueError at test_known_bugs_of_tables.py" in caplog.text
    assert SECRET not in caplog.text


def send_whatever_happens(table, user):
    """Send a road. Ignore the game's refusals and value errors, and roll back."""
    seat = factories.seat_of(table, user)
    with transaction.atomic():
        try:
            factories.send(seat, SealRoad("valley"), key="saddle/1")
        except (Refusal, ValueError):
            transaction.set_rollback(True)


@pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
def test_a_state_that_is_written_to_a_log_shows_sizes_only(game):
    """A printed state contains only sizes. Its text is equal in all worlds that a spectator cannot distinguish."""
    needs(registry.engine(game), Trait.HIDDEN)
    table = factories.running_table(factories.person(), factories.person(), game=game)
    factories.play_to_end(table, most=12)
    engine, true = registry.engine(game), coding.state(game, factories.fresh(table).state)
    worlds = [true, *(engine.imagine(view(true, None), bytes([number]) * 32) for number in range(3))]
    assert len({coding.to_text(world) for world in worlds}) > 1
    assert len({" ".join(map(repr, (world, *world.hands, world.vault))) for world in worlds}) == 1


def test_secrets_leaking_through_error_messages(table, people):
    """Refusals do not depend on information hidden from the sender."""
    for user in people:
        factories.send(factories.seat_of(table, user), SealRoad("valley"))
    asked = factories.waiting(table)[0]
    seat = Seat.objects.select_related("table", "user").get(table=table, index=asked.seat)
    of_others = sorted(hidden_words(table, seat))
    assert of_others
    client = signed_in(seat.user)

    def offer_what_others_hold():
        found = []
        for word in of_others:
            action = encode(Offer(word[:20])).decode()
            with transaction.atomic():
                sent = {"key": asked.key, "own_ply": seat.plies, "token": "a" * 16, "action": action}
                answer = client.post(address("act", table), sent, headers=HTMX)
                transaction.set_rollback(True)
            assert answer.status_code == 422, word
            found.append(masked(answer.content.decode()))
        return tuple(found)

    assert len(set(in_other_worlds(table, seat, offer_what_others_hold))) == 1


# An auto-pass that outlived its round


def next_relay(table, after):
    """Play until a relay other than ``after`` is open. Return its seat and its decision."""
    for _move in range(60):
        seat, asked = play_until(table, "relay")
        if asked.key != after:
            return seat, asked
        factories.send(seat, Decline(), key=asked.key, now=NOW + HOUR)
    raise AssertionError("there was no other relay")


def asked_ahead(table):
    """Play until a relay is open. Return a decision that is open ahead of its turn, and the key of the relay."""
    _seat, asked = play_until(table, "relay")
    row = Decision.objects.select_related("seat").get(table=table, closed_at=None, when="ahead")
    return row, asked.key


def pass_by_hand(row):
    preparing.file_answer(seat_id=row.seat_id, filed=Filed(row.key, (Decline(),), otherwise="fallback"), now=NOW)


def pass_by_deadline(row):
    Decision.objects.filter(table=row.table_id, closed_at=None).exclude(pk=row.pk).update(due_at=NOW + 9 * DAY)
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": row.due_at})
    assert sweeping.sweep(now=row.due_at).timed_out == 1


@pytest.mark.parametrize("passes", [pass_by_hand, pass_by_deadline])
def test_an_auto_pass_that_outlived_its_round(table, passes):
    """A player who passed in advance or missed the deadline is asked again in a later relay."""
    row, key = asked_ahead(table)
    passes(row)
    played = Move.objects.filter(table=table, seat=row.seat, kind="relay")
    for _round in range(3):
        seat, asked = next_relay(table, key)
        assert played.exclude(key=row.key).filter(via__in=("order", "deadline")).count() == 0
        key = asked.key
        if seat.pk == row.seat_id:
            break
    assert seat.pk == row.seat_id, "they were never asked again"
    assert played.filter(key=row.key).count() == 1


def test_a_pass_whose_place_never_came_answers_nothing_later(table):
    row, _key = asked_ahead(table)
    pass_by_hand(row)
    filed = row.seat.filed_answers.get()
    Decision.objects.filter(pk=row.pk).update(key="relay/0/9")
    type(filed).objects.filter(pk=filed.pk).update(key="relay/0/9")
    first, asked = play_until(table, "relay")
    factories.send(first, Decline(), key=asked.key)
    filed.refresh_from_db()
    assert (filed.status, filed.reason) == ("dropped", "passed")


# A crash-looping table that blocks the sweep


@pytest.mark.parametrize("part", ["apply", "check", "pending", "outcome", "fallback", "progress"])
def test_a_crash_looping_table_that_blocks_the_sweep(table, people, monkeypatch, part):
    """A fault in a function of a game puts the table on hold, once. The same sweep serves all other tables."""
    well = factories.running_table(*people[:2], now=NOW + timedelta(minutes=1))
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": NOW + DAY + HOUR})
    true = getattr(SPECIMEN, part)

    def fall_over(self, seen, *more):
        if len(getattr(seen, "public", seen).couriers) == table.seat_count:
            raise IndexError(SECRET)
        return true(self, seen, *more)

    with monkeypatch.context() as fault:
        fault.setattr(SPECIMEN, part, fall_over)
        sweeping.sweep(now=NOW + DAY + HOUR)
        set_aside = factories.fresh(table).quarantined_at
        sweeping.sweep(now=NOW + DAY + HOUR + timedelta(minutes=1))
    assert set_aside == NOW + DAY + HOUR
    assert factories.fresh(table).quarantined_at == set_aside
    assert SiteEvent.objects.filter(table=table, kind="quarantined").count() == 1
    assert Move.objects.filter(table=table).count() == 1
    assert Move.objects.filter(table=well, via="deadline").count() == 2


@pytest.mark.parametrize("work", ["a bot thinks", "prepared answers are played"])
def test_a_table_that_crashes_a_worker_is_not_handed_to_it_for_ever(people, monkeypatch, work):
    table = factories.running_table(*people[:2], bots=1)
    seat = table.seats.exclude(bot="").get()
    with monkeypatch.context() as fault:
        fault.setattr(SPECIMEN, "pending", tell)
        if work == "a bot thinks":
            assert bots.think(table_id=table.pk, seat_id=seat.pk, key="saddle/1", now=NOW) == 0
        else:
            advance.advance_table(table_id=table.pk, now=NOW)
    assert factories.fresh(table).quarantined_at == NOW
    assert not Decision.objects.filter(table=table, think_at__isnull=False).exists()
    assert factories.fresh(table).advance_at is None
