"""What people are to each other on the site, who is free for a game, what is reported, and what onlookers say."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.play import Table


class Relation(models.Model):
    """What ``owner`` wants of ``other``; nobody but the owner ever reads it.

    Of a block either side is kept from the other; the other two kinds change what the owner sees alone.
    """

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
    """Somebody looks for a game ``until`` then: who has them as a favourite is told, and with ``in_lobby`` everybody there."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="free_time")
    until = models.DateTimeField()
    in_lobby = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["until"], name="free_until")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.until}"


class Report(models.Model):
    """What somebody tells the operators of another person, and how they settled it.

    ``lines`` are those that were chosen, as a copy: JSON objects with ``kind`` (as in ``selectors.people.reports``), ``number``
    of the row, ``at`` and ``text``. ``answer`` is the reason that both read. ``until``: a warning counts, a suspension lasts
    so long; it is looked up whenever somebody wants to do what it forbids. ``lines_taken``: the lines went away.
    ``told_reporter_at`` and ``told_about_at``: when each has seen how it was settled.
    """

    class Outcome(models.TextChoices):
        NOTHING = "nothing", _("nothing")
        WARNING = "warning", _("a warning")
        SUSPENSION = "suspension", _("a suspension")

    reporter = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="reports_made")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reports")
    table = models.ForeignKey(Table, models.SET_NULL, null=True, blank=True, related_name="+")
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
    """What somebody says who watches a public game; those who sit there read it once the game is over."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="onlooker_lines")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="onlooker_lines")
    text = models.CharField(max_length=1000)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "id"], name="onlooker_order")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.text[:20]}"
