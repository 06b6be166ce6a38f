"""Emails handed to a provider: the same email in the provider's format, over a real connection to a test server."""

import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import unquote

import pytest

from config import mail as config
from tables.models import Decision, MailOutage
from tables.services.mail import deliveries, notify
from tests.site import factories, mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = NOW + deliveries.SOON
TAKEN = {
    "postmark": {
        "ErrorCode": 0,
        "Message": "OK",
        "MessageID": "1",
        "SubmittedAt": "2026-03-04T12:00:00Z",
        "To": "a@example.org",
    },
    "resend": {"id": "1"},
    "brevo": {"messageId": "<1@brevo>"},
    "mailgun": {"id": "<1@mailgun>", "message": "Queued. Thank you."},
}


class Provider:
    """Server that gives every request the same response and remembers it."""

    def __init__(self):
        self.status, self.answer, self.heard, self.hangs_up = 200, {}, [], False
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                outer.heard.append((self.path, dict(self.headers), body))
                if outer.hangs_up:
                    return
                said = json.dumps(outer.answer).encode()
                self.send_response(outer.status)
                self.send_header("Content-Length", str(len(said)))
                self.end_headers()
                self.wfile.write(said)

            def log_message(self, *_words):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def letter(self):
        """Return the last email that the server received, as parsed JSON."""
        return json.loads(self.heard[-1][2])


@pytest.fixture
def provider():
    found = Provider()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def use(settings, provider):
    """Return a function that makes the site send through a provider's test server."""

    def sending(address):
        mailers = config.provider_mailers(address)
        mailers["default"]["OPTIONS"]["api_url"] = provider.url
        settings.MAILERS = mailers
        provider.answer = TAKEN[config.provider(address)]

    return sending


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def table(anna):
    return mailing.running_table(anna, mailing.person("Berto"))


def send(table, anna, now=SOON):
    notify.notify_turns(table=table, decisions=Decision.objects.filter(table=table, seat__user=anna), now=NOW)
    [delivery] = mailing.waiting(anna)
    return deliveries.deliver(delivery_id=delivery.pk, now=now)


def test_postmark_keeps_our_message_id_and_shows_the_board_inside_the_letter(use, provider, anna):
    use("postmark://TOKEN")
    table = factories.running_table(anna, mailing.person("Berto"), game="gonzaga", now=NOW)
    assert {deliveries.deliver(delivery_id=each.pk, now=SOON) for each in mailing.waiting(anna)} == {"sent", None}
    _path, headers, _body = provider.heard[0]
    letter = provider.letter
    assert headers["X-Postmark-Server-Token"] == "TOKEN"
    assert letter["To"] == anna.email
    given = {header["Name"]: header["Value"] for header in letter["Headers"]}
    assert given["X-PM-KeepID"] == "true"
    assert given["Message-ID"].startswith("<notification.")
    assert given["References"] == f"<table.{table.code}@127.0.0.1>"
    assert given["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    [picture] = letter["Attachments"]
    assert picture["ContentID"].removeprefix("cid:").strip("<>") in letter["HtmlBody"]
    assert base64.b64decode(picture["Content"]).startswith(b"\x89PNG")


def test_resend_takes_the_message_id_as_idempotency_key(use, provider, table, anna):
    use("resend://re_KEY")
    assert send(table, anna) == "sent"
    _path, headers, _body = provider.heard[0]
    assert headers["Authorization"] == "Bearer re_KEY"
    assert headers["Idempotency-Key"] == provider.letter["headers"]["Message-ID"]


def test_a_mail_that_resend_has_already_is_sent(use, provider, table, anna):
    """An email that Resend already has counts as sent. A worker died after sending it, and its text has changed since."""
    use("resend://re_KEY")
    provider.status, provider.answer = 409, {"name": "invalid_idempotent_request", "statusCode": 409}
    assert send(table, anna) == "sent"


def test_a_mail_that_another_worker_is_handing_to_resend_is_tried_again(use, provider, table, anna):
    use("resend://re_KEY")
    provider.status, provider.answer = 409, {"name": "concurrent_idempotent_requests", "statusCode": 409}
    assert send(table, anna) == "queued"


@pytest.mark.parametrize("address", ["brevo://xkeysib-KEY", "mailgun://KEY@mg.example.org"])
def test_the_others_take_it_too(use, provider, table, anna, address):
    use(address)
    assert send(table, anna) == "sent"
    assert anna.email in unquote(provider.heard[0][2].decode())
    assert b"List-Unsubscribe-Post" in provider.heard[0][2]


def test_mailgun_is_told_the_domain(use, provider, table, anna):
    use("mailgun://KEY@mg.example.org")
    send(table, anna)
    assert provider.heard[0][0].startswith("/mg.example.org/")


def test_a_provider_in_trouble_is_asked_again_later(use, provider, table, anna):
    use("postmark://TOKEN")
    provider.status = 503
    assert send(table, anna) == "queued"
    [delivery] = mailing.waiting(anna)
    assert "503" in delivery.error
    assert (delivery.uncertain, delivery.started_at) == (False, None)


def test_a_provider_that_does_not_answer_leaves_the_mail_uncertain(use, provider, table, anna):
    use("postmark://TOKEN")
    provider.hangs_up = True
    assert send(table, anna) == "queued"
    [delivery] = mailing.waiting(anna)
    assert (delivery.uncertain, delivery.attempts, MailOutage.objects.exists()) == (True, 0, False)


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/", "http://nowhere.invalid/"])
def test_a_provider_that_cannot_be_reached_was_told_nothing(use, provider, table, anna, settings, address):
    use("postmark://TOKEN")
    settings.MAILERS["default"]["OPTIONS"]["api_url"] = address
    assert send(table, anna) == "queued"
    [delivery] = mailing.waiting(anna)
    assert (delivery.uncertain, delivery.attempts, MailOutage.objects.exists()) == (False, 0, True)


@pytest.mark.parametrize(
    ("status", "is_away", "attempts"),
    [
        (401, True, 0),
        (403, True, 0),
        (429, True, 0),
        (500, True, 0),
        (503, True, 0),
        (408, False, 0),
        (400, False, 1),
        (413, False, 1),
    ],
)
def test_whose_fault_a_providers_answer_is(use, provider, table, anna, status, is_away, attempts):
    use("brevo://xkeysib-KEY")
    provider.status = status
    assert send(table, anna) == "queued"
    [delivery] = mailing.waiting(anna)
    assert (MailOutage.objects.exists(), delivery.attempts, delivery.uncertain) == (is_away, attempts, False)


def test_an_address_that_a_provider_refuses_for_good_is_not_tried_again(use, provider, table, anna):
    use("postmark://TOKEN")
    said = f"You tried to send to a recipient that has been marked as inactive.\nFound inactive addresses: {anna.email}.\n"
    refused = {"ErrorCode": 406, "Message": said + "Inactive recipients are ones that have generated a hard bounce."}
    provider.status, provider.answer = 422, refused
    assert send(table, anna) == "failed"
