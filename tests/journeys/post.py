"""Mails as they arrive: who gets them, when, and which links are in them."""

import re
import time
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html import unescape

from tests.smtp_server import MailServer

# Seconds within which a mail leaves, and seconds after which nobody waits for it any more: the sweep sends what was not sent.
SOON, MOST = 5.0, 90.0
LINK, HREF = re.compile(r"https?://\S+"), re.compile(r'href="(http[^"]+)"')


@dataclass(frozen=True)
class Mail:
    """A mail that arrived at ``at``, in seconds since 1970."""

    number: int
    at: float
    message: EmailMessage

    @property
    def to(self) -> str:
        """The address that it went to."""
        return str(self.message["To"])

    @property
    def subject(self) -> str:
        """The subject."""
        return str(self.message["Subject"])

    @property
    def text(self) -> str:
        """The words of the mail."""
        body = self.message.get_body(("plain",))
        assert body is not None
        return str(body.get_content())

    @property
    def links(self) -> list[str]:
        """All addresses in its words and in its HTML, each once."""
        page = self.message.get_body(("html",))
        hrefs = HREF.findall(str(page.get_content())) if page else []
        return list(dict.fromkeys([*LINK.findall(self.text), *map(unescape, hrefs)]))


class Post:
    """All mails so far."""

    def __init__(self, server: MailServer) -> None:
        self.server = server
        self._read: list[Mail] = []

    def mails(self) -> list[Mail]:
        """All mails, in the order in which they came."""
        for number in range(len(self._read), len(self.server.mails)):
            raw, at = self.server.mails[number], self.server.times[number]
            self._read.append(Mail(number, at, message_from_bytes(raw, policy=default)))  # type: ignore[arg-type]  # as policy says
        return self._read

    def wait(self, to: str, *, after: int = -1, has: str = "", most: float = MOST) -> Mail:
        """Return the first mail to this address after mail number ``after`` with these words. Fails if none comes in time."""
        end = time.monotonic() + most
        while True:
            for mail in self.mails():
                if mail.number > after and mail.to == to and (has in mail.text or has in mail.subject):
                    return mail
            assert time.monotonic() < end, f"no mail to {to} with “{has}” within {most:.0f} s"
            time.sleep(0.1)
