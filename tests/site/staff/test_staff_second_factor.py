"""Second factor on staff and admin pages, for settings that require it."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth as totp
from django.conf import settings as site
from django.test import Client
from django.utils import timezone

from accounts.models import User

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PASSWORD = "courier-horn-7"
LOGIN, INDEX, AGAIN = "/accounts/login/", "/accounts/2fa/", "/accounts/2fa/reauthenticate/"
ACTIVATE = "/accounts/2fa/totp/activate/"
STAFF = ["/staff/tables/", f"/{site.ADMIN_PATH}", f"/{site.ADMIN_PATH}accounts/user/"]


def now_shown(secret: str) -> str:
    counter = next(iter(totp.yield_hotp_counters_from_time()))
    return totp.format_hotp_value(totp.hotp_value(secret, counter))


def signed_in(user: User) -> Client:
    client = Client()
    client.post(LOGIN, {"login": user.email, "password": PASSWORD})
    assert client.session["_auth_user_id"]
    return client


@pytest.fixture
def root(db) -> User:
    user = User.objects.create_superuser("root@letters.test", PASSWORD, display_name="Radolf")
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    return user


@pytest.fixture(autouse=True)
def _needed(settings, time_machine):
    """Require a second factor and stop the clock.

    A code is valid for 30 seconds and could otherwise expire before it is sent.
    """
    settings.STAFF_SECOND_FACTOR = True
    time_machine.move_to(timezone.now(), tick=False)


def set_up(client: Client) -> str:
    client.post("/accounts/reauthenticate/", {"password": PASSWORD, "next": ACTIVATE})
    secret = re.search(r"<code>(\w+)</code>", client.get(ACTIVATE).content.decode())[1]
    assert client.post(ACTIVATE, {"code": now_shown(secret)}).status_code == 302
    Authenticator.objects.update(last_used_at=None)
    return secret


@pytest.mark.parametrize("path", STAFF)
@pytest.mark.parametrize("method", ["get", "post"])
def test_staff_without_one_are_led_to_set_it_up(root, path, method):
    page = getattr(signed_in(root), method)(path, follow=True)
    assert page.redirect_chain[0] == (INDEX, 302)
    assert "need a second factor" in page.content.decode()


@pytest.mark.parametrize("path", STAFF)
def test_a_browser_that_has_not_used_it_is_asked_and_comes_back(root, path):
    before = signed_in(root)
    secret = set_up(signed_in(root))
    asked = before.get(f"{path}?a=1")
    assert asked.url.startswith(f"{AGAIN}?next=")
    assert before.post(AGAIN, {"code": "000000", "next": path}).status_code == 200
    assert before.get(path).status_code == 302
    assert before.post(AGAIN, {"code": now_shown(secret), "next": path}).url == path
    assert before.get(path).status_code == 200


def test_everything_else_is_open_and_players_are_led_nowhere(root, settings):
    client = signed_in(root)
    assert client.get("/").status_code == 200
    assert client.get("/accounts/profile/").status_code == 200
    User.objects.filter(pk=root.pk).update(is_staff=False, is_superuser=False)
    assert client.get("/staff/tables/").get("Location", "") != INDEX
    User.objects.filter(pk=root.pk).update(is_staff=True, is_superuser=True)
    settings.STAFF_SECOND_FACTOR = False
    assert client.get("/staff/tables/").status_code == 200
