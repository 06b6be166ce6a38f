"""People."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import likeness, names, time_zones
from config import characters


class UserManager(BaseUserManager["User"]):
    """Makes users from an e-mail address."""

    def create_guest(self, *, language: str, time_zone: str, now: datetime) -> "User":
        """Somebody who plays without an account: no address, no password, no name."""
        guest = self.model(language=language, time_zone=time_zone, guest_since=now, date_joined=now)
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A stored user; no password means signing in by mailed code only. Confirming the address is allauth's business."""
        if not email:
            raise ValueError("a user needs an e-mail address")
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, **{"is_staff": True, "is_superuser": True, **fields})

    def at(self, address: str) -> "User | None":
        """Whose address this is. One look, whether anybody is found or not, so that nobody can time it."""
        return self.filter(email=address.lower()).first()

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody with an account. The e-mail address is the name to sign in with and is never shown to others.

    ``guest_since``: somebody without one, who came then and plays at practice tables alone; a guest has neither address nor
    password nor name, and goes with all of it after a while (``accounts.guests``).
    """

    # Null and not empty: there are many guests, and each address is one person's.
    email = models.EmailField(  # noqa: DJ001
        _("e-mail address"), unique=True, null=True, error_messages={"unique": _("This address is already in use.")}
    )
    display_name = models.CharField(
        _("display name"), max_length=names.LONGEST, blank=True, validators=[names.validate_display_name]
    )
    name_key = models.CharField(max_length=20 * names.LONGEST, blank=True, editable=False)  # folding makes up to 18 of one
    look_key = models.CharField(max_length=80, blank=True, editable=False, default="")
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, default="en")
    time_zone = models.CharField(
        _("time zone"), max_length=64, default=time_zones.FALLBACK, validators=[time_zones.validate_time_zone]
    )
    hides_name = models.BooleanField(_("hide my name in the archive"), default=False)

    class Hints(models.TextChoices):
        """When pages offer a sentence on what is asked."""

        FIRST = "first", _("in my first three games of each game")
        ALWAYS = "always", _("always")
        NEVER = "never", _("never")

    hints = models.CharField(_("hints at the tables"), max_length=6, choices=Hints, default=Hints.FIRST)
    sends_at_once = models.BooleanField(_("send what is complete at once"), default=False)
    is_demo = models.BooleanField(pgettext_lazy("user", "for demonstration"), default=False)
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(pgettext_lazy("user", "active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)
    guest_since = models.DateTimeField(_("guest since"), null=True, blank=True, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name_key"], condition=~models.Q(name_key=""), name="user_name_key"),
            models.UniqueConstraint(fields=["look_key"], condition=~models.Q(look_key=""), name="user_look_key"),
            # Whoever has no address is a guest, and no guest has one: nothing half-way can be stored.
            models.CheckConstraint(
                condition=models.Q(email__isnull=True, guest_since__isnull=False)
                | models.Q(email__isnull=False, guest_since__isnull=True),
                name="user_guest_or_address",
            ),
        ]
        indexes = [
            models.Index(fields=["guest_since"], name="user_guests", condition=models.Q(guest_since__isnull=False)),
        ]

    def __str__(self) -> str:
        return characters.isolated(self.display_name) or (gettext("Guest") if self.is_guest else gettext("somebody"))

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Keeps ``name_key`` and ``look_key`` in step with the display name.

        Who shared the look of their name with somebody before such names were refused keeps a key of their own with it.
        """
        key, is_old = names.folded(self.display_name), names.folded(self.display_name) == self.name_key
        if not (is_old and likeness.is_shared(self.look_key)):
            self.look_key = likeness.look_key(self.display_name)
        self.name_key = key
        if update_fields is not None and "display_name" in update_fields:
            update_fields = {*update_fields, "name_key", "look_key"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def is_guest(self) -> bool:
        """Whether this is somebody without an account."""
        return self.guest_since is not None

    @property
    def tz(self) -> ZoneInfo:
        """The zone this person's deadlines are shown and counted in."""
        return time_zones.zone(self.time_zone)

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class QueuedMail(models.Model):
    """A mail about an account that no worker has sent yet. ``user``: whose account it is about, where that is known."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True)
    recipient = models.EmailField()
    subject = models.CharField(max_length=250)
    body = models.TextField()
    headers = models.JSONField(default=dict)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(db_index=True)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"mail {self.pk}"
