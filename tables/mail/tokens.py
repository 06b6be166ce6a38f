"""The signed address in every mail by which its reader stops such mails without signing in; good for nothing else."""

from collections.abc import Mapping
from typing import NamedTuple

from django.core import signing

from tables.selectors.mail.cadence import Cadence, Kind

# No timestamp: somebody who finds a mail again after a year may still stop the next one.
_SIGNER = signing.Signer(salt="tables.mail.unsubscribe")


class Stop(NamedTuple):
    """Whose mails, and what the mail was about that the address stood in: each kind and how often it was wanted then."""

    user_id: int
    cadences: Mapping[Kind, Cadence]


class BadToken(ValueError):
    """The address was cut off or made up. Nothing of it is told: errors are logged."""


def make(user_id: int, cadences: Mapping[Kind, Cadence]) -> str:
    """The last part of the address."""
    return _SIGNER.sign_object([user_id, {kind.value: cadence.value for kind, cadence in cadences.items()}])


def read(token: str) -> Stop:
    """Raises :class:`BadToken`."""
    try:
        user_id, payload = _SIGNER.unsign_object(token)
        # In the first mails the site sent there stood one kind, wanted at once.
        cadences = payload if isinstance(payload, dict) else {payload: Cadence.AT_ONCE}
        return Stop(user_id, {Kind(kind): Cadence(cadence) for kind, cadence in cadences.items()})
    except (signing.BadSignature, ValueError, TypeError):
        raise BadToken from None
