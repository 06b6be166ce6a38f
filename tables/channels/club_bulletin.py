"""Content of a club's webhook: one message with the state of at most 25 current tables, updated in place.

It includes tables that only members see. The officer who added the webhook decides who can read along.
"""

from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from tables.channels.bulletin import Bulletin, reading, standing
from tables.channels.notice import Notice
from tables.mail.asking import due_words
from tables.models import Club, Webhook
from tables.present.clubs.tables import TableLine, table_lines
from tables.selectors.clubs import tables
from tables.selectors.play import waiting

MOST = 25


def read_bulletin(hook: Webhook, club: Club, *, seq: int, now: datetime) -> Bulletin:
    """Return the current state as message ``seq``, in the hook's language and its creator's time zone."""
    with reading(hook):
        live = tables.live(club, None, is_member=True)[:MOST]
        lines = [_words(line) for line in table_lines(live, waiting.waits(live))]
        notice = Notice(
            number=f"club.{club.slug}.{seq}",
            thread=f"club.{club.slug}",
            kinds=(),
            title=str(club),
            lines=lines or [_("This club has no waiting or running tables.")],
            url=settings.SITE_URL + club.get_absolute_url(),
            language=hook.language,
            at=now,
        )
    return standing(notice, seq)


def _words(line: TableLine) -> str:
    until = due_words(line.clock) if line.clock else ""
    label = f"{line.card.headline} ({line.card.title})" if line.card.table.name else line.card.headline
    return f"{label}: {line.words}, {until}" if until else f"{label}: {line.words}"
