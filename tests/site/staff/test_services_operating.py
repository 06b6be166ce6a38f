"""Acts of admins at a table: the effects, the log entry with its reason, and the refused acts."""

import json
from datetime import timedelta

import pytest

from engines import registry
from engines.contract import IllegalAction
from engines.specimen.actions import SealRoad
from tables.errors import Refusal
from tables.models import Decision, FiledAnswer, Move, Notification, SiteEvent, Table, Tenure
from tables.present import refusals
from tables.present.play import site_events
from tables.selectors.archive import games
from tables.selectors.play import pulse
from tables.services import quarantine
from tables.services.archive.verify import verify_table
from tables.services.lobby import tables
from tables.services.play import advance, ending
from tables.services.site_events import Operator
from tables.services.staff import operating
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LATER = NOW + HOUR
WHY = "The mail server was down."


@pytest.fixture
def operator():
    return Operator(factories.person("Operator").pk, WHY)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto", "Carla")]


@pytest.fixture
def table(people):
    return factories.running_table(*people, pace=factories.BANKED)


def refusal_of(call, **arguments):
    with pytest.raises(Refusal) as refused:
        call(now=LATER, **arguments)
    assert refusals.words(refused.value, "specimen") != refusals.words(IllegalAction("no such code", ""))
    return refused.value.code


def told(table):
    """Check reason and time of the latest admin act in the log. Return its kind, sentence and facts."""
    event = SiteEvent.objects.select_related("user", "seat__user").filter(table=table, by_operator=True).latest("pk")
    facts = json.loads(event.facts)
    assert (facts["reason"], event.at, event.after_seq) == (WHY, LATER, factories.fresh(table).seq)
    sentence = site_events.sentence(event)
    assert sentence.endswith(WHY)
    return event.kind, sentence, facts


class Absent:
    """Seat that the steward plays for its holder."""

    def __init__(self, table, user, operator):
        self.seat = factories.seat_of(table, user)
        self.there = {"table_id": table.pk, "seat_id": self.seat.pk, "operator": operator}
        operating.put_steward(now=NOW, **self.there)
        self.seat.refresh_from_db()


@pytest.fixture
def absent(table, people, operator):
    return Absent(table, people[0], operator)


# More time


def test_more_time_moves_a_deadline_as_often_as_need_be(table, people, operator):
    row = factories.decision(factories.seat_of(table, people[0]))
    before = row.due_at
    for times in (1, 2):
        operating.extend(table_id=table.pk, decision_id=row.pk, hours=36, operator=operator, now=LATER)
        row.refresh_from_db()
        assert row.due_at == before + times * 36 * HOUR
    kind, sentence, facts = told(table)
    assert kind == "extended"
    assert f"{people[0]} 36 more hours" in sentence
    assert facts["operator"] == operator.user_id


def test_more_time_counts_for_the_answer_too(table, people, operator):
    seat = factories.seat_of(table, people[0])
    operating.extend(table_id=table.pk, decision_id=factories.decision(seat).pk, hours=48, operator=operator, now=LATER)
    factories.send(seat, SealRoad("valley"), now=NOW + 3 * DAY - HOUR)
    seat.refresh_from_db()
    assert seat.bank_seconds == 90 * 60


def test_more_time_while_a_sweep_has_claimed_the_deadline_and_at_a_paused_table(table, people, operator):
    row = factories.decision(factories.seat_of(table, people[0]))
    Decision.objects.filter(pk=row.pk).update(claimed_until=LATER)
    operating.pause(table_id=table.pk, operator=operator, now=NOW)
    extended = operating.extend(table_id=table.pk, decision_id=row.pk, hours=5, operator=operator, now=LATER)
    assert (extended.due_at, extended.claimed_until) == (None, None)
    operating.resume(table_id=table.pk, operator=operator, now=LATER)
    row.refresh_from_db()
    assert row.due_at == NOW + HOUR + DAY + HOUR + 5 * HOUR


@pytest.mark.parametrize("hours", [0, -3, 721])
def test_nobody_is_given_no_time_or_time_without_end(table, people, operator, hours):
    row = factories.decision(factories.seat_of(table, people[0]))
    asked = {"table_id": table.pk, "decision_id": row.pk, "hours": hours, "operator": operator}
    assert refusal_of(operating.extend, **asked) == "bad_hours"


