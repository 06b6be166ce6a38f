"""The address at which one letter is answered with a number.

Its token follows from what it is for, so that a letter that is made again is answered at the same one, and nobody guesses it.
By itself it is no right to play: the mail has to be its reader's own, too.
"""

import base64
from dataclasses import dataclass

from django.conf import settings
from django.utils.crypto import salted_hmac

_SALT = "tables.mail.replies"
_BYTES = 16


@dataclass(frozen=True)
class Answerable:
    """What a number on top of an answer stands for: one of ``choices`` (codes, the first one is 1) for one decision of a seat
    that had played ``own_ply`` actions."""

    seat_id: int
    key: str
    user_id: int
    own_ply: int
    choices: tuple[str, ...]

    @property
    def token(self) -> str:
        """Small letters and digits, for some mail servers know no others in front of the @."""
        said = repr((self.seat_id, self.key, self.user_id, self.own_ply, self.choices))
        digest = salted_hmac(_SALT, said, algorithm="sha256").digest()[:_BYTES]
        return base64.b32encode(digest).decode("ascii").rstrip("=").lower()

    @property
    def address(self) -> str:
        """Where a letter is answered; empty if no answers are taken."""
        post = settings.INBOUND
        return f"{post.mailbox}+{self.token}@{post.domain}" if post else ""
