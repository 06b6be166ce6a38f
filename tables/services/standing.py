"""Whether somebody may sit down, invite and speak at all: suspensions."""

from datetime import datetime

from accounts.models import User
from tables.errors import Code, Refusal
from tables.selectors.people import reports


def check(user: User, now: datetime) -> None:
    """Raise Refusal: suspended while a suspension lasts. It is read from its row; call it in the transaction of the act."""
    until = reports.suspended_until(user, now)
    if until is not None:
        raise Refusal(Code.SUSPENDED, until=until)
