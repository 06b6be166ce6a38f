"""From notifications to a message that can be sent."""

from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage
from email.policy import default
from email.utils import format_datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import timezone, translation

from tables.mail.letter import Letter, read_letter
from tables.models import Notification

# Header lines are never folded: Python would encode an address that is longer than a line, and mail programs that look for
# it in List-Unsubscribe would not find it. The standard allows 998.
LINE_LENGTH = 900


class LetterMessage(EmailMultiAlternatives):
    """A mail whose HTML carries the board as a picture of its own (multipart/related), so that nothing is loaded from afar."""

    def __init__(self, letter: Letter, *, to: str, headers: dict[str, str]) -> None:
        context = {"letter": letter}
        subject = " ".join(letter.subject.split())  # a table may be called anything
        super().__init__(subject, render_to_string("mail/letter.txt", context), to=[to], headers=headers)
        self.attach_alternative(render_to_string("mail/letter.html", context), "text/html")
        self.letter = letter

    def message(self, *, policy: Any = default) -> EmailMessage:
        """The MIME message; the picture goes beside the HTML part."""
        built: EmailMessage = super().message(policy=policy.clone(max_line_length=LINE_LENGTH))
        page = built.get_body(("html",))
        if page is not None and self.letter.picture:
            cid = f"<{self.letter.picture_id}>"
            page.add_related(self.letter.picture, "image", "png", cid=cid, disposition="inline", filename="board.png")
        return built


def compose(notifications: Sequence[Notification], *, now: datetime) -> LetterMessage:
    """One mail that tells one person everything at hand about one table, made from what is true now."""
    told = notifications[0]
    newest = max(notification.pk for notification in notifications)
    with translation.override(told.recipient.language), timezone.override(told.recipient.tz):
        letter = read_letter(notifications, picture_id=f"board.{newest}@{_host()}", now=now)
        return LetterMessage(letter, to=told.recipient.email, headers=_headers(letter, told, newest, now))


def _headers(letter: Letter, told: Notification, newest: int, now: datetime) -> dict[str, str]:
    # Sent twice by accident, a mail has the same Message-ID; every mail about a table answers the same one, which never
    # existed, so that mail programs show one thread for each table.
    thread = f"<table.{told.table.code}@{_host()}>"
    return {
        "Message-ID": f"<notification.{newest}@{_host()}>",
        "In-Reply-To": thread,
        "References": thread,
        "Date": format_datetime(now),
        "List-Id": f"<games.{_host()}>",
        "List-Unsubscribe": f"<{letter.unsubscribe_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }


def _host() -> str:
    return urlsplit(settings.SITE_URL).hostname or "localhost"
