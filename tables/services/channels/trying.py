"""“Send me one now”: the same way as everything else, at once and with the answer."""

import threading
from datetime import datetime, timedelta

from accounts.mail import queue
from accounts.mail.headers import SiteMail
from accounts.models import User
from tables.channels import notice as notices
from tables.channels.unsent import Unsent
from tables.models import Channel
from tables.services.channels import handing_over, health
from tables.services.mail.families import Family

# So many at once in one process: whoever is asked may take ten seconds to answer, and pages are shown by the same threads.
_turns = threading.BoundedSemaphore(2)


class Busy(Exception):
    """Others are trying theirs just now."""


def try_way(*, family: Family, way: Channel, reader: User, now: datetime) -> Unsent | None:
    """Tell something by this way at once, whatever the hour. Returns why it was not taken; None if it was. Raises Busy."""
    if not _turns.acquire(blocking=False):
        raise Busy
    try:
        handing_over.send(family, way, notices.trial(reader, number=f"trial.{int(now.timestamp() * 1000)}", now=now))
    except Unsent as error:
        health.failed(family, way, error, now)
        return error
    finally:
        _turns.release()
    health.took(family, way, now)
    return None


def try_mail(*, reader: User, now: datetime) -> None:
    """Send a mail to somebody's address as soon as a worker is free; what came of it is seen in their mailbox."""
    told = notices.trial(reader, number="", now=now)
    text = "\n\n".join([*told.lines, told.url])
    queue.queue(SiteMail(told.title, text, to=[reader.email or ""]), user=reader, now=now, lasts=timedelta(hours=1))
