"""Address for replying to one email with a number.

Its token is a keyed hash of the decision and its answers, so a rebuilt email has the same address and others cannot compute it.
The token alone gives no right to play: the reply must also come from the recipient of the email.
"""

import base64
from dataclasses import dataclass

from django.conf import settings
from django.utils.crypto import salted_hmac

_SALT = "tables.mail.replies"
_BYTES = 16


@dataclass(frozen=True)
class Answerable:
    """Meaning of a number in a reply to an email.

    The number selects one of ``choices`` (codes, the first is 1) for one decision of a seat after ``own_ply`` actions.
    """

    seat_id: int
    key: str
    user_id: int
    own_ply: int
    choices: tuple[str, ...]

    @property
    def token(self) -> str:
        """Token of lower-case letters and digits, because some mail servers accept nothing else before the @."""
        payload = repr((self.seat_id, self.key, self.user_id, self.own_ply, self.choices))
        digest = salted_hmac(_SALT, payload, algorithm="sha256").digest()[:_BYTES]
        return base64.b32encode(digest).decode("ascii").rstrip("=").lower()

    @property
    def address(self) -> str:
        """Address for replies to an email. It is empty if the site accepts no replies."""
        inbound = settings.INBOUND
        return f"{inbound.mailbox}+{self.token}@{inbound.domain}" if inbound else ""
