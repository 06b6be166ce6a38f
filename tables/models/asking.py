"""What seats are asked, and what they have prepared."""

import hashlib
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engines.contract import When
from tables.models.hidden import HiddenText, RowId
from tables.models.play import Seat, Table


class DecisionQuerySet(models.QuerySet["Decision"]):
    """Decisions by how far they have come."""

    def open(self) -> Self:
        """Those still asked."""
        return self.filter(closed_at=None)

    def required(self) -> Self:
        """Those still asked that must be answered, and not only may."""
        return self.open().exclude(when=When.MAY)

    def unanswered(self) -> Self:
        """Those to which no answer is given or filed."""
        return self.filter(answered_at=None)


class Decision(models.Model):
    """One asking of one seat (see engines.contract.Pending); open while ``closed_at`` is empty.

    ``due_at`` and ``remind_at`` are empty for decisions nobody waits for and while the table is paused. Own time ends at
    ``over_at``, the bank pays from ``bank_at``. These moments follow from ``counted_at``, at which ``spent_seconds`` of running
    time (see tables.clock) had been used and the clock had stood still for ``rested_seconds``; they are recomputed from
    there when the calendar of its seat's holder changes. ``extension_seconds`` were added by agreement, once. ``result`` and
    ``used_seconds`` of running time say how it went.
    ``answered_at``: an answer is given or filed, nobody waits for this seat, but the answer may still be replaced.
    ``ordered_after``: a standing order answers at the place, or did so for a while; so many seconds of running time had been
    used when it first began to speak, and until the place has come the clock only seems to run on, so that nobody can tell.
    ``think_at``: when the sweep looks for a bot or steward whose task was lost. ``claimed_until``: a sweep is at work on it.
    ``askings`` counts how often the same decision was put to its seat. ``renewed``: a substitute had its full time.
    """

    class Result(models.TextChoices):
        IN_TIME = "in_time", _("answered in time")
        TIMED_OUT = "timed_out", _("answered by the deadline")

    table = models.ForeignKey(Table, models.CASCADE, related_name="decisions")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="decisions")
    key = models.CharField(max_length=60)
    kind = models.CharField(max_length=40)
    when = models.CharField(max_length=5, choices=[(when.value, when.value) for when in When])
    sealed = models.BooleanField(default=False)
    reply = models.BooleanField(default=False)
    asked_at = models.DateTimeField()
    counted_at = models.DateTimeField(null=True, blank=True)
    spent_seconds = models.PositiveIntegerField(default=0)
    rested_seconds = models.PositiveIntegerField(default=0)
    extension_seconds = models.PositiveIntegerField(default=0)
    ordered_after = models.PositiveIntegerField(null=True, blank=True)
    over_at = models.DateTimeField(null=True, blank=True)
    bank_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True)
    think_at = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    askings = models.PositiveSmallIntegerField(default=1)
    renewed = models.BooleanField(default=False)
    answered_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    holder = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="decisions")
    result = models.CharField(max_length=10, choices=Result, blank=True)
    used_seconds = models.PositiveIntegerField(null=True, blank=True)

    objects = DecisionQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seat", "key"], name="decision_key")]
        indexes = [
            models.Index(fields=["due_at"], name="decision_due", condition=Q(closed_at__isnull=True, due_at__isnull=False)),
            models.Index(
                fields=["remind_at"], name="decision_remind", condition=Q(closed_at__isnull=True, remind_at__isnull=False)
            ),
            models.Index(
                fields=["think_at"], name="decision_think", condition=Q(closed_at__isnull=True, think_at__isnull=False)
            ),
            models.Index(fields=["table"], name="decision_of_table", condition=Q(closed_at__isnull=True)),
            models.Index(fields=["seat"], name="decision_open", condition=Q(closed_at__isnull=True)),
            models.Index(fields=["holder", "-closed_at"], name="decision_of_holder", condition=~Q(result="")),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seat_id} {self.key}"