def test_no_time_is_given_for_what_is_answered_or_asked_elsewhere_or_of_a_bot(people, operator):
    table = factories.running_table(*people[:2], bots=1)
    mine = factories.seat_of(table, people[0])
    answered = factories.decision(mine)
    factories.send(mine, SealRoad("valley"))
    of_bot = factories.decision(table.seats.exclude(bot="").get())
    elsewhere = factories.decision(factories.running_table(*people).seats.first())
    for row in (answered, of_bot, elsewhere):
        asked = {"table_id": table.pk, "decision_id": row.pk, "hours": 5, "operator": operator}
        assert refusal_of(operating.extend, **asked) == "not_pending"


# Pause


def test_a_paused_table_stands_still_until_it_goes_on(table, people, operator):
    row = factories.decision(factories.seat_of(table, people[0]))
    operating.pause(table_id=table.pk, operator=operator, now=LATER)
    assert told(table)[:2] == ("paused", f"The admins have paused the game. All clocks are stopped. Reason: {WHY}")
    assert refusal_of(operating.pause, table_id=table.pk, operator=operator) == "paused"
    assert not Decision.objects.filter(table=table, due_at__isnull=False).exists()
    operating.resume(table_id=table.pk, operator=operator, now=NOW + 5 * DAY)
    assert Decision.objects.get(pk=row.pk).due_at == row.due_at + 5 * DAY - HOUR
    assert refusal_of(operating.resume, table_id=table.pk, operator=operator) == "not_paused"


# Seats


def test_the_steward_takes_a_seat_and_its_holder_is_told(table, people, absent):
    assert (absent.seat.steward_since, absent.seat.opened_at, absent.seat.user) == (NOW, NOW, people[0])
    assert Notification.objects.filter(recipient=people[0], kind="steward").count() == 1
    assert factories.decision(absent.seat).due_at is None
    event = SiteEvent.objects.filter(table=table, kind="steward").get()
    assert f"given {people[0]}’s seat to the steward" in site_events.sentence(event)
    assert "has not moved" not in site_events.sentence(event)
    assert list(Tenure.objects.filter(seat=absent.seat).order_by("pk").values_list("bot", flat=True)) == ["", "steward"]
    assert refusal_of(operating.put_steward, **absent.there) == "steward_there"


def test_the_holder_gets_a_seat_back_and_is_told_what_is_asked(table, people, absent):
    before = Notification.objects.filter(recipient=people[0], kind="turn").count()
    operating.give_back(now=LATER, **absent.there)
    absent.seat.refresh_from_db()
    assert (absent.seat.steward_since, absent.seat.opened_at) == (None, None)
    assert factories.decision(absent.seat).due_at == LATER + DAY + HOUR
    assert Notification.objects.filter(recipient=people[0], kind="turn").count() == before + 1
    assert told(table)[:2] == ("returned", f"The admins have given {people[0]} their seat back. Reason: {WHY}")
    assert refusal_of(operating.give_back, **absent.there) == "person_plays"


def test_somebody_else_gets_a_seat_without_what_its_holder_had_prepared(table, people, absent):
    newcomer = factories.person("Dora")
    FiledAnswer.objects.create(table=table, seat=absent.seat, key="turn/9", kind="turn", body="{}", filed_at=NOW)
    found = operating.hand_over(name=f" {newcomer.display_name.upper()} ", now=LATER, **absent.there)
    absent.seat.refresh_from_db()
    assert (found, absent.seat.user, absent.seat.steward_since) == (newcomer, newcomer, None)
    assert not FiledAnswer.objects.filter(seat=absent.seat).exists()
    assert Notification.objects.filter(recipient=newcomer, kind="turn").count() == 1
    assert str(newcomer) in told(table)[1]
    factories.send(absent.seat, SealRoad("ridge"), now=LATER)
    assert Move.objects.get(table=table, seq=1).user == newcomer


