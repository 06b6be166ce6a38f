"""Drafts: private to their owner, replayed on an imagined state, and limited to what the seat can see."""

import json

import pytest

from engines.principato.actions import FeedUnits
from engines.principato.policy import KeepAtMost
from engines.specimen.actions import Hire, Join, Offer, OfferNothing, Rest, SealRoad
from engines.specimen.policy import JoinUpTo
from tables.errors import NotPending, Refusal
from tables.models import Draft, Table
from tables.selectors.play import drafts as previews
from tables.selectors.play import state
from tables.services import ordering
from tables.services.play import preparing
from tests.principato.positions import realm
from tests.principato.scorings import scoring
from tests.principato.test_by_post import table_at
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def mine():
    player = factories.person()
    table = factories.running_table(player, factories.person())
    return factories.seat_of(table, player)


def preview(seat, key="saddle/1", actions=None):
    return previews.preview(factories.fresh(seat.table), seat, key, actions)


def to_turn(mine):
    """Let both seats seal their roads. Return the seat that has the turn, and its decision."""
    for seat in mine.table.seats.all():
        factories.send(seat, SealRoad("valley"))
    asked = factories.waiting(mine.table)[0]
    return mine.table.seats.get(index=asked.seat), asked


def test_a_draft_is_kept_and_replayed(mine):
    preparing.save_draft(seat_id=mine.pk, key="saddle/1", actions=[SealRoad("valley")], now=NOW)
    found = preview(mine)
    assert [(step.action, step.ok) for step in found.steps] == [(SealRoad("valley"), True)]
    assert found.seen_after.hand.road == "valley"
    assert factories.fresh(mine.table).seq == 0
    assert state.seen(factories.fresh(mine.table), mine).hand.road is None


def test_saving_again_replaces_and_clearing_forgets(mine):
    for road in ("valley", "river"):
        preparing.save_draft(seat_id=mine.pk, key="saddle/1", actions=[SealRoad(road)], now=NOW)
    assert Draft.objects.count() == 1
    assert previews.saved_actions(mine.table, mine, "saddle/1") == (SealRoad("river"),)
    preparing.clear_draft(seat_id=mine.pk, key="saddle/1")
    assert preview(mine).steps == ()


def test_what_is_sent_is_no_draft_any_more(mine):
    preparing.save_draft(seat_id=mine.pk, key="saddle/1", actions=[SealRoad("valley")], now=NOW)
    with pytest.raises(Refusal):
        factories.send(mine, SealRoad("nowhere"))
    assert Draft.objects.count() == 1
    factories.send(mine, SealRoad("valley"))
    assert Draft.objects.count() == 0


def test_only_what_is_asked_can_be_drafted(mine):
    with pytest.raises(NotPending):
        preparing.save_draft(seat_id=mine.pk, key="packing/1/0", actions=[], now=NOW)
    with pytest.raises(Refusal):
        preparing.save_draft(seat_id=mine.pk, key="saddle/1", actions=[SealRoad("valley")] * 101, now=NOW)


def test_a_step_that_is_no_longer_legal_stays_with_its_reason(mine):
    found = preview(mine, actions=[SealRoad("nowhere"), SealRoad("river")])
    assert [(step.ok, step.refusal and step.refusal.rule) for step in found.steps] == [(False, "S-3.1"), (True, None)]
    assert found.playable == [SealRoad("river")]


def test_a_step_nobody_is_asked_for_is_refused_in_the_preview(mine):
    step = preview(mine, actions=[Join(1)]).steps[0]
    assert (step.ok, step.refusal.code) == (False, "not_pending")


def test_the_next_choice_of_the_turn_is_offered(mine):
    seat, asked = to_turn(mine)
    found = preview(seat, asked.key, [OfferNothing()])
    assert found.pending.kind == "stable"
    assert Rest() in found.legal_next


def test_without_a_step_the_choices_are_those_of_the_decision(mine):
    seat, asked = to_turn(mine)
    assert set(map(type, preview(seat, asked.key).legal_next)) == {Offer, OfferNothing}


def test_a_step_that_reveals_something_ends_the_preview_before_it(mine):
    seats = list(mine.table.seats.all())
    factories.send(seats[0], SealRoad("valley"))
    seat = seats[1]
    found = preview(seat, actions=[SealRoad("river"), Rest()])
    assert found.stopped_before_reveal
    assert (found.pending, found.legal_next) == (None, ())
    assert found.seen_after.public == state.seen(factories.fresh(seat.table), None).public
    assert found.playable == [SealRoad("river"), Rest()]


