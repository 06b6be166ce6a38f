"""Tests that the account pages, their headers and the work they cost do not reveal which addresses have an account."""

import re
from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import QueuedMail, User
from tests.accounts.conftest import PASSWORD

pytestmark = [pytest.mark.database, pytest.mark.django_db]
KNOWN, UNKNOWN = "elena@letters.test", "wilma@letters.test"
SIGNUP, CONFIRM = "/accounts/signup/", "/accounts/confirm-email/"
WRONG = {"code": "0000-0001"}


class CountingHasher(MD5PasswordHasher):
    """Django's MD5 hasher, with a counter of its calls."""

    algorithm = "counted"
    hashed = 0

    def encode(self, password: str, salt: str) -> str:
        CountingHasher.hashed += 1
        return super().encode(password, salt)


@pytest.fixture(autouse=True)
def _hashes_are_counted(settings, time_machine):
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    time_machine.move_to("2026-11-22T12:00:00Z", tick=False)  # headers contain the time


def facts(response, address: str) -> tuple[object, ...]:
    """Return the properties of a response that an outsider can see: status, headers, cookies and page.

    The typed address and values that always differ are left out.
    """
    page = re.sub(r'(csrfmiddlewaretoken" value=|x-csrftoken": )"[^"]*"', "", response.content.decode())
    headers = {name: value for name, value in response.headers.items() if name != "Content-Length"}
    cookies = {name: (morsel["path"], morsel["max-age"], bool(morsel.value)) for name, morsel in response.cookies.items()}
    return response.status_code, headers, cookies, page.replace(address, "ADDRESS")


def trail(address: str, walk: Callable[[str], list[tuple[str, str, dict[str, str]]]]) -> list[tuple[object, ...]]:
    """Return the response to each step of ``walk`` with its cost: SQL statements, password hashes and queued emails."""
    browser, seen = Client(), []
    for method, path, fields in walk(address):
        CountingHasher.hashed, mails = 0, QueuedMail.objects.count()
        with CaptureQueriesContext(connection) as queries:
            response = getattr(browser, method)(path, fields)
        kinds = [re.sub(r"\W.*", "", query["sql"]) for query in queries]
        seen.append((path, *facts(response, address), kinds, CountingHasher.hashed, QueuedMail.objects.count() - mails))
    return seen


def signs_up(address):
    form = {"display_name": "Nora", "email": address, "password1": PASSWORD, "next": "/i/abc/join/"}
    return [
        ("post", SIGNUP, form),
        ("get", CONFIRM, {}),
        ("post", CONFIRM, {"action": "resend"}),
        ("get", CONFIRM, {}),
        ("post", CONFIRM, WRONG),
        ("post", CONFIRM, {"action": "change", "email": "nonsense"}),
        ("post", CONFIRM, {"action": "change", "email": "third@letters.test"}),
        ("get", CONFIRM, {}),
        ("post", CONFIRM, WRONG),
        ("post", CONFIRM, WRONG),
        ("get", CONFIRM, {}),
        ("get", SIGNUP, {}),
    ]


def signs_up_without_a_password(address):
    return [("post", SIGNUP, {"display_name": "Nora", "email": address}), ("get", CONFIRM, {}), ("post", CONFIRM, WRONG)]


def corrects_the_address(address):
    """Return the steps of a sign-up that corrects its address. The second address is the tested one."""
    return [
        ("post", SIGNUP, {"display_name": "Nora", "email": "third@letters.test", "password1": PASSWORD}),
        ("post", CONFIRM, {"action": "change", "email": address}),
        ("get", CONFIRM, {}),
        ("post", CONFIRM, {"action": "resend"}),
        ("post", CONFIRM, WRONG),
    ]


def signs_up_and_then_tries_the_password(address):
    """Return the steps of a sign-up followed by a sign-in with its password.

    A successful sign-in would reveal that the address had no account.
    """
    form = {"display_name": "Nora", "email": address, "password1": "another-horn-9"}
    return [
        ("post", SIGNUP, form),
        ("post", "/accounts/login/", {"login": address, "password": "another-horn-9"}),
        ("post", SIGNUP, form | {"email": "third@letters.test"}),
    ]


def signs_in(address):
    return [("post", "/accounts/login/", {"login": address, "password": "guessed-wrong"})]


def signs_in_by_code(address):
    path = "/accounts/login/code/confirm/"
    return [
        ("post", "/accounts/login/code/", {"email": address}),
        ("get", path, {}),
        ("post", path, {"action": "resend"}),
        ("get", path, {}),
        *[("post", path, WRONG)] * 3,
        ("get", path, {}),
    ]


def forgets_the_password(address):
    path = "/accounts/password/reset/confirm/"
    return [
        ("post", "/accounts/password/reset/", {"email": address}),
        ("get", path, {}),
        ("get", "/accounts/password/reset/complete/", {}),
        *[("post", path, WRONG)] * 3,
        ("get", path, {}),
    ]


WALKS = [
    signs_up,
    signs_up_without_a_password,
    corrects_the_address,
    signs_up_and_then_tries_the_password,
    signs_in,
    signs_in_by_code,
    forgets_the_password,
]


@pytest.mark.parametrize("password", [PASSWORD, None])
@pytest.mark.parametrize("walk", WALKS)
def test_known_and_unknown_addresses_are_answered_alike_for_the_same_work(person, walk, password):
    person("Elena", email=KNOWN, password=password)
    for known, unknown in zip(trail(KNOWN, walk), trail(UNKNOWN, walk), strict=True):
        assert known == unknown


@pytest.mark.parametrize("limit", ["confirm_email", "request_login_code", "reset_password", "login_failed"])
def test_limits_per_address_fall_alike(person, settings, limit):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {limit: "1/10m/key"}
    person("Elena", email=KNOWN)

    def twice(address):
        first = [
            ("post", SIGNUP, {"display_name": "Nora", "email": address}),
            ("post", "/accounts/login/code/", {"email": address}),
            ("post", "/accounts/password/reset/", {"email": address}),
            ("post", "/accounts/login/", {"login": address, "password": "guessed-wrong"}),
        ]
        return [*first, *first]

    assert trail(KNOWN, twice) == trail(UNKNOWN, twice)


def test_changing_ones_address_tells_nothing_of_others(person):
    me = person("Me", email="me@letters.test")
    person("Elena", email=KNOWN)

    def walk(address, browser):
        browser.force_login(me)
        seen = []
        for path, fields in [
            ("/accounts/email/", {"action_add": "1", "email": address}),
            (CONFIRM, {"action": "resend"}),
            (CONFIRM, WRONG),
        ]:
            mails = QueuedMail.objects.count()
            with CaptureQueriesContext(connection) as queries:
                response = browser.post(path, fields)
            seen.append((facts(response, address), len(queries), QueuedMail.objects.count() - mails))
            seen.append(facts(browser.get(CONFIRM), address))
        return seen

    assert walk(KNOWN, Client()) == walk(UNKNOWN, Client())


def test_whose_address_it_is_gets_told(client, person, mailoutbox):
    person("Elena", email=KNOWN, language="it")
    client.post(SIGNUP, {"display_name": "Nora", "email": KNOWN})
    (mail,) = mailoutbox
    assert mail.to == [KNOWN]
    assert "/accounts/login/code/" in mail.body
    assert User.objects.count() == 1
