"""Models for events: competitions with rounds of tables, their players and standings."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from config import characters
from tables.models.hidden import HiddenBytes, HiddenJson, RowId
from tables.models.play import Table, new_code, new_secret


class EventQuerySet(models.QuerySet["Event"]):
    """Queries for events, and for events without their secrets."""

    def readable(self) -> Self:
        """Return events without loading the secret of their draws."""
        return self.defer("secret")


class Event(models.Model):
    """Competition of one game: a match, a knock-out, a cup, a season or groups with a final.

    Format, as in ``engines.events``:

    - ``round_count`` and ``group_count`` are 0 if the format does not need them.
    - A round lasts ``round_days`` days. ``prolonged_days`` were added to the current and later rounds.
    - The tables of a round open ``notice_hours`` after its draw. Until then the organiser may exchange seats.
    - With ``same_deal`` all tables of a round have the same draws.
    - With ``bots`` they fill tables for which players are missing. They have no standing.

    Tables of the event have the game, ``options`` and ``pace`` (as ``tables.paces`` writes it), and are not paused. Announced
    absences stop a player's clocks for ``absence_days`` days in total.

    Signing up ends at ``closes_at``. There must be ``least`` players, and there are at most ``most``. ``min_reliability``,
    ``min_rating``, ``max_rating`` and ``language`` are conditions, as for a table. Only members of the ``club`` may sign up.

    - ``seed`` is the public seed of the lots, in hex. ``secret`` is the seed of the draws.
    - ``due_at`` is the next time at which the event has to go on: the end of signing up, a draw, or the end of a round.
    - ``follows`` is the season before this one.
    """

    class Format(models.TextChoices):
        MATCH = "match", _("pairs")
        KNOCKOUT = "knockout", _("knock-out")
        CUP = "cup", _("cup")
        SEASON = "season", _("season")
        GROUPS = "groups", _("groups and a final")

    class Stage(models.TextChoices):
        OPEN = "open", _("signing up")
        RUNNING = "running", _("running")
        OVER = "over", _("over")
        CANCELLED = "cancelled", _("cancelled")

    code = models.CharField(max_length=12, unique=True, default=new_code)
    name = models.CharField(max_length=80)
    text = models.TextField(blank=True)
    host = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_events")
    club = models.ForeignKey("tables.Club", models.SET_NULL, null=True, blank=True, related_name="competitions")
    follows = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="followed_by")

    game = models.CharField(max_length=32)
    version = models.CharField(max_length=16)
    options = models.TextField()
    seats = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=8, choices=Format)
    round_count = models.PositiveSmallIntegerField(default=0)
    group_count = models.PositiveSmallIntegerField(default=0)
    round_days = models.PositiveSmallIntegerField()
    prolonged_days = models.PositiveSmallIntegerField(default=0)
    notice_hours = models.PositiveSmallIntegerField(default=0)
    pace = models.CharField(max_length=80)
    absence_days = models.PositiveSmallIntegerField(default=0)
    same_deal = models.BooleanField(default=False)
    bots = models.BooleanField(default=False)

    closes_at = models.DateTimeField()
    least = models.PositiveSmallIntegerField()
    most = models.PositiveSmallIntegerField()
    min_reliability = models.PositiveSmallIntegerField(default=0)
    min_rating = models.SmallIntegerField(null=True, blank=True)
    max_rating = models.SmallIntegerField(null=True, blank=True)
    language = models.CharField(max_length=5, blank=True, default="")

    seed = models.CharField(max_length=64)
    secret = HiddenBytes(max_length=32, default=new_secret, bound=("code",))
    stage = models.CharField(max_length=10, choices=Stage, default=Stage.OPEN)
    due_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="event_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["stage", "-created_at"], name="event_list"),
        ]

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("events:event", args=[self.code])

    @property
    def shown_name(self) -> str:
        """Name of the event, for pages and messages."""
        return characters.isolated(self.name)


class Entry(models.Model):
    """Player of an event.

    - ``number`` is the player's number in the draws, by rating at the start from 0, and ``division`` that of a season, the
      highest first. Both are None before the start.
    - ``strength`` is the rating at the start that decided the number.
    - ``left_at`` is set once the player has withdrawn.
    - ``rank`` is the final rank, in a season that of the division.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="entries")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="entries")
    pseudonym = models.CharField(max_length=60, blank=True)
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    division = models.PositiveSmallIntegerField(null=True, blank=True)
    strength = models.FloatField(default=0)
    joined_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    rank = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="entry_once", condition=Q(user__isnull=False)),
            models.UniqueConstraint(fields=["event", "number"], name="entry_number", condition=Q(number__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.user_id or self.pseudonym}"


class EventRound(models.Model):
    """Round of an event, or of one division of a season.

    - ``byes`` are the numbers of players with a bye, once for each table that they would have played.
    - ``costs`` are the pairs that the draw avoided, with their weights. They are never published.
    - ``left`` are the numbers of the players who had withdrawn before the draw.
    - With the same deal, ``deals`` are the secrets of the round in hex, one for each table that a player has in it, and
      ``commitments`` their hashes. The secrets become public at ``ended_at``.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="rounds")
    row_id = RowId()
    division = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveSmallIntegerField()
    byes = models.JSONField(default=list, blank=True)
    left = models.JSONField(default=list, blank=True)
    costs = HiddenJson(default=list, blank=True, bound=("row_id",))
    deals = HiddenJson(default=list, blank=True, bound=("row_id",))
    commitments = models.JSONField(default=list, blank=True)
    drawn_at = models.DateTimeField()
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "division", "number"], name="event_round")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.division}/{self.number}"

    @property
    def is_withheld(self) -> bool:
        """True while the tables of the round have the same deal and one is not finished: only their players see them."""
        return bool(self.commitments) and self.ended_at is None


class EventTable(models.Model):
    """Table of a round. ``table`` is None until it has been opened.

    - ``players`` are the numbers of the players by seat of the game; bots have none and sit on the seats after them.
    - ``places`` and ``points`` are the result by seat of the players, empty while the table is played. ``gone`` are the numbers
      of the players who had withdrawn by then: they get nothing.
    - ``drawn`` are the players as they were drawn, before the organiser exchanged any.
    - ``adjudicated`` is True if the organiser or the site decided the result.
    """

    round = models.ForeignKey(EventRound, models.CASCADE, related_name="tables")
    position = models.PositiveSmallIntegerField()
    table = models.OneToOneField(Table, models.SET_NULL, null=True, blank=True, related_name="event_table")
    drawn = models.JSONField()
    players = models.JSONField()
    places = models.JSONField(default=list, blank=True)
    points = models.JSONField(default=list, blank=True)
    gone = models.JSONField(default=list, blank=True)
    adjudicated = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "position"], name="event_table")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.position}"


class EventNote(models.Model):
    """Event in the chronicle of a competition, read by everybody who sees it.

    ``by`` is the organiser who acted, ``user`` the player it is about. ``facts`` are the numbers from which
    ``verify_events`` computes the change again.
    """

    class Kind(models.TextChoices):
        WITHDREW = "withdrew", _("withdrew")
        REPLACED = "replaced", _("was replaced")
        FIXED = "fixed", _("seats were exchanged")
        ADJUDICATED = "adjudicated", _("a result was decided")
        PROLONGED = "prolonged", _("the round was prolonged")
        CANCELLED = "cancelled", _("the event was cancelled")

    event = models.ForeignKey(Event, models.CASCADE, related_name="notes")
    kind = models.CharField(max_length=12, choices=Kind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["event", "at"], name="event_notes")]

    def __str__(self) -> str:
        return f"{self.event_id}: {self.kind}"
