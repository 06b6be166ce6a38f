"""A mail that came in: whom it is about, who verifiably sent it, and which number stands on top."""

import hashlib
import re
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import (
    FirstHeaderLineIsContinuationDefect,
    MessageError,
    MisplacedEnvelopeHeaderDefect,
    MissingHeaderBodySeparatorDefect,
)
from email.header import decode_header, make_header
from email.message import Message
from enum import StrEnum

from config.mail import Inbound
from tables.mail.replies import automatic, senders, wording
from tables.mail.replies.senders import Headers

LARGEST = 1024 * 1024
# After which it is not clear any more where the headers end and who would read what.
_BROKEN = (FirstHeaderLineIsContinuationDefect, MisplacedEnvelopeHeaderDefect, MissingHeaderBodySeparatorDefect)
_NUMBER = re.compile(r"[1-9][0-9]?")
# Python's reader takes a time that grows with the square of their length; what is meant takes some hundred letters.
_ENDLESS = re.compile(rb"(?:^|[\r\n])content-(?:type|disposition)(?=(?:[^\r\n]|\r?\n[ \t]|\r[ \t]){4000})", re.IGNORECASE)
_FOLDED = re.compile(r"\r?\n|\r")


class Proof(StrEnum):
    """Whether a mail is its author's."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FAILED = "failed"


@dataclass(frozen=True)
class Incoming:
    """``token``: which letter it answers, empty for none. ``sender``: its author's address, empty unless proven.

    ``number``: the choice that its first line is; None if that is no number alone. ``below``: the line under it. ``is_quoted``:
    the first line is not the writer's. ``digest`` is the same for a mail that comes twice, and another one if anything about
    its proof or its words is different.
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
    message = message_from_bytes(b"" if is_endless(raw) else raw[:LARGEST])
    headers = _headers(message)
    proof, sender = _proof(message, headers, post)
    token = _token(headers, post)
    lines = wording.first_lines(message) if proof is Proof.PROVEN and token else []
    first = lines[0] if lines else ""
    subject, kind = _subject(headers), message.get_content_type()
    said = (*((name, value) for name, value in headers if name in ("message-id", "date", "from")), proof, sender, token, lines)
    return Incoming(
        token=token,
        proof=proof,
        sender=sender,
        is_automatic=automatic.is_automatic(headers, subject=subject, content_type=kind, envelope_sender=envelope_sender),
        is_whole=is_whole and len(raw) <= LARGEST,
        number=int(first) if _NUMBER.fullmatch(first) else None,
        below=lines[1] if len(lines) > 1 else "",
        is_quoted=first.startswith(wording.QUOTED),
        digest=hashlib.sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest(),
    )


def is_endless(raw: bytes) -> bool:
    """Whether a header is so long that reading it would take its time."""
    return bool(_ENDLESS.search(raw, 0, LARGEST))


def is_number(line: str) -> bool:
    """Whether a line is a number and nothing else."""
    return bool(_NUMBER.fullmatch(line))


def _headers(message: Message) -> Headers:
    return [(name.strip().lower(), _FOLDED.sub("", _text(value))) for name, value in message.raw_items()]


def _text(value: object) -> str:
    """Bytes that are no ASCII are UTF-8, or nobody knows what."""
    return str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _proof(message: Message, headers: Headers, post: Inbound) -> tuple[Proof, str]:
    if any(isinstance(defect, _BROKEN) for defect in message.defects):
        return Proof.FAILED, ""
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
