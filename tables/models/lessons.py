"""Which guide a practice table follows, and how far its learner has come."""

from django.db import models

from tables.models.play import Table


class Lesson(models.Model):
    """A guided first game (``engines.guide``). The row goes once the last station is left: then it is a practice table.

    ``station`` counts from 0. It may lag behind the game where an order answered: ``Guide.place`` says where the learner is.
    """

    table = models.OneToOneField(Table, models.CASCADE, related_name="lesson")
    guide = models.CharField(max_length=40)
    station = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.table_id}: {self.guide} {self.station}"
