"""Weekly email about the reader's own games: off by default, once a week, and none without news."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from engines import registry
from engines.contract import view
from engines.specimen.actions import SealRoad
from tables.mail.compose import compose
from tables.models import Delivery, Notification, Rhythm, Table
from tables.selectors import coding
from tables.selectors.mail import mailing as mailing_selector
from tables.selectors.mail.cadence import MailPreferences, next_weekly
from tables.services.mail import choices, weekly
from tables.services.mail import trouble as mail_trouble
from tests.rows import rewrite
from tests.site import factories, mailing
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
THURSDAY = datetime(2026, 3, 5, 12, 0, tzinfo=UTC)
SUNDAY = datetime(2026, 3, 8, 8, 0, tzinfo=UTC)
WEEK, MINUTE = timedelta(days=7), timedelta(minutes=1)


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def table(anna):
    return factories.running_table(anna, factories.person("Berto"), name="Via Emilia", now=THURSDAY)


def want(user, day=6, now=THURSDAY, **more):
    choices.set_rhythm(user_id=user.pk, **{"digest_hour": 8, "quiet_while_here": False} | more, weekly_day=day, now=now)
    Delivery.objects.all().delete()
    Notification.objects.all().delete()


def sent(user, now):
    """Write and send the emails due at a moment, and return the emails to this user."""
    weekly.write_due(now=now)
    return [each for each in mailing.work_off(now) if each.to == [user.email]]


def test_nobody_gets_one_who_did_not_ask(anna, table):
    want(anna, day=None)
    Rhythm.objects.exclude(user=anna).delete()
    assert sent(anna, SUNDAY) == sent(anna, SUNDAY + WEEK) == []


def test_it_comes_once_a_week_at_the_hour_of_the_daily_mail(anna, table):
    want(anna)
    assert sent(anna, SUNDAY - MINUTE) == []
    [first] = sent(anna, SUNDAY)
    assert first.subject == "Your week: 1 game is waiting for you"
    assert "Via Emilia" in first.body
    assert "Your turn: Choose a road. Decide by Friday, 6 March 2026" in first.body
    assert "because you asked for it" in first.body
    moments = [SUNDAY + hours * timedelta(hours=6) for hours in range(1, 28)]
    assert not any(sent(anna, moment) for moment in moments)
    [second] = sent(anna, SUNDAY + WEEK)
    assert second.extra_headers["Message-ID"] != first.extra_headers["Message-ID"]
    assert second.extra_headers["References"] == first.extra_headers["References"]


def test_two_sweeps_write_one(anna, table):
    want(anna)
    assert [weekly.write_due(now=SUNDAY), weekly.write_due(now=SUNDAY)] == [1, 0]
    Rhythm.objects.filter(user=anna).update(weekly_at=SUNDAY)  # The first sweep's claim is undone here.
    assert weekly.write_due(now=SUNDAY) == 0
    assert Delivery.objects.count() == 1


@pytest.mark.parametrize(("zone", "hour"), [("Europe/Rome", 6), ("America/New_York", 12)])
def test_the_hour_is_local_and_the_same_after_the_clocks_change(zone, hour):
    preferences = MailPreferences(zone=ZoneInfo(zone), digest_hour=8, weekly_day=6)
    moment = next_weekly(preferences, datetime(2026, 3, 29, 15, 0, tzinfo=UTC))
    assert moment == datetime(2026, 4, 5, hour, 0, tzinfo=UTC)
    assert next_weekly(preferences, moment).astimezone(preferences.zone).hour == 8


def test_nothing_is_sent_if_there_is_nothing_to_tell(anna, table):
    want(anna)
    Table.objects.update(status="ended", ended_at=THURSDAY - WEEK)
    assert sent(anna, SUNDAY) == []
    Table.objects.update(status="running", moved_at=SUNDAY - 2 * WEEK)
    anna_seat = factories.seat_of(table, anna)
    factories.send(anna_seat, SealRoad("valley"), now=THURSDAY)
    Table.objects.update(moved_at=SUNDAY - 2 * WEEK)
    assert sent(anna, SUNDAY + WEEK) == []
    Table.objects.update(moved_at=SUNDAY + 2 * WEEK - MINUTE)
    [letter] = sent(anna, SUNDAY + 2 * WEEK)
    assert "Waiting for Berto" in letter.body


def test_it_tells_what_is_over_and_how_it_ended(anna, table):
    want(anna)
    table.seats.filter(user=anna).update(place=2, score=4)
    table.seats.exclude(user=anna).update(place=1, score=9)
    Table.objects.update(status="ended", ended_at=THURSDAY)
    [letter] = sent(anna, SUNDAY)
    assert "Finished this week" in letter.body
    assert re.search(r"1\. Berto.* – 9 points\n2\. Anna.* – 4 points", letter.body)
    assert letter.subject == "Your week: news from your games"


def test_quiet_hours_paused_mail_and_a_change_of_mind_hold_for_it_too(anna, table):
    want(anna)
    Rhythm.objects.filter(user=anna).update(quiet_from=6 * 60, quiet_until=9 * 60)
    assert sent(anna, SUNDAY) == []
    assert len(sent(anna, SUNDAY + timedelta(hours=1))) == 1
    mail_trouble.pause(address=anna.email, reason=Rhythm.Pause.BOUNCED, at=SUNDAY)
    assert sent(anna, SUNDAY + WEEK + timedelta(hours=1)) == []
    assert Delivery.objects.get(status="dropped").error.startswith("mail is paused")
    mail_trouble.resume(user_id=anna.pk, now=SUNDAY + WEEK + 2 * MINUTE)
    weekly.write_due(now=SUNDAY + 2 * WEEK)
    choices.set_rhythm(user_id=anna.pk, digest_hour=8, quiet_while_here=False, weekly_day=None, now=SUNDAY + 2 * WEEK)
    assert mailing.work_off(SUNDAY + 2 * WEEK + timedelta(hours=2)) == []


def test_one_click_stops_it_and_nothing_else_and_all_mails_again_is_not_the_weekly_one(anna, table):
    want(anna)
    [letter] = sent(anna, SUNDAY)
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = letter.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://127.0.0.1:8000")
    Client().get(path)
    assert Rhythm.objects.get(user=anna).weekly_day == 6
    Client().post(path, {"List-Unsubscribe": "One-Click"})
    chosen = Rhythm.objects.get(user=anna)
    assert (chosen.weekly_day, chosen.weekly_at) == (None, None)
    assert mailing_selector.preferences(anna).kinds(choices.Cadence.NEVER) == set()
    Client().post(path, {"resume": "kind"})
    assert Rhythm.objects.get(user=anna).weekly_day == 6


def test_it_is_chosen_beside_the_daily_mail(anna):
    client = signed_in(anna)
    page = client.get(reverse("mail:choices")).content.decode()
    assert "Weekly digest of all my games" in page
    fields = dict.fromkeys(re.findall(r'<select name="(\w+)"', page), "at_once") | {"digest_hour": "19", "weekly_day": "4"}
    assert client.post(reverse("mail:choices"), fields).status_code == 302
    assert Rhythm.objects.get(user=anna).weekly_day == 4
    assert client.post(reverse("mail:choices"), fields | {"weekly_day": "9"}).status_code == 422
    client.post(reverse("mail:choices"), fields | {"weekly_day": ""})
    assert Rhythm.objects.get(user=anna).weekly_at is None


def test_it_is_a_letter_of_its_own_and_holds_back_no_other(anna, table):
    want(anna)
    weekly.write_due(now=SUNDAY)
    other = factories.running_table(anna, factories.person("Carla"), name="Via Appia", now=SUNDAY)
    found = [each for each in mailing.work_off(SUNDAY + MINUTE) if each.to == [anna.email]]
    assert sorted(each.subject.partition(":")[0] for each in found) == ["The game has begun and it’s your turn", "Your week"]
    assert Notification.objects.filter(table=other).exists()
    assert set(Delivery.objects.filter(notification__recipient=anna).values_list("status", flat=True)) == {"sent"}


def test_only_who_is_due_is_looked_at(anna, table, django_assert_num_queries):
    want(anna)
    with django_assert_num_queries(1):
        weekly.write_due(now=SUNDAY - MINUTE)


def test_it_depends_on_nothing_that_its_reader_cannot_see(anna, table):
    want(anna)
    weekly.write_due(now=SUNDAY)
    told = list(Notification.objects.filter(kind="weekly"))
    before = compose(told, preferences=mailing_selector.preferences(anna), now=SUNDAY)
    berto = table.seats.exclude(user=anna).select_related("table").get()
    factories.send(berto, SealRoad("valley"), now=THURSDAY)
    one = compose(told, preferences=mailing_selector.preferences(anna), now=SUNDAY).body
    rewrite(Table.objects.filter(pk=table.pk), state=_other_world(table, anna))
    other = compose(told, preferences=mailing_selector.preferences(anna), now=SUNDAY).body
    assert one == other
    assert "valley" not in one
    assert before.subject


def _other_world(table, anna):
    table.refresh_from_db()
    seat = factories.seat_of(table, anna)
    true = coding.state(table.game, table.state)
    return coding.to_text(registry.engine(table.game).imagine(view(true, seat.index), b"1" * 32))


def test_it_is_said_in_the_language_of_its_reader(anna, table):
    want(anna)
    anna.language = "de"
    anna.save(update_fields=["language"])
    [letter] = sent(anna, SUNDAY)
    assert letter.subject == "Deine Woche: 1 Partie wartet auf dich"
