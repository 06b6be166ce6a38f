"""Models for guides: the guide of a practice table and its player's progress."""

from django.db import models

from tables.models.play import Table


class Lesson(models.Model):
    """Guided first game (``engines.guide``).

    The row is deleted after the last step; the table is then an ordinary practice table. ``station`` is the id of a step and
    not its number, since new steps may be inserted while somebody is learning. It may lag behind the game if a standing order
    answered. ``Guide.place`` finds the learner's current step.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="lesson")
    guide = models.CharField(max_length=40)
    station = models.CharField(max_length=40)

    def __str__(self) -> str:
        return f"{self.table_id}: {self.guide} {self.station}"
