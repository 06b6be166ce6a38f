"""Why something was not taken elsewhere. Nothing here names the address it was meant for."""

from datetime import timedelta
from enum import StrEnum


class Reason(StrEnum):
    """What came of a try, as it is kept with the way and said to its owner.

    ADDRESS: no address that the site posts to. PRIVATE: it leads into a network of the site's own. UNKNOWN: there is no such
    host. AWAY: nobody answers there, or the line broke. SLOW: no answer in time. CERTIFICATE: whoever answers cannot prove to
    be who they should be. REDIRECT: it leads on elsewhere. NONSENSE: what came back is no answer. STATUS: the answer was no,
    with a number. GONE: there is no such thing there, or not any more. BUSY: not now. OLD_KEY: a device that was made with
    another key of the site.
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
    """It was not taken. ``status`` is the number of the answer, 0 without one; ``after``: how long whoever answered wants to
    be left alone. ``is_unclear``: the line broke when it may have been heard already."""

    def __init__(self, reason: Reason, status: int = 0, *, after: timedelta = timedelta(0), is_unclear: bool = False) -> None:
        super().__init__(f"{reason.value} {status}" if status else reason.value)
        self.reason, self.status, self.after, self.is_unclear = reason, status, after, is_unclear
