"""Queued turns and standing orders: playing, refusing, replacing and withdrawing them, and hiding them from others."""

from datetime import timedelta

import pytest

from engines.contract import Filed
from engines.gonzaga.actions import Donate
from engines.specimen.actions import Decline, Hire, Join, Rest, SealRoad
from engines.specimen.policy import JoinUpTo
from tables.errors import NotPending, NotYours, Refusal
from tables.models import FiledAnswer, Move, Notification
from tables.selectors.play import log
from tables.services import ordering
from tables.services.play import advance, preparing
from tests.rows import columns
from tests.site import factories, keeping

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR = timedelta(hours=1)


@pytest.fixture
@keeping.kept
def relay():
    """Start a table of three couriers and return their seats.

    The first has offered a letter, the second must decide now, and the third may decide in advance.
    """
    table = factories.running_table(*(factories.person() for _each in range(3)))
    by_index = {seat.index: seat for seat in table.seats.all()}
    for seat in by_index.values():
        factories.send(seat, SealRoad("valley"))
    asked = factories.waiting(table)[0]
    offerer = by_index[asked.seat]
    factories.send(offerer, next(each for each in factories.legal(offerer, asked) if type(each).__name__ == "Offer"))
    return [by_index[(asked.seat + place) % 3] for place in range(3)]


def key_of(seat):
    return factories.decision(seat).key


def file(seat, *actions, key=None, now=NOW, **more):
    preparing.file_answer(seat_id=seat.pk, filed=Filed(key or key_of(seat), actions, **more), user_id=seat.user_id, now=now)


def relay_moves(seat):
    return [(move.action, move.via, move.user_id) for move in Move.objects.filter(seat=seat, kind="relay").order_by("seq")]


def test_an_answer_given_ahead_is_played_at_its_place(relay):
    _first, second, third = relay
    file(third, Decline())
    assert relay_moves(third) == []
    factories.send(second, Decline())
    assert relay_moves(third) == [('{"type":"Decline"}', "order", third.user_id)]
    assert FiledAnswer.objects.get(seat=third).status == "used"


def test_a_player_with_a_queued_turn_is_no_longer_waited_for(relay):
    third = relay[2]
    file(third, Decline(), now=NOW + HOUR)
    assert factories.decision(third).answered_at == NOW + HOUR


def test_the_first_legal_action_is_played(relay):
    _first, second, third = relay
    file(third, Join(2), Join(1), Decline())
    factories.send(second, Decline())
    assert relay_moves(third)[0][0] == '{"type":"Join","place":1}'


def test_what_cannot_be_played_is_asked_afresh_with_a_full_clock(relay):
    _first, second, third = relay
    file(third, Join(2), now=NOW + HOUR)
    later = NOW + 5 * HOUR
    factories.send(second, Decline(), now=later)
    row = factories.decision(third)
    assert (row.when, row.answered_at, row.asked_at, row.askings) == ("now", None, later, 2)
    assert row.due_at == later + 12 * HOUR
    assert relay_moves(third) == []
    assert FiledAnswer.objects.get(seat=third).status == "dropped"
    told = Notification.objects.filter(recipient=third.user, kind="turn", decision_key=row.key)
    assert told.count() == 2, "asked ahead, and again when the answer did not fit"


def test_what_can_never_be_played_is_not_kept(relay):
    """An answer that can never be legal is refused. Only two couriers decide in a relay, so none can join third."""
    third = relay[2]
    with pytest.raises(Refusal, match="never_legal"):
        file(third, Join(3))
    assert not FiledAnswer.objects.exists()
    assert factories.decision(third).answered_at is None


def test_filing_what_cannot_be_played_wins_no_time(relay):
    second = relay[1]
    before = factories.decision(second).due_at
    for hours in (1, 2):
        file(second, Join(2), now=NOW + hours * HOUR)
    row = factories.decision(second)
    assert (row.due_at, row.answered_at, row.askings) == (before, None, 1)


