"""Why nothing was played by an answer, in its writer's language."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engines import registry
from tables.mail import words
from tables.models import InboundMail

Outcome = InboundMail.Outcome
_FIRST_LINE = gettext_lazy("Its first line is not the number of a choice and nothing else.")
_UNREAD = gettext_lazy("It could not be read.")
_WHY: Mapping[InboundMail.Outcome, Promise] = {
    Outcome.QUOTED: _FIRST_LINE,
    Outcome.NO_NUMBER: _FIRST_LINE,
    Outcome.NO_SUCH: gettext_lazy("The letter has no choice with that number."),
    Outcome.AUTOMATIC: gettext_lazy("It looks as if a program had written it."),
    Outcome.TOO_LARGE: gettext_lazy("It is too large."),
    Outcome.TOO_MANY: gettext_lazy("Too many came from you within an hour."),
    Outcome.CHANGED: gettext_lazy("That choice is not offered any more."),
    Outcome.EXPIRED: gettext_lazy("The letter is older than thirty days."),
    Outcome.MOVED_ON: gettext_lazy("This had been answered, or the table had moved on."),
    Outcome.OTHER_HANDS: gettext_lazy("You did not play this seat any more."),
    Outcome.STEWARD: gettext_lazy("The steward plays for you. Take your seat back at the table; then you can play on."),
    Outcome.QUARANTINED: gettext_lazy(
        "This table is being looked after by the people who run the site. Nothing can be played until they are done."
    ),
    Outcome.ENDED: gettext_lazy("The game is over."),
    Outcome.REFUSED: gettext_lazy("As things stood it could not be played."),
}


@dataclass(frozen=True)
class Notice:
    """One answer by which nothing was played: when it came, at which table, and why, in a sentence."""

    number: int
    at: datetime
    label: str
    url: str
    why: str | Promise


def notices(mails: Iterable[InboundMail]) -> list[Notice]:
    """What is told of them."""
    return [_notice(mail) for mail in mails]


def _notice(mail: InboundMail) -> Notice:
    table = mail.table
    label = words.table_label(registry.engine(table.game).title, table)
    return Notice(mail.pk, mail.at, label, table.get_absolute_url(), _WHY.get(Outcome(mail.outcome), _UNREAD))
