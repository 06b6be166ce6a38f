"""A mail that came in: whom it is about, who verifiably sent it, and which number stands on top."""

import hashlib
import re
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from enum import StrEnum

from config.mail import Inbound
from tables.mail.replies import automatic, senders, wording
from tables.mail.replies.raw import LARGEST, is_readable
from tables.mail.replies.senders import Headers

# As it stands in the letter, or as people write it: 3, 3. 3) (3) #3
_NUMBER = re.compile(r"#? ?([1-9][0-9]?)[.)]?|\(([1-9][0-9]?)\)")
# The full-width forms of ASCII, and the full stop that goes with them.
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {ord("。"): "."}
_FOLDED = re.compile(r"\r?\n|\r")


class Proof(StrEnum):
    """Whether a mail is its author's."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FAILED = "failed"


@dataclass(frozen=True)
class Incoming:
    """``token``: which letter it answers, empty for none. ``sender``: its author's address, empty unless proven.

    ``number``: the choice that its first line is; None if that is no number alone, or if another number follows right below.
    ``below``: the line under it. ``is_quoted``: the first line is not the writer's. ``digest`` is the same for a mail that
    comes twice, and another one if anything about its proof or its words is different.
    """

    token: str
    proof: Proof
    sender: str
    is_automatic: bool
    is_whole: bool
    number: int | None
    below: str
    is_quoted: bool
    digest: str


def read(raw: bytes, post: Inbound, *, envelope_sender: str | None = None, is_whole: bool = True) -> Incoming:
    """Whatever the bytes are. ``is_whole``: False if there is more of it than anybody reads.

    Of what is not proven, or answers no letter, nothing below the headers is looked at.
    """
    message = message_from_bytes(raw[:LARGEST] if is_readable(raw) else b"")
    headers = _headers(message)
    proof, sender = _proof(headers, post)
    token = _token(headers, post)
    lines = wording.first_lines(message) if proof is Proof.PROVEN and token and _has_plain_parts(message) else []
    first = lines[0] if lines else ""
    subject, kind = _subject(headers), message.get_content_type()
    said = (*((name, value) for name, value in headers if name in ("message-id", "date", "from")), proof, sender, token, lines)
    return Incoming(
        token=token,
        proof=proof,
        sender=sender,
        is_automatic=automatic.is_automatic(headers, subject=subject, content_type=kind, envelope_sender=envelope_sender),
        is_whole=is_whole and len(raw) <= LARGEST,
        number=_number(lines),
        below=lines[1] if len(lines) > 1 else "",
        is_quoted=first.startswith(wording.QUOTED),
        digest=hashlib.sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest(),
    )


def _number(lines: list[str]) -> int | None:
    """Return the number that the first line is, if it is the only one among these lines."""
    first, *others = [_NUMBER.fullmatch(line.translate(_WIDE)) for line in lines] or [None]
    return None if first is None or any(others) else int(first[1] or first[2])


def _has_plain_parts(message: Message) -> bool:
    """Return whether all programs find the same parts in a mail."""
    return not any(part.defects or len(_boundaries(part)) > 1 for part in message.walk())


def _boundaries(part: Message) -> list[str]:
    return [name for name, _value in part.get_params([]) if name.lower() == "boundary"]


def _headers(message: Message) -> Headers:
    return [(name.strip().lower(), _FOLDED.sub("", _text(value))) for name, value in message.raw_items()]


def _text(value: object) -> str:
    """Bytes that are no ASCII are UTF-8, or nobody knows what."""
    return str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _proof(headers: Headers, post: Inbound) -> tuple[Proof, str]:
    try:
        return Proof.PROVEN, senders.sender(headers, server=post.server, hops=post.hops)
    except senders.Failed:
        return Proof.FAILED, ""
    except senders.Unproven:
        return Proof.UNPROVEN, ""


def _token(headers: Headers, post: Inbound) -> str:
    """Of the one letter that it names as what it answers. Not of whoever delivered it: what was sent to others is no answer."""
    address = re.compile(
        rf"(?<![\w.+-]){re.escape(post.mailbox)}\+([a-z2-7]{{26}})@{re.escape(post.domain)}(?![\w.-])", re.IGNORECASE
    )
    found = {token.lower() for name, value in headers if name in ("to", "cc") for token in address.findall(value)}
    return found.pop() if len(found) == 1 else ""


def _subject(headers: Headers) -> str:
    subject = next((value for name, value in headers if name == "subject"), "")[:500]
    try:
        return str(make_header(decode_header(subject)))
    except (LookupError, ValueError, MessageError):
        return subject
