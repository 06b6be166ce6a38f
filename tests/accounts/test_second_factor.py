"""Tests of the second factor: setup, prompt, recovery codes, removal, and malformed passkeys."""

import re
import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, code_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
LOGIN, INDEX, ASKED = "/accounts/login/", "/accounts/2fa/", "/accounts/2fa/authenticate/"
ACTIVATE, AGAIN = "/accounts/2fa/totp/activate/", "/accounts/2fa/reauthenticate/"


def now_shown(secret: str) -> str:
    """Return the code that an authenticator app shows at this moment."""
    counter = next(iter(totp.yield_hotp_counters_from_time()))
    return totp.format_hotp_value(totp.hotp_value(secret, counter))


def sign_in(client: Client, user: User) -> HttpResponse:
    return client.post(LOGIN, {"login": user.email, "password": PASSWORD})


def set_up(client: Client, user: User) -> str:
    """Set up an authenticator app for ``user``, who is signed in by password, and return its secret."""
    sign_in(client, user)
    assert client.get(ACTIVATE).url.startswith("/accounts/reauthenticate/")
    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": ACTIVATE})
    page = client.get(ACTIVATE).content.decode()
    secret = re.search(r"<code>(\w+)</code>", page)[1]
    assert 'src="data:image/svg+xml;base64' in page
    assert client.post(ACTIVATE, {"code": "000000"}).context["form"].errors["code"]
    assert client.post(ACTIVATE, {"code": now_shown(secret)}).url == "/accounts/2fa/recovery-codes/"
    return secret


@pytest.fixture(autouse=True)
def start_of_a_code(time_machine):
    """Move the clock to the start of a code's validity.

    The code changes every 30 seconds, and a code read just before the change would be refused.
    """
    time_machine.move_to(time.time() // 30 * 30)


@pytest.fixture
def elena(person):
    return person("Elena")


def test_an_app_is_set_up_and_asked_for_after_the_password(client, elena, mailoutbox, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        secret = set_up(client, elena)
    assert "In use." in client.get(INDEX).content.decode()
    assert mailoutbox[0].to == [elena.email], "its owner is told"
    other = Client()
    assert sign_in(other, elena).url == ASKED
    assert "_auth_user_id" not in other.session
    assert other.post(ASKED, {"code": "000000"}).context["form"].errors["code"]
    assert other.get("/accounts/profile/").status_code == 302
    Authenticator.objects.update(last_used_at=None)
    assert other.post(ASKED, {"code": now_shown(secret)}).url == "/"
    assert other.session["_auth_user_id"] == str(elena.pk)


@pytest.mark.parametrize("way", ["code", "reset"])
def test_no_other_way_in_leads_past_it(client, elena, mailoutbox, way):
    set_up(client, elena)
    other = Client()
    if way == "code":
        other.post("/accounts/login/code/", {"email": elena.email})
        answer = other.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[-1])})
    else:
        other.post("/accounts/password/reset/", {"email": elena.email})
        other.post("/accounts/password/reset/confirm/", {"code": code_in(mailoutbox[-1])})
        new = {"password1": "new-horn-88", "password2": "new-horn-88"}
        answer = other.post("/accounts/password/reset/complete/", new)
    assert answer.url == ASKED
    assert "_auth_user_id" not in other.session


def test_codes_cannot_be_guessed_without_end(client, elena):
    set_up(client, elena)
    other = Client()
    sign_in(other, elena)
    answers = [other.post(ASKED, {"code": f"{number:06}"}).content.decode() for number in range(7)]
    assert "Too many failed" in answers[-1]


def test_a_code_that_was_written_down_opens_once(client, elena):
    set_up(client, elena)
    codes = re.findall(r"<li><code>(\w+)</code>", client.get("/accounts/2fa/recovery-codes/").content.decode())
    assert len(codes) == 10
    for expected in ("/", None):
        other = Client()
        sign_in(other, elena)
        assert getattr(other.post(ASKED, {"code": codes[0]}), "url", None) == expected


def test_removing_it_makes_the_password_enough_again(client, elena):
    set_up(client, elena)
    client.post("/accounts/2fa/totp/deactivate/")
    assert sign_in(Client(), elena).url == "/"
    assert not Authenticator.objects.exists(), "the codes go with it"


def test_who_has_no_password_can_have_one_as_well(client, person):
    user = person("Nora", password=None)
    client.force_login(user)
    page = client.get(ACTIVATE).content.decode()
    secret = re.search(r"<code>(\w+)</code>", page)[1]
    assert client.post(ACTIVATE, {"code": now_shown(secret)}).status_code == 302


def test_operators_take_away_a_factor_that_was_lost(client, elena, capsys):
    set_up(client, elena)
    with pytest.raises(CommandError):
        call_command("remove_second_factor", "nobody@letters.test")
    call_command("remove_second_factor", elena.email.upper())
    assert sign_in(Client(), elena).url == "/"
    assert "removed" in capsys.readouterr().out


@pytest.mark.parametrize("path", [INDEX, ACTIVATE, "/accounts/2fa/webauthn/", "/accounts/2fa/webauthn/add/", AGAIN, ASKED])
def test_a_stranger_sees_none_of_it(client, db, path):
    assert client.get(path).url.startswith("/accounts/login/")


KEY = '{"type": "public-key", "id": "AA", "rawId": "AA", "response": %s}'
CREDENTIALS = [
    "",
    "{}",
    "[]",
    "null",
    '"x"',
    '{"type": "public-key", "id": "AA", "response": {}}',
    KEY % '{"clientDataJSON": "AA", "attestationObject": "AA"}',
    KEY % '{"clientDataJSON": 1, "authenticatorData": [], "signature": {}}',
    KEY % '{"clientDataJSON": "e30", "authenticatorData": "AA", "signature": ""}',
    "[" * 9999,
]


@pytest.mark.parametrize("credential", CREDENTIALS)
def test_a_credential_that_is_none_is_refused(client, person, credential):
    user, other = person("Nora", password=None), person("Elena")
    client.force_login(user)
    adding = "/accounts/2fa/webauthn/add/"
    client.get(adding)
    assert client.post(adding, {"name": "Key", "credential": credential}).status_code == 200
    assert not Authenticator.objects.exists()
    browser = Client()
    set_up(Client(), other)
    sign_in(browser, other)
    assert browser.post(ASKED, {"credential": credential}).status_code == 200
    assert "_auth_user_id" not in browser.session
