"""Replies delivered by a provider, in the formats of the provider's documentation and anymail's tests."""

import base64
import hashlib
import hmac
import json
import threading
from dataclasses import replace
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tables.models import Move
from tests.site import factories
from tests.site.factories import NOW
from tests.site.mailing import work_off
from tests.site.replying import INBOUND, RESULTS, mail, outcomes, plain

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PASSWORD = "Basic " + base64.b64encode(b"post:horn").decode()
KEY = "signing-key"
SAID = RESULTS.decode()


@pytest.fixture
def provider(settings, time_machine):
    """Return a function that configures a provider for incoming replies."""
    time_machine.move_to(NOW, tick=False)

    def use(name):
        settings.INBOUND = replace(INBOUND, provider=name, host="", hops=None)
        settings.MAILERS = {"default": {**settings.MAILERS["default"], "OPTIONS": {"api_key": "KEY"}}}
        settings.ANYMAIL = {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY} if name == "mailgun" else {"WEBHOOK_SECRET": "post:horn"}

    return use


@pytest.fixture
def table(settings):
    settings.INBOUND = INBOUND
    anna = factories.person("Anna")
    anna.email = "anna@posteo.example"
    anna.save()
    return factories.running_table(anna, factories.person("Berto"))


@pytest.fixture
def to(table):
    letters = work_off(NOW + timedelta(minutes=2))
    return next(letter.extra_headers["Reply-To"] for letter in letters if letter.to == ["anna@posteo.example"])


def bring(client, name, sent, **headers):
    return client.post(
        f"/mail/inbound/{name}/",
        json.dumps(sent),
        content_type="application/json",
        headers={"authorization": PASSWORD} | headers,
    )


def parsed(to, results=SAID):
    """Return the headers of an email as a provider parses them."""
    return {
        "Authentication-Results": results.partition(": ")[2].strip(),
        "From": "Anna <anna@posteo.example>",
        "To": to,
        "Subject": "Re: Your turn",
        "Message-ID": "<1@posteo.example>",
    }


def postmark(to, **more):
    apart = ("From", "To", "Subject")
    headers = [{"Name": name, "Value": value} for name, value in parsed(to, **more).items() if name not in apart]
    return {
        "FromFull": {"Email": "anna@posteo.example", "Name": "Anna"},
        "ToFull": [{"Email": to, "Name": ""}],
        "Subject": "Re: Your turn",
        "MessageID": "b9e9",
        "TextBody": "1\n\n> quoted",
        "HtmlBody": "<p>1</p>",
        "Headers": [{"Name": "Return-Path", "Value": "<anna@posteo.example>"}, *headers],
        "Attachments": [],
    }


def brevo(to, **more):
    return {"items": [{"Uuid": ["x"], "Headers": parsed(to, **more), "RawTextBody": "1\n", "RawHtmlBody": "<p>1</p>"}]}


def mailgun(client, raw, key=KEY):
    token, moment = "t" * 50, str(NOW.timestamp()).partition(".")[0]
    signature = hmac.new(key.encode(), f"{moment}{token}".encode(), hashlib.sha256).hexdigest()
    sent = {
        "token": token,
        "timestamp": moment,
        "signature": signature,
        "sender": "anna@posteo.example",
        "body-mime": raw.decode(),
    }
    return client.post("/mail/inbound/mailgun/", sent)


def test_postmark_taken_apart_and_as_it_came(client, provider, table, to):
    provider("postmark")
    assert bring(client, "postmark", postmark(to)).status_code == 200
    assert bring(client, "postmark", postmark(to)).status_code == 200
    assert outcomes() == ["played"]
    raw = postmark(to) | {"RawEmail": mail("outlook-de", to=to).decode("latin-1")}
    assert bring(client, "postmark", raw).status_code == 200
    assert outcomes() == ["played", "moved_on"]
    assert Move.objects.filter(table=table, seq__gt=0).count() == 1


def test_brevo(client, provider, table, to):
    provider("brevo")
    attached = brevo(to)
    attached["items"][0]["Attachments"] = [{"DownloadToken": "t", "Name": "board.png", "ContentType": "image/png"}]
    assert bring(client, "brevo", attached).status_code == 200
    assert outcomes() == ["played"]


class _Api(BaseHTTPRequestHandler):
    """Copy of Resend's API: returns an email by its id with the address of its raw source, and the source."""

    raw = b""

    def do_GET(self):
        if self.path == "/emails/receiving/56761188":
            assert self.headers["Authorization"] == "Bearer KEY"
            host, port = self.server.server_address[:2]
            said = json.dumps({"raw": {"download_url": f"http://{host}:{port}/raw"}, "text": "3"}).encode()
        elif self.path == "/raw":
            said = self.raw
        else:
            self.send_error(503)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, *_anything):
        """Log nothing."""


@pytest.fixture
def api(settings):
    """Run the local copy of Resend's API."""
    handler = type("Api", (_Api,), {})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        handler.address = f"http://127.0.0.1:{server.server_port}/"
        yield handler
        server.shutdown()


def resend(number="56761188"):
    return {"type": "email.received", "created_at": NOW.isoformat(), "data": {"email_id": number, "subject": "Re"}}


