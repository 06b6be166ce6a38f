"""Models for decisions of seats and their prepared answers."""

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
    """Queries for decisions by state."""

    def open(self) -> Self:
        """Return the open decisions."""
        return self.filter(closed_at=None)

    def required(self) -> Self:
        """Return the open decisions that must be answered, without the optional ones."""
        return self.open().exclude(when=When.MAY)

    def unanswered(self) -> Self:
        """Return the decisions without ``answered_at``: no answer is given or queued."""
        return self.filter(answered_at=None)


class Decision(models.Model):
    """Decision of one seat (see engines.contract.Pending). It is open while ``closed_at`` is empty.

    Its clock:

    - ``due_at`` and ``remind_at`` are empty for decisions that delay nobody, and while the table is paused.
    - The decision time ends at ``over_at``. The time bank pays from ``bank_at``.
    - These times are computed from ``counted_at``. Before it, the player used ``spent_seconds`` of running time (see
      tables.clock), and the clock was paused for ``rested_seconds``. A changed calendar of the player counts from there.
    - ``extension_seconds`` were added by agreement, once.
    - ``result`` is the way the decision ended, after ``used_seconds`` of running time.

    Its answer:

    - From ``answered_at`` on, an answer is given or queued. Nobody waits for this seat, but the answer can still be replaced.
    - ``ordered_after`` is the running time in seconds after which a standing order first covered the decision, even if the
      order no longer does. Until the order's turn the clock seems to run, which keeps the order secret.

    Tasks:

    - At ``think_at`` the sweep checks if the task of a bot or steward was lost.
    - Until ``claimed_until`` a sweep is working on the decision.
    - ``askings`` is the number of times the player was asked for it. A higher number causes new notifications.
    - ``renewed`` is True if a substitute got the full time again.
    """

    class Result(models.TextChoices):
        IN_TIME = "in_time", _("decided in time")
        TIMED_OUT = "timed_out", _("deadline missed")

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
    """Queued turn of a seat (engines.contract.Filed, encoded in ``body``), private to that seat.

    Once its first action is played, it also answers the seat's next decisions of the same ``kind``.
    """

    class Status(models.TextChoices):
        ACTIVE = "active", _("queued")
        USED = "used", _("played")
        DROPPED = "dropped", _("not played")

    # Code of the reason for a queued turn that was dropped because its owner left or the steward plays for them.
    LEFT = "left"

    table = models.ForeignKey(Table, models.CASCADE, related_name="filed_answers")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="filed_answers")
    key = models.CharField(max_length=60)
    kind = models.CharField(max_length=40)
    body = HiddenText(bound=("row_id",))
    row_id = RowId()
    status = models.CharField(max_length=8, choices=Status, default=Status.ACTIVE)
    reason = models.CharField(max_length=60, blank=True)
    done = models.PositiveSmallIntegerField(default=0, help_text=_("number of its actions already played"))
    filed_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seat", "key"], name="filed_once", condition=Q(status="active")),
        ]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.key}"


class StandingOrder(models.Model):
    """Standing order of a seat (the engine's Policy, encoded in ``body``), private to its seat.

    Orders are tried in order of ``rank``. An order ends with the ``round`` in which it was made, unless it is ``lasting``.
    ``paused`` is True if its owner has paused it. From ``disarmed_at`` on it is no longer tried. ``disarmed_for`` is the
    reason: one of the codes below or a code of the game.
    """

    # Codes of the site for disarmed orders: the round is over, or the owner does not play the seat.
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
        """Number that identifies the order on its owner's pages, see :func:`order_number`."""
        return order_number(self.body)


def order_number(body: str) -> int:
    """Return a 48-bit number derived from the content of an order. It identifies the order among those of its seat.

    Row numbers count over the whole site. Two of them would reveal the number of orders that other players gave in between.
    """
    return int.from_bytes(hashlib.sha256(body.encode()).digest()[:6])


class OrderDeed(models.Model):
    """Action that a standing order took for its seat: the move ``seq`` of the record. It is private like the order."""

    order = models.ForeignKey(StandingOrder, models.CASCADE, related_name="deeds")
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["order", "seq"], name="order_deed")]

    def __str__(self) -> str:
        return f"{self.order_id}: {self.seq}"


class Draft(models.Model):
    """Draft of a seat for one decision: the actions it tries out (an encoded list), private to the seat.

    They are replayed each time the draft is opened. ``plays_at_deadline`` is True if its owner wants the site to send it at
    the deadline instead of the default move.
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
        """True if the draft has actions. An emptied draft keeps its owner's choice about the deadline."""
        return bool(self.actions != "[]")


class Submission(models.Model):
    """Idempotency token of a request, and the moves that the request caused, so that a retry gets the same result."""

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
    """One-time token of a form, so that sending it twice creates one object. ``made`` is the number of that object.

    ``mark`` is a hash of the token, the kind of object and all fields, so different input from the same page creates another
    object.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    mark = models.CharField(max_length=64)
    made = models.PositiveBigIntegerField(null=True, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "mark"], name="sent_form_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.mark[:8]}"