class FiledAnswer(models.Model):
    """An answer given ahead (engines.contract.Filed, encoded in ``body``); private to its seat for ever.

    Once its first action is played it also speaks for the seat's next decisions of the same ``kind``.
    """

    class Status(models.TextChoices):
        ACTIVE = "active", _("waiting for its place")
        USED = "used", _("played")
        DROPPED = "dropped", _("not played")

    # The reason of one that was put aside because its owner left, or the steward plays for them.
    LEFT = "left"

    table = models.ForeignKey(Table, models.CASCADE, related_name="filed_answers")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="filed_answers")
    key = models.CharField(max_length=60)
    kind = models.CharField(max_length=40)
    body = HiddenText(bound=("row_id",))
    row_id = RowId()
    status = models.CharField(max_length=8, choices=Status, default=Status.ACTIVE)
    reason = models.CharField(max_length=60, blank=True)
    done = models.PositiveSmallIntegerField(default=0, help_text=_("how many of its actions have been played"))
    filed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "key"], name="filed_once", condition=Q(status="active")),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.key}"


class StandingOrder(models.Model):
    """A policy of a seat (the engine's Policy, encoded in ``body``), tried in order of ``rank``; private to its seat.

    It ends with ``round``, in which it was made, unless it is ``lasting``. ``paused``: its owner lets it rest. Once
    ``disarmed_at`` it is not tried any more: the code ``disarmed_for`` says why, its game's own if it is none of those below.
    """

    # Why one was disarmed, unless its game says why: its round is over, or its owner does not play the seat.
    ROUND_OVER, LEFT = "round_over", "left"
    ARMED = Q(paused=False, disarmed_at=None)

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="standing_orders")
    rank = models.PositiveSmallIntegerField()
    body = HiddenText(bound=("row_id",))
    row_id = RowId()
    paused = models.BooleanField(default=False)
    lasting = models.BooleanField(default=False)
    round = models.PositiveSmallIntegerField(default=0)
    disarmed_at = models.DateTimeField(null=True, blank=True)
    disarmed_for = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["rank", "id"]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.rank}"

    @property
    def number(self) -> int:
        """What its owner's pages call it, see :func:`order_number`."""
        return order_number(self.body)


def order_number(body: str) -> int:
    """A number of 48 bits that follows from what an order says, which a seat orders only once.

    The row's own number is counted over the whole site, so from two of them one could read how many others gave in between.
    """
    return int.from_bytes(hashlib.sha256(body.encode()).digest()[:6])


class OrderDeed(models.Model):
    """One action that a standing order took for its seat, the move ``seq`` of the record; private like the order itself."""

    order = models.ForeignKey(StandingOrder, models.CASCADE, related_name="deeds")
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["order", "seq"], name="order_deed")]

    def __str__(self) -> str:
        return f"{self.order_id}: {self.seq}"


class Draft(models.Model):
    """The actions a seat is trying out for one decision (an encoded list), replayed each time it is opened; private.

    ``plays_at_deadline``: its owner wants it sent instead of the fallback if the time runs out.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="drafts")
    key = models.CharField(max_length=60)
    actions = HiddenText(default="[]", bound=("seat_id", "key"))
    plays_at_deadline = models.BooleanField(default=False)
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "key"], name="draft_key")]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.key}"

    @property
    def holds_actions(self) -> bool:
        """Whether anything is tried out in it; one that was emptied stays for what its owner chose about the deadline."""
        return bool(self.actions != "[]")


class Submission(models.Model):
    """The idempotency token of something sent, and which moves came of it: the retried request gets the same answer."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="submissions")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="submissions")
    token = models.CharField(max_length=64)
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seat", "token"], name="submission_token")]

    def __str__(self) -> str:
        return f"{self.table_id} {self.token}"


class SentForm(models.Model):
    """The one-time token of a form that made something: sent twice it makes one. ``made`` is the number of what it made.

    ``mark`` is a hash of the token, of what was to be made, and of all that was said: another thing said by the same page is
    another thing.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    mark = models.CharField(max_length=64)
    made = models.PositiveBigIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "mark"], name="sent_form_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.mark[:8]}"
