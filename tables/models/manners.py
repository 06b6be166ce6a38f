"""Models for penalties that admins have lifted."""

from django.conf import settings
from django.db import models


class LiftedPause(models.Model):
    """Pause from rated games that an admin has lifted, so that the person can play them again.

    Games that they left before ``at`` no longer count for a pause.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="lifted_pauses")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.user_id}"
