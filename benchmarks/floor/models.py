"""Minimal models of a site of this kind: a table, its moves, and the submissions with their tokens."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class Table(models.Model):
    """A game with its position as text."""

    state = models.TextField()
    seq = models.PositiveIntegerField(default=0)
    moved_at = models.DateTimeField(null=True)

    objects: ClassVar["models.Manager[Table]"] = models.Manager()

    def __str__(self) -> str:
        return f"table {self.pk}"


class Move(models.Model):
    """One action and its consequences."""

    table = models.ForeignKey(Table, models.CASCADE)
    seq = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    key = models.CharField(max_length=60)
    kind = models.CharField(max_length=60)
    action = models.TextField()
    events = models.TextField()
    draws = models.TextField()
    at = models.DateTimeField()

    objects: ClassVar["models.Manager[Move]"] = models.Manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["table", "seq"], name="floor_move_once")]

    def __str__(self) -> str:
        return f"move {self.seq}"


class Submission(models.Model):
    """Record of a received submission, so that sending it again has no effect."""

    table = models.ForeignKey(Table, models.CASCADE)
    token = models.CharField(max_length=40, unique=True)
    seq = models.PositiveIntegerField()
    at = models.DateTimeField()

    objects: ClassVar["models.Manager[Submission]"] = models.Manager()

    def __str__(self) -> str:
        return self.token
