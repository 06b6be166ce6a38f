"""Requests posted by mail programs, providers and service workers, which may claim any charset."""

import base64
import json

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from config import charset
from tables.mail import tokens
from tables.selectors.mail import mailing as wished
from tables.selectors.mail.cadence import Cadence, Kind
from tables.views.http import FOR_MACHINES
from tests.site import mailing

pytestmark = [pytest.mark.django_db, pytest.mark.database]
FORM, PARTS = "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"
ONE_CLICK = b"List-Unsubscribe=One-Click"
IN_PARTS = b'--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
CLAIMED = [
    "utf-8",
    "UTF8",
    "iso-8859-1",
    "us-ascii",
    "windows-1252",
    "utf-16",
    "utf-7",
    "idna",
    "base64",
    "no-such-charset",
    "'",
    "é",
]
PASSWORD = "Basic " + base64.b64encode(b"post:horn").decode()


@pytest.fixture
def anna():
    return mailing.person("Anna")


class Server(Client):
    """Test client that replaces charsets other than UTF-8 in requests, as the site's server does."""

    def request(self, **environ):
        return super().request(**charset.readable(environ))


def posted(address, body, kind, **more):
    """Return the status codes of the responses with and without the server's change of the charset."""
    browsers = (Server(enforce_csrf_checks=True), Client(enforce_csrf_checks=True))
    return [browser.generic("POST", address, body, kind, **more).status_code for browser in browsers]


def gets_turns(anna):
    return wished.preferences(anna).cadence(Kind.TURN) != Cadence.NEVER


@pytest.mark.parametrize("claimed", CLAIMED)
@pytest.mark.parametrize(("kind", "body"), [(FORM, ONE_CLICK), (PARTS, IN_PARTS), ("text/plain", ONE_CLICK)])
def test_one_click_stops_mails_in_whatever_charset(anna, kind, body, claimed):
    address = reverse("mail:unsubscribe", args=[tokens.make(anna.pk, {Kind.TURN: Cadence.AT_ONCE})])
    assert posted(address, body, f"{kind}; charset={claimed}") == [200, 200]
    assert not gets_turns(anna)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("", b""),
        ("", ONE_CLICK),
        (";;;", ONE_CLICK),
        ("multipart/form-data", ONE_CLICK),
        ("multipart/form-data; boundary=", IN_PARTS),
        ("multipart/form-data; boundary=y", IN_PARTS),
        (f"{PARTS}; charset=utf-16", b"--x"),
        ('multipart/form-data; boundary="x"; charset="utf-16"', IN_PARTS),
        (FORM, "List-Unsubscribe=One-Click".encode("utf-16")),
        (FORM, b"%ff=%00&" * 2000),
        ("application/json", b"{"),
    ],
)
def test_one_click_stops_mails_in_whatever_form(anna, kind, body):
    address = reverse("mail:unsubscribe", args=[tokens.make(anna.pk, {Kind.TURN: Cadence.AT_ONCE})])
    assert posted(address, body, kind) == [200, 200]
    assert not gets_turns(anna)


@pytest.mark.parametrize("claimed", CLAIMED)
def test_so_are_reports_and_answers_that_a_provider_brings(settings, claimed):
    settings.MAIL_PROVIDER, settings.ANYMAIL = "postmark", {"WEBHOOK_SECRET": "post:horn"}
    bounce = {"RecordType": "Bounce", "Type": "HardBounce", "Email": "x@example.org", "BouncedAt": "2026-03-04T12:00:00Z"}
    for body in (json.dumps(bounce).encode(), json.dumps(bounce).encode("utf-16"), b"\xff\xfe"):
        kind = f"application/json; charset={claimed}"
        assert posted("/mail/events/postmark/", body, kind, headers={"authorization": PASSWORD}) == [200, 200]


@pytest.mark.parametrize("claimed", CLAIMED)
def test_so_is_what_a_browsers_worker_says(claimed):
    sent = b"old=https%3A%2F%2Fpush.example%2Fa&endpoint=https%3A%2F%2Fpush.example%2Fb&p256dh=x&auth=y"
    assert posted("/my/ways/devices/renewed/", sent, f"{FORM}; charset={claimed}")[0] in (204, 422)


def callbacks(resolver=None):
    """Yield the names and views of all addresses."""
    for each in (resolver or get_resolver()).url_patterns:
        if isinstance(each, URLResolver):
            yield from callbacks(each)
        else:
            yield each.name, each.callback


def test_every_view_that_asks_for_no_token_is_for_machines_or_a_page_behind_a_link():
    exempt = {name: hasattr(view, FOR_MACHINES) for name, view in callbacks() if getattr(view, "csrf_exempt", False)}
    assert exempt.pop("decide") is False
    assert len(exempt) >= 4
    assert [name for name, is_marked in exempt.items() if not is_marked] == []
