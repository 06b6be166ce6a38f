"""A mail server that is away: one mail tries it now and then, and all others wait until one was taken.

Without this every mail that waits would try for itself: at best for nothing, at worst the server locks us out.
"""

from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from config.database import statements
from tables.models import MailOutage
from tables.services import quarantine

MAILER = "default"
STEPS = tuple(timedelta(minutes=minutes) for minutes in (1, 2, 4, 8, 15))
# So long a try may take before another may begin. None of the steps: by it a try knows that the moment noted is its own.
PROBE = timedelta(seconds=45)


def current() -> MailOutage | None:
    """The outage, if there is one."""
    return _of.first(MAILER)


@statements.read
def _of(mailer: str) -> QuerySet[MailOutage]:
    return MailOutage.objects.filter(mailer=mailer)


def may_try(outage: MailOutage, now: datetime) -> bool:
    """Whether it is time to see if the server is back; True for one mail only."""
    mine = MailOutage.objects.filter(pk=outage.pk, next_at=outage.next_at, next_at__lte=now)
    return bool(mine.update(next_at=now + PROBE))


def note(error: Exception, now: datetime) -> datetime:
    """The server was away just now. Returns when it is tried again; workers that found out together count as one."""
    begins = {"since": now, "next_at": now}
    outage, _is_new = MailOutage.objects.get_or_create(mailer=MAILER, defaults=begins)
    if outage.next_at > now and outage.next_at != now + PROBE:
        return outage.next_at
    next_at = now + STEPS[min(outage.tries, len(STEPS) - 1)]
    MailOutage.objects.filter(pk=outage.pk).update(tries=F("tries") + 1, next_at=next_at, error=describe(error))
    return next_at


def end() -> None:
    """The server answered."""
    MailOutage.objects.filter(mailer=MAILER).delete()


def describe(error: Exception) -> str:
    """What a mail server said is the operator's business; any other message might quote the game."""
    said = f"{type(error).__name__}: {error}" if isinstance(error, OSError) else quarantine.place(error)
    return said[:500]
