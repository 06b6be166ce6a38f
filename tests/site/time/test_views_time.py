"""Page "Your time": quiet hours, absences, the yearly budget, and messages about mistakes."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from tables.models import Absence, Rhythm, Table
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
PAGE, QUIET, AWAY = "/my/time/", "/my/time/quiet/", "/my/time/away/"


@pytest.fixture(autouse=True)
def _at_noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def rosa():
    return User.objects.create_user("rosa@example.org", display_name="Rosa", time_zone="Europe/Rome")


def announce(user, first, last):
    return signed_in(user).post(AWAY, {"first": first, "last": last})


def back_of(absence):
    """Return the address that cancels the absence."""
    return reverse("tables:back", args=[int(absence.ends_at.timestamp())])


def test_without_settings_the_page_says_so_and_lists_the_options(rosa):
    page = page_of(signed_in(rosa), PAGE)
    assert "Your clocks use the time zone Europe/Rome" in page
    assert "You have no quiet hours: your clocks run day and night." in page
    assert "You have not announced any absences." in page
    assert "You have 42 days of absence left in 2026." in page
    assert 'value="22:00"' in page


def test_the_menu_and_the_account_lead_there(rosa):
    for address in ("/accounts/profile/", "/tables/"):
        assert f'href="{PAGE}"' in page_of(signed_in(rosa), address)


def test_quiet_hours_are_set_and_shown_and_taken_away(rosa):
    response = signed_in(rosa).post(QUIET, {"start": "21:30", "until": "07:00"}, follow=True)
    assert "Your clocks stop every day from 21:30 to 07:00." in response.content.decode()
    assert Rhythm.objects.values_list("quiet_from", "quiet_until").get(user=rosa) == (21 * 60 + 30, 7 * 60)
    signed_in(rosa).post(QUIET, {"do": "none"})
    assert Rhythm.objects.values_list("quiet_from", "quiet_until").get(user=rosa) == (None, None)


@pytest.mark.parametrize(
    ("start", "until"), [("08:00", "22:00"), ("08:00", "08:00"), ("", "08:00"), ("8 o'clock", "9"), ("25:00", "26:00")]
)
def test_quiet_hours_that_make_no_sense_come_back_with_the_reason(rosa, start, until):
    response = signed_in(rosa).post(QUIET, {"start": start, "until": until})
    assert response.status_code == 422
    assert 'class="errorlist' in response.content.decode()
    assert not Rhythm.objects.exists()


def test_an_absence_lasts_from_the_morning_of_its_first_day_to_the_night_of_its_last(rosa):
    assert announce(rosa, "2026-03-27", "2026-03-30").status_code == 302
    found = Absence.objects.get(user=rosa)
    # Daylight saving begins during the absence.
    assert (found.starts_at, found.ends_at) == (
        datetime(2026, 3, 26, 23, tzinfo=UTC),
        datetime(2026, 3, 30, 22, tzinfo=UTC),
    )
    page = page_of(signed_in(rosa), PAGE)
    assert "27 Mar 2026 to 30 Mar 2026" in page
    assert "Your clocks will run again from Tue 31 Mar, 00:00." in page
    assert "You have 38 days of absence left in 2026." in page
    assert "Cancel absence" in page


def test_an_absence_that_begins_today_begins_now(rosa):
    announce(rosa, "2026-03-04", "2026-03-05")
    assert Absence.objects.get().starts_at == NOW
    assert "End absence" in page_of(signed_in(rosa), PAGE)


def test_coming_back_gives_the_days_back(rosa, time_machine):
    announce(rosa, "2026-03-04", "2026-03-20")
    time_machine.move_to(NOW + timedelta(days=2), tick=False)
    address = back_of(Absence.objects.get())
    page = signed_in(rosa).post(address, follow=True).content.decode()
    assert "You have 40 days of absence left in 2026." in page
    assert "You have not announced any absences." in page
    assert "This absence is already over." in signed_in(rosa).post(address, follow=True).content.decode()


def test_addresses_do_not_tell_how_many_absences_others_announced(rosa):
    announce(factories.person(), "2026-04-01", "2026-04-05")
    announce(rosa, "2026-04-01", "2026-04-05")
    once = page_of(signed_in(rosa), PAGE)
    address = back_of(Absence.objects.get(user=rosa))
    assert f'action="{address}"' in once
    signed_in(rosa).post(address)
    announce(factories.person(), "2026-05-01", "2026-05-05")
    announce(rosa, "2026-04-01", "2026-04-05")
    assert page_of(signed_in(rosa), PAGE).count(f'action="{address}"') == 1


def test_an_absence_of_no_calendar_is_over(rosa):
    for until in (0, 10**11, 10**30):
        page = signed_in(rosa).post(f"/my/time/away/{until}/back/", follow=True)
        assert "This absence is already over." in page.content.decode()


def test_nobody_calls_off_what_somebody_else_announced(rosa):
    announce(rosa, "2026-04-01", "2026-04-05")
    signed_in(factories.person()).post(back_of(Absence.objects.get()))
    assert Absence.objects.count() == 1


@pytest.mark.parametrize(
    ("first", "last", "said"),
    [
        ("2026-03-03", "2026-03-10", "only announce an absence in advance"),
        ("2026-04-10", "2026-04-01", "The last day cannot be before the first day"),
        ("2026-04-01", "2026-04-29", "at most 28 days"),
        ("2028-04-01", "2028-04-02", "a year ahead"),
        ("9999-12-31", "9999-12-31", "too far ahead"),
        ("0001-01-01", "0001-01-02", "only announce an absence in advance"),
        ("", "2026-04-01", "required"),
        ("soon", "later", "valid date"),
    ],
)
def test_an_absence_that_cannot_be_comes_back_with_the_reason(rosa, first, last, said):
    response = announce(rosa, first, last)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert not Absence.objects.exists()


def test_days_that_are_taken_or_used_up_are_refused_in_words(rosa):
    announce(rosa, "2026-04-01", "2026-04-28")
    assert "for some of these days" in announce(rosa, "2026-04-20", "2026-05-01").content.decode()
    assert "In 2026 you still have 14" in announce(rosa, "2026-05-01", "2026-05-20").content.decode()


def test_an_absence_over_new_year_shows_both_budgets(rosa, time_machine):
    time_machine.move_to(datetime(2026, 12, 1, tzinfo=UTC), tick=False)
    announce(rosa, "2026-12-30", "2027-01-03")
    page = page_of(signed_in(rosa), PAGE)
    assert "You have 40 days of absence left in 2026." in page
    assert "You have 39 days of absence left in 2027." in page


def test_tables_that_forbid_absences_are_named(rosa):
    table = factories.running_table(rosa, factories.person(), name="Iron post")
    assert "Iron post" not in page_of(signed_in(rosa), PAGE)
    Table.objects.filter(pk=table.pk).update(absences=False)
    assert "Iron post" in page_of(signed_in(rosa), PAGE)


def test_the_page_is_for_its_owner_alone():
    for address in (PAGE, QUIET, AWAY, reverse("tables:back", args=[1])):
        method = signed_in().get if address == PAGE else signed_in().post
        assert method(address)["Location"].startswith("/accounts/login/")


def test_moving_to_another_zone_counts_running_clocks_anew(rosa):
    mine = factories.seat_of(factories.running_table(rosa, factories.person()), rosa)
    signed_in(rosa).post(QUIET, {"start": "22:00", "until": "08:00"})
    assert factories.decision(mine).due_at == NOW + timedelta(hours=9 + 10 + 14 + 10 + 1)
    form = {"display_name": "Rosa", "language": "en", "time_zone": "Asia/Tokyo"}
    assert signed_in(rosa).post("/accounts/profile/", form).status_code == 302
    # It is 21:00 in Tokyo. The deadline is after one hour, a night, fourteen hours, another night, and nine hours.
    assert factories.decision(mine).due_at == NOW + timedelta(hours=1 + 10 + 14 + 10 + 9)


def test_a_profile_saved_without_a_new_zone_touches_no_clock(rosa):
    mine = factories.seat_of(factories.running_table(rosa, factories.person()), rosa)
    before = factories.fresh(mine.table).changes
    signed_in(rosa).post("/accounts/profile/", {"display_name": "Rosina", "language": "en", "time_zone": "Europe/Rome"})
    assert factories.fresh(mine.table).changes == before


def test_the_first_day_is_today_where_its_owner_is(time_machine):
    tala = User.objects.create_user("tala@example.org", display_name="Tala", time_zone="Pacific/Apia")
    assert NOW.date() != (NOW + timedelta(hours=13)).date()
    announce(tala, str(date(2026, 3, 5)), str(date(2026, 3, 6)))
    assert Absence.objects.get().starts_at == NOW
