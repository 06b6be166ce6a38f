"""What a club's webhook tells in one message that is kept up to date: which tables wait, and who is waited for at the others.

It tells of all tables of the club: whoever reads along there is the choice of the officer who added it.
"""

import hashlib
from datetime import datetime

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tables.channels.bulletin import Bulletin
from tables.channels.notice import Notice
from tables.mail.asking import due_words
from tables.models import Club, Webhook
from tables.present.clubs.tables import TableLine, table_lines
from tables.selectors.clubs import tables
from tables.selectors.play import waiting

MOST = 25


def read_bulletin(hook: Webhook, club: Club, *, happened: int, now: datetime) -> Bulletin:
    """How it stands now, in the language of the hook and the time zone of whoever added it; ``happened`` is its ``seq``."""
    zone = hook.made_by.tz if hook.made_by else timezone.get_default_timezone()
    with translation.override(hook.language or settings.LANGUAGE_CODE), timezone.override(zone):
        live = tables.live(club, None, is_member=True)[:MOST]
        lines = [_words(line) for line in table_lines(live, waiting.waits(live))]
        notice = Notice(
            number=f"club.{club.slug}.{happened}",
            thread=f"club.{club.slug}",
            kinds=(),
            title=str(club),
            lines=lines or [_("No table of the club waits or runs.")],
            url=settings.SITE_URL + club.get_absolute_url(),
            language=hook.language,
            at=now,
        )
    said = hashlib.sha256("\n".join([notice.title, *notice.lines]).encode()).hexdigest()
    return Bulletin(notice, happened, frozenset([said]), is_last=False)


def _words(line: TableLine) -> str:
    until = due_words(line.clock) if line.clock else ""
    told = f"{line.card.headline} ({line.card.title})" if line.card.table.name else line.card.headline
    return f"{told}: {line.words}, {until}" if until else f"{told}: {line.words}"
