"""What mail providers report of the mails they sent: their own forms read by anymail, ours decided by the service."""

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
# What a provider refuses to send, since the same address bounced or complained before.
REFUSED = {
    RejectReason.BOUNCED: Rhythm.Pause.BOUNCED,
    RejectReason.INVALID: Rhythm.Pause.BOUNCED,
    RejectReason.SPAM: Rhythm.Pause.COMPLAINED,
    RejectReason.UNSUBSCRIBED: Rhythm.Pause.COMPLAINED,
}


@require_POST
@for_machines  # a provider; anymail checks its password or signature
def events(request: HttpRequest, provider: str) -> HttpResponse:
    """There is such a page only for the provider in use, and only if it has a secret to be known by."""
    if provider != settings.MAIL_PROVIDER or not settings.ANYMAIL:
        raise Http404
    try:
        answer: HttpResponse = READERS[provider](request)
    except ValueError as error:
        # A provider would only send again what is no JSON, or in no charset that is one.
        logger.error("what a provider reported could not be read: %s", quarantine.place(error))
        return HttpResponse(status=200)
    return answer


def take(event: AnymailTrackingEvent, **_more: Any) -> None:
    """Receives anymail's ``tracking``: one thing that happened to one mail."""
    why = _why(event)
    if why and event.recipient:
        trouble.pause(address=event.recipient, why=why, at=_moment(event))


def take_new_address(user: User, **_more: Any) -> None:
    """Receives allauth's ``email_changed``: what was said of the old address says nothing of the new one."""
    trouble.resume(user_id=user.pk, now=timezone.now())


def _why(event: AnymailTrackingEvent) -> Rhythm.Pause | None:
    if event.event_type in COMPLAINTS:
        return Rhythm.Pause.COMPLAINED
    if event.event_type == EventType.BOUNCED:
        return None if _is_soft(event.esp_event) else Rhythm.Pause.BOUNCED
    return REFUSED.get(event.reject_reason) if event.event_type == EventType.REJECTED else None


def _is_soft(reported: Any) -> bool:
    """A full mailbox and the like, in the words of Postmark, Brevo and Resend; Mailgun's are no bounces to anymail."""
    bounce = reported.get("data", {}).get("bounce", {}) if isinstance(reported.get("data"), dict) else {}
    said = (reported.get("Type"), reported.get("event"), bounce.get("type"))
    return bool({"SoftBounce", "VirusNotification", "soft_bounce", "Transient"} & set(said))


def _moment(event: AnymailTrackingEvent) -> datetime:
    moment: datetime | None = event.timestamp
    return moment or timezone.now()
