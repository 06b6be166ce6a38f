"""Models for following games without playing in them."""

from django.conf import settings
from django.db import models

from tables.models.play import Table


class Follow(models.Model):
    """Subscription to news of a public game.

    The last news covered the game up to move ``told_seq``. The sweep looks for further news at ``next_at``.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows")
    table = models.ForeignKey(Table, models.CASCADE, related_name="followers")
    told_seq = models.PositiveIntegerField()
    next_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "table"], name="follow_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.table_id}"
