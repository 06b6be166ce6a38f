"""Drafts that are sent at the deadline, with the default move for the rest of the turn."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from engines import registry
from engines.specimen.actions import Decline, Hire, Join, OfferNothing, Pack, Rest, SealRoad
from engines.specimen.decisions import packing
from tables.errors import NotPending
from tables.models import Decision, Draft, FiledAnswer, Heartbeat, Move, Notification
from tables.selectors.play import drafts as selector
from tables.selectors.play import log, state
from tables.services import sweeping
from tables.services.play import decisions, preparing
from tables.services.play.locked_table import open_game
from tests.rows import columns, rewrite
from tests.site import factories
from tests.site.time.test_services_deadlines import relay_of_three
from tests.site.views import HTMX, page_of, signed_in, slot

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
MINUTE, HOURS, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def sweep(now):
    Heartbeat.objects.update_or_create(name="sweep", defaults={"at": now - MINUTE})
    return sweeping.sweep(now=now)


def draft(seat, *actions, key, plays=True):
    preparing.save_draft(seat_id=seat.pk, key=key, actions=actions, now=NOW)
    preparing.play_at_deadline(seat_id=seat.pk, key=key, plays=plays)


def seated(count=2, **more):
    table = factories.running_table(*(factories.person() for _each in range(count)), pace=factories.BANKED, **more)
    return table, {seat.index: seat for seat in table.seats.all()}


def to_packing():
    """Play default moves at a two-player table until a packing decision is due.

    Return the table, the seat and the key of the decision.
    """
    table, seats = seated()
    engine = registry.engine("specimen")
    while (asked := factories.waiting(table)[0]).kind != packing.KIND:
        seat = seats[asked.seat]
        factories.send(seat, engine.fallback(state.seen(table, seat), asked), key=asked.key)
    return table, seats[asked.seat], asked.key


def letters_of(seat):
    """Return the sorted letters in the seat's hand. The default move takes the first of these letters."""
    return sorted(packing.unpacked(state.seen(factories.fresh(seat.table), seat).hand).elements())


def moves_of(seat, kind="packing"):
    return columns(Move.objects.filter(seat=seat, kind=kind).order_by("seq"), "action", "via", "user_id")


def coded(action):
    return log.coding.to_text(action)


def test_a_ticked_draft_is_sent_at_the_deadline_instead_of_the_fallback():
    _table, seat, key = to_packing()
    letters = letters_of(seat)[-2:]
    draft(seat, *map(Pack, letters), key=key)
    due = factories.decision(seat, key).due_at
    sweep(due)
    assert moves_of(seat) == [(coded(Pack(letter)), "deadline", seat.user_id) for letter in letters]
    assert not Draft.objects.filter(seat=seat).exists()
    assert Notification.objects.filter(recipient=seat.user, kind="timed_out").exists()


def test_a_draft_prepared_in_time_is_no_miss_but_the_reserve_is_used_up():
    _table, seat, key = to_packing()
    draft(seat, *map(Pack, letters_of(seat)[-2:]), key=key)
    row = factories.decision(seat, key)
    sweep(row.due_at)
    seat.refresh_from_db()
    row.refresh_from_db()
    assert (seat.defaults_in_a_row, seat.bank_seconds, row.result) == (0, 0, "in_time")


def test_a_draft_that_was_not_ticked_stays_a_draft():
    _table, seat, key = to_packing()
    letters = letters_of(seat)
    draft(seat, Pack(letters[-1]), key=key, plays=False)
    sweep(factories.decision(seat, key).due_at)
    assert moves_of(seat) == [(coded(Pack(letter)), "deadline", None) for letter in letters[:2]]
    seat.refresh_from_db()
    assert seat.defaults_in_a_row == 1


