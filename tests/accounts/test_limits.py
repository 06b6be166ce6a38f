import time

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import RequestFactory

from accounts import limits
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def rates(settings):
    def set_rates(**rates):
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, **rates}

    return set_rates


def stranger(address):
    request = RequestFactory().get("/", REMOTE_ADDR=address)
    request.user = AnonymousUser()
    return request


def test_each_person_has_their_own_measure(person, rates):
    rates(chat="2/m/key")
    elena, bruno = person("Elena"), person("Bruno")
    assert [limits.allow(elena, "chat") for _ in range(3)] == [True, True, False]
    assert limits.allow(bruno, "chat")


def test_actions_are_counted_apart(person, rates):
    rates(chat="1/m/key", table="1/m/key")
    elena = person("Elena")
    assert limits.allow(elena, "chat")
    assert limits.allow(elena, "table")
    assert not limits.allow(elena, "table")


def test_a_person_and_their_request_are_the_same(person, rates):
    rates(chat="1/m/key")
    request = stranger("10.0.0.1")
    request.user = person("Elena")
    assert limits.allow(request, "chat")
    assert not limits.allow(request.user, "chat")


def test_strangers_are_told_apart_by_address_also_on_get(rates):
    rates(join="1/m/key")
    assert limits.allow(stranger("10.0.0.1"), "join")
    assert not limits.allow(stranger("10.0.0.1"), "join")
    assert limits.allow(stranger("10.0.0.2"), "join")


def test_time_gives_back(person, rates, time_machine):
    rates(chat="1/m/key")
    elena = person("Elena")
    time_machine.move_to(1_800_000_000, tick=False)
    assert limits.allow(elena, "chat")
    time_machine.move_to(1_800_000_061, tick=False)
    assert limits.allow(elena, "chat")


def test_an_action_nobody_gave_a_rate_is_a_mistake(person):
    with pytest.raises(KeyError):
        limits.allow(person("Elena"), "chatt")


@pytest.mark.parametrize("action", ["chat", "table", "invite", "join"])
def test_what_the_site_counts_has_a_rate(person, action):
    elena = person("Elena")
    assert limits.allow(elena, action)
    while limits.allow(elena, action):
        pass


def test_a_cache_that_is_down_stops_nobody_and_holds_nobody_up(person, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "config.cache.CalmRedisCache",
            "LOCATION": "redis://127.0.0.1:9/0",
            "OPTIONS": {"socket_connect_timeout": 0.25},
        }
    }
    elena = person("Elena")
    began = time.monotonic()
    assert all(limits.allow(elena, "table") for _ in range(20))
    assert time.monotonic() - began < 5


def test_the_view_answers_429(client, person, rates):
    rates(chat="1/m/key")
    client.force_login(person("Elena"))
    assert client.post("/chat/").content == b"said"
    assert client.post("/chat/").status_code == 429


def test_signing_up_too_often(client, rates):
    rates(signup="2/m/ip")
    assert [client.post("/accounts/signup/", {}).status_code for _ in range(3)] == [200, 200, 429]
    assert client.get("/accounts/signup/").status_code == 200, "reading is free"


def test_signing_in_too_often(client, rates, db):
    rates(login="2/m/ip")
    assert [client.post("/accounts/login/", {}).status_code for _ in range(3)] == [200, 200, 429]


def test_guessing_a_password_locks_that_address_for_a_while(client, person):
    elena, bruno = person("Elena"), person("Bruno")
    for _ in range(5):
        client.post("/accounts/login/", {"login": elena.email, "password": "wrong"})
    response = client.post("/accounts/login/", {"login": elena.email, "password": PASSWORD})
    assert "Too many failed" in response.content.decode()
    assert client.post("/accounts/login/", {"login": bruno.email, "password": PASSWORD}).url == "/"


def test_asking_for_codes_too_often(client, person, mailoutbox):
    elena = person("Elena")
    for _ in range(6):
        client.cookies.clear()
        response = client.post("/accounts/login/code/", {"email": elena.email})
    assert len(mailoutbox) == 5
    assert response.context["form"].errors["email"]


def test_the_front_names_the_visitor(client, settings, rates):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    rates(signup="1/m/ip")
    spoofed = [client.post("/accounts/signup/", {}, headers={"x-forwarded-for": f"{n}.1.1.1, 9.9.9.9"}) for n in (1, 2)]
    assert [response.status_code for response in spoofed] == [200, 429]
    assert cache.get("nothing") is None
