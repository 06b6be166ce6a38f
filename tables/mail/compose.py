"""From notifications to a message that can be sent."""

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
from tables.mail.letter import Letter, Sheet, read_bundle, read_digest, read_letter
from tables.mail.weekly import read_weekly
from tables.models import Notification
from tables.selectors.mail.budget import FREE
from tables.selectors.mail.cadence import Cadence, MailPreferences

DEFAULTS = MailPreferences()


class LetterMessage(SiteMail):
    """A mail whose HTML carries the board as a picture of its own (multipart/related), so that nothing is loaded from afar."""

    def __init__(self, sheet: Sheet, template: str, *, to: str, headers: dict[str, str]) -> None:
        self.by_number = sheet.by_number if isinstance(sheet, Letter) else None
        if self.by_number:
            headers["Reply-To"] = self.by_number.address
        context = {"letter": sheet}
        super().__init__(sheet.subject, render_to_string(f"mail/{template}.txt", context), to=[to], headers=headers)
        self.attach_alternative(render_to_string(f"mail/{template}.html", context), "text/html")
        if isinstance(sheet, Letter) and sheet.picture:
            self.attach(_picture(sheet))  # where a provider's interface looks for it

    def message(self, *, policy: Any = default) -> EmailMessage:
        """The MIME message; the picture goes beside the HTML part."""
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
    """One mail that tells one person everything at hand, made from what is true now.

    It is about one table, about several, about everything of a day, or about a week of all their games.
    ``number`` names it; sent twice by accident it has the same Message-ID. Usually that of the newest notification.
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
        if len({notification.table_id for notification in notifications}) > 1:
            bundle = read_bundle(notifications, preferences, now=now)
            about = "people" if all(notification.kind in FREE for notification in notifications) else "games"
            headers = _headers(bundle, f"notification.{newest}", f"{about}.{first.recipient_id}", now)
            return LetterMessage(bundle, "letter_daily", to=to, headers=headers)
        letter = read_letter(notifications, preferences, picture_id=f"board.{newest}@{host()}", now=now)
        thread = f"table.{first.table.code}"
        return LetterMessage(letter, "letter", to=to, headers=_headers(letter, f"notification.{newest}", thread, now))


def _headers(sheet: Sheet, name: str, thread: str, now: datetime) -> dict[str, str]:
    # Every mail about a table answers the same one, which never existed, so that mail programs show one thread for each table.
    return {
        "Message-ID": f"<{name}@{host()}>",
        "In-Reply-To": f"<{thread}@{host()}>",
        "References": f"<{thread}@{host()}>",
        "Date": format_datetime(now),
        "List-Id": f"<games.{host()}>",
        "List-Unsubscribe": f"<{sheet.unsubscribe_url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _picture(letter: Letter) -> MIMEPart:
    picture = MIMEPart()
    shown: dict[str, Any] = {"cid": f"<{letter.picture_id}>", "disposition": "inline", "filename": "board.png"}
    picture.set_content(letter.picture, "image", "png", **shown)
    return picture
