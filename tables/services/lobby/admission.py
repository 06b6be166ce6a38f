"""Who may sit down at a table that asks for reliable players."""

from datetime import datetime

from accounts.models import User
from tables.models import Table
from tables.selectors.seats import reliability
from tables.services.errors import Code, Refusal

# What a table may ask for, in answers of a hundred; 0 asks for nothing.
CONDITIONS = (0, 80, 90, 95)


def check(table: Table, user: User, now: datetime) -> None:
    """Raise Refusal: unreliable for somebody who answered too seldom in time. Newcomers are given a chance."""
    if not table.min_reliability:
        return
    share = reliability.share_in_time(user, now)
    if share is not None and share < table.min_reliability:
        raise Refusal(Code.UNRELIABLE, share=share, least=table.min_reliability)
