"""Emails to the admins about tables put on hold, without any content of the game."""

import logging

from django.conf import settings
from django.db.models import QuerySet
from django.urls import reverse

from accounts.mail.headers import SiteMail
from tables.models import SiteEvent, Table
from tables.services import quarantine, queue

logger = logging.getLogger(__name__)

# Facts of the event before and after it was reported.
UNREPORTED, REPORTED = "{}", '{"reported": 1}'


def report_quarantined() -> int:
    """Email the admins about unreported tables. Return the number of tables; 0 if there is no recipient or sending fails."""
    if not settings.ADMINS:
        return 0
    # This update is the claim: the worker that changes the row first reports it.
    claimed = [event for event in _unreported() if _set(event, UNREPORTED, REPORTED)]
    if claimed and not _mail([event.table for event in claimed]):
        for event in claimed:
            _set(event, REPORTED, UNREPORTED)
        return 0
    return len(claimed)


def queue_report() -> None:
    """Queue the report again if a table on hold is still unreported."""
    if settings.ADMINS and _unreported().exists():
        queue.later("report_quarantined")


def _unreported() -> QuerySet[SiteEvent]:
    broken = Table.objects.filter(quarantined_at__isnull=False)
    events = SiteEvent.objects.filter(table__in=broken, kind=SiteEvent.Kind.QUARANTINED, facts=UNREPORTED)
    return events.select_related("table").defer("table__secret", "table__roots", "table__state")


def _set(event: SiteEvent, before: str, after: str) -> int:
    return SiteEvent.objects.filter(pk=event.pk, facts=before).update(facts=after)


def _mail(tables: list[Table]) -> bool:
    try:
        subject = f"{settings.EMAIL_SUBJECT_PREFIX}Tables set aside: {', '.join(table.code for table in tables)}"
        body = "\n\n".join(map(_paragraph, tables))
        SiteMail(subject, body, settings.SERVER_EMAIL, settings.ADMINS).send()
    # If the mail server fails, the sweep queues the report again.
    except Exception as error:  # noqa: BLE001
        logger.error("the operators could not be told: %s", quarantine.describe_error(error))
        return False
    return True


def _paragraph(table: Table) -> str:
    address = settings.SITE_URL + reverse("staff:table", args=[table.code])
    return f"{table.code} ({table.game}): {table.quarantine_reason}\n{address}"
