"""Bounced emails and complaints: email is paused, and every page shows the pause until the account's owner responds."""

import logging
from datetime import datetime

from django.db.models import Q

from accounts.models import User
from tables.models import MailChoice, Notification, Rhythm
from tables.services.mail import choices

logger = logging.getLogger(__name__)
Pause = Rhythm.Pause


def pause(*, address: str, reason: Rhythm.Pause, at: datetime) -> bool:
    """Pause emails about games to an address after a provider's report made at ``at``. Return False if nothing changes.

    Reports that are not newer than the last report or response are ignored, because providers repeat them and send them late.
    Addresses without an account are ignored too.
    """
    user = User.objects.filter(email=address.lower()).first()
    if user is None:
        return False
    Rhythm.objects.get_or_create(user=user)
    is_news = Q(mail_paused_at=None) | Q(mail_paused_at__lt=at)
    paused = Rhythm.objects.filter(is_news, user=user).update(mail_paused_at=at, mail_pause=reason)
    if paused:
        logger.warning("mail to user %s is paused: %s", user.pk, reason.value)
    return bool(paused)


def resume(*, user_id: int, now: datetime) -> None:
    """Resume emails; reports before this moment no longer count."""
    Rhythm.objects.filter(user=user_id).exclude(mail_pause="").update(mail_paused_at=now, mail_pause="")


def give_up(*, user_id: int, now: datetime) -> None:
    """Turn off all emails about games, and end the pause with its notice on every page."""
    never = dict.fromkeys(Notification.Kind, MailChoice.Cadence.NEVER)
    choices.set_cadences(user_id=user_id, cadences=never, now=now)
    resume(user_id=user_id, now=now)
