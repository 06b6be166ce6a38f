"""Mails that come back, and people who complain of them: mail is paused and the site says so until its owner has answered."""

import logging
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from tables.models import MailChoice, Notification, Rhythm
from tables.services.mail import choices

logger = logging.getLogger(__name__)
Pause = Rhythm.Pause


def pause(*, address: str, why: Rhythm.Pause, at: datetime) -> bool:
    """Send no more mails about games to this address, for what a provider reports of ``at``; False if that changes nothing.

    Whatever is not newer than the last that was heard or answered is an echo: providers report things twice, and late. An
    address that is no account's is nobody's business.
    """
    user = User.objects.filter(email=address.lower()).first()
    if user is None:
        return False
    Rhythm.objects.get_or_create(user=user)
    is_news = Q(mail_paused_at=None) | Q(mail_paused_at__lt=at)
    paused = Rhythm.objects.filter(is_news, user=user).update(mail_paused_at=at, mail_pause=why)
    if paused:
        logger.warning("mail to user %s is paused: %s", user.pk, why.value)
    return bool(paused)


def resume(*, user_id: int, now: datetime) -> None:
    """Send mails again; what was reported before this moment is answered."""
    Rhythm.objects.filter(user=user_id).exclude(mail_pause="").update(mail_paused_at=now, mail_pause="")


def give_up(*, user_id: int, now: datetime) -> None:
    """Its owner wants it to stay like this: no mails about games, and no word of it on every page."""
    never = dict.fromkeys(Notification.Kind, MailChoice.Cadence.NEVER)
    choices.set_cadences(user_id=user_id, cadences=never, now=now)
    resume(user_id=user_id, now=now)
