"""What every mail of the site has, whatever it is about: headers that say whose it is, and lines that every server passes on.

Lines of a body have 76 characters at most (RFC 2045); headers are folded between words and never inside an address.
"""

import binascii
import re
from collections.abc import Sequence
from email.contentmanager import ContentManager, raw_data_manager
from email.generator import BytesGenerator
from email.header import Header
from email.message import EmailMessage
from email.policy import EmailPolicy, default
from email.utils import make_msgid
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.translation import get_language

from config import characters

LINE_LENGTH = 76
LINE_END = re.compile(r"\r\n|\r|\n")
# Python would encode what is longer than a line, and no mail program would know the address again.
UNBREAKABLE = frozenset({"message-id", "in-reply-to", "references", "list-id", "list-unsubscribe"})


def host() -> str:
    """The site's name, by which its mails are named."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def own_headers() -> dict[str, str]:
    """What each mail says of itself: named by the site, sent by a machine (RFC 3834), in the active language."""
    return {
        "Message-ID": make_msgid(domain=host()),
        "Auto-Submitted": "auto-generated",
        "Content-Language": get_language() or settings.LANGUAGE_CODE,
    }


def one_line(text: str) -> str:
    """Return ``text`` for a header: no line ends, no control characters, nothing that a mail program would decode."""
    visible = "".join(
        " " if characters.is_refused(each) and each not in characters.ISOLATES else each for each in text.replace("=?", "= ?")
    )
    return " ".join(visible.split())


class SiteMail(EmailMultiAlternatives):
    """A mail of the site. ``headers`` replace those it would have by itself."""

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
        """The MIME message; of ``policy`` only the line ends count."""
        built: EmailMessage = super().message(
            policy=MailPolicy(linesep=policy.linesep, max_line_length=LINE_LENGTH, content_manager=CONTENT)
        )
        built.__class__ = _Message
        return built


class _Message(EmailMessage):
    """The same bytes as Python's own, sooner."""

    def as_bytes(self, unixfrom: bool = False, policy: Any = None) -> bytes:
        written = BytesIO()
        _Writer(written, mangle_from_=False, policy=policy or self.policy).flatten(self, unixfrom=unixfrom)
        return written.getvalue()


class _Writer(BytesGenerator):
    """Puts all line ends of a part right at once; Python's own writes line by line, of a picture some thousand."""

    def _write_lines(self, lines: str) -> None:
        if lines:
            self.write(LINE_END.sub(self._NL, lines))  # type: ignore[attr-defined]  # of Python's own


class _Content(ContentManager):
    """Text as it stands if it is plain and short; else quoted-printable, for filters count base64 against a text.

    Bytes as Python's own has them, but encoded at once and not line by line.
    """

    def get_content(self, msg: Any, *args: Any, **options: Any) -> Any:
        return raw_data_manager.get_content(msg, *args, **options)

    def set_content(self, msg: Any, obj: Any, *args: Any, **options: Any) -> None:
        if isinstance(obj, str):
            is_plain = obj.isascii() and all(len(line) <= LINE_LENGTH for line in obj.splitlines())
            options["cte"] = "7bit" if is_plain else "quoted-printable"
        elif isinstance(obj, bytes) and options.get("cte", "base64") == "base64":
            raw_data_manager.set_content(msg, b"", *args, **options)
            msg.set_payload(_base64(obj))
            return
        raw_data_manager.set_content(msg, obj, *args, **options)


CONTENT = _Content()


def _base64(content: bytes) -> str:
    text = binascii.b2a_base64(content, newline=False).decode("ascii")
    return "".join(f"{text[start : start + LINE_LENGTH]}\n" for start in range(0, len(text), LINE_LENGTH))


class MailPolicy(EmailPolicy):
    """How the headers of a mail are written down."""

    def fold(self, name: str, value: Any) -> str:
        if name.lower() in UNBREAKABLE:
            return self._between_words(name, value)
        return self._encoded(name, value) if name.lower() == "subject" else super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        return self.fold(name, value).encode("ascii", "surrogateescape")

    def _encoded(self, name: str, value: Any) -> str:
        # What folds headers by itself loses blanks between two encoded words.
        charset = "us-ascii" if str(value).isascii() else "utf-8"
        text = Header(str(value), charset, maxlinelen=LINE_LENGTH, header_name=name)
        return f"{name}: {text.encode(linesep=self.linesep)}{self.linesep}"

    def _between_words(self, name: str, value: Any) -> str:
        first, *words = str(value).split() or [""]
        lines = [f"{name}: {first}"]  # on the line of its name, however long: some programs read no header that begins below
        for word in words:
            if len(lines[-1]) + 1 + len(word) > LINE_LENGTH:
                lines.append("")
            lines[-1] += f" {word}"
        return self.linesep.join([*lines, ""])
