"""Reasons for a failed delivery to another service. None of them contains the address."""

from datetime import timedelta
from enum import StrEnum


class Reason(StrEnum):
    """Result of a failed delivery, as stored with the channel and shown to its owner.

    - ADDRESS: the site does not post to such an address.
    - PRIVATE: the address leads into a private network.
    - UNKNOWN: the host does not exist.
    - AWAY: the host is unreachable, or the connection broke.
    - SLOW: the host did not respond in time.
    - CERTIFICATE: the host has no valid certificate.
    - REDIRECT: the response was a redirect.
    - NONSENSE: the response was not valid.
    - STATUS: the server refused, with a status code.
    - GONE: the target does not exist (any more).
    - BUSY: the server asked to try later.
    - OLD_KEY: the device was registered with another site key.
    """

    ADDRESS = "address"
    PRIVATE = "private"
    UNKNOWN = "unknown"
    AWAY = "away"
    SLOW = "slow"
    CERTIFICATE = "certificate"
    REDIRECT = "redirect"
    NONSENSE = "nonsense"
    STATUS = "status"
    GONE = "gone"
    BUSY = "busy"
    OLD_KEY = "old_key"


class Unsent(Exception):
    """Error for a failed delivery.

    ``status`` is the status code of the response, 0 without one. ``after`` is how long the server asked to wait. ``is_unclear``
    is true if the connection broke after the message may have arrived.
    """

    def __init__(self, reason: Reason, status: int = 0, *, after: timedelta = timedelta(0), is_unclear: bool = False) -> None:
        super().__init__(f"{reason.value} {status}" if status else reason.value)
        self.reason, self.status, self.after, self.is_unclear = reason, status, after, is_unclear
