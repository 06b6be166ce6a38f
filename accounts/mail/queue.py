"""Queue for emails about accounts: the request stores a row, and a worker sends it.

So a response takes as long for an unknown address as for one with an account. If the mail server is away, a
worker tries again until the email expires. A row is deleted once its email is sent or expired. It holds its text (with a code)
unencrypted.
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
    """Queue ``message`` about the account of ``user``. A worker sends it as soon as possible. It expires after ``lasts``."""
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
    """Delete expired emails, then try to send the due ones, at most ``AT_ONCE``."""
    QueuedMail.objects.filter(expires_at__lte=now).delete()
    for pk in QueuedMail.objects.filter(next_at__lte=now).order_by("next_at").values_list("pk", flat=True)[:AT_ONCE]:
        send(mail_id=pk, now=now)


def send(*, mail_id: int, now: datetime) -> None:
    """Reserve one email that is due and not expired, and send it. A failure leaves the row for a later try."""
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
