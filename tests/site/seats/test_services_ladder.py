"""Missed deadlines of a seat: default moves, then the steward, then an open seat, and the player's return."""

from datetime import timedelta

import pytest

from engines.contract import Filed
from engines.specimen.actions import Decline, Offer, SealRoad
from engines.specimen.policy import JoinUpTo
from tables.errors import NotRunning, Refusal, Stale, StewardPlays
from tables.models import Agreement, Decision, Draft, Move, Notification, SiteEvent, StandingOrder, Table, Tenure
from tables.services import ordering
from tables.services.play import bots, ending, moves, preparing
from tables.services.seats import escalation
from tests.site import absence, factories, keeping
from tests.site.absence import DAY, HOUR, NOW

pytestmark = [pytest.mark.database, pytest.mark.django_db]
LONG = {"version": "1", "nights": 4}


@pytest.fixture
@keeping.kept
def table():
    """Start a long game of Anna, Berto and Chiara, and return its table."""
    return factories.running_table(*(factories.person(name) for name in ("Anna", "Berto", "Chiara")), options=LONG)


@pytest.fixture
def anna(table):
    return table.seats.select_related("table", "user").get(position=0)


@pytest.fixture
def berto(table):
    return table.seats.select_related("table", "user").get(position=1)


def events(table):
    return list(SiteEvent.objects.filter(table=table).order_by("pk").values_list("kind", "user", "after_seq"))


def tenures(seat):
    return list(Tenure.objects.filter(seat=seat).order_by("pk").values_list("user", "bot", "first_seq", "last_seq"))


def told(user, kind):
    return Notification.objects.filter(recipient=user, kind=kind).count()


def on_steward(seat):
    """Let the seat miss one more deadline than the table excuses. Return the time when the steward took over."""
    now = absence.miss(seat, seat.table.excused + 1)
    assert seat.steward_since == now
    return now


def test_the_excused_misses_cost_no_seat(table, anna):
    assert table.excused == 2
    absence.miss(anna, 2)
    assert (anna.defaults_in_a_row, anna.steward_since, anna.opened_at) == (2, None, None)
    assert events(table) == []


def test_one_more_and_the_steward_plays_and_the_seat_is_open_at_once(table, anna):
    now = absence.miss(anna, 3)
    assert (anna.steward_since, anna.opened_at, anna.resigned_at, anna.user) == (now, now, None, anna.user)
    seq = factories.fresh(table).seq
    assert events(table) == [("steward", anna.user_id, seq), ("opened", anna.user_id, seq)]
    assert tenures(anna) == [(anna.user_id, "", 1, seq), (None, "steward", seq + 1, None)]


def test_a_table_may_excuse_none(table, anna):
    Table.objects.filter(pk=table.pk).update(excused=0)
    absence.miss(anna, 1)
    assert anna.steward_since


def test_its_holder_is_told_and_the_others_learn_of_the_open_seat(table, anna, berto):
    on_steward(anna)
    assert told(anna.user, "steward") == 1
    assert [told(seat.user, "opened") for seat in (anna, berto)] == [1, 1]


def test_the_steward_answers_what_is_open_from_then_on(table, anna):
    now = on_steward(anna)
    row = factories.decision(anna, absence.asked(anna, now=now).key)
    assert (row.holder, row.due_at, row.remind_at) == (None, None, None)
    before = factories.fresh(table).seq
    assert bots.think(table_id=table.pk, seat_id=anna.pk, key=row.key, now=now)
    assert Move.objects.get(table=table, seq=before + 1).via == "steward"


def test_a_decision_of_many_choices_missed_is_missed_once():
    table = factories.running_table(factories.person(), factories.person(), game="principato")
    seat = Decision.objects.filter(table=table, closed_at=None, due_at__isnull=False).first().seat
    absence.let_time_run_out(seat, now=NOW)
    seat.refresh_from_db()
    assert seat.plies >= 1
    assert seat.defaults_in_a_row == 1


