"""Notices about failed replies by email, in their author's language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from engines import registry
from tables.mail import words
from tables.models import InboundMail
from tables.selectors.mail import links

Outcome = InboundMail.Outcome
_FIRST_LINE = gettext_lazy("The first line must be the number of a choice and nothing else.")
_UNREAD = gettext_lazy("Your email could not be read.")
_WHY: Mapping[InboundMail.Outcome, Promise] = {
    Outcome.QUOTED: _FIRST_LINE,
    Outcome.NO_NUMBER: _FIRST_LINE,
    Outcome.NO_SUCH: gettext_lazy("Our email has no choice with that number."),
    Outcome.AUTOMATIC: gettext_lazy("Your email seems to come from a program."),
    Outcome.TOO_LARGE: gettext_lazy("Your email is too large."),
    Outcome.TOO_MANY: gettext_lazy("You sent too many emails within an hour."),
    Outcome.CHANGED: gettext_lazy("That choice is no longer available."),
    Outcome.EXPIRED: format_lazy(gettext_lazy("Our email is more than {days} days old."), days=links.LIFETIME.days),
    Outcome.MOVED_ON: gettext_lazy("This had already been decided, or the game had moved on."),
    Outcome.OTHER_HANDS: gettext_lazy("You were no longer playing this seat."),
    Outcome.STEWARD: gettext_lazy("The steward is playing for you. Take your seat back at the table to play on."),
    Outcome.QUARANTINED: gettext_lazy("The admins have put this table on hold. Nothing can be played until they resume it."),
    Outcome.ENDED: gettext_lazy("The game is over."),
    Outcome.REFUSED: gettext_lazy("This move was not possible at that moment."),
}


@dataclass(frozen=True)
class Notice:
    """Failed reply by email: time, table, and the reason in a sentence."""

    number: int
    at: datetime
    label: str
    url: str
    why: str | Promise


def notices(mails: Iterable[InboundMail]) -> list[Notice]:
    """Return the notices for these emails."""
    return [_notice(mail) for mail in mails]


def _notice(mail: InboundMail) -> Notice:
    table = mail.table
    label = words.table_label(registry.engine(table.game).title, table)
    return Notice(mail.pk, mail.at, label, table.get_absolute_url(), _WHY.get(Outcome(mail.outcome), _UNREAD))
