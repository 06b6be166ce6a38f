"""Mails about accounts leave outside of the request: a row first, then a worker sends it.

So an answer takes as long for an address that nobody has as for one with an account, and a mail server that is away costs no
mail. A row is gone once its mail is sent or of no use any more; what it holds (a code) was as good as public to whoever reads
that mailbox.
"""

import logging
from datetime import datetime, timedelta
from functools import partial
from smtplib import SMTPException

from celery import current_app
from django.core.mail import EmailMessage
from django.db import transaction

from accounts.mail.headers import SiteMail
from accounts.models import QueuedMail, User

logger = logging.getLogger(__name__)

# How long a worker may take before another tries; doubled with every try.
PATIENCE = timedelta(minutes=1)
AT_ONCE = 100


def queue(message: EmailMessage, *, user: User | None, now: datetime, lasts: timedelta) -> None:
    """Have ``message`` about the account of ``user`` sent as soon as a worker is free, within ``lasts``."""
    mail = QueuedMail.objects.create(
        user=user,
        recipient=message.to[0],
        subject=str(message.subject),
        body=str(message.body),
        headers=message.extra_headers,
        next_at=now,
        expires_at=now + lasts,
    )
    transaction.on_commit(partial(current_app.hint, [current_app.message("accounts.tasks.send_mail", mail.pk)]), robust=True)


def send_due(*, now: datetime) -> None:
    """Send what is due and was not sent yet; forget what came too late."""
    QueuedMail.objects.filter(expires_at__lte=now).delete()
    for pk in QueuedMail.objects.filter(next_at__lte=now).order_by("next_at").values_list("pk", flat=True)[:AT_ONCE]:
        send(mail_id=pk, now=now)


def send(*, mail_id: int, now: datetime) -> None:
    """Send one mail that is due and not too late. Two workers never send it twice; a failure leaves the row for a later try."""
    mail = QueuedMail.objects.filter(pk=mail_id, next_at__lte=now, expires_at__gt=now).first()
    if mail is None:
        return
    again_at = now + PATIENCE * 2**mail.attempts
    mine = QueuedMail.objects.filter(pk=mail.pk, next_at=mail.next_at)
    if not mine.update(next_at=again_at, attempts=mail.attempts + 1):
        return
    try:
        SiteMail(mail.subject, mail.body, to=[mail.recipient], headers=mail.headers).send()
    except (SMTPException, OSError):
        logger.exception("a mail about an account was not sent; again at %s", again_at)
    else:
        mail.delete()
