"""What is made of finished games: what they are found by, what is said about them, and what they say of those who played."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.play import Seat, Table
from tables.models.tags import TagsField


class ArchivedGame(models.Model):
    """What a finished game is found by and counted with: one row for every table that ended after its start.

    It follows from the table, its seats and its record alone and can be rebuilt at any time. ``plies`` is the number of
    moves, ``rounds`` of rounds begun, ``seconds`` the time from the start to the end. ``margin`` is what the best seat had
    more than the next; empty unless it was played to the end. ``facets`` are the engine's own facts by name, ``openings`` the
    engine's name of how each seat began, by seat. ``tags`` are everything a search can ask for, as short texts.
    """

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="archived")
    game = models.CharField(max_length=32)
    seat_count = models.PositiveSmallIntegerField()
    is_public = models.BooleanField()
    ended_by = models.CharField(max_length=10, choices=Table.EndedBy)
    ended_at = models.DateTimeField()
    plies = models.PositiveIntegerField()
    rounds = models.PositiveSmallIntegerField()
    seconds = models.PositiveBigIntegerField()
    margin = models.PositiveIntegerField(null=True, blank=True)
    facets = models.JSONField(default=dict)
    openings = models.JSONField(default=list)
    tags: Any = TagsField(default=list, editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["-ended_at", "-table"], name="archived_newest"),
            models.Index(fields=["game", "-ended_at", "-table"], name="archived_newest_of_game"),
            models.Index(fields=["plies", "table"], name="archived_shortest"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}"


class MoveComment(models.Model):
    """What somebody says about a move of a finished game: about the position after the move ``seq`` of the record."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="comments")
    seq = models.PositiveIntegerField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="move_comments")
    text = models.CharField(max_length=2000)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "seq", "id"], name="comment_order")]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.seq}"


class Rating(models.Model):
    """How well a person, or a bot of that name, plays one game, after the rated games counted so far.

    Whose account was deleted is told apart by their ``pseudonym``, as at their seats. ``mu`` and ``sigma`` are the mean and the
    doubt of the rating model; ``ordinal`` is what is shown and ranked by.
    """

    game = models.CharField(max_length=32)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="ratings")
    bot = models.CharField(max_length=40, blank=True)
    pseudonym = models.CharField(max_length=60, blank=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    ordinal = models.FloatField()
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "user"], name="rating_of_user", condition=Q(user__isnull=False)),
            models.UniqueConstraint(fields=["game", "bot"], name="rating_of_bot", condition=~Q(bot="")),
            models.UniqueConstraint(fields=["game", "pseudonym"], name="rating_of_pseudonym", condition=~Q(pseudonym="")),
        ]
        indexes = [models.Index(fields=["game", "-ordinal"], name="rating_rank")]

    def __str__(self) -> str:
        return f"{self.game}: {self.user_id or self.bot or self.pseudonym}"


class RatingChange(models.Model):
    """What one finished game did to the rating of whoever held a seat; all of them can be recomputed from the first.

    ``mu`` and ``sigma`` are those after the game.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="rating_changes")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="rating_change")
    rating = models.ForeignKey(Rating, models.CASCADE, related_name="changes")
    mu = models.FloatField()
    sigma = models.FloatField()
    before = models.FloatField(help_text=_("the ordinal before the game"))
    after = models.FloatField(help_text=_("the ordinal after it"))

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seat_id}"


class RatingRun(models.Model):
    """How far the ratings of a game are counted: up to the game that ended at ``ended_at`` at the table ``last``.

    Whoever counts on holds the lock of this row.
    """

    game = models.CharField(max_length=32, primary_key=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    last = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.game}: {self.ended_at}"
