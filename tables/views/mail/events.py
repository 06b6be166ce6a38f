"""Webhooks of mail providers about sent emails: anymail parses the reports, and the service decides."""

import logging
from datetime import datetime
from typing import Any

from anymail.signals import AnymailTrackingEvent, EventType, RejectReason
from anymail.webhooks import brevo, mailgun, postmark, resend
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.models import User
from tables.models import Rhythm
from tables.services import quarantine
from tables.services.mail import trouble
from tables.views.http import for_machines

logger = logging.getLogger(__name__)

READERS = {
    "postmark": postmark.PostmarkTrackingWebhookView.as_view(),
    "resend": resend.ResendTrackingWebhookView.as_view(),
    "mailgun": mailgun.MailgunTrackingWebhookView.as_view(),
    "brevo": brevo.BrevoTrackingWebhookView.as_view(),
}
COMPLAINTS = (EventType.COMPLAINED, EventType.UNSUBSCRIBED)
# A provider refuses an address if earlier emails to it have bounced, or if its owner has complained.
REFUSED = {
    RejectReason.BOUNCED: Rhythm.Pause.BOUNCED,
    RejectReason.INVALID: Rhythm.Pause.BOUNCED,
    RejectReason.SPAM: Rhythm.Pause.COMPLAINED,
    RejectReason.UNSUBSCRIBED: Rhythm.Pause.COMPLAINED,
}


@require_POST
@for_machines  # a provider; anymail checks its password or signature
def events(request: HttpRequest, provider: str) -> HttpResponse:
    """Receive a report from the configured provider. Raises Http404 for others, or without a secret."""
    if provider != settings.MAIL_PROVIDER or not settings.ANYMAIL:
        raise Http404
    try:
        response: HttpResponse = READERS[provider](request)
    except ValueError as error:
        # A refused report would only be resent, although its JSON or charset stays invalid.
        logger.error("what a provider reported could not be read: %s", quarantine.describe_error(error))
        return HttpResponse(status=200)
    return response


def take(event: AnymailTrackingEvent, **_more: Any) -> None:
    """Handle anymail's ``tracking``: one event of one email."""
    reason = _why(event)
    if reason and event.recipient:
        trouble.pause(address=event.recipient, reason=reason, at=_moment(event))


def take_new_address(user: User, **_more: Any) -> None:
    """Handle allauth's ``email_changed``: resume emails, because reports about the old address do not concern the new one."""
    trouble.resume(user_id=user.pk, now=timezone.now())


def _why(event: AnymailTrackingEvent) -> Rhythm.Pause | None:
    if event.event_type in COMPLAINTS:
        return Rhythm.Pause.COMPLAINED
    if event.event_type == EventType.BOUNCED:
        return None if _is_soft(event.esp_event) else Rhythm.Pause.BOUNCED
    return REFUSED.get(event.reject_reason) if event.event_type == EventType.REJECTED else None


def _is_soft(report: Any) -> bool:
    """Return whether a report by Postmark, Brevo or Resend is a soft bounce, such as a full mailbox. Anymail does not report
    Mailgun's.
    """
    bounce = report.get("data", {}).get("bounce", {}) if isinstance(report.get("data"), dict) else {}
    kinds = (report.get("Type"), report.get("event"), bounce.get("type"))
    return bool({"SoftBounce", "VirusNotification", "soft_bounce", "Transient"} & set(kinds))


def _moment(event: AnymailTrackingEvent) -> datetime:
    moment: datetime | None = event.timestamp
    return moment or timezone.now()
