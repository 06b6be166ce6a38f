"""Tests of malformed input and other methods: the account pages respond without an error, and no account changes."""

from urllib.parse import urlsplit

import pytest

from accounts.models import User

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PAGES = [
    "/accounts/login/",
    "/accounts/login/code/",
    "/accounts/login/code/confirm/",
    "/accounts/signup/",
    "/accounts/confirm-email/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/password/set/",
    "/accounts/password/reset/",
    "/accounts/password/reset/confirm/",
    "/accounts/password/reset/complete/",
    "/accounts/password/reset/done/",
    "/accounts/reauthenticate/",
    "/accounts/inactive/",
    "/accounts/logout/",
    "/accounts/profile/",
    "/accounts/delete/",
    "/accounts/sessions/end/",
    "/accounts/2fa/",
    "/accounts/2fa/authenticate/",
    "/accounts/2fa/reauthenticate/",
    "/accounts/2fa/totp/activate/",
    "/accounts/2fa/webauthn/",
    "/accounts/2fa/webauthn/add/",
    "/accounts/2fa/recovery-codes/generate/",
    "/i18n/setlang/",
]
FIELDS = (
    "display_name",
    "email",
    "login",
    "password",
    "password1",
    "password2",
    "oldpassword",
    "code",
    "credential",
    "name",
    "session",
    "time_zone",
    "language",
)
JUNK = ["", "\x00", "\U0001f400" * 999, "a" * 70_000, "'; DROP TABLE accounts_user; --", "<script>alert(1)</script>"]


def facts():
    return list(User.objects.values_list("email", "display_name", "language", "time_zone", "password"))


@pytest.mark.parametrize("signed_in", [False, True])
@pytest.mark.parametrize("page", PAGES)
def test_junk_gets_a_page_and_changes_nothing(client, person, settings, page, signed_in):
    settings.ACCOUNT_RATE_LIMITS = False
    elena = person("Elena")
    before = facts()
    for junk in JUNK:
        for action in ("action_add", "action_primary", "action_remove", "action"):
            if signed_in:
                client.force_login(elena)
            response = client.post(page, dict.fromkeys(FIELDS, junk) | {action: junk or "1", "next": junk})
            is_too_large = int(response.request["CONTENT_LENGTH"]) > 64 * 1024
            assert response.status_code in ((413,) if is_too_large else (200, 302, 405, 422)), (junk[:20], response.status_code)
            assert b"<script>alert" not in response.content
            assert urlsplit(response.headers.get("Location", "/"))[:2] == ("", ""), "another site"
    assert facts() == before


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("method", ["put", "delete", "patch", "options", "head"])
def test_other_methods_change_nothing(client, person, page, method):
    client.force_login(person("Elena"))
    before = facts()
    response = getattr(client, method)(page)
    assert response.status_code < 500
    assert facts() == before


@pytest.mark.parametrize("page", [page for page in PAGES if page != "/accounts/sessions/end/"])  # it accepts only POST
def test_every_page_stands_for_a_stranger_and_for_somebody(client, person, page):
    stranger = client.get(page, {"next": "/x/", "email": "\x00"})
    client.force_login(person("Elena"))
    for response in (stranger, client.get(page, {"next": "/x/"})):
        assert response.status_code in (200, 302)
        if response.status_code == 200:
            text = response.content.decode()
            assert text.count("<h1>") == 1
            assert "style=" not in text
            assert "<script>" not in text
