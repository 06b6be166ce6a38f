"""What people are told, and by which way it reached them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.hidden import HiddenText
from tables.models.play import Seat, Table, new_token

EMAIL = "email"


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
        WEEKLY = "weekly", _("weekly letter")
        FOLLOWED = "followed", _("a game one follows")

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

    ``channel``: mail, or one way of models.channels by its family and number, such as ``hook:12``.
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
    """Where a letter is answered with a number: ``choices`` are the codes of the answers as it numbered them, with blanks
    between them, for one decision (``key``) of one seat that had played ``own_ply`` actions, by whom the letter was for.

    ``played`` is the code of the one that was played by it; empty until then.
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
    """A mail that answered a letter, so that it is read once however often it comes, and what became of it.

    ``outcome`` is empty while it is read. ``reader`` is set only if it was proven to be theirs: they are told what was not
    played, until they have seen it (``dismissed_at``). Nothing of what it said is kept.
    """

    class Outcome(models.TextChoices):
        PLAYED = "played", _("played")
        AGAIN = "again", _("came again")
        NO_DMARC = "no_dmarc", _("without a result of DMARC")
        DMARC_FAILED = "dmarc_failed", _("DMARC did not pass")
        STRANGER = "stranger", _("from another address")
        TOO_MANY = "too_many", _("too many in an hour")
        AUTOMATIC = "automatic", _("written by a program")
        TOO_LARGE = "too_large", _("too large")
        QUOTED = "quoted", _("nothing above the quotation")
        NO_NUMBER = "no_number", _("no number alone in its first line")
        NO_SUCH = "no_such", _("no choice of that number")
        CHANGED = "changed", _("that choice was no longer there")
        EXPIRED = "expired", _("too late")
        MOVED_ON = "moved_on", _("answered already")
        OTHER_HANDS = "other_hands", _("the seat was in other hands")
        STEWARD = "steward", _("the steward played")
        QUARANTINED = "quarantined", _("the table was set aside")
        ENDED = "ended", _("the game was over")
        REFUSED = "refused", _("refused by the rules")
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
    """How often somebody wants to be told one kind of thing by mail, or by all their ways of one family; without a row at once.

    Other ways than mail know only at once and never.
    """

    class Channel(models.TextChoices):
        EMAIL = EMAIL, _("mail")
        PUSH = "push", _("on a device")
        WEBHOOK = "webhook", _("webhook")

    class Cadence(models.TextChoices):
        AT_ONCE = "at_once", _("at once")
        ONCE = "once", _("once, then not until I am back")
        DIGEST = "digest", _("once a day, all together")
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
    """Address of a person's private feed. Everybody who knows the token can read it. Without a row there is no feed.

    ``revisions`` says of each entry of it and of its calendars, by its name: a hash of what it said when it was last read, how
    often that has changed, and the second in which it did.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="feed")
    token = models.CharField(max_length=32, unique=True, default=new_token)
    made_at = models.DateTimeField()
    revisions = models.JSONField(default=dict, blank=True)

    def __str__(self) -> str:
        return str(self.user_id)


class Authority(models.Model):
    """The name under which this site names entries of its feeds (RFC 4151); one row, which never changes."""

    name = models.CharField(max_length=253)

    def __str__(self) -> str:
        return self.name


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
