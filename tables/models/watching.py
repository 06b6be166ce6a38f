"""Games that somebody follows without playing in them."""

from django.conf import settings
from django.db import models

from tables.models.play import Table


class Follow(models.Model):
    """Somebody wants to be told how a public game goes on. The last they were told was its move ``told_seq``; the sweep looks
    at ``next_at`` whether there is more.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="follows")
    table = models.ForeignKey(Table, models.CASCADE, related_name="followers")
    told_seq = models.PositiveIntegerField()
    next_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "table"], name="follow_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.table_id}"
