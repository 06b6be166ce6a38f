"""Export of a user's personal data as one archive: requested, made by a worker, linked in an email, deleted.

The bytes are stored in rows (``DataExportPart``), so that every web server has them and they are deleted with the account
(docs/decisions/0034-ones-own-data.md). The whole archive is never in memory.
"""

import json
import logging
import secrets
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.mail import headers, queue
from accounts.models import User
from tables.errors import Code, Refusal
from tables.mail import times
from tables.models import DataExport, DataExportPart
from tables.present import personal as words
from tables.selectors.personal import exports
from tables.selectors.personal.subject import LEFT_OUT, Subject
from tables.selectors.personal.subjects import LEFT_OUT as NOT_HANDED_OUT
from tables.selectors.personal.subjects import SUBJECTS
from tables.services import queue as tasks

logger = logging.getLogger(__name__)

# Time for which an archive can be fetched.
KEPT = timedelta(days=7)
# Minimum interval between two archives of a person.
SPAN = timedelta(days=1)
# Time after which another worker starts over, and the maximum number of tries.
TAKEOVER_AFTER = timedelta(minutes=30)
MOST_TRIES = 3
PART_BYTES = 256 * 1024
AT_ONCE = 20
Status = DataExport.Status


class _Lost(Exception):
    """Error raised if another worker has taken over this archive, or it is no longer wanted."""


@transaction.atomic
def ask(*, user: User, now: datetime) -> DataExport:
    """Request an archive; older ones of this user are deleted. Raises a Refusal: export_making, export_today."""
    User.objects.select_for_update().get(pk=user.pk)
    check(user=user, now=now)
    user.data_exports.all().delete()
    export = DataExport.objects.create(user=user, asked_at=now)
    tasks.later("export_data", export.pk)
    return export


def check(*, user: User, now: datetime) -> None:
    """Check that a new archive is allowed. A failed one can be requested again immediately. Raises the Refusals of ``ask``."""
    last = exports.latest(user)
    if last is not None and last.status == Status.MAKING:
        raise Refusal(Code.EXPORT_MAKING)
    if last is not None and last.status == Status.READY and last.asked_at > now - SPAN:
        raise Refusal(Code.EXPORT_TODAY)


@transaction.atomic
def mail_again(*, user: User, now: datetime) -> None:
    """Email a new link to the finished archive, and invalidate the previous link. Raises a Refusal: export_gone."""
    export = DataExport.objects.select_for_update().filter(user=user, status=Status.READY, until__gt=now).first()
    if export is None:
        raise Refusal(Code.EXPORT_GONE)
    _mail(export, user, now)


def make(*, export_id: int, now: datetime) -> None:
    """Make a requested archive and email its link, unless another worker is making it. A crashed worker is replaced."""
    is_free = Q(claimed_at=None) | Q(claimed_at__lte=now - TAKEOVER_AFTER)
    unclaimed = DataExport.objects.filter(is_free, pk=export_id, status=Status.MAKING, attempts__lt=MOST_TRIES)
    if not unclaimed.update(claimed_at=now, attempts=F("attempts") + 1):
        return
    export = DataExport.objects.select_related("user").get(pk=export_id)
    try:
        export.claimed_at = now
        export.parts.all().delete()
        with translation.override(export.user.language), timezone.override(export.user.tz):
            size = _write(export, now)
            _finish(export, size, now)
    except _Lost:
        logger.info("an archive of somebody's data was not finished: it is made elsewhere, or not wanted any more")


def give_up(*, export_id: int) -> None:
    """Delete the content of an archive that cannot be decrypted; its owner can request another straight away."""
    with transaction.atomic():
        DataExportPart.objects.filter(export=export_id).delete()
        DataExport.objects.filter(pk=export_id).update(status=Status.FAILED)
    logger.error("an archive of somebody's data does not open")


def sweep(*, now: datetime) -> None:
    """Delete expired archives, give up failed ones, and queue those with a lost task again."""
    DataExport.objects.filter(Q(until__lte=now) | Q(asked_at__lte=now - 2 * KEPT)).delete()
    stuck = DataExport.objects.filter(status=Status.MAKING, claimed_at__lte=now - TAKEOVER_AFTER)
    for export in stuck.filter(attempts__gte=MOST_TRIES):
        export.parts.all().delete()
        DataExport.objects.filter(pk=export.pk, status=Status.MAKING).update(status=Status.FAILED)
        logger.error("an archive of somebody's data could not be made in %d tries", MOST_TRIES)
    lost = DataExport.objects.filter(Q(claimed_at=None) | Q(claimed_at__lte=now - TAKEOVER_AFTER), status=Status.MAKING)
    for pk in list(lost.order_by("asked_at").values_list("pk", flat=True)[:AT_ONCE]):
        tasks.later("export_data", pk)


