"""Incoming email: the email it replies to, its proven author, and the number at the top."""

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

# People copy the number from the email or write 3, 3. 3) (3) #3
_NUMBER = re.compile(r"#? ?([1-9][0-9]?)[.)]?|\(([1-9][0-9]?)\)")
# This table maps full-width ASCII characters and the ideographic full stop to ASCII.
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {ord("。"): "."}
_FOLDED = re.compile(r"\r?\n|\r")


class Proof(StrEnum):
    """Proof of an email's author."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FAILED = "failed"


@dataclass(frozen=True)
class Incoming:
    """Parsed incoming email.

    ``token`` identifies the email it replies to, empty for none. ``sender`` is its author's address, empty unless proven.
    ``number`` is the choice in its first line. It is None if that line has other text, or if one of the next two lines is a
    number.
    ``below`` is the line under it. ``is_quoted`` is True if the first line is a quotation. ``digest`` is the same for an email
    that arrives twice. Emails with different proof or first lines have different digests.
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


def read(raw: bytes, inbound: Inbound, *, envelope_sender: str | None = None, is_whole: bool = True) -> Incoming:
    """Return the parsed email, for any bytes. ``is_whole`` is False if it is longer than the limit.

    The body is ignored if the author is unproven, the email is not a reply to an email of the site, or programs may find
    different parts in it.
    """
    message = message_from_bytes(raw[:LARGEST] if is_readable(raw) else b"")
    headers = _headers(message)
    proof, sender = _proof(headers, inbound)
    token = _token(headers, inbound)
    lines = wording.first_lines(message) if proof is Proof.PROVEN and token and _has_plain_parts(message) else []
    first = lines[0] if lines else ""
    subject, content_type = _subject(headers), message.get_content_type()
    digest_parts = (
        *((name, value) for name, value in headers if name in ("message-id", "date", "from")),
        proof,
        sender,
        token,
        lines,
    )
    return Incoming(
        token=token,
        proof=proof,
        sender=sender,
        is_automatic=automatic.is_automatic(
            headers, subject=subject, content_type=content_type, envelope_sender=envelope_sender
        ),
        is_whole=is_whole and len(raw) <= LARGEST,
        number=_number(lines),
        below=lines[1] if len(lines) > 1 else "",
        is_quoted=first.startswith(wording.QUOTED),
        digest=hashlib.sha256(repr(digest_parts).encode("utf-8", "surrogatepass")).hexdigest(),
    )


def _number(lines: list[str]) -> int | None:
    """Return the number in the first line, or None if it has no number or another line has one too."""
    first, *others = [_NUMBER.fullmatch(line.translate(_WIDE)) for line in lines] or [None]
    return None if first is None or any(others) else int(first[1] or first[2])


def _has_plain_parts(message: Message) -> bool:
    """Return whether the parts of an email have no defects and at most one boundary each."""
    return not any(part.defects or len(_boundaries(part)) > 1 for part in message.walk())


def _boundaries(part: Message) -> list[str]:
    return [name for name, _value in part.get_params([]) if name.lower() == "boundary"]


def _headers(message: Message) -> Headers:
    return [(name.strip().lower(), _FOLDED.sub("", _text(value))) for name, value in message.raw_items()]


def _text(value: object) -> str:
    """Return a header as text. Bytes outside ASCII are decoded as UTF-8, and invalid ones are replaced."""
    return str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _proof(headers: Headers, inbound: Inbound) -> tuple[Proof, str]:
    try:
        return Proof.PROVEN, senders.sender(headers, server=inbound.server, hops=inbound.hops)
    except senders.Failed:
        return Proof.FAILED, ""
    except senders.Unproven:
        return Proof.UNPROVEN, ""


def _token(headers: Headers, inbound: Inbound) -> str:
    """Return the token of the reply address in To and Cc. It is empty if there is none, or more than one.

    Delivery headers are ignored, because an email addressed to others is not a reply.
    """
    address = re.compile(
        rf"(?<![\w.+-]){re.escape(inbound.mailbox)}\+([a-z2-7]{{26}})@{re.escape(inbound.domain)}(?![\w.-])", re.IGNORECASE
    )
    tokens = {token.lower() for name, value in headers if name in ("to", "cc") for token in address.findall(value)}
    return tokens.pop() if len(tokens) == 1 else ""


def _subject(headers: Headers) -> str:
    subject = next((value for name, value in headers if name == "subject"), "")[:500]
    try:
        return str(make_header(decode_header(subject)))
    except (LookupError, ValueError, MessageError):
        return subject
