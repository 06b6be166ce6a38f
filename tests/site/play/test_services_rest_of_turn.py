"""Turns with a step to which others react: the actions after it are queued, and played after the reactions if possible."""

import pytest

from engines.specimen.actions import Decline, Hire, Join, OfferNothing, Rest, SealRoad
from engines.specimen.policy import JoinUpTo
from tables.errors import Refusal
from tables.models import Draft, FiledAnswer, Move, Notification
from tables.services import ordering
from tables.services.play import preparing
from tests.rows import columns
from tests.site import absence, factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR = absence.HOUR


@pytest.fixture
def turn():
    """Start a table of three couriers and return their seats in turn order. The first is about to offer a letter."""
    table = factories.running_table(*(factories.person() for _each in range(3)))
    by_index = {seat.index: seat for seat in table.seats.select_related("table", "user")}
    for seat in by_index.values():
        factories.send(seat, SealRoad("valley"))
    asked = factories.waiting(table)[0]
    return [by_index[(asked.seat + place) % 3] for place in range(3)]


def an_offer(seat):
    asked = factories.waiting(seat.table, seat)[0]
    return next(one for one in factories.legal(seat, asked) if type(one).__name__ == "Offer")


def played(seat, kind="stable"):
    return columns(Move.objects.filter(seat=seat, kind=kind).order_by("seq"), "action", "via", "user_id")


HIRED = '{"type":"Hire","at_most":4}'
RESTED = '{"type":"Rest"}'


def test_a_turn_is_sent_in_one_and_goes_on_after_the_others_have_answered(turn):
    first, second, third = turn
    result = factories.send(first, an_offer(first), Hire(4), Rest(), token="once-and-for-all")
    assert played(first) == []
    filed = FiledAnswer.objects.get(seat=first)
    assert (filed.key, filed.kind, filed.status) == ("stable/1/0", "stable", "active")
    assert factories.decision(first).when == "may"
    factories.send(second, Decline(), now=NOW + HOUR)
    factories.send(third, Decline(), now=NOW + 2 * HOUR)
    assert played(first) == [(HIRED, "order", first.user_id), (RESTED, "order", first.user_id)]
    assert [asked.seat for asked in factories.waiting(first.table)] == [second.index]
    assert factories.send(first, an_offer(second), key="offer/1", token="once-and-for-all", own_ply=1).replayed
    assert result.first_seq == 4


def test_without_a_window_all_of_it_is_played_at_once(turn):
    first = turn[0]
    factories.send(first, OfferNothing(), Hire(4), Rest())
    assert played(first) == [(HIRED, "page", first.user_id), (RESTED, "page", first.user_id)]
    assert not FiledAnswer.objects.exists()


def test_if_all_have_ordered_their_answers_the_turn_is_over_at_once(turn):
    first, second, third = turn
    for seat in (second, third):
        ordering.add_order(seat_id=seat.pk, policy=JoinUpTo(0), user_id=seat.user_id, now=NOW)
    factories.send(first, an_offer(first), Hire(4), Rest())
    assert [action for action, _via, _user in played(first)] == [HIRED, RESTED]


def test_the_rest_stops_where_it_cannot_be_played_and_its_player_is_asked(turn):
    first, second, third = turn
    factories.send(first, an_offer(first), Hire(1), Rest())
    before = Notification.objects.filter(recipient=first.user, kind="turn").count()
    factories.send(second, Join(1), now=NOW + HOUR)
    for asked in factories.waiting(first.table, first):
        factories.send(first, factories.legal(first, asked)[0], now=NOW + HOUR)
    factories.send(third, Decline(), now=NOW + 2 * HOUR)
    assert played(first) == []
    assert [asked.key for asked in factories.waiting(first.table)] == ["stable/1/0"]
    row = factories.decision(first)
    assert (row.asked_at, row.when) == (NOW + 2 * HOUR, "now")
    assert Notification.objects.filter(recipient=first.user, kind="turn").count() > before


def test_what_was_filed_that_way_can_be_taken_back(turn):
    first, second, third = turn
    factories.send(first, an_offer(first), Hire(4), Rest())
    preparing.withdraw_filed(seat_id=first.pk, key="stable/1/0", user_id=first.user_id, now=NOW)
    factories.send(second, Decline())
    factories.send(third, Decline())
    assert [asked.key for asked in factories.waiting(first.table, first)] == ["stable/1/0"]


def test_a_refused_step_leaves_nothing_filed(turn):
    first = turn[0]
    with pytest.raises(Refusal, match="not_your_letter"):
        factories.send(first, type(an_offer(first))("nothing"), Hire(4))
    assert not FiledAnswer.objects.exists()
    assert factories.decision(first).key == "offer/1"


def test_others_do_not_see_that_the_rest_is_filed(turn):
    first = turn[0]
    before = factories.fresh(first.table).changes
    factories.send(first, an_offer(first), Hire(4), Rest())
    assert factories.fresh(first.table).changes == before + 1


def drafted(seat, *actions):
    preparing.save_draft(seat_id=seat.pk, key="offer/1", actions=actions, now=NOW)
    preparing.play_at_deadline(seat_id=seat.pk, key="offer/1", plays=True)


def test_a_draft_sent_at_the_deadline_goes_on_after_the_others_as_well(turn):
    first, second, third = turn
    drafted(first, an_offer(first), Hire(4), Rest())
    now = absence.let_time_run_out(first, now=NOW)
    assert played(first, "offer")[0][1:] == ("deadline", first.user_id)
    assert not Draft.objects.exists()
    factories.send(second, Decline(), now=now)
    factories.send(third, Decline(), now=now)
    assert played(first) == [(HIRED, "order", first.user_id), (RESTED, "order", first.user_id)]
    first.refresh_from_db()
    assert first.defaults_in_a_row == 0


def test_what_is_missing_in_a_draft_for_the_deadline_is_asked_after_the_window(turn):
    first, second, third = turn
    drafted(first, an_offer(first))
    now = absence.let_time_run_out(first, now=NOW)
    factories.send(second, Decline(), now=now)
    factories.send(third, Decline(), now=now)
    assert [asked.key for asked in factories.waiting(first.table)] == ["stable/1/0"]


def test_a_missed_turn_of_several_kinds_of_choices_is_missed_once(turn):
    first = turn[0]
    absence.let_time_run_out(first, now=NOW)
    assert [len(played(first, kind)) for kind in ("offer", "stable")] == [1, 1]
    first.refresh_from_db()
    assert first.defaults_in_a_row == 1
    row = first.decisions.get(key="offer/1")
    assert row.result == "timed_out"


def test_a_draft_that_leaves_the_end_to_the_deadline_is_timed_out(turn):
    first = turn[0]
    drafted(first, OfferNothing())
    absence.let_time_run_out(first, now=NOW)
    assert played(first) == [(RESTED, "deadline", None)]
    assert first.decisions.get(key="offer/1").result == "timed_out"
