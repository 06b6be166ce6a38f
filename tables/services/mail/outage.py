"""Mail server outages: one email tries the server now and then, and all others wait until one succeeds.

Otherwise every waiting email would try the server, which is useless and may get the site locked out.
"""

from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from config.database import statements
from tables.models import MailOutage
from tables.services import quarantine

MAILER = "default"
STEPS = tuple(timedelta(minutes=minutes) for minutes in (1, 2, 4, 8, 15))
# Time for one try before another try can begin. It differs from all waiting times between tries, so that a try recognises its
# own time.
PROBE = timedelta(seconds=45)


def current() -> MailOutage | None:
    """Return the current outage, if there is one."""
    return _of.first(MAILER)


@statements.read
def _of(mailer: str) -> QuerySet[MailOutage]:
    return MailOutage.objects.filter(mailer=mailer)


def may_try(outage: MailOutage, now: datetime) -> bool:
    """Claim the next try of the server if it is due. Return True for the one email that may try it."""
    unclaimed = MailOutage.objects.filter(pk=outage.pk, next_at=outage.next_at, next_at__lte=now)
    return bool(unclaimed.update(next_at=now + PROBE))


def note(error: Exception, now: datetime) -> datetime:
    """Record an outage. Return the time of the next try; workers that notice it together count as one."""
    initial = {"since": now, "next_at": now}
    outage, _is_new = MailOutage.objects.get_or_create(mailer=MAILER, defaults=initial)
    if outage.next_at > now and outage.next_at != now + PROBE:
        return outage.next_at
    next_at = now + STEPS[min(outage.tries, len(STEPS) - 1)]
    MailOutage.objects.filter(pk=outage.pk).update(tries=F("tries") + 1, next_at=next_at, error=describe(error))
    return next_at


def end() -> None:
    """End the outage, because the server has responded."""
    MailOutage.objects.filter(mailer=MAILER).delete()


def describe(error: Exception) -> str:
    """Return the text of a mail server's error, for admins. Other errors give only their place, because they might quote the
    game.
    """
    message = f"{type(error).__name__}: {error}" if isinstance(error, OSError) else quarantine.describe_error(error)
    return message[:500]