def test_resend_is_asked_for_the_mail_as_it_came(client, provider, table, to, api, settings):
    provider("resend")
    settings.ANYMAIL = settings.ANYMAIL | {"RESEND_API_URL": api.address}
    api.raw = mail("apple-it", to=to)
    assert bring(client, "resend", resend("gone")).status_code == 503
    assert outcomes() == []
    assert bring(client, "resend", resend()).status_code == 200
    assert outcomes() == ["played"]
    api.raw = plain("1" + "x" * 1_200_000, to=to)
    assert bring(client, "resend", resend()).status_code == 200
    assert outcomes() == ["played", "too_large"]


def test_mailgun(client, provider, table, to):
    provider("mailgun")
    assert mailgun(client, plain("1", to=to), key="another").status_code == 400
    assert outcomes() == []
    assert mailgun(client, plain("1", to=to)).status_code == 200
    assert outcomes() == ["played"]


@pytest.mark.parametrize("name", ["postmark", "brevo"])
@pytest.mark.parametrize(
    ("results", "outcome"),
    [
        ("X-None: x", "no_dmarc"),
        ("Authentication-Results: mx.staffetta.example; dmarc=fail header.from=posteo.example", "dmarc_failed"),
        ("Authentication-Results: mx.staffetta.example; spf=pass smtp.mailfrom=anna@posteo.example; dkim=pass", "no_dmarc"),
    ],
)
def test_without_its_word_on_dmarc_nothing_is_played(client, provider, table, to, name, results, outcome):
    """A reply is played only with the provider's DMARC result. SPF, DKIM or a spam score cannot replace it."""
    provider(name)
    sent = {"postmark": postmark, "brevo": brevo}[name](to, results=results)
    assert bring(client, name, sent).status_code == 200
    assert outcomes() == [outcome]


def test_of_two_results_under_its_name_none_is_believed(client, provider, table, to):
    """Two results under the provider's name are not believed. The writer added one of them, and their order is unknown."""
    provider("brevo")
    sent = brevo(to)
    one = sent["items"][0]["Headers"]["Authentication-Results"]
    sent["items"][0]["Headers"]["Authentication-Results"] = [one, one]
    bring(client, "brevo", sent)
    assert outcomes() == ["dmarc_failed"]


def test_a_report_of_a_mail_that_came_back_is_automatic(client, provider, table, to):
    provider("postmark")
    sent = postmark(to)
    sent["Headers"][0]["Value"] = "<>"
    bring(client, "postmark", sent)
    assert outcomes() == ["automatic"]


@pytest.mark.parametrize("authorization", ["", "Basic " + base64.b64encode(b"post:wrong").decode()])
@pytest.mark.parametrize("name", ["postmark", "brevo", "resend"])
def test_a_request_without_the_password_delivers_nothing(client, provider, table, to, name, authorization):
    provider(name)
    assert bring(client, name, postmark(to), authorization=authorization).status_code == 400
    assert outcomes() == []


def test_there_is_no_such_page_for_others_or_while_it_is_off(client, provider, table, to, settings):
    provider("postmark")
    assert bring(client, "brevo", brevo(to)).status_code == 404
    assert client.get("/mail/inbound/postmark/").status_code == 405
    settings.INBOUND = INBOUND
    assert bring(client, "postmark", postmark(to)).status_code == 404
    settings.INBOUND = None
    assert bring(client, "postmark", postmark(to)).status_code == 404
    assert outcomes() == []


@pytest.mark.parametrize(
    "sent", [{}, [], 7, {"items": 7}, {"items": [7]}, {"items": [{}]}, {"RecordType": "Bounce"}, {"Headers": [7]}]
)
@pytest.mark.parametrize("name", ["postmark", "brevo"])
def test_what_nobody_can_read_is_no_error_of_the_site(client, provider, name, sent):
    provider(name)
    assert bring(client, name, sent).status_code == 200
    assert outcomes() == []


def test_a_mail_that_is_meant_to_take_for_ever_is_not_read(client, provider, table, to, api, settings):
    endless = plain("1", to=to).replace(b"charset=utf-8", b"; " * 200_000)
    header = "text/plain" + "; " * 200_000
    provider("postmark")
    bring(client, "postmark", postmark(to) | {"RawEmail": endless.decode()})
    bring(client, "postmark", postmark(to) | {"Headers": [{"Name": "Content-Type", "Value": header}]})
    provider("brevo")
    bring(client, "brevo", {"items": [{"Headers": parsed(to) | {"Content-Type": header}, "RawTextBody": "1"}]})
    provider("mailgun")
    assert mailgun(client, endless).status_code == 200
    provider("resend")
    settings.ANYMAIL = settings.ANYMAIL | {"RESEND_API_URL": api.address}
    api.raw = endless
    assert bring(client, "resend", resend()).status_code == 200
    assert outcomes() == []


def test_a_whole_mail_is_let_in_and_nothing_larger(client, provider, table, to, settings):
    provider("postmark")
    large = postmark(to) | {"HtmlBody": "x" * 500_000}
    assert bring(client, "postmark", large).status_code == 200
    assert outcomes() == ["played"]
    assert bring(client, "postmark", postmark(to) | {"HtmlBody": "x" * 2_600_000}).status_code == 413
    settings.INBOUND = None
    assert bring(client, "postmark", large).status_code == 413