def test_a_move_by_hand_starts_the_count_anew(table, anna):
    now = absence.miss(anna, 2)
    asked = absence.asked(anna, now=now)
    factories.send(anna, factories.legal(anna, asked)[0], key=asked.key, now=now)
    anna.refresh_from_db()
    assert anna.defaults_in_a_row == 0


def test_preparing_something_starts_the_count_anew(table, anna):
    now = absence.miss(anna, 2)
    ordering.add_order(seat_id=anna.pk, policy=JoinUpTo(0), user_id=anna.user_id, now=now)
    anna.refresh_from_db()
    assert anna.defaults_in_a_row == 0


def test_standing_orders_of_somebody_long_gone_excuse_no_miss(table, anna):
    """Standing orders of an absent player do not reset the count of missed deadlines.

    The order declines each relay. The player makes no decision, so the count continues.
    """
    Table.objects.filter(pk=table.pk).update(excused=50)
    ordering.add_order(seat_id=anna.pk, policy=JoinUpTo(0), user_id=anna.user_id, now=NOW)
    now, vias = NOW, []
    while "order" not in vias[1:]:
        now = absence.miss(anna, 1, now=now, choose=offer_or_bot)
        vias = list(Move.objects.filter(seat=anna).order_by("seq").values_list("via", flat=True))
    missed = Decision.objects.filter(seat=anna, result="timed_out").count()
    assert vias[0] == "deadline"
    assert anna.defaults_in_a_row == missed > 1


def test_an_empty_answer_filed_on_purpose_is_no_miss(table, anna, berto):
    """A queued turn without actions is no miss: a player who queues only the default move has made a decision."""
    replier = relay_with(table, anna)
    key = next(row.key for row in Decision.objects.filter(seat=replier, closed_at=None) if row.kind == "relay")
    filed = Filed(key, (), otherwise="fallback")
    preparing.file_answer(seat_id=replier.pk, filed=filed, user_id=replier.user_id, now=NOW)
    absence.answer_for_others(replier, now=NOW)
    replier.refresh_from_db()
    assert replier.defaults_in_a_row == 0
    assert Decision.objects.get(seat=replier, key=key).result == "in_time"


def relay_with(table, *_seats):
    """Play until a seat can decide in advance. Return that seat."""
    for _move in range(40):
        ahead = Decision.objects.filter(table=table, closed_at=None, when="ahead").select_related("seat__table").first()
        if ahead:
            return ahead.seat
        asked = factories.waiting(table)[0]
        seat = table.seats.select_related("table").get(index=asked.seat)
        factories.send(seat, offer_or_bot(seat, asked), key=asked.key)
    raise AssertionError("nobody offered a relay")


def offer_or_bot(seat, asked):
    """Return a legal Offer action if there is one, otherwise the bot's action."""
    offers = [action for action in factories.legal(seat, asked) if isinstance(action, Offer)]
    return offers[0] if offers else absence.as_a_bot(seat, asked)


def test_a_miss_ahead_of_ones_place_counts_and_is_on_record(table, anna):
    replier = relay_with(table, anna)
    row = Decision.objects.get(seat=replier, closed_at=None, when="ahead")
    Decision.objects.filter(table=table, closed_at=None).exclude(pk=row.pk).update(due_at=NOW + 50 * DAY)
    now = row.due_at
    absence.sweep(now)
    row.refresh_from_db()
    assert row.result == "", "before the place comes it would tell that nothing lies ready"
    absence.answer_for_others(replier, now=now)
    replier.refresh_from_db()
    row.refresh_from_db()
    assert (row.result, row.used_seconds) == ("timed_out", 12 * 60 * 60)
    assert Move.objects.filter(seat=replier, key=row.key, via="deadline").exists()
    assert replier.defaults_in_a_row == 1


# While the steward plays


def refused(call, **fields):
    with pytest.raises(Refusal) as found:
        call(**fields)
    return found.value.code


