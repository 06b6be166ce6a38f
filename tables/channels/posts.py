"""Notices in the format of each kind of webhook, as the receiving service documents it.

Names of people and tables are inserted as plain text. They cannot create links, mentions or markup there.
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
# Maximum message length in characters. Discord's limit is 2,000.
LONGEST = 1800
_MARKDOWN = re.compile(r"([\\*_~`|>#\-\[\]()<:@])")
# ID of a message at a receiver.
_ID = re.compile(r"[!-~]{1,255}")
# Kinds of webhook with messages that can be edited later.
EDITABLE = frozenset({Kind.DISCORD, Kind.MATRIX})


def request(hook: Webhook, notice: Notice) -> Request:
    """Return the request that posts a notice to the webhook."""
    return _MAKERS[Kind(hook.kind)](hook, notice)


def edited(hook: Webhook, notice: Notice) -> Request:
    """Return the request that replaces the webhook's message with this notice. The kind must be in EDITABLE."""
    original = request(hook, notice)
    if hook.kind == Kind.DISCORD:
        parts = urlsplit(hook.url)
        address = parts._replace(path=f"{parts.path.rstrip('/')}/messages/{quote(hook.message, safe='')}").geturl()
        return Request(address, original.body, original.headers, "PATCH")
    content = json.loads(original.body)
    relation = {"rel_type": "m.replace", "event_id": hook.message}
    # An edit must not notify anybody a second time.
    edit = {**content, "body": f"* {content['body']}", "m.mentions": {}, "m.new_content": content, "m.relates_to": relation}
    # A deadline can change without a move, and a server ignores a second event with the same number.
    return matrix_event(hook, f"{notice.number}.edit.{notice.at:%Y%m%d%H%M%S}", edit)


def message_id(hook: Webhook, body: bytes) -> str:
    """Return the receiver's ID for the message just posted; empty if the response has none, or one that no address can hold."""
    try:
        response = json.loads(body)
        name = response.get({Kind.DISCORD: "id", Kind.MATRIX: "event_id"}.get(Kind(hook.kind), ""), "")
    # A hostile response may be nested deeper than Python reads.
    except (ValueError, AttributeError, RecursionError):
        return ""
    return name if isinstance(name, str) and _ID.fullmatch(name) else ""


def signed(secret: str, moment: int, body: bytes) -> str:
    """Return the signature header. ``t`` is in seconds since 1970, ``v1`` the HMAC-SHA-256 in hex of ``<t>.<body>``."""
    code = hmac.new(secret.encode(), str(moment).encode() + b"." + body, hashlib.sha256).hexdigest()
    return f"t={moment},v1={code}"


def markdown(text: str) -> str:
    """Return the text escaped for Discord."""
    return _MARKDOWN.sub(r"\\\1", text)


def mrkdwn(text: str) -> str:
    """Return the text escaped for Slack and Mattermost, where a bare @all would notify everybody."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "@\u200b")


def _discord(hook: Webhook, notice: Notice) -> Request:
    calls = [f"{f'<@{call.there}>' if call.there else markdown(call.name)}: {markdown(call.words)}" for call in notice.calls]
    lines = [f"**{markdown(notice.title)}**", *calls, *map(markdown, notice.lines)]
    content = f"{_short(chr(10).join(lines))}\n<{notice.url}>"
    mentions = {"users": sorted({call.there for call in notice.calls if call.there})} if notice.calls else {}
    # With ``wait``, Discord returns the ID of the message.
    parts = urlsplit(hook.url)
    address = parts._replace(query="&".join(filter(None, [parts.query, "wait=true"]))).geturl()
    return _request(address, {"content": content, "allowed_mentions": {"parse": [], **mentions}})


def _slack(hook: Webhook, notice: Notice) -> Request:
    calls = [f"{f'<@{call.there}>' if call.there else mrkdwn(call.name)}: {mrkdwn(call.words)}" for call in notice.calls]
    lines = [f"*{mrkdwn(notice.title)}*", *calls, *map(mrkdwn, notice.lines)]
    return _request(hook.url, {"text": f"{_short(chr(10).join(lines))}\n<{notice.url}>", "unfurl_links": False})


def _matrix(hook: Webhook, notice: Notice) -> Request:
    lines = [*_plain_calls(notice), *notice.lines]
    mentions = sorted({call.there for call in notice.calls if call.there})
    calls = [f"{_matrix_name(call)}: {escape(call.words)}" for call in notice.calls]
    link = f'<a href="{escape(notice.url)}">{escape(notice.title)}</a>'
    content = {
        "msgtype": "m.text",
        "body": "\n".join([notice.title, *lines, notice.url]),
        "format": "org.matrix.custom.html",
        "formatted_body": "<br>".join([f"<strong>{link}</strong>", *calls, *(str(escape(line)) for line in notice.lines)]),
        "m.mentions": {"user_ids": mentions} if mentions else {},
    }
    return matrix_event(hook, notice.number, content)


def matrix_event(hook: Webhook, number: str, content: Mapping[str, Any]) -> Request:
    """Return the request for one event in the room; a repeated number yields the same event."""
    address = f"{hook.url.rstrip('/')}/_matrix/client/v3/rooms/{quote(hook.room, safe='')}/send/m.room.message"
    transaction = quote(f"staffetta.{hook.pk}.{number}", safe="")
    return _request(f"{address}/{transaction}", content, {"Authorization": f"Bearer {hook.secret}"}, method="PUT")


def _ntfy(hook: Webhook, notice: Notice) -> Request:
    parts = urlsplit(hook.url)
    base_path, _slash, topic = parts.path.rstrip("/").rpartition("/")
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
    return _request(parts._replace(path=f"{base_path}/", query="", fragment="").geturl(), body, headers)


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
    payload = json.dumps(body, ensure_ascii=False).encode()
    return Request(url, payload, {"Content-Type": "application/json", **(headers or {})}, method)


def _plain_calls(notice: Notice) -> list[str]:
    return [f"{call.name}: {call.words}" for call in notice.calls]


def _matrix_name(call: Call) -> str:
    if not call.there:
        return escape(call.name)
    return f'<a href="https://matrix.to/#/{quote(call.there, safe="@:")}">{escape(call.there)}</a>'


def _short(text: str) -> str:
    return Truncator(text).chars(LONGEST)
