"""Tests of a signed-in user's settings: email address, password, display name, language, time zone and hints."""

import pytest
from allauth.account.models import EmailAddress
from allauth.core import context
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.adapter import Adapter
from accounts.models import User
from tests.accounts.conftest import PASSWORD, code_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PROFILE = "/accounts/profile/"


@pytest.fixture
def elena(client, person):
    user = person("Elena", language="it", time_zone="Europe/Rome")
    client.force_login(user)
    return user


def settings_of(user):
    user.refresh_from_db()
    return user.display_name, user.language, user.time_zone


def test_ones_own_language_and_hour_win_over_the_browsers(client, elena, reader):
    client.cookies["django_language"] = "de"
    assert reader() == "it 14:00"
    assert timezone.get_current_timezone_name() == "UTC", "the next reader must not inherit the zone"


def test_a_stranger_has_accept_language_and_then_the_cookie(client, reader, db):
    assert client.get("/", headers={"accept-language": "de"}).content == b"de 12:00"
    client.post("/i18n/setlang/", {"language": "it", "next": "/"})
    assert client.get("/", headers={"accept-language": "de"}).content == b"it 12:00"


def test_the_language_menu_changes_the_account_of_somebody_signed_in(client, elena, reader):
    client.post("/i18n/setlang/", {"language": "de", "next": "/"})
    assert reader() == "de 14:00"
    client.post("/i18n/setlang/", {"language": "xx", "next": "https://evil.test/"})
    assert settings_of(elena) == ("Elena", "de", "Europe/Rome")


def test_a_link_changes_no_language(client, elena):
    client.get("/i18n/setlang/", {"language": "de"})
    assert settings_of(elena)[1] == "it"


def test_impersonal_pages_ask_the_database_nothing(client, elena, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = client.get("/p/mirror/", headers={"accept-language": "de"})
    assert response.content == b"de 12:00"


def test_a_zone_that_vanished_from_the_tables_reads_as_utc(client, elena, reader):
    User.objects.update(time_zone="Europe/Atlantis")
    assert reader() == "it 12:00"
    assert "Atlantis" in client.get(PROFILE).content.decode(), "the form shows what is stored"


def test_saving_changes_pages_and_message_at_once(client, elena, reader):
    fields = {"display_name": "Lena", "language": "en", "time_zone": "America/New_York"}
    response = client.post(PROFILE, fields, follow=True)
    assert "Your settings have been saved." in response.content.decode()
    assert settings_of(elena) == ("Lena", "en", "America/New_York")
    assert reader() == "en 08:00"


def test_a_name_is_hidden_in_the_archive_on_request_and_shown_again(client, elena):
    fields = {"display_name": "Elena", "language": "en", "time_zone": "Europe/Rome"}
    client.post(PROFILE, fields)
    assert "Your name does not appear in archive searches or rating lists." in client.get(PROFILE).content.decode()
    for sent, hides in (({"hides_name": "on"}, True), ({}, False)):
        client.post(PROFILE, fields | sent)
        elena.refresh_from_db()
        assert elena.hides_name is hides
        assert ("checked" in client.get(PROFILE).content.decode().split('name="hides_name"')[1][:120]) is hides


def test_changing_the_case_of_ones_own_name_is_no_clash(client, elena):
    client.post(PROFILE, {"display_name": "ELENA", "language": "it", "time_zone": "Europe/Rome"})
    assert settings_of(elena)[0] == "ELENA"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("display_name", "bruno"),
        ("display_name", ""),
        ("display_name", "a\tb" * 20),
        ("language", "xx"),
        ("time_zone", "Mars/Olympus"),
        ("time_zone", ""),
    ],
)
def test_bad_settings_are_explained_and_change_nothing(client, elena, person, field, value):
    person("Bruno")
    good = {"display_name": "Lena", "language": "de", "time_zone": "UTC"}
    response = client.post(PROFILE, good | {field: value})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert 'aria-invalid="true"' in response.content.decode()
    assert settings_of(elena) == ("Elena", "it", "Europe/Rome")


def test_who_loses_the_race_for_a_name_is_told(client, elena, person, monkeypatch):
    person("Bruno")
    monkeypatch.setattr("accounts.forms.refuse_taken", lambda name, owner=None: name)
    response = client.post(PROFILE, {"display_name": "Bruno", "language": "en", "time_zone": "UTC"})
    assert list(response.context["form"].errors) == ["display_name"]
    assert settings_of(elena)[0] == "Elena"


def test_old_spellings_that_browsers_send_can_be_kept(client, elena):
    client.post(PROFILE, {"display_name": "Elena", "language": "it", "time_zone": "Asia/Calcutta"})
    assert str(elena.tz) == "Europe/Rome"
    assert settings_of(elena)[2] == "Asia/Calcutta"


def test_a_stranger_has_no_profile(client, db):
    assert client.get(PROFILE).url == f"/accounts/login/?next={PROFILE}"


