"""Test of whether the database accepts writes; a full or read-only one still answers queries."""

import logging
from datetime import datetime

from django.db import DatabaseError

from tables.models import Heartbeat

logger = logging.getLogger(__name__)
NAME = "ready"


def is_possible(now: datetime) -> bool:
    """Write the same row each time and return whether that was possible."""
    try:
        if not Heartbeat.objects.filter(name=NAME).update(at=now):
            Heartbeat.objects.bulk_create([Heartbeat(name=NAME, at=now)], ignore_conflicts=True)
    except DatabaseError as error:
        logger.warning("not ready: nothing can be written: %s", error)
        return False
    return True
