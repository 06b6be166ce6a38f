"""Computer analysis of a finished game: requested on its page, made by a worker, and begun again if the worker dies.

Every attempt imagines the same games, since their key follows from the table. An attempt replaced by another worker stores
nothing.
"""

import hashlib
import logging
import time
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet

from accounts.models import User
from engines import registry
from engines.search import reading
from engines.search.reading import Made, Reading
from tables.errors import Code, Refusal
from tables.models import Analysis, Table
from tables.selectors import coding
from tables.selectors.archive import analyses, games
from tables.services import quarantine, suspensions
from tables.services import queue as tasks

logger = logging.getLogger(__name__)

# Minimum interval between two stored signs of progress.
SAVE_EVERY = timedelta(seconds=3)
# Time without a sign of life after which another worker starts over, and the maximum number of attempts.
TAKEOVER_AFTER = timedelta(minutes=3)
MOST_TRIES = 3
# Time after which a waiting analysis counts as lost, if no worker is busy.
LOST_AFTER = timedelta(minutes=1)
# Period of the site's ceiling.
PERIOD = timedelta(days=1)
Status = Analysis.Status


class _Lost(Exception):
    """Error raised if another worker has taken over this analysis, or its table is gone."""


@transaction.atomic
def ask(*, table_id: int, user: User, now: datetime) -> Analysis:
    """Request the analysis of a game, and return it. One that is done or on its way is returned unchanged.

    Raises a Refusal: not_analysed (the user cannot read the game, it was not played to the end, or its title has no analysis),
    analyses_off, suspended, analysis_failed, analysis_making (another one of this user), analyses_enough.
    """
    User.objects.select_for_update().get(pk=user.pk)
    table = games.archived_tables(user).filter(pk=table_id).first()
    if table is None or not analyses.is_analysable(table):
        raise Refusal(Code.NOT_ANALYSED)
    existing = Analysis.objects.select_for_update().filter(table=table).first()
    if existing is not None and not analyses.is_outdated(existing, now):
        if existing.status == Status.FAILED:
            raise Refusal(Code.ANALYSIS_FAILED)
        return existing
    if not analyses.are_on():
        raise Refusal(Code.ANALYSES_OFF)
    suspensions.check(user, now)
    if Analysis.objects.filter(asked_by=user, status__in=analyses.OPEN).exists():
        raise Refusal(Code.ANALYSIS_MAKING)
    if not _has_room(now):
        raise Refusal(Code.ANALYSES_ENOUGH)
    return _open(table, user, now)


@transaction.atomic
def ask_for_event(*, table_id: int, now: datetime) -> None:
    """Request the analysis of an event's game that is disclosed, if the settings ask for it. Otherwise do nothing."""
    if not settings.ANALYSES_OF_EVENTS:
        return
    table = Table.objects.finished().filter(pk=table_id, event__isnull=False, analysis=None).first()
    if table is not None and analyses.is_analysable(table) and _has_room(now):
        _open(table, None, now)


def analyse(*, table_id: int, now: datetime) -> None:
    """Make a requested analysis, unless another worker is making it. A crashed worker is replaced."""
    attempt = _claim(table_id, now)
    if attempt is None:
        return
    try:
        _store(attempt, _read(attempt))
    except _Lost:
        logger.info("table %s: its analysis is made elsewhere", table_id)
    except DatabaseError:
        raise
    # A record that breaks the analysis breaks it again, so nobody waits for another attempt.
    except Exception as error:  # noqa: BLE001
        logger.error("table %s could not be analysed: %s", table_id, quarantine.describe_error(error))
        _close(attempt.rows, Status.FAILED, now)


def tend(*, now: datetime) -> None:
    """Give up analyses that have killed their workers, and queue the oldest one with a lost task again."""
    silent = Q(status=Status.RUNNING, alive_at__lte=now - TAKEOVER_AFTER)
    if _close(Analysis.objects.filter(silent, attempts__gte=MOST_TRIES), Status.FAILED, now):
        logger.error("an analysis could not be made in %d attempts", MOST_TRIES)
    if Analysis.objects.filter(status=Status.RUNNING, alive_at__gt=now - TAKEOVER_AFTER).exists():
        return
    lost = Analysis.objects.filter(silent | Q(status=Status.WAITING, asked_at__lte=now - LOST_AFTER))
    for pk in list(lost.order_by("asked_at").values_list("pk", flat=True)[:1]):
        tasks.later("analyse_game", pk)


