"""Models for the export of a person's data."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.hidden import HiddenBytes


class DataExport(models.Model):
    """Archive of a person's data, made on their request. Its bytes are its parts in order.

    To download it, you must be signed in as ``user`` and know the emailed token. Only the token's SHA-256 hash is stored
    (``token_hash``). A worker has been busy with the archive since ``claimed_at``. ``attempts`` is the number of attempts
    started. It is deleted after ``until``. ``size`` is in bytes.
    """

    class Status(models.TextChoices):
        MAKING = "making", _("being prepared")
        READY = "ready", _("ready")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="data_exports")
    status = models.CharField(max_length=8, choices=Status, default=Status.MAKING)
    asked_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    ready_at = models.DateTimeField(null=True, blank=True)
    until = models.DateTimeField(null=True, blank=True)
    token_hash = models.CharField(max_length=64, blank=True)
    size = models.PositiveBigIntegerField(default=0)

    class Meta:
        indexes = [models.Index(fields=["asked_at"], name="export_making", condition=Q(status="making"))]

    def __str__(self) -> str:
        return f"export {self.pk}"


class DataExportPart(models.Model):
    """Part of an archive, small enough to be in memory."""

    export = models.ForeignKey(DataExport, models.CASCADE, related_name="parts")
    number = models.PositiveIntegerField()
    content = HiddenBytes(bound=("export_id", "number"))

    class Meta:
        constraints = [models.UniqueConstraint(fields=["export", "number"], name="export_part")]

    def __str__(self) -> str:
        return f"{self.export_id}#{self.number}"