def _write(export: DataExport, now: datetime) -> int:
    """Write the archive as parts and return its size in bytes. Raises _Lost."""
    parts = _Parts(export)
    with zipfile.ZipFile(parts, "w", zipfile.ZIP_DEFLATED) as archive:
        for subject in SUBJECTS:
            with archive.open(f"{subject.name}.json", "w") as file:
                for text in _json(subject, export.user):
                    file.write(text.encode())
        with archive.open("index.html", "w") as file:
            for text in words.page(export.user, SUBJECTS, NOT_HANDED_OUT.values(), now):
                file.write(text.encode())
    parts.close()
    return parts.size


def _finish(export: DataExport, size: int, now: datetime) -> None:
    with transaction.atomic():
        claimed = DataExport.objects.filter(pk=export.pk, claimed_at=export.claimed_at, status=Status.MAKING)
        if not claimed.update(status=Status.READY, ready_at=now, until=now + KEPT, size=size):
            raise _Lost
        export.until = now + KEPT
        _mail(export, export.user, now)


def _mail(export: DataExport, user: User, now: datetime) -> None:
    """Email a new token, which is stored only as a hash."""
    assert export.until is not None, "it is ready"
    assert user.email, "guests ask for none"
    token = secrets.token_urlsafe(24)
    DataExport.objects.filter(pk=export.pk).update(token_hash=exports.hashed(token))
    with translation.override(user.language), timezone.override(user.tz):
        message = EmailMessage(
            _("Your data is ready"), _text(export.until, user, token), to=[user.email], headers=headers.own_headers()
        )
    queue.queue(message, user=user, now=now, lasts=export.until - now)


def _text(until: datetime, user: User, token: str) -> str:
    address = f"{settings.SITE_URL}{reverse('tables:data_file', args=[token])}"
    intro = _("Everything Staffetta knows about you is in one archive:")
    availability = _("You can open it until %(moment)s, and only where you are signed in. It will then be deleted.") % {
        "moment": times.absolute(until, user.tz)
    }
    warning = _("If you did not request this, someone else is signed in to your account. Change your password.")
    return f"{intro}\n\n{address}\n\n{availability}\n\n{warning}\n"


def _json(subject: Subject, user: User) -> Iterator[str]:
    """Yield a JSON list in pieces: a line for each row, and one with the number of rows left out as unreadable, if any."""
    prefix, left_out = "[\n", 0
    for row in subject.rows(user):
        if row == LEFT_OUT:
            left_out += 1
            continue
        yield prefix + json.dumps(row, ensure_ascii=False, default=_plain)
        prefix = ",\n"
    if left_out:
        yield prefix + json.dumps({"left_out": left_out, "reason": words.left_out(left_out)}, ensure_ascii=False)
        prefix = ",\n"
    yield "[]\n" if prefix == "[\n" else "\n]\n"


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


class _Parts:
    """Write-only file, stored in rows."""

    def __init__(self, export: DataExport) -> None:
        self._export, self._buffer, self._number, self.size = export, bytearray(), 0, 0

    def write(self, content: Any) -> int:
        """Write to the file and return the length. Raises _Lost."""
        self._buffer += content
        self.size += len(content)
        while len(self._buffer) >= PART_BYTES:
            self._store(PART_BYTES)
        return len(content)

    def flush(self) -> None:
        """Do nothing; the remaining bytes are kept until a part is full."""

    def close(self) -> None:
        """Store the remaining bytes."""
        if self._buffer:
            self._store(len(self._buffer))

    def _store(self, size: int) -> None:
        with transaction.atomic():
            claimed = DataExport.objects.filter(pk=self._export.pk, claimed_at=self._export.claimed_at)
            if not claimed.exists():
                raise _Lost
            DataExportPart.objects.create(export=self._export, number=self._number, content=bytes(self._buffer[:size]))
        self._number += 1
        del self._buffer[:size]
