"""Queue for emails about accounts: the request stores a row, and a worker sends it.

So a response takes as long for an unknown address as for one with an account. A mail server outage loses no email. A row is
deleted once its email is sent or expired. Anyone with access to the mailbox can read its content (a code) anyway.
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

# Time a worker has before another one tries, doubled with every try.
RETRY_AFTER = timedelta(minutes=1)
AT_ONCE = 100


def queue(message: EmailMessage, *, user: User | None, now: datetime, lasts: timedelta) -> None:
    """Queue ``message`` about the account of ``user``. A worker sends it as soon as possible, within ``lasts``."""
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
    """Send emails that are due and not sent yet, and delete expired ones."""
    QueuedMail.objects.filter(expires_at__lte=now).delete()
    for pk in QueuedMail.objects.filter(next_at__lte=now).order_by("next_at").values_list("pk", flat=True)[:AT_ONCE]:
        send(mail_id=pk, now=now)


def send(*, mail_id: int, now: datetime) -> None:
    """Send one email that is due and not expired. Two workers never send it twice; a failure leaves the row for a later try."""
    mail = QueuedMail.objects.filter(pk=mail_id, next_at__lte=now, expires_at__gt=now).first()
    if mail is None:
        return
    retry_at = now + RETRY_AFTER * 2**mail.attempts
    claim = QueuedMail.objects.filter(pk=mail.pk, next_at=mail.next_at)
    if not claim.update(next_at=retry_at, attempts=mail.attempts + 1):
        return
    try:
        SiteMail(mail.subject, mail.body, to=[mail.recipient], headers=mail.headers).send()
    except (SMTPException, OSError):
        logger.exception("a mail about an account was not sent; again at %s", retry_at)
    else:
        mail.delete()
