"""Token of the unsubscribe address in emails. It is signed, works without signing in and allows nothing but unsubscribing."""

from collections.abc import Mapping
from typing import NamedTuple

from django.core import signing

from tables.selectors.mail.cadence import Cadence, Kind

# There is no timestamp, because a link in an email from last year must still work.
_SIGNER = signing.Signer(salt="tables.mail.unsubscribe")


class Stop(NamedTuple):
    """Content of an unsubscribe address: the user, and each kind in that email with its frequency at that time."""

    user_id: int
    cadences: Mapping[Kind, Cadence]


class BadToken(ValueError):
    """Error for an incomplete or forged address. Its message is empty, because errors are logged."""


def make(user_id: int, cadences: Mapping[Kind, Cadence]) -> str:
    """Return the signed token, the last part of the address."""
    return _SIGNER.sign_object([user_id, {kind.value: cadence.value for kind, cadence in cadences.items()}])


def read(token: str) -> Stop:
    """Return the content of a token. Raises :class:`BadToken`."""
    try:
        user_id, payload = _SIGNER.unsign_object(token)
        # The site's first emails contained only one kind, sent immediately.
        cadences = payload if isinstance(payload, dict) else {payload: Cadence.AT_ONCE}
        return Stop(user_id, {Kind(kind): Cadence(cadence) for kind, cadence in cadences.items()})
    except (signing.BadSignature, ValueError, TypeError):
        raise BadToken from None
