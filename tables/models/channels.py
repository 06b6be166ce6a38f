"""The ways besides mail by which people are told."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.clubs import Club
from tables.models.play import Table


class Channel(models.Model):
    """What every way has in common; a delivery names it by its family and number, such as ``hook:12``.

    ``off_at``: nothing goes this way any more, until its owner says so. ``failing_since``: when it was first not taken, empty
    once it was. ``next_at``: nobody tries it before. ``error``: what the last try came to, in the words of ``Unsent``.
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
        """What addresses and forms of its owner call it, since rows are counted over the whole site: when it was made, in
        milliseconds."""
        return int(self.made_at.timestamp() * 1000)


class Webhook(Channel):
    """An address elsewhere to which the site posts: for one person, for all who look at a table, or for a club.

    ``url`` and ``secret`` are as good as a key to what is there: they stand in no log and on no page but that of their owner.
    ``secret``: what JSON is signed with, or the access token of Matrix and ntfy. ``room``: of Matrix.

    Of a table's: ``made_by`` added it, and it speaks their ``language``. ``told_seq`` and ``told_for`` are what the last
    message was about: the move, and who was asked what (``seat:key``, line by line); ``message`` names it there, where it can
    be edited. Of a club's ``told_seq`` counts what happened at its tables, and ``told_for`` is a hash of what was told.
    ``claim`` and ``claimed_at``: a worker is at it. ``rests_at``: the game is over and told.
    """

    class Style(models.TextChoices):
        EACH = "each", _("a new message for every turn")
        ONE = "one", _("one message that is kept up to date")

    class Kind(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        MATRIX = "matrix", "Matrix"
        NTFY = "ntfy", "ntfy"
        JSON = "json", _("JSON, signed")

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="hooks")
    table = models.ForeignKey(Table, models.CASCADE, null=True, blank=True, related_name="hooks")
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="hooks")
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
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(owner__isnull=False, table__isnull=True, club__isnull=True)
                | Q(owner__isnull=True, table__isnull=False, club__isnull=True)
                | Q(owner__isnull=True, table__isnull=True, club__isnull=False),
                name="webhook_whose",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class PushDevice(Channel):
    """A browser of one person that shows what is told even while the site is closed.

    ``endpoint``: the address at its push service, as good as a key, so it stands in no log and on no page. ``p256dh`` and
    ``auth``: what messages are encrypted with, for this browser alone. ``site_key``: the public key of the site it was made
    with; with another one it takes nothing. All three are base64url without padding.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(max_length=1000, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=40)
    site_key = models.CharField(max_length=100)

    def __str__(self) -> str:
        return f"push {self.pk}"


class NameElsewhere(models.Model):
    """What somebody is called where webhooks of one kind lead, so that a message about a table calls them there."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="names_elsewhere")
    kind = models.CharField(max_length=8, choices=Webhook.Kind)
    name = models.CharField(max_length=255)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "kind"], name="name_elsewhere")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"
