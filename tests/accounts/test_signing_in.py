from email import policy

import pytest

from accounts.models import User
from tests.accounts.conftest import PASSWORD, code_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
LOGIN, BY_CODE, CONFIRM = "/accounts/login/", "/accounts/login/code/", "/accounts/login/code/confirm/"


def signed_in(client):
    return int(client.session.get("_auth_user_id", 0))


def test_by_password_and_out_again(client, person):
    elena = person("Elena")
    client.post(LOGIN, {"login": "ELENA@letters.test", "password": PASSWORD})
    assert signed_in(client) == elena.pk
    assert client.get("/accounts/logout/").status_code == 200
    assert signed_in(client) == elena.pk, "a link alone signs nobody out"
    client.post("/accounts/logout/")
    assert not signed_in(client)


@pytest.mark.parametrize("login", ["elena@letters.test", "nobody@letters.test"])
def test_a_wrong_password_says_no_more_than_that(client, person, login):
    person("Elena")
    response = client.post(LOGIN, {"login": login, "password": "wrong"})
    assert "are not correct" in response.content.decode()
    assert not signed_in(client)


def test_by_code(client, person, mailoutbox):
    elena = person("Elena")
    assert client.post(BY_CODE, {"email": elena.email}).url == CONFIRM
    client.post(CONFIRM, {"code": code_in(mailoutbox[0])})
    assert signed_in(client) == elena.pk
    elena.refresh_from_db()
    assert not elena.has_usable_password(), "its first sign-in ever was by code"


def test_the_mail_with_the_code_says_whose_it_is_in_lines_of_a_mail(client, person, mailoutbox, settings):
    settings.SITE_URL = "https://staffetta.example"
    user = person(language="de")
    client.post(BY_CODE, {"email": user.email})
    [mail] = mailoutbox
    sent = mail.message(policy=policy.SMTP)
    assert sent["Message-ID"].endswith("@staffetta.example>")
    assert (sent["Auto-Submitted"], sent["Content-Language"]) == ("auto-generated", "de")
    assert max(map(len, sent.as_bytes().split(b"\r\n"))) <= 76


def test_a_password_in_use_survives_a_code(client, person, mailoutbox):
    elena = person("Elena")
    client.post(LOGIN, {"login": elena.email, "password": PASSWORD})
    client.post("/accounts/logout/")
    client.post(BY_CODE, {"email": elena.email})
    client.post(CONFIRM, {"code": code_in(mailoutbox[-1])})
    elena.refresh_from_db()
    assert elena.check_password(PASSWORD)


def test_a_wrong_code_is_told_and_the_third_ends_it(client, person, mailoutbox):
    elena = person("Elena")
    client.post(BY_CODE, {"email": elena.email})
    right = code_in(mailoutbox[0])
    wrong = right[::-1] if right != right[::-1] else "1234-5678"
    assert "Incorrect code" in client.post(CONFIRM, {"code": wrong}).content.decode()
    assert "Incorrect code" in client.post(CONFIRM, {"code": "öäü\u0661"}).content.decode()
    assert client.post(CONFIRM, {"code": ""}).url == BY_CODE
    client.post(CONFIRM, {"code": right})
    assert not signed_in(client)


@pytest.mark.parametrize(("minutes", "holds"), [(29, True), (31, False)])
def test_a_code_holds_for_half_an_hour(client, person, mailoutbox, time_machine, minutes, holds):
    elena = person("Elena")
    time_machine.move_to("2026-11-21T06:00:00Z", tick=False)
    client.post(BY_CODE, {"email": elena.email})
    code = code_in(mailoutbox[0])
    time_machine.move_to(f"2026-11-21T06:{minutes}:00Z", tick=False)
    client.post(CONFIRM, {"code": code})
    assert bool(signed_in(client)) == holds


def test_a_code_belongs_to_the_browser_that_asked(client, person, mailoutbox):
    elena = person("Elena")
    client.post(BY_CODE, {"email": elena.email})
    client.cookies.clear()
    client.post(CONFIRM, {"code": code_in(mailoutbox[0])})
    assert not signed_in(client)


def test_an_unknown_address_gets_a_mail_and_nothing_to_see(client, mailoutbox, db):
    assert client.post(BY_CODE, {"email": "nobody@letters.test"}).url == CONFIRM
    assert "but no account has this address" in mailoutbox[0].body
    assert "http://testserver/accounts/signup/" in mailoutbox[0].body
    assert client.get(CONFIRM).status_code == 200


def test_an_unconfirmed_address_is_asked_for_its_code(client, person, mailoutbox):
    person("Elena", confirmed=False)
    response = client.post(LOGIN, {"login": "elena@letters.test", "password": PASSWORD})
    assert response.url == "/accounts/confirm-email/"
    assert not signed_in(client)
    client.post(response.url, {"code": code_in(mailoutbox[0])})
    assert signed_in(client)


def test_reset_sets_the_password_and_signs_in(client, person, mailoutbox):
    elena = person("Elena")
    client.post("/accounts/password/reset/", {"email": elena.email})
    client.post("/accounts/password/reset/confirm/", {"code": code_in(mailoutbox[0])})
    page = client.post("/accounts/password/reset/complete/", {"password1": "new-horn-88", "password2": "other-horn-88"})
    assert "same password" in page.content.decode()
    client.post("/accounts/password/reset/complete/", {"password1": "new-horn-88", "password2": "new-horn-88"})
    elena.refresh_from_db()
    assert elena.check_password("new-horn-88")
    assert signed_in(client) == elena.pk
    assert "Your account password has been changed." in mailoutbox[-1].body


def test_reset_with_a_wrong_code_changes_nothing(client, person, mailoutbox):
    elena = person("Elena")
    client.post("/accounts/password/reset/", {"email": elena.email})
    client.post("/accounts/password/reset/confirm/", {"code": "nonsense"})
    client.post("/accounts/password/reset/complete/", {"password1": "new-horn-88", "password2": "new-horn-88"})
    elena.refresh_from_db()
    assert elena.check_password(PASSWORD)
    assert not signed_in(client)


def test_reset_with_an_unknown_address_looks_the_same(client, db, mailoutbox):
    response = client.post("/accounts/password/reset/", {"email": "nobody@letters.test"})
    assert response.url == "/accounts/password/reset/confirm/"
    assert client.post(response.url, {"code": "12345678"}).status_code == 200
    assert "but no account has this address" in mailoutbox[0].body


def test_a_superuser_of_the_command_line_gets_into_the_admin_backend(db, client):
    User.objects.create_superuser("Root@letters.test", PASSWORD)
    assert client.login(username="root@letters.test", password=PASSWORD)
