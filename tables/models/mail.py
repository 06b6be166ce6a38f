"""Models for notifications and their delivery."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.hidden import HiddenText
from tables.models.play import Seat, Table, new_token

EMAIL = "email"


class Notification(models.Model):
    """Notification for one person. ``key`` is unique per recipient, such as ``turn:<table>:<decision key>``.

    News of an ``event`` has one of the recipient's tables in it, because the row needs one.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        REMINDER = "reminder", _("reminder")
        TIMED_OUT = "timed_out", _("default move")
        STARTED = "started", _("game started")
        FINISHED = "finished", _("game finished")
        STEWARD = "steward", _("steward took over")
        OPENED = "opened", _("seat opened")
        MENTION = "mention", _("mention in chat")
        INVITATION = "invitation", _("invitation")
        WEEKLY = "weekly", _("weekly digest")
        FOLLOWED = "followed", _("a game you follow")
        EVENT = "event", _("news of an event")
        ROUND_ENDS = "round_ends", _("a round ends soon")

    recipient = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notifications")
    key = models.CharField(max_length=120)
    kind = models.CharField(max_length=12, choices=Kind)
    table = models.ForeignKey(Table, models.CASCADE, related_name="notifications")
    event = models.ForeignKey("tables.Event", models.CASCADE, null=True, related_name="notifications")
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="notifications")
    decision_key = models.CharField(max_length=60, blank=True)
    since_seq = models.PositiveIntegerField(default=0, help_text=_("the email covers what happened after this move"))
    upto_seq = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField()
    superseded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["recipient", "key"], name="notification_key")]

    def __str__(self) -> str:
        return f"{self.recipient_id} {self.key}"


