"""Test notices (“Send me one now”), sent immediately by the usual channel, with the result."""

import threading
from datetime import datetime, timedelta

from accounts.mail import queue
from accounts.mail.headers import SiteMail
from accounts.models import User
from tables.channels import notice as notices
from tables.channels.unsent import Unsent
from tables.models import Channel
from tables.services.channels import health, senders
from tables.services.mail.families import Family

# Simultaneous tests per process. A server may take ten seconds to respond, and the same threads serve pages.
_turns = threading.BoundedSemaphore(2)


class Busy(Exception):
    """Error raised if too many other tests are running."""


def try_way(*, family: Family, channel: Channel, reader: User, now: datetime) -> Unsent | None:
    """Send a test by this channel immediately, at any hour, and record the result.

    Return the failure, or None on success. Raises Busy.
    """
    if not _turns.acquire(blocking=False):
        raise Busy
    try:
        senders.send(family, channel, notices.trial(reader, number=f"trial.{int(now.timestamp() * 1000)}", now=now))
    except Unsent as error:
        health.failed(family, channel, error, now)
        return error
    finally:
        _turns.release()
    health.record_success(family, channel, now)
    return None


def try_mail(*, reader: User, now: datetime) -> None:
    """Queue a test email to a user's address; they see the result in their mailbox."""
    notice = notices.trial(reader, number="", now=now)
    text = "\n\n".join([*notice.lines, notice.url])
    queue.queue(SiteMail(notice.title, text, to=[reader.email or ""]), user=reader, now=now, lasts=timedelta(hours=1))
