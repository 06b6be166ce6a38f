"""Users with an account, guests, and queued emails about accounts."""

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
    """Manager that creates guests, and users with an email address."""

    def create_guest(self, *, language: str, time_zone: str, now: datetime, **fields: Any) -> "User":
        """Create and store a guest, without address, password or (except at another player's screen) name."""
        guest = self.model(language=language, time_zone=time_zone, guest_since=now, date_joined=now, **fields)
        guest.set_unusable_password()
        guest.save(using=self._db)
        return guest

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create and store a user. Without a password they sign in by emailed code.

        Raises ValueError without an address. allauth confirms the address.
        """
        if not email:
            raise ValueError("a user needs an e-mail address")
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, **{"is_staff": True, "is_superuser": True, **fields})

    def at(self, address: str) -> "User | None":
        """Return the user with this address, or None. It makes one query in both cases, so that timing tells nothing."""
        return self.filter(email=address.lower()).first()

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """User with an account, or a guest. The email address is used to sign in and is not shown to other players.

    ``guest_since`` is set for guests, who play at practice tables alone. A guest has no address or password, and is
    deleted with all data after a while (``accounts.guests``). A guest has a name only at another player's screen, for one
    table. It may be the same as that of an account.
    """

    # Null and not empty: there are many guests, but each address belongs to one user.
    email = models.EmailField(  # noqa: DJ001
        _("email address"), unique=True, null=True, error_messages={"unique": _("This address is already in use.")}
    )
    display_name = models.CharField(
        _("display name"), max_length=names.LONGEST, blank=True, validators=[names.validate_display_name]
    )
    name_key = models.CharField(max_length=20 * names.LONGEST, blank=True, editable=False)  # folding can turn 1 into 18
    look_key = models.CharField(max_length=80, blank=True, editable=False, default="")
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, default="en")
    time_zone = models.CharField(
        _("time zone"), max_length=64, default=time_zones.FALLBACK, validators=[time_zones.validate_time_zone]
    )
    hides_name = models.BooleanField(_("hide my name in the archive"), default=False)

    class Hints(models.TextChoices):
        """Settings for the one-sentence explanations of decisions."""

        FIRST = "first", _("in my first three games of each title")
        ALWAYS = "always", _("always")
        NEVER = "never", _("never")

    hints = models.CharField(_("hints at the table"), max_length=6, choices=Hints, default=Hints.FIRST)
    sends_at_once = models.BooleanField(_("send choices once complete"), default=False)
    is_demo = models.BooleanField(pgettext_lazy("user", "demo account"), default=False)
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
            # A user has either an address or ``guest_since``, never both or neither.
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
        """Save the user, with ``name_key`` and ``look_key`` matching the display name.

        A user who had a look-alike name before such names were refused keeps a key of their own until they change it.
        """
        name = "" if self.is_guest else self.display_name
        key, is_unchanged = names.folded(name), names.folded(name) == self.name_key
        if not (is_unchanged and likeness.is_shared(self.look_key)):
            self.look_key = likeness.look_key(name)
        self.name_key = key
        if update_fields is not None and "display_name" in update_fields:
            update_fields = {*update_fields, "name_key", "look_key"}
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def is_guest(self) -> bool:
        """True if this user has no account."""
        return self.guest_since is not None

    @property
    def tz(self) -> ZoneInfo:
        """Time zone in which this user's deadlines are shown and counted."""
        return time_zones.zone(self.time_zone)

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class QueuedMail(models.Model):
    """An email about an account that no worker has sent yet. ``user`` is the owner of that account, where known."""

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