def test_a_seat_is_never_taken_from_its_active_player(table, people, operator):
    seat = {"table_id": table.pk, "seat_id": factories.seat_of(table, people[1]).pk, "operator": operator}
    name = factories.person("Dora").display_name
    assert refusal_of(operating.hand_over, name=name, **seat) == "person_plays"
    assert refusal_of(operating.open_seat, **seat) == "person_plays"


def test_nobody_gets_a_second_seat_or_another_hand_or_an_unknown_name(table, people, absent, operator):
    assert refusal_of(operating.hand_over, name=people[1].display_name, **absent.there) == "sits_here"
    assert refusal_of(operating.hand_over, name="Nobody at all", **absent.there) == "unknown_person"
    assert refusal_of(operating.hand_over, name="", **absent.there) == "unknown_person"
    other = Absent(table, people[1], operator)
    operating.hand_over(name=factories.person("Dora").display_name, now=LATER, **other.there)
    assert refusal_of(operating.hand_over, name=people[1].display_name, **absent.there) == "saw_hands"


def test_a_seat_the_steward_plays_is_opened_once(table, absent):
    assert refusal_of(operating.open_seat, **absent.there) == "open_already"
    type(absent.seat).objects.filter(pk=absent.seat.pk).update(opened_at=None)
    operating.open_seat(now=LATER, **absent.there)
    absent.seat.refresh_from_db()
    assert absent.seat.opened_at == LATER
    assert told(table)[0] == "opened"


def test_a_bots_seat_stays_a_bots(people, operator):
    table = factories.running_table(*people[:2], bots=1)
    seat = {"table_id": table.pk, "seat_id": table.seats.exclude(bot="").get().pk, "operator": operator}
    for call, more in (
        (operating.put_steward, {}),
        (operating.open_seat, {}),
        (operating.give_back, {}),
        (operating.hand_over, {"name": factories.person().display_name}),
    ):
        assert refusal_of(call, **seat, **more) == "bot_plays"


# The end


def test_a_game_called_off_has_no_result_and_is_published_like_any_other(table, people, operator):
    factories.send(factories.seat_of(table, people[0]), SealRoad("valley"))
    operating.cancel(table_id=table.pk, operator=operator, now=LATER)
    found = factories.fresh(table)
    assert (found.status, found.ended_by, found.ended_at, found.outcome) == ("ended", "cancelled", LATER, "")
    assert {seat.place for seat in found.seats.all()} == {None}
    assert told(table)[:2] == ("cancelled", f"The admins have cancelled the game. Reason: {WHY}")
    assert Notification.objects.filter(table=table, kind="finished").count() == 3
    assert found in games.archived_tables(people[0])
    assert all(finding.ok for finding in verify_table(found))
    assert refusal_of(operating.cancel, table_id=table.pk, operator=operator) == "ended"


def test_a_game_that_cannot_even_be_read_can_be_called_off(table, operator):
    rewrite(Table.objects.filter(pk=table.pk), state="{}")
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    operating.cancel(table_id=table.pk, operator=operator, now=LATER)
    found = factories.fresh(table)
    assert (found.status, found.quarantined_at, found.quarantine_reason) == ("ended", None, "")


def test_a_table_that_never_started_never_was_a_game(people, operator):
    table = factories.open_table(people[0], seats=3)
    tables.join_table(table_id=table.pk, user=people[1], word="word", now=NOW)
    operating.cancel(table_id=table.pk, operator=operator, now=LATER)
    assert factories.fresh(table).ended_by == "cancelled"
    assert factories.fresh(table) not in games.archived_tables(people[0])
    assert not Notification.objects.filter(table=table, kind="finished").exists()


# Releasing a table


def test_a_table_that_holds_is_given_back_with_full_times(table, people, operator):
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    operating.release(table_id=table.pk, operator=operator, now=LATER)
    assert told(table)[0] == "released"
    advance.advance_table(table_id=table.pk, now=LATER)
    assert factories.decision(factories.seat_of(table, people[0])).due_at == LATER + DAY + HOUR
    assert refusal_of(operating.release, table_id=table.pk, operator=operator) == "not_quarantined"


