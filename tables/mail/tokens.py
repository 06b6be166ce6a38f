"""The signed address in every mail by which its reader stops such mails without signing in; good for nothing else."""

from typing import NamedTuple

from django.core import signing

from tables.models import Notification

# No timestamp: somebody who finds a mail again after a year may still stop the next one.
_SIGNER = signing.Signer(salt="tables.mail.unsubscribe")


class Stop(NamedTuple):
    """Whose mails, and the kind of the mail the address stood in."""

    user_id: int
    kind: Notification.Kind


class BadToken(ValueError):
    """The address was cut off or made up."""


def make(user_id: int, kind: Notification.Kind) -> str:
    """The last part of the address."""
    return _SIGNER.sign_object([user_id, kind.value])


def read(token: str) -> Stop:
    """Raises :class:`BadToken`."""
    try:
        user_id, kind = _SIGNER.unsign_object(token)
        return Stop(user_id, Notification.Kind(kind))
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise BadToken(token) from error
