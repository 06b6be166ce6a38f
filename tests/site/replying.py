"""Replies to emails for tests: whole emails from mail programs, and helpers that process replies."""

from pathlib import Path

from config.mail import Inbound
from tables.mail.replies.reading import Incoming, read
from tables.models import InboundMail, ReplyAddress
from tables.services.replies import replying
from tests.site import mailing

FOLDER = Path(__file__).parent / "mail" / "replies" / "eml"
WRITTEN_TO = b"reply+aaaaaaaaaaaaaaaaaaaaaaaaaa@reply.staffetta.example"
WRITTEN_BY = b"anna@posteo.example"
SERVER, DOMAIN = "mx.staffetta.example", "posteo.example"
INBOUND = Inbound("reply", "reply.staffetta.example", SERVER, 2, host="127.0.0.1", user="u", password="p", folder="INBOX")
RESULTS = f"Authentication-Results: {SERVER}; dmarc=pass header.from={DOMAIN}\r\n".encode()


def names(*beginnings: str) -> list[str]:
    """Return the sorted names of the stored emails that begin with one of ``beginnings``."""
    return sorted(path.stem for path in FOLDER.glob("*.eml") if path.stem.startswith(beginnings))


def mail(name: str, *, to: str = "", by: str = "") -> bytes:
    """Return a stored email with its recipient and sender replaced by ``to`` and ``by``."""
    raw = (FOLDER / f"{name}.eml").read_bytes()
    return raw.replace(WRITTEN_TO, to.encode() or WRITTEN_TO).replace(WRITTEN_BY, by.encode() or WRITTEN_BY)


def plain(said: str, *, to: str = "", by: str = "", results: bytes = RESULTS, more: str = "", number: int = 1) -> bytes:
    """Return a plain-text reply with the text ``said`` as raw bytes, beginning with the header lines ``results``."""
    head = (
        f"From: Anna <{by or WRITTEN_BY.decode()}>\r\nTo: {to or WRITTEN_TO.decode()}\r\nSubject: Re\r\n"
        f"Message-ID: <{number}@{DOMAIN}>\r\n{more}Content-Type: text/plain; charset=utf-8\r\n\r\n"
    )
    return results + head.encode() + said.encode()


def reading(raw: bytes) -> Incoming:
    """Return the parsed email."""
    return read(raw, INBOUND)


def letter_to(user) -> str:
    """Send the queued emails. Return the reply address of the only email to the user."""
    [letter] = [each for each in mailing.work_off(mailing.NOW) if each.to == [user.email]]
    return letter.extra_headers["Reply-To"]


def receive(raw: bytes, now) -> InboundMail.Outcome | None:
    """Process an email. Return its outcome, or None if it replies to no email of the site."""
    return replying.receive(mail=reading(raw), now=now)


def outcomes() -> list[str]:
    """Return the outcomes of all processed replies, the oldest first."""
    return list(InboundMail.objects.order_by("pk").values_list("outcome", flat=True))


def address_of(text: str) -> ReplyAddress:
    """Return the database row of a reply address."""
    return ReplyAddress.objects.get(token=text.partition("+")[2].partition("@")[0])
