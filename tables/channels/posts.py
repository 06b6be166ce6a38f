"""How a notice is put for each kind of webhook, as the documentation of whoever takes it asks.

What people call themselves and their tables goes in as text: it makes no link, calls nobody and opens no markup there.
"""

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

from django.utils.html import escape
from django.utils.text import Truncator

from tables.channels.notice import Call, Notice
from tables.channels.outbound import Request
from tables.models import Webhook

Kind = Webhook.Kind
SIGNATURE = "Staffetta-Signature"
# Discord takes 2,000 characters, and fewer would be read.
LONGEST = 1800
_MARKDOWN = re.compile(r"([\\*_~`|>#\-\[\]()<:@])")


# Where a message can be edited once it is there.
EDITABLE = frozenset({Kind.DISCORD, Kind.MATRIX})


def request(hook: Webhook, notice: Notice) -> Request:
    """What is posted to tell it there."""
    return _MAKERS[Kind(hook.kind)](hook, notice)


def edited(hook: Webhook, notice: Notice) -> Request:
    """What is sent so that the message of the hook says this from now on. Only where it is EDITABLE."""
    made = request(hook, notice)
    if hook.kind == Kind.DISCORD:
        parts = urlsplit(hook.url)
        address = parts._replace(path=f"{parts.path.rstrip('/')}/messages/{quote(hook.message, safe='')}").geturl()
        return Request(address, made.body, made.headers, "PATCH")
    content = json.loads(made.body)
    relation = {"rel_type": "m.replace", "event_id": hook.message}
    # Nobody is called again by an edit.
    kept = {**content, "body": f"* {content['body']}", "m.mentions": {}, "m.new_content": content, "m.relates_to": relation}
    return matrix_event(hook, f"{notice.number}.edit", kept)


def message_id(hook: Webhook, body: bytes) -> str:
    """What the message that was just taken is called there; empty where that is not told."""
    try:
        answer = json.loads(body)
        name = answer.get({Kind.DISCORD: "id", Kind.MATRIX: "event_id"}.get(Kind(hook.kind), ""), "")
    except (ValueError, AttributeError):
        return ""
    return name if isinstance(name, str) and len(name) <= 255 else ""


