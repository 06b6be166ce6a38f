"""Building an email from notifications."""

from collections.abc import Sequence
from copy import copy
from datetime import datetime
from email.message import EmailMessage, MIMEPart
from email.policy import default
from email.utils import format_datetime
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone, translation

from accounts.mail.headers import SiteMail, host
from tables.mail.event_news import subject_of
from tables.mail.letter import EmailContent, Letter, read_bundle, read_digest, read_event_letter, read_letter
from tables.mail.weekly import read_weekly
from tables.models import Notification
from tables.selectors.mail.budget import FREE
from tables.selectors.mail.cadence import Cadence, MailPreferences

DEFAULTS = MailPreferences()


class LetterMessage(SiteMail):
    """Email as text and HTML. An email about one table has the board as an embedded picture (multipart/related)."""

    def __init__(self, content: EmailContent, template: str, *, to: str, headers: dict[str, str]) -> None:
        self.by_number = content.by_number if isinstance(content, Letter) else None
        if self.by_number:
            headers["Reply-To"] = self.by_number.address
        context = {"letter": content}
        super().__init__(content.subject, render_to_string(f"mail/{template}.txt", context), to=[to], headers=headers)
        self.attach_alternative(render_to_string(f"mail/{template}.html", context), "text/html")
        if isinstance(content, Letter) and content.picture:
            self.attach(_picture(content))  # backends of providers read the picture from the attachments

    def message(self, *, policy: Any = default) -> EmailMessage:
        """Return the MIME message, with the picture next to the HTML part."""
        bare = copy(self)
        bare.attachments = []
        built: EmailMessage = super(LetterMessage, bare).message(policy=policy)
        page = built.get_body(("html",))
        for picture in self.attachments:
            if page is not None and isinstance(picture, MIMEPart):
                cid = picture["Content-ID"]
                page.add_related(picture.get_content(), "image", "png", cid=cid, disposition="inline", filename="board.png")
        return built


def compose(
    notifications: Sequence[Notification],
    *,
    preferences: MailPreferences = DEFAULTS,
    number: int | None = None,
    now: datetime,
) -> LetterMessage:
    """Return one email for the notifications of one person, from the current state.

    It is about one table or event, several of them, one day, or a week of all their games. ``number`` (by default that of the
    newest notification) is part of its Message-ID, so an email sent twice has the same one.
    """
    first = notifications[0]
    newest = number or max(notification.pk for notification in notifications)
    to = first.recipient.email or ""
    with translation.override(first.recipient.language), timezone.override(first.recipient.tz):
        if first.kind == Notification.Kind.WEEKLY:
            weekly = read_weekly(first, preferences, now=now)
            headers = _headers(weekly, f"notification.{newest}", f"weekly.{first.recipient_id}", now)
            return LetterMessage(weekly, "letter_weekly", to=to, headers=headers)
        if preferences.cadence(Notification.Kind(first.kind)) == Cadence.DIGEST:
            digest = read_digest(notifications, preferences, now=now)
            thread = f"digest.{first.recipient_id}"
            return LetterMessage(digest, "letter_daily", to=to, headers=_headers(digest, f"digest.{newest}", thread, now))
        if len({subject_of(notification) for notification in notifications}) > 1:
            bundle = read_bundle(notifications, preferences, now=now)
            about = "people" if all(notification.kind in FREE for notification in notifications) else "games"
            headers = _headers(bundle, f"notification.{newest}", f"{about}.{first.recipient_id}", now)
            return LetterMessage(bundle, "letter_daily", to=to, headers=headers)
        if first.event is not None:
            news = read_event_letter(notifications, preferences, now=now)
            thread = f"event.{first.event.code}"
            return LetterMessage(news, "letter", to=to, headers=_headers(news, f"notification.{newest}", thread, now))
        letter = read_letter(notifications, preferences, picture_id=f"board.{newest}@{host()}", now=now)
        thread = f"table.{first.table.code}"
        return LetterMessage(letter, "letter", to=to, headers=_headers(letter, f"notification.{newest}", thread, now))


def _headers(content: EmailContent, name: str, thread: str, now: datetime) -> dict[str, str]:
    # All emails with the same thread refer to the same fictitious email, so mail programs show them together.
    return {
        "Message-ID": f"<{name}@{host()}>",
        "In-Reply-To": f"<{thread}@{host()}>",
        "References": f"<{thread}@{host()}>",
        "Date": format_datetime(now),
        "List-Id": f"<games.{host()}>",
        "List-Unsubscribe": f"<{content.unsubscribe_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _picture(letter: Letter) -> MIMEPart:
    picture = MIMEPart()
    options: dict[str, Any] = {"cid": f"<{letter.picture_id}>", "disposition": "inline", "filename": "board.png"}
    picture.set_content(letter.picture, "image", "png", **options)
    return picture
