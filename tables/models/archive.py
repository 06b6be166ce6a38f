"""Models derived from finished games: search data, analyses, comments and ratings."""

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.play import Seat, Table
from tables.models.tags import TagsField


class ArchivedGame(models.Model):
    """Search and statistics data of a finished game: one row for every table that ended after its start.

    The row depends only on the table, its seats and its record, so it can be rebuilt at any time. ``plies`` is the number of
    moves, ``rounds`` the number of rounds begun, ``seconds`` the time from start to end. ``margin`` is the lead of the best
    seat over the next, empty unless the game was played to the end. ``facets`` are the engine's own facts by name. ``openings``
    are the engine's names of each seat's opening, by seat. ``tags`` are all searchable facts as short texts.
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


class Analysis(models.Model):
    """Computer analysis of a finished game, made by a worker on request. There is at most one for each table.

    ``asked_by`` is the person who asked for it, until it is done. ``attempts`` counts the workers that have begun it. The last
    of them has been at work since ``started_at``, with a sign of life at ``alive_at``. ``done`` of ``plies`` moves are read.
    ``reading`` is the encoded result in the version ``format`` (``engines.search.reading``). ``seconds`` is its CPU time.
    ``is_short`` is True if the time limit ended it, so that late moves are not examined.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="analysis")
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="analyses_asked_for"
    )
    asked_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    started_at = models.DateTimeField(null=True, blank=True)
    alive_at = models.DateTimeField(null=True, blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    done = models.PositiveIntegerField(default=0)
    plies = models.PositiveIntegerField(default=0)
    format = models.PositiveSmallIntegerField(default=0)
    reading = models.TextField(blank=True)
    seconds = models.FloatField(default=0)
    is_short = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["asked_at"], name="analysis_asked"),
            models.Index(fields=["status", "asked_at"], name="analysis_open", condition=Q(status__in=("waiting", "running"))),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.table_id}"


class MoveComment(models.Model):
    """Comment of a user on the position after the move ``seq`` of a finished game."""

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
    """Rating of a person, or of a bot by name, in one game after the rated games counted so far.

    ``bot`` is the name, followed by ``LEVEL`` and the level unless the bot is a merchant. A deleted account is identified by
    its ``pseudonym``, as at its seats. ``mu`` and ``sigma`` are the mean and the uncertainty in the rating model. ``ordinal``
    is the number shown and used for rankings.
    """

    LEVEL = "/"

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
    """Change of a player's rating by one finished game. All changes can be recomputed from the first game on.

    ``mu`` and ``sigma`` are the values after the game.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="rating_changes")
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="rating_change")
    rating = models.ForeignKey(Rating, models.CASCADE, related_name="changes")
    mu = models.FloatField()
    sigma = models.FloatField()
    before = models.FloatField(help_text=_("the ordinal before the game"))
    after = models.FloatField(help_text=_("the ordinal after the game"))

    def __str__(self) -> str:
        return f"{self.table_id}: {self.seat_id}"


class RatingRun(models.Model):
    """Progress of the ratings of a game: they include results up to the table ``last``, which ended at ``ended_at``.

    The process that continues the ratings locks this row.
    """

    game = models.CharField(max_length=32, primary_key=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    last = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.game}: {self.ended_at}"