def _has_room(now: datetime) -> bool:
    return bool(Analysis.objects.filter(asked_at__gt=now - PERIOD).count() < settings.ANALYSES_PER_DAY)


def _open(table: Table, user: User | None, now: datetime) -> Analysis:
    fields = {"status": Status.WAITING, "asked_by": user, "asked_at": now, "attempts": 0, "done": 0, "plies": table.seq}
    analysis, _created = Analysis.objects.update_or_create(table=table, defaults=fields | {"reading": ""})
    tasks.later("analyse_game", table.pk)
    return analysis


class _Attempt:
    """One attempt at an analysis. It measures its CPU time and stores its progress."""

    def __init__(self, table_id: int, number: int, now: datetime) -> None:
        self.table_id, self.now = table_id, now
        self.rows = Analysis.objects.filter(pk=table_id, attempts=number, status=Status.RUNNING)
        self.is_short = False
        self._cpu, self._started, self._saved_at = time.thread_time(), time.monotonic(), now

    @property
    def seconds(self) -> float:
        """CPU time so far."""
        return time.thread_time() - self._cpu

    @property
    def clock(self) -> datetime:
        """Current time, from the time at which the task began."""
        return self.now + timedelta(seconds=time.monotonic() - self._started)

    def must_stop(self) -> bool:
        """Return whether the CPU time is used up. The remaining moves are then not examined."""
        self.is_short = self.is_short or self.seconds >= settings.ANALYSIS_SECONDS
        return self.is_short

    def progress(self, done: int, plies: int) -> None:
        """Store that ``done`` of ``plies`` moves are read, from time to time. Raises _Lost."""
        if self.clock >= self._saved_at + SAVE_EVERY:
            self._saved_at = self.clock
            self.save(done=done, plies=plies, alive_at=self.clock)

    def save(self, **fields: object) -> None:
        """Store these columns. Raises _Lost."""
        if not self.rows.update(**fields):
            raise _Lost


def _claim(table_id: int, now: datetime) -> _Attempt | None:
    """Begin an attempt; None if another worker is busy with the analysis, or if it is not wanted any more."""
    free = Q(status=Status.WAITING) | Q(status=Status.RUNNING, alive_at__lte=now - TAKEOVER_AFTER)
    row = Analysis.objects.filter(free, pk=table_id, attempts__lt=MOST_TRIES)
    with transaction.atomic():
        begun = {"status": Status.RUNNING, "attempts": F("attempts") + 1, "started_at": now, "alive_at": now, "done": 0}
        if not row.update(**begun):
            return None
        number = Analysis.objects.values_list("attempts", flat=True).get(pk=table_id)
    return _Attempt(table_id, number, now)


def _read(attempt: _Attempt) -> Reading:
    table = games.finished_table(attempt.table_id)
    engine, moves = registry.engine(table.game), games.moves_of(table)
    steps = list(games.steps(engine, table, moves))
    made = [
        Made(move.seat.index, move.key, coding.action(table.game, move.action))
        for move in moves[1:]
        if move.seat and move.seat.index is not None
    ]
    key = hashlib.sha256(f"analysis/{table.code}".encode()).digest()
    return reading.read(engine, steps, made, key, attempt.must_stop, attempt.progress)


def _store(attempt: _Attempt, result: Reading) -> None:
    attempt.save(
        status=Status.DONE,
        asked_by=None,
        done=len(result.losses),
        done_at=attempt.clock,
        format=result.format,
        reading=coding.to_text(result),
        seconds=round(attempt.seconds, 2),
        is_short=attempt.is_short,
    )


def _close(rows: QuerySet[Analysis], status: Status, now: datetime) -> int:
    return rows.update(status=status, asked_by=None, done_at=now)
