"""Emails as they arrive: recipients, times and links."""

import re
import time
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from html import unescape

from tests.smtp_server import MailServer

# Seconds within which an email is normally sent, and maximum seconds to wait for it. A sweep sends any email left over.
SOON, MOST = 5.0, 90.0
LINK, HREF = re.compile(r"https?://\S+"), re.compile(r'href="(http[^"]+)"')


@dataclass(frozen=True)
class Mail:
    """Email that arrived at ``at``, in seconds since 1970."""

    number: int
    at: float
    message: EmailMessage

    @property
    def to(self) -> str:
        """Address of the recipient."""
        return str(self.message["To"])

    @property
    def subject(self) -> str:
        """Subject of the email."""
        return str(self.message["Subject"])

    @property
    def text(self) -> str:
        """Plain text of the email."""
        body = self.message.get_body(("plain",))
        assert body is not None
        return str(body.get_content())

    @property
    def links(self) -> list[str]:
        """All links in its text and its HTML, each once."""
        page = self.message.get_body(("html",))
        hrefs = HREF.findall(str(page.get_content())) if page else []
        return list(dict.fromkeys([*LINK.findall(self.text), *map(unescape, hrefs)]))


class Post:
    """Post office with all emails so far."""

    def __init__(self, server: MailServer) -> None:
        self.server = server
        self._read: list[Mail] = []

    def mails(self) -> list[Mail]:
        """Return all emails in the order of their arrival."""
        for number in range(len(self._read), len(self.server.mails)):
            raw, at = self.server.mails[number], self.server.times[number]
            self._read.append(Mail(number, at, message_from_bytes(raw, policy=default)))  # type: ignore[arg-type]  # as policy says
        return self._read

    def wait(self, to: str, *, after: int = -1, has: str = "", most: float = MOST) -> Mail:
        """Return the first email to this address after number ``after`` that contains ``has``.

        Fails if no such email arrives within ``most`` seconds.
        """
        end = time.monotonic() + most
        while True:
            for mail in self.mails():
                if mail.number > after and mail.to == to and (has in mail.text or has in mail.subject):
                    return mail
            assert time.monotonic() < end, f"no mail to {to} with “{has}” within {most:.0f} s"
            time.sleep(0.1)
