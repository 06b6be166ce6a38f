"""Tests of sessions: the list of a user's sessions, and the ways in which sessions end."""

from datetime import UTC, datetime

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.security import sessions
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.database, pytest.mark.django_db]
LOGIN, PAGE, END, PROFILE = "/accounts/login/", "/accounts/2fa/", "/accounts/sessions/end/", "/accounts/profile/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/604.1"
)
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36 Edg/143.0"


def browser(user, agent=FIREFOX, address="10.0.0.1"):
    opened = Client(headers={"user-agent": agent}, REMOTE_ADDR=address)
    opened.post(LOGIN, {"login": user.email, "password": PASSWORD})
    return opened


def is_in(client):
    return client.get(PROFILE).status_code == 200


def test_the_list_tells_browsers_addresses_and_which_is_this(person):
    elena, bruno = person("Elena"), person("Bruno")
    here = browser(elena)
    browser(elena, IPHONE, "10.0.0.2")
    browser(bruno, EDGE, "10.0.0.3")
    page = here.get(PAGE).content.decode()
    assert "Firefox, Linux" in page
    assert "Safari, iPhone" in page
    assert "10.0.0.2" in page
    assert "10.0.0.3" not in page
    assert page.count('name="session" value="') == 2, "one to end, and all others"
    assert page.index("here</span>") > page.index("Firefox, Linux")


def test_the_list_writes_dates_as_the_rest_of_the_site(person):
    elena = person("Elena")
    here = browser(elena)
    UserSession.objects.update(created_at=datetime(2026, 10, 16, 12, tzinfo=UTC))
    elena.language = "de"
    elena.save(update_fields=["language"])
    assert "seit 16. Okt 2026" in here.get(PAGE).content.decode()


def test_ending_one_signs_that_browser_out_at_once_and_no_other(person):
    elena = person("Elena")
    here, phone, third = browser(elena), browser(elena, IPHONE), browser(elena, EDGE)
    row = UserSession.objects.get(user_agent=IPHONE)
    assert here.post(END, {"session": row.pk}).url == PAGE
    assert [is_in(each) for each in (here, phone, third)] == [True, False, True]
    assert not Session.objects.filter(session_key=row.session_key).exists()
    assert "Safari" not in here.get(PAGE).content.decode()
    phone.post(PROFILE, {"display_name": "Taken over"})
    elena.refresh_from_db()
    assert elena.display_name == "Elena"


def test_ending_all_others_keeps_this_one(person):
    elena = person("Elena")
    here, phone = browser(elena), browser(elena, IPHONE)
    here.post(END, {"session": "others"})
    assert [is_in(here), is_in(phone)] == [True, False]


@pytest.mark.parametrize("junk", ["", "x", "-1", "9" * 40, "\u0661", "1 OR 1=1"])
def test_nobody_ends_what_is_not_theirs(person, junk):
    elena, bruno = person("Elena"), person("Bruno")
    here, other = browser(elena), browser(bruno)
    for sent in (junk, UserSession.objects.get(user=bruno).pk):
        assert here.post(END, {"session": sent}).status_code == 302
    assert here.get(END).status_code == 405
    assert is_in(other)
    assert Client().post(END, {"session": "others"}).url.startswith(LOGIN)


@pytest.mark.parametrize("way", ["change", "set", "reset"])
def test_a_new_password_ends_all_other_sessions(person, mailoutbox, way):
    elena = person("Elena", password=PASSWORD)
    here, phone = browser(elena), browser(elena, IPHONE)
    new = {"password1": "new-horn-88", "password2": "new-horn-88"}
    if way == "change":
        here.post("/accounts/password/change/", new | {"oldpassword": PASSWORD})
    elif way == "set":
        elena.set_unusable_password()
        elena.save()
        here.force_login(elena)
        phone.force_login(elena)
        here.post("/accounts/password/set/", new)
    else:
        here = Client()
        here.post("/accounts/password/reset/", {"email": elena.email})
        code = mailoutbox[-1].body.split("    ")[1].split("\n")[0]
        here.post("/accounts/password/reset/confirm/", {"code": code})
        here.post("/accounts/password/reset/complete/", new)
    assert [is_in(here), is_in(phone)] == [True, False]
    assert here.get(PAGE).content.decode().count('class="table-row') == 1


def test_signing_out_leaves_no_row_to_show(person):
    elena = person("Elena")
    here, phone = browser(elena), browser(elena, IPHONE)
    phone.post("/accounts/logout/")
    assert "iPhone" not in here.get(PAGE).content.decode()


def test_being_seen_is_written_once_an_hour(person, time_machine, django_assert_num_queries):
    time_machine.move_to("2026-11-22T12:00:00Z", tick=False)
    elena = person("Elena")
    here = browser(elena)
    first = UserSession.objects.get().last_seen_at
    time_machine.move_to("2026-11-22T12:59:00Z", tick=False)
    here.get(PROFILE)
    assert UserSession.objects.get().last_seen_at == first
    time_machine.move_to("2026-11-22T13:01:00Z", tick=False)
    here.get(PROFILE)
    assert (UserSession.objects.get().last_seen_at - first).seconds == 3660


def test_a_session_of_before_the_list_gets_on_it(client, person):
    elena = person("Elena")
    client.force_login(elena)
    session = client.session
    session.pop(sessions.SEEN, None)
    session.save()
    assert not UserSession.objects.exists()
    assert 'class="table-row mine"' in client.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("agent", "told"),
    [(FIREFOX, "Firefox, Linux"), (IPHONE, "Safari, iPhone"), (EDGE, "Edge, Windows"), ("curl/8", ""), ("", ""), ("<b>", "")],
)
def test_browsers_are_told_apart(agent, told):
    assert sessions.browser(agent) == told
