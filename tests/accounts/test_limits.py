import time

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client, RequestFactory

from accounts import limits
from config.cache import _limits
from tests.accounts.conftest import PASSWORD, code_in

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


@pytest.fixture
def _cache_away(settings):
    away = {"BACKEND": "config.cache.CalmRedisCache", "LOCATION": "redis://127.0.0.1:9/0"}
    settings.CACHES = {"default": away | {"OPTIONS": {"socket_connect_timeout": 0.25}}}
    _limits.clear()
    yield
    _limits.clear()


@pytest.mark.usefixtures("_cache_away")
def test_while_the_cache_is_away_limits_go_on_and_hold_nobody_up(person, rates):
    rates(chat="6/m/key")
    elena, bruno = person("Elena"), person("Bruno")
    began = time.monotonic()
    assert [limits.allow(elena, "chat") for _ in range(20)] == [True] * 6 + [False] * 14
    assert limits.allow(bruno, "chat")
    assert time.monotonic() - began < 5


@pytest.mark.usefixtures("_cache_away")
def test_while_the_cache_is_away_nobody_guesses_without_end(client, person, mailoutbox):
    elena = person("Elena")
    answers = [client.post("/accounts/login/", {"login": elena.email, "password": "wrong"}) for _ in range(7)]
    assert ["Too many failed" in answer.content.decode() for answer in answers] == [False] * 5 + [True] * 2
    assert [client.post("/accounts/signup/", {}).status_code for _ in range(12)][-1] == 429
    for _try in range(7):
        client.cookies.clear()
        client.post("/accounts/login/code/", {"email": elena.email})
    assert len(mailoutbox) == 5


@pytest.mark.usefixtures("_cache_away")
def test_while_the_cache_is_away_everything_else_is_as_if_it_were_empty():
    cache.set("page", "kept")
    assert cache.get("page", "none") == "none"
    assert cache.add("page", "kept")
    assert cache.add("page", "kept")
    assert not cache.delete("page")


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


def sign_in(client, user, password=PASSWORD, **more):
    return client.post("/accounts/login/", {"login": user.email, "password": password}, **more)


def test_a_stranger_who_guesses_is_stopped_and_stops_nobody_else(client, person):
    elena, bruno = person("Elena"), person("Bruno")
    for _ in range(5):
        sign_in(client, elena, "wrong", REMOTE_ADDR="10.0.0.1")
    assert "Too many failed" in sign_in(client, elena, REMOTE_ADDR="10.0.0.1").content.decode()
    assert sign_in(client, elena, REMOTE_ADDR="10.0.0.2").url == "/", "the owner has the right password"
    assert sign_in(Client(), bruno, REMOTE_ADDR="10.0.0.1").url == "/"


def test_strangers_together_are_stopped_and_the_owner_gets_in_where_they_did_before(client, person, rates, mailoutbox):
    rates(login_failed_all="7/h/key")
    elena, at_home = person("Elena"), Client()
    sign_in(at_home, elena)
    at_home.post("/accounts/logout/")
    for number in range(12):
        answer = sign_in(Client(), elena, "wrong", REMOTE_ADDR=f"10.0.1.{number}")
    assert "Too many failed" in answer.content.decode()
    assert "Too many failed" in sign_in(client, elena).content.decode(), "no password is tried any more from anywhere new"
    assert sign_in(at_home, elena).url == "/"
    client.post("/accounts/login/code/", {"email": elena.email})
    assert client.post("/accounts/login/code/confirm/", {"code": code_in(mailoutbox[0])}).url == "/", (
        "and by code from anywhere"
    )


def test_a_browser_that_is_known_guesses_no_more_than_others(person, rates):
    rates(login_failed_device="3/m/key")
    elena, bruno, browser = person("Elena"), person("Bruno"), Client()
    sign_in(browser, elena)
    browser.post("/accounts/logout/")
    assert ["Too many" in sign_in(browser, elena, "wrong").content.decode() for _ in range(4)] == [False] * 3 + [True]
    cookie = browser.cookies["device"]
    assert cookie["httponly"]
    assert elena.email not in cookie.value
    forger = Client()
    forger.cookies["device"] = cookie.value[:-1] + "x"
    for _ in range(6):
        answer = sign_in(forger, bruno, "wrong", REMOTE_ADDR="10.0.0.9")
    assert "Too many failed" in answer.content.decode(), "a cookie of one account opens no other"


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
