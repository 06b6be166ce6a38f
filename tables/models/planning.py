"""Models for the planning board, and for variations that their owners show after the game."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.hidden import HiddenText, RowId
from tables.models.play import Seat, Table


class PlanNode(models.Model):
    """Action tried on an imagined table after the action of ``parent``, private to its owner.

    A variation begins with the position after move ``at_seq``, as the seat ``eyes`` saw it (or a spectator, if empty), in the
    imagined world number ``world``. All nodes of a variation share these. ``seat`` (the engine's index) takes the encoded
    ``action`` for the decision ``key``.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="plan_nodes")
    table = models.ForeignKey(Table, models.CASCADE, related_name="plan_nodes")
    eyes = models.ForeignKey(Seat, models.CASCADE, null=True, blank=True, related_name="+")
    at_seq = models.PositiveIntegerField()
    world = models.PositiveSmallIntegerField(default=0)
    parent = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="children")
    seat = models.PositiveSmallIntegerField()
    key = models.CharField(max_length=60)
    row_id = RowId()
    action = HiddenText(bound=("row_id",))
    note = HiddenText(blank=True, bound=("row_id",), help_text=_("the owner’s note"))
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["owner", "table"], name="plan_of_owner")]

    def __str__(self) -> str:
        return f"{self.table_id}: plan {self.pk}"


class ShownPlan(models.Model):
    """Copy of a variation's steps and notes that its owner ``user`` shows to everyone who can read the finished game.

    ``node`` is the variation's last step on the owner's board. If that step is deleted, the variation is no longer shown.
    ``at_seq``, ``eyes`` and ``world`` are the same as for the steps on the board. Each of ``steps`` has the seat, the key of
    the decision and the encoded action. ``notes`` has a note for each step, or is empty if there are none.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="shown_plans")
    table = models.ForeignKey(Table, models.CASCADE, related_name="shown_plans")
    node = models.OneToOneField(PlanNode, models.CASCADE, related_name="shown")
    eyes = models.ForeignKey(Seat, models.CASCADE, null=True, blank=True, related_name="+")
    at_seq = models.PositiveIntegerField()
    world = models.PositiveSmallIntegerField(default=0)
    steps = models.JSONField()
    notes = models.JSONField(default=list, blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "at_seq", "id"], name="shown_plan_order")]

    def __str__(self) -> str:
        return f"{self.table_id}: shown plan {self.pk}"

    @property
    def text(self) -> str:
        """All notes, as they are reported."""
        return "\n".join(note for note in self.notes if note)