def signed(secret: str, moment: int, body: bytes) -> str:
    """The value of the header by which a receiver knows that it was us: ``t`` are seconds since 1970, ``v1`` the HMAC-SHA-256
    in hex of ``<t>.<body>``."""
    code = hmac.new(secret.encode(), str(moment).encode() + b"." + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={code}"


def markdown(text: str) -> str:
    """Text that Discord shows as it is."""
    return _MARKDOWN.sub(r"\\\1", text)


def mrkdwn(text: str) -> str:
    """Text that Slack shows as it is; and Mattermost, where a bare @all would call everybody."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "@\u200b")


def _discord(hook: Webhook, notice: Notice) -> Request:
    calls = [f"{f'<@{call.there}>' if call.there else markdown(call.name)}: {markdown(call.words)}" for call in notice.calls]
    lines = [f"**{markdown(notice.title)}**", *calls, *map(markdown, notice.lines)]
    content = f"{_short(chr(10).join(lines))}\n<{notice.url}>"
    called = {"users": sorted({call.there for call in notice.calls if call.there})} if notice.calls else {}
    # Asked to wait, Discord says what the message is called.
    parts = urlsplit(hook.url)
    address = parts._replace(query="&".join(filter(None, [parts.query, "wait=true"]))).geturl()
    return _request(address, {"content": content, "allowed_mentions": {"parse": [], **called}})


def _slack(hook: Webhook, notice: Notice) -> Request:
    calls = [f"{f'<@{call.there}>' if call.there else mrkdwn(call.name)}: {mrkdwn(call.words)}" for call in notice.calls]
    lines = [f"*{mrkdwn(notice.title)}*", *calls, *map(mrkdwn, notice.lines)]
    return _request(hook.url, {"text": f"{_short(chr(10).join(lines))}\n<{notice.url}>", "unfurl_links": False})


def _matrix(hook: Webhook, notice: Notice) -> Request:
    lines = [*_plain_calls(notice), *notice.lines]
    called = sorted({call.there for call in notice.calls if call.there})
    calls = [f"{_matrix_name(call)}: {escape(call.words)}" for call in notice.calls]
    link = f'<a href="{escape(notice.url)}">{escape(notice.title)}</a>'
    content = {
        "msgtype": "m.text",
        "body": "\n".join([notice.title, *lines, notice.url]),
        "format": "org.matrix.custom.html",
        "formatted_body": "<br>".join([f"<strong>{link}</strong>", *calls, *(str(escape(line)) for line in notice.lines)]),
        "m.mentions": {"user_ids": called} if called else {},
    }
    return matrix_event(hook, notice.number, content)


def matrix_event(hook: Webhook, number: str, content: Mapping[str, Any]) -> Request:
    """One event in the room; sent again under the same number it is the same event."""
    address = f"{hook.url.rstrip('/')}/_matrix/client/v3/rooms/{quote(hook.room, safe='')}/send/m.room.message"
    transaction = quote(f"staffetta.{hook.pk}.{number}", safe="")
    return _request(f"{address}/{transaction}", content, {"Authorization": f"Bearer {hook.secret}"}, method="PUT")


def _ntfy(hook: Webhook, notice: Notice) -> Request:
    parts = urlsplit(hook.url)
    above, _slash, topic = parts.path.rstrip("/").rpartition("/")
    body = {
        "topic": topic,
        "title": notice.title,
        "message": "\n".join([*_plain_calls(notice), *notice.lines]),
        "click": notice.url,
        "priority": 4 if notice.is_pressing else 3,
    }
    if hook.table_id is not None and hook.style == Webhook.Style.ONE:
        body["sequence_id"] = f"staffetta-{notice.thread}"
    headers = {"Authorization": f"Bearer {hook.secret}"} if hook.secret else {}
    return _request(parts._replace(path=f"{above}/", query="", fragment="").geturl(), body, headers)


def _json(hook: Webhook, notice: Notice) -> Request:
    body = {
        "version": 1,
        "id": notice.number,
        "thread": notice.thread,
        "kinds": list(notice.kinds),
        "title": notice.title,
        "lines": list(notice.lines),
        "waiting": [{"name": call.name, "words": call.words} for call in notice.calls],
        "url": notice.url,
        "game": notice.game,
        "table": notice.table,
        "due_at": notice.due_at.isoformat() if notice.due_at else None,
        "at": notice.at.isoformat(),
        "language": notice.language,
    }
    unsigned = _request(hook.url, body)
    signature = signed(hook.secret, int(notice.at.timestamp()), unsigned.body)
    return Request(unsigned.url, unsigned.body, {**unsigned.headers, SIGNATURE: signature})


_MAKERS: Mapping[Webhook.Kind, Callable[[Webhook, Notice], Request]] = {
    Kind.DISCORD: _discord,
    Kind.SLACK: _slack,
    Kind.MATRIX: _matrix,
    Kind.NTFY: _ntfy,
    Kind.JSON: _json,
}


def _request(url: str, body: Mapping[str, Any], headers: Mapping[str, str] | None = None, method: str = "POST") -> Request:
    written = json.dumps(body, ensure_ascii=False).encode()
    return Request(url, written, {"Content-Type": "application/json", **(headers or {})}, method)


def _plain_calls(notice: Notice) -> list[str]:
    return [f"{call.name}: {call.words}" for call in notice.calls]


def _matrix_name(call: Call) -> str:
    if not call.there:
        return escape(call.name)
    return f'<a href="https://matrix.to/#/{quote(call.there, safe="@:")}">{escape(call.there)}</a>'


def _short(text: str) -> str:
    return Truncator(text).chars(LONGEST)