def test_a_table_whose_position_was_changed_is_not_given_back(table, operator):
    other = factories.running_table(*[factories.person() for _each in range(3)])
    rewrite(Table.objects.filter(pk=table.pk), state=factories.fresh(other).state)
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    assert refusal_of(operating.release, table_id=table.pk, operator=operator) == "does_not_hold"
    assert factories.fresh(table).quarantined_at == NOW


def test_a_table_whose_game_still_falls_over_is_not_given_back(table, operator, monkeypatch):
    def fall_over(self, seen, pending):
        raise IndexError("the secret letter")

    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    with monkeypatch.context() as fault:
        fault.setattr(type(registry.engine("specimen")), "fallback", fall_over)
        assert refusal_of(operating.release, table_id=table.pk, operator=operator) == "does_not_hold"
        failed = [finding for finding in operating.recheck(factories.fresh(table)) if not finding.ok]
    assert [finding.code for finding in failed] == ["onward"]
    assert "secret letter" not in failed[0].detail
    operating.release(table_id=table.pk, operator=operator, now=LATER)


# All acts


def acts(table, people):
    seat = factories.seat_of(table, people[0])
    row = Decision.objects.filter(seat=seat).latest("pk")
    yield operating.extend, {"decision_id": row.pk, "hours": 5}
    yield operating.pause, {}
    yield operating.resume, {}
    for call in (operating.put_steward, operating.open_seat, operating.give_back):
        yield call, {"seat_id": seat.pk}
    yield operating.hand_over, {"seat_id": seat.pk, "name": people[1].display_name}
    yield operating.cancel, {}
    yield operating.release, {}


@pytest.mark.parametrize(("reason", "code"), [("", "no_reason"), ("  ", "no_reason"), ("x" * 201, "too_long")])
def test_nothing_is_done_without_a_short_reason(table, people, reason, code):
    for call, more in acts(table, people):
        assert refusal_of(call, table_id=table.pk, operator=Operator(None, reason), **more) == code
    assert not SiteEvent.objects.exists()
    assert factories.fresh(table).changes == table.changes


def test_nothing_is_done_at_a_game_that_is_over(table, people, operator):
    for user in people:
        ending.agree_to_end(table_id=table.pk, user=user, now=NOW)
    for call, more in acts(table, people):
        assert refusal_of(call, table_id=table.pk, operator=operator, **more) in ("ended", "not_quarantined")
    assert not SiteEvent.objects.exists()


def test_only_the_end_and_giving_back_is_possible_where_a_table_is_set_aside(table, people, operator):
    quarantine.quarantine(table_id=table.pk, where="a test", now=NOW)
    refused = [call for call, _more in acts(table, people) if call not in (operating.cancel, operating.release)]
    found = [
        refusal_of(call, table_id=table.pk, operator=operator, **more) for call, more in acts(table, people) if call in refused
    ]
    assert set(found) == {"quarantined"}


def test_the_steward_answers_what_is_asked_as_soon_as_it_sits_there(
    table, people, operator, eager, django_capture_on_commit_callbacks
):
    seat = factories.seat_of(table, people[0])
    assert factories.waiting(table, seat)
    with django_capture_on_commit_callbacks(execute=True):
        operating.put_steward(table_id=table.pk, seat_id=seat.pk, operator=operator, now=LATER)
    assert not factories.waiting(table, seat)
    assert Move.objects.filter(table=table, seat=seat).latest("seq").via == Move.Via.STEWARD


def test_open_pages_learn_of_every_act(table, people, operator, django_capture_on_commit_callbacks):
    shown = pulse.pulse(table.pulse).changes
    seat = factories.seat_of(table, people[0])
    there = {"table_id": table.pk, "operator": operator, "now": LATER}
    for call, more in (
        (operating.extend, {"decision_id": factories.decision(seat).pk, "hours": 5}),
        (operating.pause, {}),
        (operating.resume, {}),
        (operating.put_steward, {"seat_id": seat.pk}),
        (operating.give_back, {"seat_id": seat.pk}),
        (operating.cancel, {}),
    ):
        with django_capture_on_commit_callbacks(execute=True):
            call(**there, **more)
        assert pulse.pulse(table.pulse).changes > shown, call
        shown = pulse.pulse(table.pulse).changes
    assert pulse.pulse(table.pulse).ended