def test_more_than_one_transactions_share_of_prepared_answers_is_left_to_a_task(relay, monkeypatch):
    first, second, third = relay
    monkeypatch.setattr(advance, "AT_ONCE", 1)
    file(third, Decline())
    file(first, Hire(4), Rest(), key=factories.decision(first).key, how="each")
    factories.send(second, Decline())
    table = factories.fresh(first.table)
    assert len(relay_moves(third)) == 1
    assert not Move.objects.filter(seat=first, kind="stable").exists()
    assert table.advance_at is not None
    monkeypatch.setattr(advance, "AT_ONCE", 200)
    advance.advance_table(table_id=table.pk, now=NOW)
    assert Move.objects.filter(seat=first, kind="stable").count() == 2
    assert factories.fresh(table).advance_at is None


def test_what_cannot_be_played_falls_back_if_the_player_said_so(relay):
    _first, second, third = relay
    file(third, Join(2), otherwise="fallback")
    factories.send(second, Decline())
    assert relay_moves(third) == [('{"type":"Decline"}', "order", third.user_id)]


def test_filing_again_replaces(relay):
    _first, second, third = relay
    file(third, Join(1))
    file(third, Decline())
    factories.send(second, Decline())
    assert relay_moves(third)[0][0] == '{"type":"Decline"}'
    assert sorted(FiledAnswer.objects.filter(seat=third).values_list("status", "reason")) == [
        ("dropped", "replaced"),
        ("used", ""),
    ]


def test_what_is_filed_can_be_taken_back_and_the_clock_has_run_on(relay):
    _first, second, third = relay
    due = factories.decision(third).due_at
    file(third, Decline())
    preparing.withdraw_filed(seat_id=third.pk, key=key_of(third), now=NOW + HOUR)
    row = factories.decision(third)
    assert (row.answered_at, row.due_at) == (None, due)
    factories.send(second, Decline())
    assert relay_moves(third) == []
    with pytest.raises(NotPending):
        preparing.withdraw_filed(seat_id=third.pk, key=row.key, now=NOW)


def test_filing_for_the_present_plays_at_once(relay):
    second = relay[1]
    file(second, Decline())
    assert len(relay_moves(second)) == 1


def test_a_filed_turn_runs_past_the_window(relay):
    first, second, third = relay
    key = factories.decision(first).key
    assert factories.decision(first).when == "may"
    file(first, Hire(4), Rest(), key=key, how="each")
    factories.send(second, Decline())
    factories.send(third, Decline())
    played = columns(Move.objects.filter(seat=first, kind="stable").order_by("seq"), "action", "via")
    assert list(played) == [('{"type":"Hire","at_most":4}', "order"), ('{"type":"Rest"}', "order")]


def test_a_filed_turn_stops_at_its_first_illegal_action(relay):
    first, second, third = relay
    file(first, Hire(1), Hire(1), Rest(), key=factories.decision(first).key, how="each")
    factories.send(second, Decline())
    factories.send(third, Decline())
    assert Move.objects.filter(seat=first, kind="stable").count() == 1
    row = FiledAnswer.objects.get(seat=first)
    assert (row.status, row.done) == ("dropped", 1)
    assert factories.waiting(first.table)[0].seat == first.index


def test_an_opponent_and_a_stranger_file_nothing_for_me(relay):
    _first, second, third = relay
    for user in (second.user, factories.person()):
        with pytest.raises(NotYours):
            preparing.file_answer(seat_id=third.pk, filed=Filed(key_of(third), (Decline(),)), user_id=user.pk, now=NOW)
        with pytest.raises(NotYours):
            preparing.withdraw_filed(seat_id=third.pk, key=key_of(third), user_id=user.pk, now=NOW)
    assert not FiledAnswer.objects.exists()


@pytest.mark.parametrize(
    ("filed", "code"),
    [
        (Filed("relay/9/9", (Decline(),)), "not_pending"),
        (Filed("relay/1/0", (Decline(),) * 51), "too_many"),
    ],
)
def test_what_makes_no_sense_is_not_filed(relay, filed, code):
    with pytest.raises(Refusal) as refused:
        preparing.file_answer(seat_id=relay[2].pk, filed=filed, now=NOW)
    assert refused.value.code == code


def test_a_player_on_turn_cannot_queue_nothing(relay):
    with pytest.raises(Refusal) as refused:
        file(relay[1])
    assert refused.value.code == "empty"


