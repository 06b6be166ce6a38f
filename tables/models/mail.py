"""What people are told, and by which way it reached them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.play import Seat, Table, new_token


class Notification(models.Model):
    """Something one person is told once: ``key`` is unique per recipient, such as ``turn:<table>:<decision key>``."""

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        REMINDER = "reminder", _("reminder")
        TIMED_OUT = "timed_out", _("played by the deadline")
        STARTED = "started", _("game started")
        FINISHED = "finished", _("game finished")
        STEWARD = "steward", _("steward took over")
        OPENED = "opened", _("seat opened")
        MENTION = "mention", _("mention in chat")
        INVITATION = "invitation", _("invitation")

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications")
    key = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, choices=Kind)
    table = models.ForeignKey(Table, models.CASCADE, related_name="notifications")
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="notifications")
    decision_key = models.CharField(max_length=60, blank=True)
    since_seq = models.PositiveIntegerField(default=0, help_text=_("the mail tells what happened after this move"))
    upto_seq = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["recipient", "key"], name="notification_key")]

    def __str__(self) -> str:
        return f"{self.recipient_id} {self.key}"


class Delivery(models.Model):
    """One attempt channel of a notification; claimed by a conditional update, so that no two workers send it.

    ``next_at``: not to be sent before. ``hinted_at``: when its task was last queued by the sweep. ``claim`` names who has it at
    the moment: whoever finds another one there has lost it. ``started_at`` is written before the mail is handed over: a worker
    that died after it may have sent it. Then it is sent again and listed as ``uncertain``. ``attempts``: tries that failed by
    the mail's own fault or with their worker. ``failing_since``: when it first could not be handed over, whoever's fault.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer needed")
        FAILED = "failed", _("failed")

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=12, default="email")
    status = models.CharField(max_length=8, choices=Status, default=Status.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField()
    hinted_at = models.DateTimeField(null=True, blank=True)
    claim = models.CharField(max_length=16, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)
    uncertain = models.BooleanField(default=False)
    error = models.TextField(blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["notification", "channel"], name="delivery_channel")]
        indexes = [models.Index(fields=["next_at"], name="delivery_due", condition=Q(status__in=["queued", "sending"]))]

    def __str__(self) -> str:
        return f"{self.notification_id} {self.channel}"


class MailOutage(models.Model):
    """A mail server or provider that cannot be reached or takes no mail of ours; a row only while it lasts.

    Until ``next_at`` nobody tries; ``tries`` have failed since ``since``, the last one with ``error``.
    """

    mailer = models.CharField(max_length=20, unique=True)
    since = models.DateTimeField()
    next_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.mailer


class MailChoice(models.Model):
    """How often somebody wants mails of one kind; without a row at once."""

    class Cadence(models.TextChoices):
        AT_ONCE = "at_once", _("at once")
        ONCE = "once", _("once, then not until I am back")
        DIGEST = "digest", _("once a day, all together")
        NEVER = "never", _("never")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mail_choices")
    kind = models.CharField(max_length=12, choices=Notification.Kind)
    cadence = models.CharField(max_length=8, choices=Cadence, default=Cadence.AT_ONCE)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="mail_choice")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"


class Feed(models.Model):
    """The address of somebody's private feed; whoever knows the token reads it. Without a row there is none."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="feed")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.user_id)


class Heartbeat(models.Model):
    """When a periodic job last ran to its end."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """A time in which people could not play; every clock that ran is moved on by its length, table by table.

    ``until`` is empty while it lasts, ``settled_at`` until all clocks are moved; no deadline strikes before. ``is_web_away``:
    there were no pages; else nobody swept, and whoever was asked meanwhile could answer.
    """

    since = models.DateTimeField(unique=True)
    until = models.DateTimeField(null=True, blank=True)
    is_web_away = models.BooleanField(default=False)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["since"], name="outage_unsettled", condition=Q(settled_at__isnull=True))]

    def __str__(self) -> str:
        return str(self.since)
