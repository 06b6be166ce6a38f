"""Answers to letters that a provider brings, and what their writers are told when nothing was played."""

import logging
from typing import Any

import requests  # brought by anymail
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
# By what they fetch more.
KEYED = frozenset({"resend", "brevo"})


@require_POST
@for_machines  # a provider; anymail checks its password or signature
def inbound(request: HttpRequest, provider: str) -> HttpResponse:
    """There is such a page only for the provider in use, and only where answers to letters are taken.

    What cannot be read is not sent again by being refused: it is noted, and that is that. While the database or the provider
    is away it is, so that nothing is lost.
    """
    post = settings.INBOUND
    if post is None or not post.provider or provider != post.provider or not settings.ANYMAIL:
        raise Http404
    key = {"api_key": settings.MAILERS["default"]["OPTIONS"]["api_key"]} if provider in KEYED else {}
    try:
        answer: HttpResponse = READERS[provider].as_view(**key)(request)
    except (SuspiciousOperation, DatabaseError):
        raise
    except requests.RequestException as error:
        logger.warning("a mail that came in could not be fetched: %s", quarantine.place(error))
        return HttpResponse(status=503, headers={"Retry-After": "60"})
    # Whatever it was, one mail more or less must be no error of the site.
    except Exception as error:  # noqa: BLE001
        logger.error("what a provider brought could not be read: %s", quarantine.place(error))
        return HttpResponse(status=200)
    return answer


def take(event: AnymailInboundEvent, **_more: Any) -> None:
    """Receives anymail's ``inbound``: one mail."""
    post, message = settings.INBOUND, event.message
    if post is None or message is None:
        return
    raw = message.as_bytes(policy=message.policy.clone(refold_source="none"))
    mail = reading.read(raw, post, envelope_sender=message.envelope_sender)
    replying.receive(mail=mail, now=timezone.now())


@member_required
@require_POST
def dismiss(request: PlayerRequest, number: int) -> HttpResponse:
    """I have seen that nothing was played."""
    replying.dismiss(user_id=request.user.pk, mail_id=number, now=timezone.now())
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(back, allowed_hosts=None) and back.startswith("/")
    return redirect(back if is_ours else "tables:mine")
