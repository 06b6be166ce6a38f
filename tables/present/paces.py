"""Paces in words."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.clock import DAY, HOUR, PACES
from tables.models import Table


def span(minutes: int) -> str:
    """A length of time in its largest whole unit: "3 days", "36 hours", "10 minutes"."""
    if minutes and minutes % DAY == 0:
        return ngettext("%(count)d day", "%(count)d days", minutes // DAY) % {"count": minutes // DAY}
    if minutes and minutes % HOUR == 0:
        return ngettext("%(count)d hour", "%(count)d hours", minutes // HOUR) % {"count": minutes // HOUR}
    return ngettext("%(count)d minute", "%(count)d minutes", minutes) % {"count": minutes}


def pace_words(table: Table) -> str:
    """A table's pace in one phrase."""
    return _words(table.decision_minutes, table.reply_minutes, table.bank_minutes)


def pace_choices() -> list[tuple[str, str]]:
    """The paces a table can be opened with."""
    return [(pace.slug, _words(pace.decision, pace.reply, pace.bank)) for pace in PACES.values()]


def _words(decision: int, reply: int, bank: int) -> str:
    spans = {"decision": span(decision), "reply": span(reply), "bank": span(bank)}
    if not bank:
        return _("%(decision)s for each decision") % spans
    if reply == decision:
        return _("%(decision)s for each decision, %(bank)s in reserve") % spans
    return _("%(decision)s for each decision, %(reply)s for replies, %(bank)s in reserve") % spans
