"""Fetching answers to letters from a folder of an IMAP server, once a minute, by one worker at a time.

A mail is marked as seen once it is known what became of it. Before it is read it is flagged, and that is taken back afterwards:
one that takes its worker along stays flagged, is tried once more after all others, and then left lying for somebody to look at.
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
    """The server cannot be reached, or does not do what was asked. Says nothing of what mails say."""


def fetch(*, inbound: Inbound, now: datetime) -> int:
    """Read what has come in. Returns how many mails; 0 if another worker is at it. Raises :class:`Unanswered`."""
    if not _take(now):
        return 0
    try:
        with _folder(inbound) as server:
            return sum(_read_one(server, uid, inbound, now, again=again) for uid, again in _new(server))
    except (OSError, imaplib.IMAP4.error) as error:
        raise Unanswered(quarantine.place(error)) from error
    finally:
        Heartbeat.objects.filter(name=NAME, at=now).update(at=_FREE)


def _take(now: datetime) -> bool:
    """Whether the lease is ours; one of a worker that died ends by itself."""
    if Heartbeat.objects.filter(name=NAME, at__lte=now - LEASE).update(at=now):
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
    """What nobody has seen, oldest first; at the end those that took a worker along."""
    fresh, left = (_found(server, f"UNSEEN UNDELETED {flag}") for flag in ("UNFLAGGED", "FLAGGED"))
    return [*((uid, False) for uid in fresh[:AT_ONCE]), *((uid, True) for uid in left[:1])]


def _found(server: imaplib.IMAP4, wanted: str) -> list[str]:
    [found, *_more] = _done(server.uid("SEARCH", wanted))
    return found.decode("ascii").split() if isinstance(found, bytes) else []


def _read_one(server: imaplib.IMAP4, uid: str, inbound: Inbound, now: datetime, *, again: bool) -> bool:
    """True. Raises what the server or the database raises; then the mail is as it was."""
    # Whatever happens to the worker now, it does not happen for ever.
    _mark(server, uid, r"+FLAGS (\Seen)" if again else r"+FLAGS (\Flagged)")
    try:
        raw, is_whole = _mail(server, uid)
        replying.receive(mail=reading.read(raw, inbound, is_whole=is_whole), now=now)
    except DatabaseError:
        if not again:
            _mark(server, uid, r"-FLAGS (\Flagged)")
        raise
    except (OSError, imaplib.IMAP4.error):
        raise
    # Set aside, where an operator sees it.
    except Exception as error:  # noqa: BLE001
        logger.error("a mail that came in is set aside: %s", quarantine.place(error))
        _mark(server, uid, r"+FLAGS (\Seen)")
        return True
    _mark(server, uid, r"+FLAGS (\Seen)")
    _mark(server, uid, r"-FLAGS (\Flagged)")
    return True


def _mail(server: imaplib.IMAP4, uid: str) -> tuple[bytes, bool]:
    """As much of it as anybody reads, and whether that is all."""
    sizes = _done(server.uid("FETCH", uid, "(RFC822.SIZE)"))
    found = next((match for part in sizes if isinstance(part, bytes) and (match := _SIZE.search(part))), None)
    is_whole = found is not None and int(found[1]) <= LARGEST
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
