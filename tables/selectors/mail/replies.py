"""Results of replies to emails: shown to their authors, counted for admins."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count

from accounts.models import User
from tables.models import InboundMail, Table

Outcome = InboundMail.Outcome
SHOWN = 20
DAY = timedelta(days=1)
# Outcomes that need no notice.
_FINE = ("", Outcome.PLAYED, Outcome.AGAIN)


def not_played(user: User, table: Table | None = None) -> Sequence[InboundMail]:
    """Return this person's replies that played nothing and were not dismissed, at one table or all; newest first.

    There is no query if the site takes no replies.
    """
    if not settings.INBOUND or user.is_guest:
        return ()
    mine = InboundMail.objects.filter(reader=user, dismissed_at=None).exclude(outcome__in=_FINE)
    if table is not None:
        mine = mine.filter(table=table)
    return list(mine.select_related("table").order_by("-at")[:SHOWN])


def counts(now: datetime) -> Mapping[InboundMail.Outcome, int]:
    """Return the number of replies of the last day by outcome, the most frequent first."""
    recent = InboundMail.objects.filter(at__gt=now - DAY).exclude(outcome="")
    rows = recent.values_list("outcome").annotate(count=Count("pk")).order_by("-count", "outcome")
    return {Outcome(outcome): count for outcome, count in rows}
