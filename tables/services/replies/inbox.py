"""Replies to emails, fetched from an IMAP folder once a minute by one worker at a time.

An email is flagged before it is read; afterwards it is marked as seen and unflagged. An email that crashes its worker stays
flagged. It is read once more, after unflagged ones, and marked as seen before that. If it crashes its worker again, it is left
for an admin.
"""

import imaplib
import logging
import re
import ssl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, IntegrityError
from django.db.models import Q
from django.utils import timezone

from config.mail import Inbound
from tables.mail.replies import reading
from tables.mail.replies.raw import LARGEST
from tables.models import Heartbeat
from tables.services import quarantine
from tables.services.replies import replying

logger = logging.getLogger(__name__)

LEASE = timedelta(minutes=10)
TIMEOUT = 20
AT_ONCE = 50
NAME = "inbox"
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
_FREE = datetime(2000, 1, 1, tzinfo=timezone.get_default_timezone())


class Unanswered(Exception):
    """Error raised if the server is unreachable or fails. It contains nothing of the emails."""


def fetch(*, inbound: Inbound, now: datetime) -> int:
    """Take the lease and read new emails, at most ``AT_ONCE`` and one that has crashed a worker.

    Return their number; 0 if another worker has the lease. Raises :class:`Unanswered`.
    """
    if not _take(now):
        return 0
    try:
        with _folder(inbound) as server:
            return sum(_read_one(server, uid, inbound, now, is_retry=is_retry) for uid, is_retry in _new(server))
    except (OSError, imaplib.IMAP4.error) as error:
        raise Unanswered(quarantine.describe_error(error)) from error
    finally:
        Heartbeat.objects.filter(name=NAME, at=now).update(at=_FREE)


def _take(now: datetime) -> bool:
    """Take the lease if it is free or expired. Return whether this worker got it."""
    # A lease from the future was taken by a worker whose clock ran ahead.
    is_over = Q(at__lte=now - LEASE) | Q(at__gt=now + LEASE)
    if Heartbeat.objects.filter(is_over, name=NAME).update(at=now):
        return True
    if Heartbeat.objects.filter(name=NAME).exists():
        return False
    with suppress(IntegrityError):
        Heartbeat.objects.create(name=NAME, at=now)
        return True
    return False


@contextmanager
def _folder(inbound: Inbound) -> Iterator[imaplib.IMAP4]:
    server: imaplib.IMAP4
    if inbound.is_secure:
        server = imaplib.IMAP4_SSL(inbound.host, inbound.port, ssl_context=ssl.create_default_context(), timeout=TIMEOUT)
    else:
        server = imaplib.IMAP4(inbound.host, inbound.port, timeout=TIMEOUT)
    try:
        server.login(inbound.user, inbound.password)
        folder = inbound.folder.replace("\\", "\\\\").replace('"', '\\"')
        _done(server.select(f'"{folder}"'))
        yield server
    finally:
        with suppress(OSError, imaplib.IMAP4.error):
            server.logout()


def _new(server: imaplib.IMAP4) -> list[tuple[str, bool]]:
    """Return the UIDs of unseen emails, each with True if it has crashed a worker.

    At most ``AT_ONCE`` new ones come first, oldest first; then one that has crashed a worker.
    """
    unflagged, flagged = (_search(server, f"UNSEEN UNDELETED {flag}") for flag in ("UNFLAGGED", "FLAGGED"))
    return [*((uid, False) for uid in unflagged[:AT_ONCE]), *((uid, True) for uid in flagged[:1])]


def _search(server: imaplib.IMAP4, criteria: str) -> list[str]:
    [uids, *_more] = _done(server.uid("SEARCH", criteria))
    return uids.decode("ascii").split() if isinstance(uids, bytes) else []


def _read_one(server: imaplib.IMAP4, uid: str, inbound: Inbound, now: datetime, *, is_retry: bool) -> bool:
    """Read one email and return True. Errors of the server or database are raised; a first attempt can then be repeated."""
    # Even if the worker crashes now, this email cannot crash workers for ever.
    _mark(server, uid, r"+FLAGS (\Seen)" if is_retry else r"+FLAGS (\Flagged)")
    try:
        raw, is_whole = _mail(server, uid)
        replying.receive(mail=reading.read(raw, inbound, is_whole=is_whole), now=now)
    except DatabaseError:
        if not is_retry:
            _mark(server, uid, r"-FLAGS (\Flagged)")
        raise
    except (OSError, imaplib.IMAP4.error):
        raise
    # The email stays flagged, so that an admin sees it.
    except Exception as error:  # noqa: BLE001
        logger.error("a mail that came in is set aside: %s", quarantine.describe_error(error))
        _mark(server, uid, r"+FLAGS (\Seen)")
        return True
    _mark(server, uid, r"+FLAGS (\Seen)")
    _mark(server, uid, r"-FLAGS (\Flagged)")
    return True


def _mail(server: imaplib.IMAP4, uid: str) -> tuple[bytes, bool]:
    """Return the email (only its headers if it is too large), and True if it is complete."""
    sizes = _done(server.uid("FETCH", uid, "(RFC822.SIZE)"))
    size_match = next((match for part in sizes if isinstance(part, bytes) and (match := _SIZE.search(part))), None)
    is_whole = size_match is not None and int(size_match[1]) <= LARGEST
    parts = _done(server.uid("FETCH", uid, "(BODY.PEEK[])" if is_whole else "(BODY.PEEK[HEADER])"))
    raw = next((part[1] for part in parts if isinstance(part, tuple)), b"")
    return raw, is_whole


def _mark(server: imaplib.IMAP4, uid: str, flags: str) -> None:
    _done(server.uid("STORE", uid, *flags.split(" ", 1)))


def _done(answer: tuple[str, list[Any]]) -> list[Any]:
    status, data = answer
    if status != "OK":
        raise imaplib.IMAP4.error
    return data
