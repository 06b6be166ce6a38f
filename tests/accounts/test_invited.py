"""Invitation to a seat that survives sign-up and sign-in, and addresses of other sites, which are ignored."""

import pytest

from accounts.models import User
from tests.accounts.conftest import PASSWORD, code_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
JOIN = "/i/abc123/join/?word=horn"


def hidden_next(response):
    return response.context["redirect_field_value"]


def test_three_steps_to_the_seat(client, mailoutbox):
    page = client.get("/accounts/signup/", {"next": JOIN})
    assert f'name="next" value="{JOIN}"' in page.content.decode()
    client.post("/accounts/signup/", {"display_name": "Elena", "email": "elena@letters.test", "next": hidden_next(page)})
    response = client.post("/accounts/confirm-email/", {"code": code_in(mailoutbox[0])})
    assert response.url == JOIN
    assert client.get(response.url).content == b"seat for Elena"


def test_the_way_survives_correcting_the_address_and_a_new_code(client, mailoutbox):
    client.post("/accounts/signup/", {"display_name": "Elena", "email": "elna@letters.test", "next": JOIN})
    client.post("/accounts/confirm-email/", {"action": "change", "email": "elena@letters.test"})
    response = client.post("/accounts/confirm-email/", {"code": code_in(mailoutbox[-1])})
    assert response.url == JOIN


def test_who_has_an_account_after_all_gets_there_by_the_mail(client, person, mailoutbox):
    """A user who already has an account reaches the invitation: the email links to sign-in by code, without ?next=."""
    person("Elena")
    client.post("/accounts/signup/?next=" + JOIN, {"display_name": "Elena 2", "email": "elena@letters.test", "next": JOIN})
    assert "/accounts/login/code/" in mailoutbox[0].body
    assert client.get("/accounts/login/code/").status_code == 200
    client.post("/accounts/login/code/", {"email": "elena@letters.test"})
    response = client.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[-1])})
    assert response.url == JOIN


def test_signing_in_with_a_new_password_gets_there_too(client, person, mailoutbox):
    person("Elena")
    client.get("/accounts/login/", {"next": JOIN})
    client.post("/accounts/password/reset/", {"email": "elena@letters.test"})
    client.post("/accounts/password/reset/confirm/", {"code": code_in(mailoutbox[0])})
    response = client.post("/accounts/password/reset/complete/", {"password1": "new-horn-88", "password2": "new-horn-88"})
    assert response.url == JOIN


def test_a_way_is_gone_once_gone(client, person):
    person("Elena")
    signin = {"login": "elena@letters.test", "password": PASSWORD}
    assert client.post("/accounts/login/", signin | {"next": JOIN}).url == JOIN
    client.post("/accounts/logout/")
    assert client.post("/accounts/login/", signin).url == "/"


def test_a_way_is_forgotten_after_an_hour(client, person, time_machine):
    person("Elena")
    time_machine.move_to("2026-11-21T06:00:00Z", tick=False)
    client.get("/accounts/login/", {"next": JOIN})
    time_machine.move_to("2026-11-21T07:00:01Z", tick=False)
    response = client.post("/accounts/login/", {"login": "elena@letters.test", "password": PASSWORD})
    assert response.url == "/"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.test/",
        "//evil.test/",
        "javascript:alert(1)",
        "/\\evil.test",
        "https:evil.test",
        "///evil.test",
        "\x00/",
        "evil.test",
        "/" + "a" * 9000,
    ],
)
def test_nobody_is_sent_elsewhere(client, mailoutbox, elsewhere):
    fields = {"display_name": "Elena", "email": "elena@letters.test", "next": elsewhere}
    client.post("/accounts/signup/?next=" + elsewhere, fields)
    response = client.post("/accounts/confirm-email/", {"code": code_in(mailoutbox[0])})
    assert response.url == "/welcome/"
    assert User.objects.get().last_login
