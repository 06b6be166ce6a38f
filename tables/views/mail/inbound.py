"""Replies to emails delivered by a provider, and notices about failed replies."""

import logging
from typing import Any

import requests  # installed with anymail
from anymail.signals import AnymailInboundEvent
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from tables.mail import providers
from tables.mail.replies import reading
from tables.services import quarantine
from tables.services.replies import replying
from tables.views.http import PlayerRequest, for_machines, member_required

logger = logging.getLogger(__name__)

READERS: dict[str, Any] = {
    "postmark": providers.PostmarkInbound,
    "resend": providers.ResendInbound,
    "mailgun": providers.MailgunInbound,
    "brevo": providers.BrevoInbound,
}
# These providers need the API key to fetch the rest of an email.
KEYED = frozenset({"resend", "brevo"})


@require_POST
@for_machines  # a provider; anymail checks its password or signature
def inbound(request: HttpRequest, provider: str) -> HttpResponse:
    """Receive a reply from the configured provider. Raises Http404 for other providers, or if replies are off.

    Unreadable emails are logged and accepted, so that the provider does not resend them. During a failure of the database or
    provider they are refused, so that they are resent.
    """
    mailbox = settings.INBOUND
    if mailbox is None or not mailbox.provider or provider != mailbox.provider or not settings.ANYMAIL:
        raise Http404
    key = {"api_key": settings.MAILERS["default"]["OPTIONS"]["api_key"]} if provider in KEYED else {}
    try:
        response: HttpResponse = READERS[provider].as_view(**key)(request)
    except (SuspiciousOperation, DatabaseError):
        raise
    except requests.RequestException as error:
        logger.warning("a mail that came in could not be fetched: %s", quarantine.describe_error(error))
        return HttpResponse(status=503, headers={"Retry-After": "60"})
    # An error with one email must not become an error of the site.
    except Exception as error:  # noqa: BLE001
        logger.error("what a provider brought could not be read: %s", quarantine.describe_error(error))
        return HttpResponse(status=200)
    return response


def take(event: AnymailInboundEvent, **_more: Any) -> None:
    """Handle anymail's ``inbound``: one email."""
    mailbox, message = settings.INBOUND, event.message
    if mailbox is None or message is None:
        return
    raw = message.as_bytes(policy=message.policy.clone(refold_source="none"))
    mail = reading.read(raw, mailbox, envelope_sender=message.envelope_sender)
    replying.receive(mail=mail, now=timezone.now())


@member_required
@require_POST
def dismiss(request: PlayerRequest, number: int) -> HttpResponse:
    """Dismiss the user's notice about a failed reply."""
    replying.dismiss(user_id=request.user.pk, mail_id=number, now=timezone.now())
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, allowed_hosts=None) and back.startswith("/")
    return redirect(back if is_ours else "tables:mine")