def test_a_player_asked_ahead_may_wait_for_those_before(relay):
    _first, second, third = relay
    file(third, now=NOW + HOUR)
    assert factories.decision(third).answered_at == NOW + HOUR, "nobody waits for this seat yet"
    factories.send(second, Decline(), now=NOW + 2 * HOUR)
    row = factories.decision(third)
    assert (row.when, row.answered_at, row.asked_at) == ("now", None, NOW + 2 * HOUR)
    assert relay_moves(third) == []


@pytest.mark.parametrize("otherwise", ["ask", "fallback"])
def test_what_is_left_of_a_filed_turn_answers_nothing_of_another_kind(relay, otherwise):
    first, second, third = relay
    # The courier cannot pay for so many horses, so the turn ends before the queued list does.
    file(first, *[Hire(4)] * 5, key=factories.decision(first).key, how="each", otherwise=otherwise)
    factories.send(second, Decline())
    factories.send(third, Decline())
    assert FiledAnswer.objects.get(seat=first).status == "dropped"
    for _turn in range(20):
        asked = factories.waiting(first.table)[0]
        seat = next(seat for seat in relay if seat.index == asked.seat)
        if asked.kind != "stable" and seat == first:
            break
        factories.send(seat, factories.legal(seat, asked)[0])
    assert not Move.objects.filter(seat=first, via="order").exclude(kind="stable").exists()


def test_others_never_learn_that_an_answer_was_filed(relay):
    _first, second, third = relay
    before = factories.fresh(third.table).changes
    file(third, Decline())
    assert factories.fresh(third.table).changes == before
    factories.send(second, Decline())
    shown = {viewer: log.log_entries(third.table, viewer, limit=1)[0].via for viewer in (second.index, third.index, None)}
    assert shown == {second.index: "page", third.index: "order", None: "page"}


def test_a_standing_order_answers_without_asking(relay):
    _first, second, third = relay
    ordering.add_order(seat_id=third.pk, policy=JoinUpTo(1), user_id=third.user_id, now=NOW)
    factories.send(second, Decline())
    assert relay_moves(third) == [('{"type":"Join","place":1}', "order", third.user_id)]


def test_a_filed_answer_goes_before_a_standing_order(relay):
    _first, second, third = relay
    ordering.add_order(seat_id=third.pk, policy=JoinUpTo(1), now=NOW)
    file(third, Decline())
    factories.send(second, Decline())
    assert relay_moves(third)[0][0] == '{"type":"Decline"}'


def test_an_order_that_was_removed_answers_no_more(relay):
    _first, second, third = relay
    order = ordering.add_order(seat_id=third.pk, policy=JoinUpTo(1), now=NOW)
    with pytest.raises(Refusal, match="no_such_order"):
        ordering.remove_order(seat_id=second.pk, number=order.number, now=NOW)
    ordering.remove_order(seat_id=third.pk, number=order.number, now=NOW)
    factories.send(second, Decline())
    assert relay_moves(third) == []


def test_a_chain_of_automatic_moves_tells_only_what_is_left_of_it(relay):
    _first, second, third = relay
    file(third, Decline())
    before = Notification.objects.filter(kind="turn").count()
    factories.send(second, Decline())
    assert Notification.objects.filter(kind="turn").count() == before + len(factories.waiting(third.table))


@pytest.mark.parametrize("how", ["first", "each"])
def test_a_filed_turn_does_not_outlive_its_round(how):
    """A turn queued for one round does not answer in the next round, even if some of its actions are left."""
    table = factories.running_table(factories.person(), factories.person(), game="gonzaga")
    mine, other = table.seats.order_by("index")
    for seat in (mine, other):
        plan = factories.legal(seat, factories.waiting(table, seat)[0])[0]
        if seat is other:
            file(mine, Donate(), Donate(), key="turn/1", how=how)
        factories.send(seat, plan, key="plan/1")
    while factories.fresh(table).round == 1:
        factories.send(other, Donate(), key="turn/1")
    for seat in (mine, other):
        factories.send(seat, factories.legal(seat, factories.waiting(table, seat)[0])[0], key="plan/2")
    assert [move.key for move in Move.objects.filter(seat=mine, kind="turn")] == ["turn/1"]
    assert not FiledAnswer.objects.filter(seat=mine, status="active").exists()
    assert factories.decision(mine, "turn/2").answered_at is None