def test_a_preview_tells_nothing_of_what_others_sealed(mine):
    """The preview is the same whatever the other players sealed and whatever the bags contain."""
    seats = list(mine.table.seats.all())
    factories.send(seats[0], SealRoad("valley"))
    before = preview(seats[1], actions=[SealRoad("river")])
    raw = json.loads(factories.fresh(mine.table).state)
    raw["hands"][seats[0].index]["road"] = "ridge"
    raw["vault"]["town"].reverse()
    rewrite(Table.objects.filter(pk=mine.table_id), state=json.dumps(raw))
    assert preview(seats[1], actions=[SealRoad("river")]) == before


def test_a_draft_does_not_show_in_the_pulse(mine):
    before = factories.fresh(mine.table).changes
    preparing.save_draft(seat_id=mine.pk, key="saddle/1", actions=[SealRoad("valley")], now=NOW)
    assert factories.fresh(mine.table).changes == before


def in_turn():
    """Return three couriers in turn order. The first is about to offer a letter."""
    table = factories.running_table(*(factories.person() for _each in range(3)))
    by_index = {seat.index: seat for seat in table.seats.select_related("table", "user")}
    for seat in by_index.values():
        factories.send(seat, SealRoad("valley"))
    asked = factories.waiting(table)[0]
    return [by_index[(asked.seat + place) % 3] for place in range(3)]


def an_offer(seat):
    asked = factories.waiting(seat.table, seat)[0]
    return next(one for one in factories.legal(seat, asked) if isinstance(one, Offer))


def test_a_draft_goes_on_past_the_window_that_its_step_opens():
    first = in_turn()[0]
    found = preview(first, "offer/1", [an_offer(first), Hire(2), Hire(1)])
    assert [(step.ok, step.is_later) for step in found.steps] == [(True, False), (True, True), (False, True)]
    assert found.seen_after.public.couriers[first.index].horses == 1
    assert (found.pending.key, found.pending.when, found.stopped_before_reveal) == ("stable/1/1", "may", False)


def test_what_comes_after_the_others_is_offered_as_if_they_did_what_the_deadline_does():
    first = in_turn()[0]
    found = preview(first, "offer/1", [an_offer(first)])
    assert (found.pending.key, found.pending.when) == ("stable/1/0", "may")
    assert found.legal_next == (Rest(), *(Hire(price) for price in range(1, 5)))


def test_without_a_window_the_next_choice_of_the_turn_is_asked_now():
    first = in_turn()[0]
    found = preview(first, "offer/1", [OfferNothing(), Hire(1)])
    assert [step.is_later for step in found.steps] == [False, False]
    assert found.pending.when == "now"


def test_a_preview_past_a_window_tells_nothing_of_what_others_filed_or_ordered():
    first, second, third = in_turn()
    before = preview(first, "offer/1", [an_offer(first), Hire(4)])
    for seat in (second, third):
        ordering.add_order(seat_id=seat.pk, policy=JoinUpTo(2), user_id=seat.user_id, now=NOW)
    assert preview(first, "offer/1", [an_offer(first), Hire(4)]) == before


def test_a_step_of_nobody_s_turn_is_refused_behind_a_window_too():
    first = in_turn()[0]
    found = preview(first, "offer/1", [an_offer(first), Rest(), Join(1)])
    assert [(step.ok, step.is_later) for step in found.steps] == [(True, False), (True, True), (False, True)]
    assert found.pending is None


def test_a_preview_ends_where_an_order_of_the_seat_answers():
    """A preview ends before a decision that a standing order answers: in Principato, releasing units after supply."""
    first, second = table_at(scoring(realm(militia=2, food=2), realm(militia=2, food=2)))
    factories.send(first, FeedUnits())
    key = factories.decision(second).key
    assert preview(second, key, [FeedUnits()]).pending.kind == "release"
    ordering.add_order(seat_id=second.pk, policy=KeepAtMost(0, 1), user_id=second.user_id, now=NOW)
    found = preview(second, key, [FeedUnits()])
    assert (found.pending, found.legal_next, found.stopped_before_reveal) == (None, (), True)
    assert found.playable == [FeedUnits()]