def test_a_new_draft_is_not_ticked_and_stays_so_while_steps_are_added():
    _table, seat, key = to_packing()
    preparing.save_draft(seat_id=seat.pk, key=key, actions=[Pack(letters_of(seat)[0])], now=NOW)
    assert not Draft.objects.get().plays_at_deadline
    preparing.play_at_deadline(seat_id=seat.pk, key=key, plays=True)
    preparing.save_draft(seat_id=seat.pk, key=key, actions=[Pack(letters_of(seat)[1])], now=NOW)
    assert Draft.objects.get().plays_at_deadline


def test_what_a_draft_leaves_open_is_finished_by_the_fallback_and_counts_as_missed():
    _table, seat, key = to_packing()
    letters = letters_of(seat)
    draft(seat, Pack(letters[-1]), key=key)
    row = factories.decision(seat, key)
    sweep(row.due_at)
    assert moves_of(seat) == [
        (coded(Pack(letters[-1])), "deadline", seat.user_id),
        (coded(Pack(letters[0])), "deadline", None),
    ]
    seat.refresh_from_db()
    row.refresh_from_db()
    assert (seat.defaults_in_a_row, row.result) == (1, "timed_out")


def test_a_step_that_cannot_be_played_is_left_out():
    _table, seat, key = to_packing()
    letters = letters_of(seat)
    draft(seat, Pack("no such letter"), SealRoad("valley"), Pack(letters[-1]), Pack(letters[-2]), key=key)
    sweep(factories.decision(seat, key).due_at)
    assert [action for action, _via, _user in moves_of(seat)] == [coded(Pack(letters[-1])), coded(Pack(letters[-2]))]


def test_a_draft_nobody_can_read_any_more_gives_way_to_the_fallback():
    table, seat, key = to_packing()
    letters = letters_of(seat)
    draft(seat, Pack(letters[-1]), key=key)
    rewrite(Draft.objects.all(), actions='[{"type":"Pack","paper":7}]')
    sweep(factories.decision(seat, key).due_at)
    assert [action for action, _via, _user in moves_of(seat)] == [coded(Pack(letter)) for letter in letters[:2]]
    assert factories.fresh(table).quarantined_at is None


def test_a_draft_goes_on_with_the_next_steps_of_the_same_turn():
    table, seats = seated()
    for seat in seats.values():
        factories.send(seat, SealRoad("valley"))
    asked = factories.waiting(table)[0]
    mine = seats[asked.seat]
    factories.send(mine, registry.engine("specimen").fallback(state.seen(table, mine), asked))
    draft(mine, Hire(1), Rest(), key="stable/1/0")
    sweep(factories.decision(mine, "stable/1/0").due_at)
    played = Move.objects.filter(seat=mine, kind="stable").order_by("seq")
    assert [move.action for move in played] == [coded(action) for action in (Hire(1), Rest())]
    assert {(move.via, move.user_id) for move in played} == {("deadline", mine.user_id)}


@pytest.mark.parametrize("game", registry.PLAYABLE)
def test_a_whole_turn_can_be_drafted_for_the_deadline(game):
    """A whole turn can be drafted for the deadline, which plays exactly this turn.

    The bot drafts the first decision from its seat's view.
    """
    table, seats = seated(game=game)
    engine = registry.engine(game)
    asked = factories.waiting(table)[0]
    mine = seats[asked.seat]
    actions = []
    while True:
        found = selector.preview(table, mine, asked.key, actions)
        if found.pending is None or found.pending.key != asked.key or found.pending.when != "now" or len(actions) > 50:
            break
        actions.append(engine.bot(found.seen_after, found.pending))
    assert actions
    draft(mine, *actions, key=asked.key)
    sweep(factories.decision(mine, asked.key).due_at)
    played = Move.objects.filter(seat=mine, user=mine.user, via="deadline").order_by("seq")
    assert [move.action for move in played] == [coded(action) for action in actions]


