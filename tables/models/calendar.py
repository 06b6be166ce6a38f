"""When people play: quiet hours, absences, and how they want to be told."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Rhythm(models.Model):
    """How one person plays; without a row the defaults hold.

    ``quiet_from`` and ``quiet_until`` are minutes of the local day, both empty without quiet hours. ``digest_hour`` is the
    local hour of the daily digest. ``quiet_while_here``: mails wait a little while a tab of the site is open. ``returned_at``:
    when they last looked at the site. ``mail_pause``: no mail is sent, since it came back or they complained; empty otherwise.
    ``weekly_day`` is the weekday of the letter about all their games, 0 for Monday, empty without one; ``weekly_at``: when the
    next one is due.
    ``mail_paused_at``: when that was, or when they asked for mail again: what is reported of before is old.
    """

    class Pause(models.TextChoices):
        BOUNCED = "bounced", _("mail came back")
        COMPLAINED = "complained", _("mail was reported as unwanted")

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="rhythm")
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True)
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True)
    digest_hour = models.PositiveSmallIntegerField(default=8)
    quiet_while_here = models.BooleanField(default=False)
    weekly_day = models.PositiveSmallIntegerField(null=True, blank=True)
    weekly_at = models.DateTimeField(null=True, blank=True)
    returned_at = models.DateTimeField(null=True, blank=True)
    mail_paused_at = models.DateTimeField(null=True, blank=True)
    mail_pause = models.CharField(max_length=12, choices=Pause, blank=True)

    class Meta:
        indexes = [models.Index(fields=["weekly_at"], name="rhythm_weekly", condition=Q(weekly_at__isnull=False))]

    def __str__(self) -> str:
        return f"{self.user_id}"


class Absence(models.Model):
    """A time in which one person's clocks stand still, announced before it began; cut short by coming back."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="absences")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    announced_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(ends_at__gte=F("starts_at")), name="absence_forward")]
        indexes = [models.Index(fields=["user", "ends_at"], name="absence_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.starts_at:%Y-%m-%d} to {self.ends_at:%Y-%m-%d}"
