"""Limits by network: one limit per IPv4 address or IPv6 /64, and ten times as much per /48. Forged headers are ignored."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import Client, RequestFactory

from accounts import limits
from accounts.security import sessions

pytestmark = [pytest.mark.database, pytest.mark.django_db]
ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "signup": "/accounts/signup/",
    "login": "/accounts/login/",
    "request_login_code": "/accounts/login/code/",
    "reset_password": "/accounts/password/reset/",
}


@pytest.fixture
def rates(settings):
    def set_rates(**rates):
        settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, **rates}

    return set_rates


@pytest.fixture(params=["no front", "front"])
def come_from(request, settings):
    """Return a function that builds the headers of a request from an address.

    The request comes directly or through a proxy, which appends the address to the header that the visitor sent.
    """
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1 if request.param == "front" else 0

    def headers(address, forged="198.51.100.1"):
        if request.param == "front":
            return {"HTTP_X_FORWARDED_FOR": f"{forged}, {address}", "REMOTE_ADDR": "10.0.0.1"}
        return {"HTTP_X_FORWARDED_FOR": forged, "REMOTE_ADDR": address}

    return headers


def stranger(**headers):
    request = RequestFactory().post("/", **headers)
    request.user = AnonymousUser()
    return request


def in_one_64(count):
    return [f"2001:db8:1:2::{number:x}" for number in range(1, count + 1)]


def in_one_48(count):
    return [f"2001:db8:1:{number:x}::1" for number in range(count)]


def test_all_addresses_of_a_64_are_one_network(rates, come_from):
    rates(guest="4/m/key")
    answers = [limits.allow(stranger(**come_from(address)), "guest") for address in in_one_64(40)]
    assert answers.count(True) == 4
    assert limits.allow(stranger(**come_from("2001:db8:1:3::1")), "guest")


def test_a_48_may_do_ten_times_as_much(rates, come_from):
    rates(guest="2/m/key")
    answers = [limits.allow(stranger(**come_from(address)), "guest") for address in in_one_48(60)]
    assert answers == [True] * 20 + [False] * 40
    assert limits.allow(stranger(**come_from("2001:db8:2::1")), "guest")


def test_one_64_cannot_use_up_its_48(rates, come_from):
    rates(guest="2/m/key")
    for address in in_one_64(100):
        limits.allow(stranger(**come_from(address)), "guest")
    assert limits.allow(stranger(**come_from("2001:db8:1:3::1")), "guest")


@pytest.mark.parametrize("mapped", ["::ffff:192.0.2.1", "::FFFF:c000:201", "[::ffff:192.0.2.1]:443"])
def test_an_ipv4_address_counts_as_such_however_it_is_written(rates, come_from, mapped):
    rates(guest="1/m/key")
    assert limits.allow(stranger(**come_from("192.0.2.1")), "guest")
    assert not limits.allow(stranger(**come_from(mapped)), "guest")
    assert limits.allow(stranger(**come_from("::ffff:192.0.2.2")), "guest")


def test_an_address_with_a_zone_is_the_address(rates, come_from):
    rates(guest="1/m/key")
    assert limits.allow(stranger(**come_from("fe80::1")), "guest")
    assert not limits.allow(stranger(**come_from("fe80::2%eth0")), "guest")


@pytest.mark.parametrize("forged", ["2001:db8:9::1", "garbage", "", ", ,", "::ffff:192.0.2.9", "x" * 5000])
def test_what_a_visitor_writes_is_not_read(rates, come_from, forged):
    rates(guest="1/m/key")
    assert limits.allow(stranger(**come_from("2001:db8:1::1")), "guest")
    assert not limits.allow(stranger(**come_from("2001:db8:1::2", forged)), "guest")


@pytest.mark.parametrize("action", PAGES)
def test_allauth_counts_alike(rates, come_from, action):
    """allauth's limits also count a /64 as one address, allow ten times as much per /48, and unwrap IPv4-mapped addresses."""
    rates(**{action: "2/m/ip" if action in ("signup", "login") else "2/m/ip,99/m/key"})
    post = {"email": "nobody@staffetta.example"}
    tries = [Client().post(PAGES[action], post, **come_from(address)) for address in in_one_64(4)]
    assert [answer.status_code == 429 for answer in tries].count(True) in (0, 2)
    cache.clear()
    for address in ("192.0.2.1", "192.0.2.2", "192.0.2.3"):
        assert Client().post(PAGES[action], post, **come_from(f"::ffff:{address}")).status_code != 429
    cache.clear()
    tries = [Client().post(PAGES[action], post, **come_from(address)).status_code for address in in_one_48(23)]
    assert [status == 429 for status in tries] == [False] * 20 + [True] * 3


def test_a_guesser_has_one_measure_in_a_64(person, come_from):
    elena = person("Elena")
    wrong = {"login": elena.email, "password": "wrong"}
    answers = [Client().post("/accounts/login/", wrong, **come_from(address)) for address in in_one_64(7)]
    assert ["Too many failed" in answer.content.decode() for answer in answers] == [False] * 5 + [True] * 2


def test_who_is_refused_by_their_network_uses_up_nothing_of_the_site(rates):
    rates(guest="1/m/key", guest_all="2/h/key")
    for address in in_one_64(20):
        limits.allow_guest(stranger(REMOTE_ADDR=address))
    assert limits.allow_guest(stranger(REMOTE_ADDR="2001:db8:2::1"))


def test_a_request_from_nowhere_is_noted_nowhere(person):
    request = stranger(REMOTE_ADDR="")
    request.session = {}
    sessions.note(request, person("Elena"))
    assert not limits.is_known(request)


def test_only_one_module_asks_where_a_request_comes_from():
    """Only ``limits.py`` and ``adapter.py`` of accounts read the address of a request.

    Another module could count each address of a household separately.
    """
    asks = re.compile(r"REMOTE_ADDR|X_FORWARDED_FOR|[\"']x-forwarded-for|get_ip\(|get_client_ip\(", re.IGNORECASE)
    found = {
        str(path.relative_to(ROOT))
        for folder in ("accounts", "config", "tables", "engines")
        for path in (ROOT / folder).rglob("*.py")
        if asks.search(path.read_text("utf-8"))
    }
    assert found == {"accounts/limits.py", "accounts/adapter.py"}