def test_a_player_replaced_by_the_steward_is_told_how_to_come_back(table, anna):
    now = on_steward(anna)
    key = absence.asked(anna, now=now).key
    with pytest.raises(StewardPlays):
        factories.send(anna, SealRoad("valley"), key=key, now=now)
    filed = {"seat_id": anna.pk, "filed": Filed(key, (Decline(),)), "user_id": anna.user_id, "now": now}
    assert refused(preparing.file_answer, **filed) == "steward_plays"
    assert refused(preparing.save_draft, seat_id=anna.pk, key=key, actions=[], now=now) == "steward_plays"
    assert refused(ending.agree_to_end, table_id=table.pk, user=anna.user, now=now) == "steward_plays"


def test_what_was_prepared_does_not_bind_the_steward(table, anna):
    ordering.add_order(seat_id=anna.pk, policy=JoinUpTo(2), user_id=anna.user_id, now=NOW)
    preparing.save_draft(seat_id=anna.pk, key="saddle/1", actions=[SealRoad("valley")], now=NOW)
    Draft.objects.update(plays_at_deadline=True)
    ending.resign(table_id=table.pk, user=anna.user, now=NOW)
    assert not anna.standing_orders.filter(StandingOrder.ARMED).exists()
    assert list(anna.drafts.values_list("plays_at_deadline", flat=True)) == [False]


def test_whose_seat_the_steward_plays_has_no_say_in_ending_the_game(table, anna, berto):
    chiara = table.seats.get(position=2)
    ending.agree_to_end(table_id=table.pk, user=anna.user, now=NOW)
    now = on_steward(anna)
    assert not Agreement.objects.filter(seat=anna).exists()
    ending.agree_to_end(table_id=table.pk, user=berto.user, now=now)
    assert ending.agree_to_end(table_id=table.pk, user=chiara.user, now=now)
    assert factories.fresh(table).ended_by == "agreed"


def test_once_the_last_one_who_had_not_agreed_is_gone_the_game_ends(table, anna, berto):
    now = absence.miss(anna, 2)
    absence.answer_for_others(anna, now=now)
    for seat in (berto, table.seats.get(position=2)):
        ending.agree_to_end(table_id=table.pk, user=seat.user, now=now)
    absence.let_time_run_out(anna, now=now)
    assert factories.fresh(table).ended_by == "agreed"


def test_a_seat_on_the_steward_keeps_its_place_at_the_end(table, anna):
    now = on_steward(anna)
    ended = factories.play_to_end(table)
    anna.refresh_from_db()
    assert (ended.ended_by, anna.opened_at, anna.steward_since) == ("finished", None, now)
    outcome = factories.registry.engine(table.game).outcome(factories.state.seen(ended, None).public)
    own = next(place for place, group in enumerate(outcome.ranking) if anna.index in group)
    assert anna.place == 1 + sum(map(len, outcome.ranking[:own]))


# Coming back


def test_the_holder_comes_back_with_a_fresh_clock(table, anna):
    now = on_steward(anna)
    key = absence.asked(anna, now=now).key
    later = now + 3 * HOUR
    escalation.come_back(table_id=table.pk, user=anna.user, now=later)
    anna.refresh_from_db()
    assert (anna.steward_since, anna.opened_at, anna.defaults_in_a_row) == (None, None, 0)
    row = factories.decision(anna, key)
    own = timedelta(hours=12) if row.reply else DAY
    assert (row.holder_id, row.asked_at, row.bank_at, row.think_at) == (anna.user_id, later, later + own, None)
    seq = factories.fresh(table).seq
    assert events(table)[-1] == ("returned", anna.user_id, seq)
    assert tenures(anna)[1:] == [(None, "steward", tenures(anna)[1][2], seq), (anna.user_id, "", seq + 1, None)]
    assert factories.send(anna, factories.legal(anna, factories.waiting(table, anna)[0])[0], now=later)


def test_a_player_who_left_may_come_back_too(table, anna):
    ordering.add_order(seat_id=anna.pk, policy=JoinUpTo(2), user_id=anna.user_id, now=NOW)
    ending.resign(table_id=table.pk, user=anna.user, now=NOW)
    escalation.come_back(table_id=table.pk, user=anna.user, now=NOW + DAY)
    anna.refresh_from_db()
    assert (anna.resigned_at, anna.steward_since, anna.opened_at) == (None, None, None)
    assert anna.standing_orders.filter(StandingOrder.ARMED).count() == 1
    assert [kind for kind, _user, _seq in events(table)] == ["left", "opened", "returned"]


