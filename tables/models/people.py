"""Models for contacts, looking-for-game notices, reports and spectator chat."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.play import ChatMessage, Table


class Relation(models.Model):
    """A favourite, mute or block that ``owner`` has set on ``other``. Only the owner can see it."""

    class Kind(models.TextChoices):
        FAVOURITE = "favourite", _("favourite")
        MUTED = "muted", _("muted")
        BLOCKED = "blocked", _("blocked")

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="relations")
    other = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=9, choices=Kind)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "other", "kind"], name="relation_once")]
        indexes = [models.Index(fields=["other", "owner"], name="relation_blocked_by", condition=Q(kind="blocked"))]

    def __str__(self) -> str:
        return f"{self.owner_id} {self.kind} {self.other_id}"


class FreeTime(models.Model):
    """Looking-for-game notice of a user, valid until ``until``.

    It is shown to people who have the user as a favourite, and with ``in_lobby`` also in the lobby.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="free_time")
    until = models.DateTimeField()
    in_lobby = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["until"], name="free_until")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.until}"


class Report(models.Model):
    """Report about a person to the moderators, and its outcome.

    - ``lines`` are copies of the reported lines at a table or texts of an event: JSON objects with ``kind`` (as in
      ``selectors.people.reports``), ``number`` of the row, ``at`` and ``text``.
    - ``answer`` is the reason for the outcome, for the reporter and the reported person.
    - ``until`` is the end of a warning or suspension.
    - ``lines_taken`` is True if the reported lines were removed.
    - ``told_reporter_at`` and ``told_about_at`` are the times at which the two people saw the outcome.
    """

    class Outcome(models.TextChoices):
        NOTHING = "nothing", _("nothing")
        WARNING = "warning", _("a warning")
        SUSPENSION = "suspension", _("a suspension")

    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="reports_made")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports")
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="+")
    event = models.ForeignKey("tables.Event", models.SET_NULL, null=True, blank=True, related_name="+")
    lines = models.JSONField(default=list, blank=True)
    reason = models.CharField(max_length=1000)
    at = models.DateTimeField()
    outcome = models.CharField(max_length=10, choices=Outcome, blank=True)
    answer = models.CharField(max_length=1000, blank=True)
    lines_taken = models.BooleanField(default=False)
    until = models.DateTimeField(null=True, blank=True)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    told_reporter_at = models.DateTimeField(null=True, blank=True)
    told_about_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["about", "until"], name="report_suspension", condition=Q(outcome="suspension")),
            models.Index(fields=["at"], name="report_open", condition=Q(settled_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.pk}: {self.about_id}"


class OnlookerLine(models.Model):
    """Line of a spectator in the spectators' chat of a game. Players of the table can read it once the game is over."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="onlooker_lines")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="onlooker_lines")
    text = models.CharField(max_length=ChatMessage.LONGEST)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "id"], name="onlooker_order")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.text[:20]}"
