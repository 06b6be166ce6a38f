"""Handing out all that the site knows of a person, as one archive: asked for, made by a worker, mailed as a link, forgotten.

The bytes are rows (``DataExportPart``), so that every web machine has them and they go with the account:
docs/decisions/0034-ones-own-data.md. Nothing is ever held in memory as a whole.
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

# So long an archive can be fetched.
KEPT = timedelta(days=7)
# One archive of each person within this time.
SPAN = timedelta(days=1)
# So long a worker may be at it before another begins anew, and so often it is tried.
PATIENCE = timedelta(minutes=30)
MOST_TRIES = 3
PART_BYTES = 256 * 1024
AT_ONCE = 20
Status = DataExport.Status


class _Lost(Exception):
    """Another worker makes this archive by now, or nobody wants it any more."""


@transaction.atomic
def ask(*, user: User, now: datetime) -> DataExport:
    """Have an archive made; older ones of this person go. Raises a Refusal: export_making, export_today."""
    User.objects.select_for_update().get(pk=user.pk)
    check(user=user, now=now)
    user.data_exports.all().delete()
    made = DataExport.objects.create(user=user, asked_at=now)
    tasks.later("export_data", made.pk)
    return made


def check(*, user: User, now: datetime) -> None:
    """Raises a Refusal as ``ask``. One that could not be made may be asked for again at once."""
    last = exports.latest(user)
    if last is not None and last.status == Status.MAKING:
        raise Refusal(Code.EXPORT_MAKING)
    if last is not None and last.status == Status.READY and last.asked_at > now - SPAN:
        raise Refusal(Code.EXPORT_TODAY)


@transaction.atomic
def mail_again(*, user: User, now: datetime) -> None:
    """Mail a new address of the archive that is ready; the one before leads nowhere. Raises a Refusal: export_gone."""
    export = DataExport.objects.select_for_update().filter(user=user, status=Status.READY, until__gt=now).first()
    if export is None:
        raise Refusal(Code.EXPORT_GONE)
    _mail(export, user, now)


def make(*, export_id: int, now: datetime) -> None:
    """Make an archive that somebody asked for, unless another worker is at it. One that died is followed by another."""
    free = Q(claimed_at=None) | Q(claimed_at__lte=now - PATIENCE)
    wanted = DataExport.objects.filter(free, pk=export_id, status=Status.MAKING, attempts__lt=MOST_TRIES)
    if not wanted.update(claimed_at=now, attempts=F("attempts") + 1):
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
    """Forget the content of an archive that does not open; its person may ask for another one straight away."""
    with transaction.atomic():
        DataExportPart.objects.filter(export=export_id).delete()
        DataExport.objects.filter(pk=export_id).update(status=Status.FAILED)
    logger.error("an archive of somebody's data does not open")


def sweep(*, now: datetime) -> None:
    """Forget archives whose time is over, give up those that could not be made, and make those whose task was lost."""
    DataExport.objects.filter(Q(until__lte=now) | Q(asked_at__lte=now - 2 * KEPT)).delete()
    stuck = DataExport.objects.filter(status=Status.MAKING, claimed_at__lte=now - PATIENCE)
    for export in stuck.filter(attempts__gte=MOST_TRIES):
        export.parts.all().delete()
        DataExport.objects.filter(pk=export.pk, status=Status.MAKING).update(status=Status.FAILED)
        logger.error("an archive of somebody's data could not be made in %d tries", MOST_TRIES)
    lost = DataExport.objects.filter(Q(claimed_at=None) | Q(claimed_at__lte=now - PATIENCE), status=Status.MAKING)
    for pk in list(lost.order_by("asked_at").values_list("pk", flat=True)[:AT_ONCE]):
        tasks.later("export_data", pk)


def _write(export: DataExport, now: datetime) -> int:
    """The archive as parts. Returns its size. Raises _Lost."""
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
        mine = DataExport.objects.filter(pk=export.pk, claimed_at=export.claimed_at, status=Status.MAKING)
        if not mine.update(status=Status.READY, ready_at=now, until=now + KEPT, size=size):
            raise _Lost
        export.until = now + KEPT
        _mail(export, export.user, now)


def _mail(export: DataExport, user: User, now: datetime) -> None:
    """A new token; only the mail knows it."""
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
    said = _("Everything Staffetta knows of you is in one archive:")
    only = _("It opens only where you are signed in, until %(moment)s. Then it is deleted.") % {
        "moment": times.absolute(until, user.tz)
    }
    strange = _("If you did not ask for it, somebody else is signed in to your account: change your password.")
    return f"{said}\n\n{address}\n\n{only}\n\n{strange}\n"


def _json(subject: Subject, user: User) -> Iterator[str]:
    """A list with a line for each row, and one that says how many were left out because something of them does not open."""
    before, left_out = "[\n", 0
    for row in subject.rows(user):
        if row == LEFT_OUT:
            left_out += 1
            continue
        yield before + json.dumps(row, ensure_ascii=False, default=_plain)
        before = ",\n"
    if left_out:
        yield before + json.dumps({"left_out": left_out, "reason": words.left_out(left_out)}, ensure_ascii=False)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


class _Parts:
    """A file that is written from the beginning to the end, into rows."""

    def __init__(self, export: DataExport) -> None:
        self._export, self._held, self._number, self.size = export, bytearray(), 0, 0

    def write(self, content: Any) -> int:
        """Raises _Lost."""
        self._held += content
        self.size += len(content)
        while len(self._held) >= PART_BYTES:
            self._store(PART_BYTES)
        return len(content)

    def flush(self) -> None:
        """What is left waits for more."""

    def close(self) -> None:
        """Store what is left."""
        if self._held:
            self._store(len(self._held))

    def _store(self, size: int) -> None:
        with transaction.atomic():
            mine = DataExport.objects.filter(pk=self._export.pk, claimed_at=self._export.claimed_at)
            if not mine.exists():
                raise _Lost
            DataExportPart.objects.create(export=self._export, number=self._number, content=bytes(self._held[:size]))
        self._number += 1
        del self._held[:size]