def test_a_mail_to_an_address_that_is_not_proved_carries_no_address_in_a_name(client, person, mailoutbox):
    """An email to an unconfirmed address omits addresses in the name. Otherwise users could send advertising to strangers."""
    client.force_login(person("Visit evil.com"), backend="accounts.backends.Backend")
    client.post("/accounts/email/", {"action_add": "1", "email": "anybody@letters.test"})
    bodies = [mail.body for mail in mailoutbox if mail.to == ["anybody@letters.test"]]
    assert bodies
    assert all("Hello Visit …," in body and "evil" not in body for body in bodies)


def test_the_address_changes_when_the_new_one_is_confirmed(client, elena, mailoutbox):
    response = client.post("/accounts/email/", {"action_add": "1", "email": "lena@letters.test"})
    assert response.url == "/accounts/confirm-email/"
    assert mailoutbox[0].to == ["lena@letters.test"]
    elena.refresh_from_db()
    assert elena.email == "elena@letters.test"
    client.post("/accounts/confirm-email/", {"code": code_in(mailoutbox[0])})
    elena.refresh_from_db()
    assert elena.email == "lena@letters.test"
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [("lena@letters.test", True, True)]
    assert mailoutbox[1].to == ["elena@letters.test"], "the old mailbox is told"
    assert Client().post("/accounts/login/", {"login": "lena@letters.test", "password": PASSWORD}).url == "/"


def test_a_wrong_code_leaves_the_address(client, elena, mailoutbox):
    client.post("/accounts/email/", {"action_add": "1", "email": "lena@letters.test"})
    client.post("/accounts/confirm-email/", {"code": "x"})
    elena.refresh_from_db()
    assert elena.email == "elena@letters.test"


def test_an_address_of_somebody_else_cannot_be_taken(client, elena, person, mailoutbox):
    person("Bruno")
    client.post("/accounts/email/", {"action_add": "1", "email": "BRUNO@letters.test"})
    elena.refresh_from_db()
    assert elena.email == "elena@letters.test"
    client.post("/accounts/confirm-email/", {"code": code_in(mailoutbox[0])})
    elena.refresh_from_db()
    assert elena.email == "elena@letters.test"


@pytest.mark.parametrize("email", ["", "nonsense", "elena@letters.test"])
def test_a_bad_new_address_is_explained(client, elena, email):
    response = client.post("/accounts/email/", {"action_add": "1", "email": email})
    assert response.context["form"].errors["email"]


def test_the_password_changes_with_the_old_one(client, elena):
    new = {"password1": "new-horn-88", "password2": "new-horn-88"}
    assert client.post("/accounts/password/change/", new | {"oldpassword": "wrong"}).context["form"].errors["oldpassword"]
    assert client.post("/accounts/password/change/", new | {"oldpassword": PASSWORD}).url == PROFILE
    elena.refresh_from_db()
    assert elena.check_password("new-horn-88")


def test_a_first_password_needs_no_old_one(client, person):
    user = person("Dario", password=None)
    client.force_login(user)
    assert client.get("/accounts/password/change/").url == "/accounts/password/set/"
    client.post("/accounts/password/set/", {"password1": "new-horn-88", "password2": "new-horn-88"})
    user.refresh_from_db()
    assert user.check_password("new-horn-88")


@pytest.fixture
def probe(settings):
    """Install an email template that contains only its language."""
    tell = "{% load i18n %}{% get_current_language as code %}{{ code }}"
    (templates,) = settings.TEMPLATES
    loaders = [("django.template.loaders.locmem.Loader", {"probe_subject.txt": "probe", "probe_message.txt": tell})]
    settings.TEMPLATES = [templates | {"APP_DIRS": False, "OPTIONS": templates["OPTIONS"] | {"loaders": loaders}}]


@pytest.mark.usefixtures("probe")
def test_mails_are_written_in_the_readers_language(person, rf):
    """Emails to a user are in the user's language, even if the requesting browser has another language."""
    bruno = person("Bruno", language="de")
    adapter = Adapter(rf.get("/"))
    with context.request_context(adapter.request), translation.override("it"):
        assert adapter.render_mail("probe", bruno.email, {}).body == "de"
        assert adapter.render_mail("probe", "new-address-of-bruno@letters.test", {"user": bruno}).body == "de"
        assert adapter.render_mail("probe", "nobody@letters.test", {"user": AnonymousUser()}).body == "it"


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_short_password_is_refused_in_the_readers_language(client, person, language):
    client.force_login(person("Elena", language=language))
    fields = {"oldpassword": PASSWORD, "password1": "xk7", "password2": "xk7"}
    page = client.post("/accounts/password/change/", fields).content.decode()
    with translation.override(language):
        assert gettext("This password is too short: it needs at least %(count)s characters.") % {"count": 8} in page
    assert ("This password is too short" in page) == (language == "en")


def test_a_choice_that_is_left_empty_stays_as_it_was(client, elena):
    elena.hints = User.Hints.NEVER
    elena.save(update_fields=["hints"])
    client.post(PROFILE, {"display_name": "Elena", "language": "it", "time_zone": "Europe/Rome", "hints": ""})
    elena.refresh_from_db()
    assert elena.hints == User.Hints.NEVER
