"""Deleting an account, for good.

What an account means to other apps they say themselves: receivers of ``account_deletion_requested`` and ``account_deletion``
end what runs and find another name for what stays.
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
    """End everything that somebody takes part in, then delete their row; nothing happens if there is none.

    What was ended before something went wrong stays ended: called again it goes on from there.
    """
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    account_deletion_requested.send(User, user=user, now=now)
    with transaction.atomic():
        last = User.objects.select_for_update().filter(pk=user_id).first()
        if last is not None:
            account_deletion.send(User, user=last, now=now)
            _forget_in_admin(last)
            _forget_mails(last)
            sessions.forget(last)
            last.delete()


def _forget_in_admin(user: User) -> None:
    """The admin's history of somebody says their name."""
    LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk)).delete()


def _forget_mails(user: User) -> None:
    """What waits to be sent to them; mails that are known to be theirs go with the row."""
    theirs = {user.email or "", *EmailAddress.objects.filter(user=user).values_list("email", flat=True)}
    QueuedMail.objects.filter(recipient__in=theirs).delete()
