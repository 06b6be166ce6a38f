"""Deletion of an account, for good.

Other apps handle their part themselves: receivers of ``account_deletion_requested`` and ``account_deletion`` end running games
and replace the user's name in the data that stays.
"""

from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction

from accounts.models import QueuedMail, User
from accounts.security import sessions
from accounts.signals import account_deletion, account_deletion_requested


def delete_account(*, user_id: int, now: datetime) -> None:
    """End everything a user takes part in, then delete their row. Nothing happens if there is no such user.

    If a step fails, games that were ended stay ended, and another call continues from there.
    """
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    account_deletion_requested.send(User, user=user, now=now)
    with transaction.atomic():
        locked = User.objects.select_for_update().filter(pk=user_id).first()
        if locked is not None:
            account_deletion.send(User, user=locked, now=now)
            _forget_in_admin(locked)
            _forget_mails(locked)
            sessions.forget(locked)
            locked.delete()


def _forget_in_admin(user: User) -> None:
    """Remove the user's name from the admin's history."""
    LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)).delete()


def _forget_mails(user: User) -> None:
    """Delete emails queued to the user's addresses. Emails linked to the user are deleted with the user's row."""
    addresses = {user.email or "", *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}
    QueuedMail.objects.filter(recipient__in=addresses).delete()
