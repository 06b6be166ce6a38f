"""Suspensions, which exclude people from taking seats, inviting and chatting."""

from datetime import datetime

from accounts.models import User
from tables.errors import Code, Refusal
from tables.selectors.people import reports


def check(user: User, now: datetime) -> None:
    """Raise Refusal: suspended during a suspension. Call it in the action's transaction, because it reads the row."""
    until = reports.suspended_until(user, now)
    if until is not None:
        raise Refusal(Code.SUSPENDED, until=until)