class Delivery(models.Model):
    """Delivery of a notification by one channel. A worker claims it with a conditional update before sending it.

    - ``channel`` is email, or a channel of models.channels by its family and number, such as ``hook:12``.
    - It is not sent before ``next_at``.
    - ``hinted_at`` is the time at which the sweep last queued its task.
    - ``claim`` names the worker that has the delivery now. A worker that finds another name has lost the delivery.
    - ``started_at`` is set before the handover to the server. If a worker dies after that, the message may have been sent. It
      is then sent again and listed as ``uncertain``.
    - ``attempts`` counts tries that failed because of the message, or because their worker died.
    - ``failing_since`` is the time of the first failed handover, for any reason.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", _("waiting")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer needed")
        FAILED = "failed", _("failed")

    notification = models.ForeignKey(Notification, models.CASCADE, related_name="deliveries")
    channel = models.CharField(max_length=24, default=EMAIL)
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


class ReplyAddress(models.Model):
    """Address for replies with a number to one email, about one decision of a seat.

    ``key`` names the decision, and the seat had played ``own_ply`` actions. ``choices`` are the codes of the numbered options,
    separated by blanks. Only a reply from ``user``, the recipient of the email, counts. ``played`` is the code of the option
    that a reply has played, empty until then.
    """

    token = models.CharField(max_length=32, unique=True)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="reply_addresses")
    key = models.CharField(max_length=60)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="reply_addresses")
    own_ply = models.PositiveIntegerField()
    choices = HiddenText(bound=("token",))
    made_at = models.DateTimeField()
    played = HiddenText(blank=True, bound=("token",))

    class Meta:
        indexes = [models.Index(fields=["made_at"], name="reply_address_age")]

    def __str__(self) -> str:
        return f"{self.seat_id} {self.key}"


class InboundMail(models.Model):
    """Reply to an email and its result, recorded so that it is processed only once.

    ``outcome`` is empty while it is being read. ``reader`` is the recipient of the site's email, set only if the reply is
    proven to be theirs. If nothing was played, they see a notice until they dismiss it (``dismissed_at``). The text is not
    stored.
    """

    class Outcome(models.TextChoices):
        PLAYED = "played", _("played")
        AGAIN = "again", _("received twice")
        NO_DMARC = "no_dmarc", _("no DMARC result")
        DMARC_FAILED = "dmarc_failed", _("DMARC check failed")
        STRANGER = "stranger", _("from another address")
        TOO_MANY = "too_many", _("too many in an hour")
        AUTOMATIC = "automatic", _("written by a program")
        TOO_LARGE = "too_large", _("too large")
        QUOTED = "quoted", _("no text above the quotation")
        NO_NUMBER = "no_number", _("first line is not just a number")
        NO_SUCH = "no_such", _("no choice with that number")
        CHANGED = "changed", _("choice no longer available")
        EXPIRED = "expired", _("too late")
        MOVED_ON = "moved_on", _("already decided")
        OTHER_HANDS = "other_hands", _("someone else had the seat")
        STEWARD = "steward", _("the steward played")
        QUARANTINED = "quarantined", _("the table was put on hold")
        ENDED = "ended", _("the game was over")
        REFUSED = "refused", _("against the rules")
        BROKEN = "broken", _("could not be read")

    digest = models.CharField(max_length=64, unique=True)
    address = models.ForeignKey(ReplyAddress, models.CASCADE, related_name="mails")
    at = models.DateTimeField()
    outcome = models.CharField(max_length=16, choices=Outcome, blank=True)
    reader = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="inbound_mails")
    table = models.ForeignKey(Table, models.CASCADE, related_name="inbound_mails")
    dismissed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["at"], name="inbound_mail_age"),
            models.Index(fields=["reader", "at"], name="inbound_mail_of_reader", condition=Q(reader__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.outcome}"


class MailOutage(models.Model):
    """Outage of a mail server or provider: it is unreachable or refuses the site's emails. The row exists only during it.

    No attempt is made until ``next_at``. ``tries`` is the number of failed attempts since ``since``. ``error`` is the error of
    the last one.
    """

    mailer = models.CharField(max_length=20, unique=True)
    since = models.DateTimeField()
    next_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    error = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.mailer


class MailChoice(models.Model):
    """Frequency of one kind of notification by email, or by all channels of one family.

    Channels other than email can only be immediate or off.
    """

    class Channel(models.TextChoices):
        EMAIL = EMAIL, _("email")
        PUSH = "push", _("on a device")
        WEBHOOK = "webhook", _("webhook")

    class Cadence(models.TextChoices):
        AT_ONCE = "at_once", _("straight away")
        ONCE = "once", _("once, then not until I return")
        DIGEST = "digest", _("once a day, in one digest")
        NEVER = "never", _("never")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="mail_choices")
    kind = models.CharField(max_length=12, choices=Notification.Kind)
    channel = models.CharField(max_length=8, choices=Channel, default=Channel.EMAIL)
    cadence = models.CharField(max_length=8, choices=Cadence, default=Cadence.AT_ONCE)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind", "channel"], name="mail_choice")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.channel}"


class Feed(models.Model):
    """Private feed and calendar of a person. Everyone who knows the token can read them. Without a row there are none.

    ``revisions`` has three values for each entry of the feed and calendars: a hash of its text when last read, the number of
    changes, and the second of the last change.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="feed")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    made_at = models.DateTimeField()
    revisions = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return str(self.user_id)


class Authority(models.Model):
    """Authority in the ids of this site's feed entries (RFC 4151). The table has one row, which must not change."""

    name = models.CharField(max_length=253)

    def __str__(self) -> str:
        return self.name


class Heartbeat(models.Model):
    """Time of the last complete run of a periodic job."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Outage(models.Model):
    """Outage of the site. Running clocks are moved on by its length, table by table.

    ``until`` is empty while it lasts. ``settled_at`` is empty until all clocks are moved; no deadline passes before that.
    ``is_web_away`` is True if the pages were down. Otherwise only the sweep was missing, and players could still answer.
    """

    since = models.DateTimeField(unique=True)
    until = models.DateTimeField(null=True, blank=True)
    is_web_away = models.BooleanField(default=False)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["since"], name="outage_unsettled", condition=Q(settled_at__isnull=True))]

    def __str__(self) -> str:
        return str(self.since)
