"""Models for the times of users: quiet hours, absences and notifications."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Rhythm(models.Model):
    """Playing times and email times of one person. Without a row, the defaults apply.

    - ``quiet_from`` and ``quiet_until`` are minutes of the local day, both empty without quiet hours.
    - ``digest_hour`` is the local hour of the daily digest.
    - ``quiet_while_here`` is True if emails wait a little while a tab of the site is open.
    - ``returned_at`` is the time of the last visit.
    - ``mail_pause`` is the reason for sending no emails: they bounced or were reported. It is empty if emails are sent.
    - ``mail_paused_at`` is the time of the pause, or of the user's request to end it. Earlier reports are ignored.
    - ``weekly_day`` is the weekday of the weekly email about all their games, 0 for Monday, empty without one.
    - ``weekly_at`` is the time at which the next weekly email is due.
    """

    class Pause(models.TextChoices):
        BOUNCED = "bounced", _("email bounced")
        COMPLAINED = "complained", _("email reported as spam")

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
    """Absence of one person, announced in advance. It ends early if they come back.

    Their clocks are paused during it, except at tables without ``absences``.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="absences")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    announced_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(ends_at__gte=F("starts_at")), name="absence_forward")]
        indexes = [models.Index(fields=["user", "ends_at"], name="absence_of_user")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.starts_at:%Y-%m-%d} to {self.ends_at:%Y-%m-%d}"
