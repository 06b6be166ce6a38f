"""Notices for each kind of webhook, in the format that the receiving service documents."""

import hashlib
import hmac
import re
from datetime import UTC, datetime, timedelta

import pytest

from tables.channels import outbound, posts
from tables.channels.notice import Notice
from tables.models import Webhook

NOW = datetime(2026, 3, 4, 17, 30, tzinfo=UTC)
# Table name that would mention everybody, open markup and contain a link if it were not escaped.
NAME = "@everyone <!channel> <@1> **b** [x](https://evil.example) <b>&amp; `c` _d_ ||e|| # f @all @here"


def notice(**fields):
    wanted = {
        "number": "notification.7",
        "thread": "abcd2345",
        "kinds": ["turn"],
        "title": f"Your turn: Gonzaga “{NAME}”",
        "lines": ["A decision is waiting for you.", f"Choose, {NAME}"],
        "url": "https://staffetta.example/t/abcd2345/",
        "language": "en",
        "at": NOW,
        "game": "gonzaga",
        "table": "abcd2345",
        "due_at": NOW + timedelta(days=1),
        "is_pressing": True,
    }
    return Notice(**(wanted | fields))


@pytest.fixture
def posted(receiver):
    """Return a function that sends a notice and returns the request received."""

    def send(told=None, **fields):
        hook = Webhook(pk=5, made_at=NOW, **{"url": f"{receiver.url}/hook/key", **fields})
        outbound.send(posts.request(hook, told or notice()))
        return receiver.posted[-1]

    return send


def test_discord_gets_a_message_that_calls_nobody(posted):
    arrived = posted(kind="discord")
    assert (arrived.method, arrived.path, arrived.headers["content-type"]) == (
        "POST",
        "/hook/key?wait=true",
        "application/json",
    )
    content = arrived.json["content"]
    assert arrived.json["allowed_mentions"] == {"parse": []}
    assert content.endswith("\n<https://staffetta.example/t/abcd2345/>")
    inside = content.removeprefix("**").rpartition("\n")[0].replace("**\n", "\n", 1)
    assert not re.search(r"[*_~`|>#\[\]()<:@]", re.sub(r"\\.", "", inside))


def test_discord_takes_no_more_than_two_thousand_characters(posted):
    arrived = posted(notice(lines=["_" * 5000]), kind="discord")
    assert len(arrived.json["content"]) <= 2000
    assert "https://staffetta.example/t/abcd2345/" in arrived.json["content"]


def test_slack_gets_text_with_its_three_characters_escaped(posted):
    arrived = posted(kind="slack")
    text = arrived.json["text"]
    assert text.endswith("\n<https://staffetta.example/t/abcd2345/>")
    inside = text.removesuffix("<https://staffetta.example/t/abcd2345/>")
    assert "<" not in inside
    assert ">" not in inside
    assert "&lt;!channel&gt;" in inside
    assert "&amp;amp;" in inside
    assert "@all" not in inside
    assert "@here" not in inside


def test_matrix_gets_an_event_whose_name_makes_it_come_once(posted, receiver):
    arrived = posted(kind="matrix", url=f"{receiver.url}/", room="!room:example.org", secret="token")
    assert arrived.method == "PUT"
    path = "/_matrix/client/v3/rooms/%21room%3Aexample.org/send/m.room.message/staffetta.5.notification.7"
    assert (arrived.path, arrived.headers["authorization"]) == (path, "Bearer token")
    content = arrived.json
    assert (content["msgtype"], content["format"], content["m.mentions"]) == ("m.text", "org.matrix.custom.html", {})
    assert NAME in content["body"]
    assert "<b>" not in content["formatted_body"]
    assert "&lt;b&gt;&amp;amp;" in content["formatted_body"]


def test_ntfy_gets_json_at_its_root(posted, receiver):
    arrived = posted(kind="ntfy", url=f"{receiver.url}/my-topic", secret="tk_1")
    assert (arrived.path, arrived.headers["authorization"]) == ("/", "Bearer tk_1")
    body = arrived.json
    assert (body["topic"], body["click"], body["priority"]) == ("my-topic", "https://staffetta.example/t/abcd2345/", 4)
    assert (body["title"], body["message"].splitlines()[0]) == (notice().title, "A decision is waiting for you.")
    assert "authorization" not in posted(kind="ntfy", url=f"{receiver.url}/below/my-topic").headers
    assert receiver.posted[-1].path == "/below/"
    assert posted(notice(is_pressing=False), kind="ntfy", url=f"{receiver.url}/t").json["priority"] == 3


def test_json_is_signed_and_complete(posted):
    arrived = posted(kind="json", secret="s3")
    stamp = str(int(NOW.timestamp()))
    code = hmac.new(b"s3", f"{stamp}.".encode() + arrived.body, hashlib.sha256).hexdigest()
    assert arrived.headers["staffetta-signature"] == f"t={stamp},v1={code}"
    assert arrived.json == {
        "version": 1,
        "id": "notification.7",
        "thread": "abcd2345",
        "kinds": ["turn"],
        "title": notice().title,
        "lines": list(notice().lines),
        "waiting": [],
        "url": "https://staffetta.example/t/abcd2345/",
        "game": "gonzaga",
        "table": "abcd2345",
        "due_at": "2026-03-05T17:30:00+00:00",
        "at": "2026-03-04T17:30:00+00:00",
        "language": "en",
    }
