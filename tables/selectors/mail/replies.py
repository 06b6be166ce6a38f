"""What came of answers to letters: told to whoever wrote them, counted for those who run the site."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count

from accounts.models import User
from tables.models import InboundMail, Table

Outcome = InboundMail.Outcome
SHOWN = 20
DAY = timedelta(days=1)
# Nobody needs to be told.
_FINE = ("", Outcome.PLAYED, Outcome.AGAIN)


def not_played(user: User, table: Table | None = None) -> Sequence[InboundMail]:
    """Mails of this person, at one table or all, by which nothing was played and of which they have not said that they know;
    the newest first. No query where no answers are taken."""
    if not settings.INBOUND or user.is_guest:
        return ()
    mine = InboundMail.objects.filter(reader=user, dismissed_at=None).exclude(outcome__in=_FINE)
    if table is not None:
        mine = mine.filter(table=table)
    return list(mine.select_related("table").order_by("-at")[:SHOWN])


def counts(now: datetime) -> Mapping[InboundMail.Outcome, int]:
    """How many mails of the last day came to what, the most first."""
    lately = InboundMail.objects.filter(at__gt=now - DAY).exclude(outcome="")
    rows = lately.values_list("outcome").annotate(count=Count("pk")).order_by("-count", "outcome")
    return {Outcome(outcome): count for outcome, count in rows}
