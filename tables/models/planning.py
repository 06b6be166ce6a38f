"""What somebody tries out for themselves on the planning board."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.hidden import HiddenText, RowId
from tables.models.play import Seat, Table


class PlanNode(models.Model):
    """One action somebody tried on an imagined table, after that of ``parent``; only its owner ever sees it.

    A line begins after move ``at_seq`` as ``eyes`` saw it (empty: as an onlooker), in the imagined ``world`` of that number;
    all nodes of a line share these. ``seat`` (the engine's index) takes the encoded ``action`` for the decision ``key``.
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
    note = HiddenText(blank=True, bound=("row_id",), help_text=_("what its owner thinks of it"))
    created_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["owner", "table"], name="plan_of_owner")]

    def __str__(self) -> str:
        return f"{self.table_id}: plan {self.pk}"