def test_a_draft_for_a_place_that_has_not_come_is_filed_at_the_deadline():
    first, second = relay_of_three()[1:]
    row = factories.decision(second)
    draft(second, Join(1), key=row.key)
    Decision.objects.filter(seat=first, closed_at=None).update(due_at=row.due_at + DAY)
    sweep(row.due_at)
    assert FiledAnswer.objects.get(seat=second, status="active").reason == "deadline"
    factories.send(first, Decline(), now=NOW + 2 * DAY)
    assert [action for action, _via, user in moves_of(second, "relay") if user == second.user_id] == [coded(Join(1))]
    row.refresh_from_db()
    assert row.result == "in_time"


def test_only_a_draft_that_is_there_can_be_ticked():
    _table, seat, key = to_packing()
    with pytest.raises(NotPending):
        preparing.play_at_deadline(seat_id=seat.pk, key=key, plays=True)


def test_the_page_ticks_a_draft_and_takes_the_tick_off_again():
    table, seat, key = to_packing()
    preparing.save_draft(seat_id=seat.pk, key=key, actions=[Pack(letters_of(seat)[0])], now=timezone.now())
    client, address = signed_in(seat.user), reverse("tables:draft", args=[table.code])
    Decision.objects.filter(seat=seat, closed_at=None).update(due_at=timezone.now() + DAY)
    page = page_of(client, table.get_absolute_url())
    assert '<input type="checkbox" name="plays">' in page
    said = client.post(address, slot(page, key=key, do="deadline", plays="on"), headers=HTMX).content.decode()
    assert '<input type="checkbox" name="plays" checked>' in said
    assert Draft.objects.get().plays_at_deadline
    assert len(drafts_of(seat)) == 1
    assert client.post(address, slot(page, key=key, do="deadline")).status_code == 302
    assert not Draft.objects.get().plays_at_deadline


def drafts_of(seat):
    return selector.saved_actions(seat.table, seat, Draft.objects.get(seat=seat).key)


def asked_together(seat, first, second):
    """Give the second decision of a seat the opening time of the first, as if both had opened together.

    If the first is closed, move its closing time ten days later.
    """
    row = Decision.objects.get(seat=seat, key=first)
    Decision.objects.filter(seat=seat, key=second).update(asked_at=row.asked_at, counted_at=row.counted_at)
    row.closed_at = row.closed_at and row.closed_at + 10 * DAY
    row.save()


def missed_twice(is_together):
    """Let a seat miss two deadlines. Return the seat's count of misses in a row.

    If ``is_together`` is true, both decisions have the same opening time.
    """
    _table, seats = seated()
    mine, other = seats[0], seats[1]
    factories.send(other, SealRoad("valley"), key="saddle/1")
    sweep(NOW + 3 * DAY)
    if factories.waiting(mine.table)[0].seat != mine.index:
        factories.send(other, OfferNothing(), Rest(), now=NOW + 3 * DAY)
    if is_together:
        asked_together(mine, "saddle/1", "offer/1")
    sweep(NOW + 9 * DAY)
    mine.refresh_from_db()
    assert [via for _action, via, _user in moves_of(mine, "offer")] == ["deadline"]
    return mine.defaults_in_a_row


def test_what_was_asked_at_one_moment_and_missed_is_missed_once():
    assert missed_twice(is_together=False) == 2
    assert missed_twice(is_together=True) == 1


def test_nobody_pays_or_earns_twice_for_the_same_time():
    table, seats = seated()
    mine, bank = seats[0], factories.BANKED.bank * 60
    row = factories.decision(mine)
    fields = {"table": table, "seat": mine, "kind": "other", "when": "now", "holder": mine.user, "counted_at": NOW}
    other, third = (Decision.objects.create(key=f"other/{each}", asked_at=NOW, **fields) for each in (1, 2))
    locked = open_game(factories.fresh(table), NOW)
    for each, used, left in (
        (row, HOURS, bank + 1800),
        (other, DAY + 30 * MINUTE, bank),
        (third, DAY + 20 * MINUTE, bank),
    ):
        decisions.settle(locked, each, mine, answered_at=NOW + used, by_deadline=False)
        each.save()
        assert mine.bank_seconds == left
