"""Models for notification channels besides email."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.clubs import Club
from tables.models.events import Event
from tables.models.play import Table


class Channel(models.Model):
    """Base of the notification channels besides email. A delivery names its channel by family and number, such as ``hook:12``.

    - From ``off_at`` on, the channel is off until its owner turns it on again.
    - ``failing_since`` is the time of the first failed delivery, empty after a success.
    - No attempt is made before ``next_at``.
    - ``taken_at`` is the time of the last successful delivery.
    - ``error`` is the result of the last attempt, as in ``Unsent``.
    """

    label = models.CharField(max_length=60, blank=True)
    made_at = models.DateTimeField()
    off_at = models.DateTimeField(null=True, blank=True)
    failing_since = models.DateTimeField(null=True, blank=True)
    next_at = models.DateTimeField(null=True, blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=40, blank=True)

    class Meta:
        abstract = True

    @property
    def number(self) -> int:
        """Number of the channel in its owner's URLs and forms: its creation time in milliseconds.

        Row numbers are unsuitable, since they count over the whole site and reveal the number of other channels.
        """
        return int(self.made_at.timestamp() * 1000)


class Webhook(Channel):
    """Webhook: a URL to which the site posts for one person, a table, a club or an event.

    ``url`` and ``secret`` work like a key, so they are in no log. ``secret`` is the key that signs JSON, or the access token of
    Matrix and ntfy. ``room`` is the Matrix room.

    A table's webhook was added by ``made_by`` and uses their ``language``. ``told_seq`` and ``told_for`` are the content of its
    last message: the move, and the decisions of each seat (``seat:key``, line by line). ``message`` is the id of that message,
    if it can be edited.

    The ``told_seq`` of a club or an event counts changes at its tables, and ``told_for`` is a hash of the last message.
    ``claim`` is the worker that has been busy with the webhook since ``claimed_at``. ``rests_at`` is set once the game or event
    is over and its last message has been sent.
    """

    class Style(models.TextChoices):
        EACH = "each", _("a new message for each turn")
        ONE = "one", _("one message, kept up to date")

    class Kind(models.TextChoices):
        """Service. Each has a maker of requests in ``channels.posts`` and an address in ``forms.channels``."""

        DISCORD = "discord", "Discord"
        SLACK = "slack", _("Slack or Mattermost")
        MATRIX = "matrix", "Matrix"
        NTFY = "ntfy", "ntfy"
        JSON = "json", _("Signed JSON")

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="hooks")
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="hooks")
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="hooks")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="hooks")
    kind = models.CharField(max_length=8, choices=Kind)
    url = models.CharField(max_length=500)
    room = models.CharField(max_length=255, blank=True)
    secret = models.CharField(max_length=500, blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    language = models.CharField(max_length=8, blank=True)
    style = models.CharField(max_length=4, choices=Style, default=Style.EACH)
    told_seq = models.PositiveIntegerField(null=True, blank=True)
    told_for = models.TextField(blank=True)
    message = models.CharField(max_length=255, blank=True)
    claim = models.CharField(max_length=16, blank=True)
    claimed_at = models.DateTimeField(null=True, blank=True)
    rests_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["table"],
                name="webhook_at_work",
                condition=Q(table__isnull=False, off_at__isnull=True, rests_at__isnull=True),
            ),
            models.Index(
                fields=["club"],
                name="webhook_of_club",
                condition=Q(club__isnull=False, off_at__isnull=True, rests_at__isnull=True),
            ),
            models.Index(
                fields=["event"],
                name="webhook_of_event",
                condition=Q(event__isnull=False, off_at__isnull=True, rests_at__isnull=True),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(owner__isnull=False, table__isnull=True, club__isnull=True, event__isnull=True)
                | Q(owner__isnull=True, table__isnull=False, club__isnull=True, event__isnull=True)
                | Q(owner__isnull=True, table__isnull=True, club__isnull=False, event__isnull=True)
                | Q(owner__isnull=True, table__isnull=True, club__isnull=True, event__isnull=False),
                name="webhook_whose",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class PushDevice(Channel):
    """Browser of one person that shows push notifications even while the site is closed.

    - ``endpoint`` is its URL at the push service, which works like a key, so it is in no log and on no page.
    - ``p256dh`` and ``auth`` encrypt messages for this browser alone.
    - ``site_key`` is the public key of the site at the time of the subscription. The browser accepts no other key.

    The three keys are base64url without padding.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    site_key = models.CharField(max_length=100)

    def __str__(self) -> str:
        return f"push {self.pk}"


class NameElsewhere(models.Model):
    """Name of a user on another service, for mentions in webhook messages about a table."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="names_elsewhere")
    kind = models.CharField(max_length=8, choices=Webhook.Kind)
    name = models.CharField(max_length=255)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="name_elsewhere")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"
