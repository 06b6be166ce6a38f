"""Headers and line lengths of every email of the site.

Lines of a body have at most 76 characters (RFC 2045). Headers are folded between words, headers with an address not at all.
"""

from collections.abc import Sequence
from copy import deepcopy
from email.contentmanager import raw_data_manager
from email.header import Header
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage, MIMEPart
from email.policy import default
from email.utils import make_msgid
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.translation import get_language

from config import characters

LINE_LENGTH = 76
# Headers of addresses and message ids. Python would encode a long one, so that email programs would not recognise it.
ADDRESSES = ("message-id", "in-reply-to", "references", "list-id", "list-unsubscribe")


def host() -> str:
    """Return the host name of the site that identifies its emails."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def own_headers() -> dict[str, str]:
    """Return the headers of every email: its id, the mark of automatic email (RFC 3834), the active language."""
    return {
        "Message-ID": make_msgid(domain=host()),
        "Auto-Submitted": "auto-generated",
        "Content-Language": get_language() or settings.LANGUAGE_CODE,
    }


def one_line(text: str) -> str:
    """Return ``text`` for a header, without line ends, control characters, or anything that an email program would decode."""
    visible = "".join(
        " " if characters.is_refused(character) and character not in characters.ISOLATES else character
        for character in text.replace("=?", "= ?")
    )
    return " ".join(visible.split())


class SiteMail(EmailMultiAlternatives):
    """An email of the site. ``headers`` replace its own headers of the same names."""

    def __init__(
        self,
        subject: str,
        body: str,
        from_email: str | None = None,
        to: Sequence[str] = (),
        *,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(one_line(subject), body, from_email, list(to), headers=own_headers() | (headers or {}))

    def message(self, *, policy: Any = default) -> EmailMessage:
        """Return the MIME message with the line ends of ``policy``."""
        own_policy = policy.clone(max_line_length=LINE_LENGTH, content_manager=CONTENT, header_factory=HEADERS)
        message: EmailMessage = super().message(policy=own_policy)
        return message


class SubjectHeader(UnstructuredHeader, BaseHeader):
    """Subject, folded by ``email.header``: the newer code of Python's ``email`` adds and loses blanks next to encoded words."""

    def fold(self, *, policy: Any) -> str:
        """Return the header with its name, in lines of the policy’s length."""
        text = Header(str(self), maxlinelen=policy.max_line_length, header_name=self.name)
        return f"{self.name}: {text.encode(linesep=policy.linesep)}{policy.linesep}"


class OneLineHeader(UnstructuredHeader, BaseHeader):
    """Header on the line of its name, however long: some programs ignore a value that begins on the next line."""

    def fold(self, *, policy: Any) -> str:
        """Return the header with its name."""
        return f"{self.name}: {self}{policy.linesep}"


def _set_text(part: MIMEPart, text: str, **options: Any) -> None:
    # Python would choose base64 for a text with many accents, which spam filters count against it.
    encoding = {} if text.isascii() else {"cte": "quoted-printable"}
    raw_data_manager.set_content(part, text, **options, **encoding)


HEADERS = HeaderRegistry()
HEADERS.map_to_type("subject", SubjectHeader)
for _name in ADDRESSES:
    HEADERS.map_to_type(_name, OneLineHeader)
CONTENT = deepcopy(raw_data_manager)
CONTENT.add_set_handler(str, _set_text)