def test_coming_back_twice_is_coming_back_once(table, anna):
    ending.resign(table_id=table.pk, user=anna.user, now=NOW)
    for _click in range(2):
        escalation.come_back(table_id=table.pk, user=anna.user, now=NOW + DAY)
    assert [kind for kind, _user, _seq in events(table)].count("returned") == 1
    assert len(tenures(anna)) == 3


def test_only_the_holder_comes_back(table, anna):
    on_steward(anna)
    with pytest.raises(Refusal) as found:
        escalation.come_back(table_id=table.pk, user=factories.person(), now=NOW)
    assert found.value.code == "not_seated"


def test_nobody_comes_back_to_a_game_that_is_over(table, anna):
    ending.resign(table_id=table.pk, user=anna.user, now=NOW)
    factories.play_to_end(table)
    with pytest.raises(NotRunning):
        escalation.come_back(table_id=table.pk, user=anna.user, now=NOW)


def test_what_the_steward_was_still_thinking_of_comes_too_late(table, anna):
    now = on_steward(anna)
    asked = absence.asked(anna, now=now)
    escalation.come_back(table_id=table.pk, user=anna.user, now=now)
    anna.refresh_from_db()
    sent = {"key": asked.key, "own_ply": anna.plies, "actions": factories.legal(anna, asked)[:1], "token": ""}
    with pytest.raises(Stale):
        moves.submit(table_id=table.pk, seat_id=anna.pk, via=Move.Via.STEWARD, now=now, **sent)


def test_missing_again_after_coming_back_is_told_again(table, anna):
    now = on_steward(anna)
    escalation.come_back(table_id=table.pk, user=anna.user, now=now)
    absence.miss(anna, 3, now=now)
    assert anna.steward_since
    assert told(anna.user, "steward") == 2


# No player left


@pytest.fixture
@keeping.kept
def deserted():
    """Return the table of an absent Anna and two bots, Anna's seat, and the time when the steward took over."""
    anna = factories.person("Anna")
    table = factories.running_table(anna, seats=3, bots=2, options=LONG)
    seat = factories.seat_of(table, anna)
    return table, seat, on_steward(seat)


def test_with_nobody_left_bots_and_stewards_wait_too(deserted):
    table, _seat, now = deserted
    seq = factories.fresh(table).seq
    for row in Decision.objects.filter(table=table, closed_at=None):
        assert row.think_at is None
        assert bots.think(table_id=table.pk, seat_id=row.seat_id, key=row.key, now=now) == 0
    assert (factories.fresh(table).seq, absence.sweep(now + DAY).bots) == (seq, 0)


def test_they_go_on_when_somebody_comes_back(deserted):
    table, seat, now = deserted
    escalation.come_back(table_id=table.pk, user=seat.user, now=now + DAY)
    asked = Decision.objects.filter(table=table, closed_at=None, when="now")
    assert asked.exclude(seat=seat).filter(think_at=None).count() == 0
    assert asked.filter(seat=seat, due_at=None).count() == 0
    assert asked.exists()


def test_after_a_month_without_anybody_the_table_is_abandoned(deserted):
    table, seat, now = deserted
    absence.sweep(now + timedelta(days=30) - HOUR)
    assert factories.fresh(table).status == "running"
    absence.sweep(now + timedelta(days=30))
    assert (factories.fresh(table).status, factories.fresh(table).ended_by) == ("ended", "abandoned")
    assert told(seat.user, "finished") == 1


def test_a_seat_open_for_long_at_a_table_that_is_played_ends_nothing(table, anna):
    now = on_steward(anna)
    Decision.objects.filter(table=table, closed_at=None, due_at__isnull=False).update(due_at=now + 90 * DAY)
    absence.sweep(now + 31 * DAY)
    assert factories.fresh(table).status == "running"
