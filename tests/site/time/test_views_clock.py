"""Clocks on the table page, and buttons for more time."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from engines.contract import Filed
from engines.specimen.actions import Decline
from tables import clock
from tables.clock import HOUR
from tables.models import Consent, Decision
from tables.services.play import preparing
from tables.services.time import calendars
from tests.site import factories
from tests.site.time.test_services_deadlines import relay_of_three
from tests.site.views import HTMX, masked, page_of, signed_in, slot

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOURS, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def _at_noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben")]


@pytest.fixture
def table(people):
    return factories.running_table(*people, pace=clock.PACES["day"], game="gonzaga")


def look(user, table):
    return page_of(signed_in(user), table.get_absolute_url())


def post(user, table, **fields):
    response = signed_in(user).post(reverse("tables:times", args=[table.code]), fields, follow=True)
    return response.content.decode()


def more_time(table, user):
    seat = factories.seat_of(table, user)
    return {"what": "extend", "seat": seat.index, "key": factories.decision(seat).key, "do": "agree"}


def test_the_list_of_players_says_who_is_waited_for_since_and_until_when(table, people):
    for reader in people:
        seats = re.search(r'<ul class="players">.*</ul>', look(reader, table), re.DOTALL)[0]
        waits = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", seats))
        assert waits.count("Plan the round since Wed 4 Mar, 12:00 until ") == 2


def test_my_clock_says_when_own_time_grace_and_time_bank_are_over(table, people):
    page = look(people[0], table)
    assert "until Thu 5 Mar, 12:00" in page
    assert "until Thu 5 Mar, 20:00" in page
    assert "used from Thu 5 Mar, 20:00" in page
    assert "<dd>3 days; used from " in page.replace("\xa0", " ")
    assert "at most 60 days per decision" in page


def test_my_clock_says_that_it_rests_why_and_until_when(table, people):
    calendars.set_quiet_hours(user=people[0], quiet=(11 * HOUR, 20 * HOUR), now=NOW)
    assert "Your clock is paused until Wed 4 Mar, 20:00: quiet hours." in look(people[0], table)
    calendars.announce_absence(user=people[0], starts_at=NOW, ends_at=NOW + 3 * DAY, now=NOW)
    assert "Your clock is paused until Sat 7 Mar, 20:00: you are away." in look(people[0], table)


def test_my_clock_says_how_long_it_has_rested(table, people, time_machine):
    calendars.set_quiet_hours(user=people[0], quiet=(14 * HOUR, 20 * HOUR), now=NOW)
    time_machine.move_to(NOW + 10 * HOURS, tick=False)
    page = look(people[0], table).replace("\xa0", " ")
    assert "Your clock is paused" not in page
    assert "<dd>6 hours; at most 60 days per decision</dd>" in page


def test_others_learn_that_a_clock_rests_and_not_why(table, people):
    calendars.announce_absence(user=people[0], starts_at=NOW, ends_at=NOW + 3 * DAY, now=NOW)
    page = look(people[1], table)
    assert page.count("clock paused") == 1
    assert "away" not in page.partition('id="seats"')[2].partition("</section>")[0].partition("More time")[0]
    calendars.end_absence(user=people[0], ends_at=people[0].absences.get().ends_at, now=NOW)
    calendars.set_quiet_hours(user=people[0], quiet=(12 * HOUR, 13 * HOUR), now=NOW)
    page = look(people[1], table)
    assert page.count("clock paused") == 1
    assert "quiet hours" not in page


def test_a_table_that_forbids_absences_says_so(table, people):
    type(table).objects.filter(pk=table.pk).update(absences=False)
    assert "Announced absences don’t stop the clocks here." in look(people[0], table)


def test_more_time_is_agreed_to_by_one_after_the_other(table, people):
    anna, ben = people
    wanted = more_time(table, anna)
    first = look(ben, table)
    assert "Propose</button>" in first
    assert "Agree</button>" not in first
    page = post(ben, table, **wanted)
    assert "You have agreed. The change will take effect once everyone has agreed." in page
    assert f"Agreed: {ben}. Still to agree: {anna}." in page
    assert f"Agreed: {ben}. Still to agree: {anna}." in look(anna, table)
    assert "Agree</button>" in look(anna, table)
    before = factories.decision(factories.seat_of(table, anna)).due_at
    page = post(anna, table, **wanted)
    assert "Everyone has agreed. The deadline has been extended." in page
    assert "This extension has already been given. It is possible only once." in page
    assert factories.decision(factories.seat_of(table, anna)).due_at == before + DAY
    assert "This decision has already been given more time." in post(ben, table, **wanted)


def test_a_word_is_taken_back(table, people):
    wanted = more_time(table, people[0])
    assert "Withdraw" in post(people[0], table, **wanted)
    assert "You have withdrawn your consent." in post(people[0], table, **wanted | {"do": "withdraw"})
    assert not Consent.objects.exists()


def test_a_pause_is_agreed_to_shown_and_ended(table, people):
    for user in people:
        page = post(user, table, what="pause", do="agree")
    assert "Everyone has agreed. The game is paused." in page
    assert "It resumes when everyone agrees, or on Fri 3 Apr, 12:00 at the latest." in page
    assert "The game is paused, so no clock is running." in page
    assert "hours of absence left" not in page
    for user in people:
        page = post(user, table, what="resume", do="agree")
    assert "Everyone has agreed. The game continues." in page
    assert "The game is paused" not in page


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"what": "party"},
        {"what": "extend"},
        {"what": "extend", "seat": "x", "key": "plan/1"},
        {"what": "extend", "seat": "0", "key": "<b>"},
        {"what": "extend", "seat": "1" * 30, "key": "plan/1"},
    ],
)
def test_nonsense_is_refused_in_words(table, people, fields):
    assert 'class="error"' in post(people[0], table, **fields)
    assert not Consent.objects.exists()


def test_what_is_so_already_is_said_and_is_no_mistake(table, people):
    page = post(people[0], table, what="resume")
    assert "This game is not paused" in page
    assert 'class="error"' not in page
    assert not Consent.objects.exists()


def test_onlookers_and_strangers_have_no_buttons_and_no_say(table, people):
    stranger = factories.person("Stranger")
    assert "/times/" not in look(stranger, table)
    assert "You have no seat at this table." in post(stranger, table, **more_time(table, people[0]))
    assert not Consent.objects.exists()


def test_whether_somebody_filed_ahead_does_not_show_in_what_can_be_agreed_to():
    first, second = relay_of_three()[1:]
    before = look(first.user, first.table)
    assert before.count('value="extend"') == 2
    preparing.file_answer(seat_id=second.pk, filed=Filed(factories.decision(second).key, (Decline(),)), now=NOW)
    assert masked(look(first.user, first.table)) == masked(before)


def test_a_page_asks_once_for_all_calendars(table, people, django_assert_max_num_queries):
    client = signed_in(people[0])
    look(people[0], table)
    with django_assert_max_num_queries(18) as asked:
        client.get(table.get_absolute_url())
    assert sum("tables_absence" in query["sql"] for query in asked) == 1
    assert sum("tables_consent" in query["sql"] for query in asked) == 1


def test_a_consent_to_an_earlier_asking_is_not_shown(table, people):
    post(people[1], table, **more_time(table, people[0]))
    assert f"Agreed: {people[1]}." in look(people[0], table)
    Decision.objects.filter(table=table).update(asked_at=NOW + HOURS)
    assert "Agreed: " not in look(people[0], table)


def test_the_answer_to_a_move_shows_the_clocks_too(people):
    table = factories.running_table(*people)
    page = look(people[0], table)
    form = slot(page, action='{"type":"SealRoad","road":"valley"}')
    said = signed_in(people[0]).post(reverse("tables:act", args=[table.code]), form, headers=HTMX).content.decode()
    assert "More time" in said.partition('id="seats"')[2]
