"""Models for clubs: groups of people who play with each other again and again."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from config import characters


class ClubQuerySet(models.QuerySet["Club"]):
    """Queries for clubs."""

    def alive(self) -> Self:
        """Return the clubs that are not closed."""
        return self.filter(closed_at=None)


class Club(models.Model):
    """Club with its page.

    - ``joining`` is the way people become members.
    - ``outsiders`` is the part of the club that people who are not members can see.
    - ``slug`` is the part of its URL that names it.
    - ``made_by`` is not shown. It counts for the limit of clubs per person.
    - From ``closed_at`` on, the club has no page and no members.
    - ``closed_because`` is the admin's reason for closing it, empty if the club closed itself.
    """

    class Joining(models.TextChoices):
        OPEN = "open", _("Everyone can join")
        APPROVAL = "approval", _("On request; an officer decides")
        LETTER = "letter", _("Only by invitation from an officer")

    class Outsiders(models.TextChoices):
        PAGE = "page", _("Everyone can see the page, the members and the chronicle")
        NOTHING = "nothing", _("Only members; nobody else can see the club")

    slug = models.CharField(max_length=40, unique=True)
    name = models.CharField(max_length=60)
    text = models.TextField(blank=True)
    joining = models.CharField(max_length=8, choices=Joining, default=Joining.APPROVAL)
    outsiders = models.CharField(max_length=8, choices=Outsiders, default=Outsiders.PAGE)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_because = models.CharField(max_length=200, blank=True)

    objects = ClubQuerySet.as_manager()

    def __str__(self) -> str:
        return characters.isolated(self.name)

    def get_absolute_url(self) -> str:
        return reverse("clubs:club", args=[self.slug])

    @property
    def is_public(self) -> bool:
        """True if everyone can see the club."""
        return self.outsiders == self.Outsiders.PAGE


class Membership(models.Model):
    """Relation of a user to a club since the time ``at``: a member, a request to join, an invitation, or a refusal.

    ``by`` is the person who invited the user. A user with the state ``declined`` said no and is not invited again. A user with
    ``refused`` was sent away by an officer and can return only by invitation. Users with these two states see no more than
    people who are not members.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("asked to join")
        INVITED = "invited", _("invited")
        MEMBER = "member", _("member")
        DECLINED = "declined", _("declined the invitation")
        REFUSED = "refused", _("was refused")

    class Role(models.TextChoices):
        MEMBER = "member", _("member")
        OFFICER = "officer", _("officer")

    club = models.ForeignKey(Club, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    state = models.CharField(max_length=8, choices=State)
    role = models.CharField(max_length=8, choices=Role, default=Role.MEMBER)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    text = models.CharField(max_length=300, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="membership_of"),
            models.CheckConstraint(condition=Q(state="member") | Q(role="member"), name="membership_officer"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.user_id} {self.state}"

    @property
    def is_officer(self) -> bool:
        """True if the member is an officer of the club."""
        return self.role == self.Role.OFFICER


class ClubEvent(models.Model):
    """Event in a club's chronicle other than a game.

    ``user`` is the person it is about, empty once the account is deleted.
    """

    class Kind(models.TextChoices):
        FOUNDED = "founded", _("founded the club")
        JOINED = "joined", _("joined")
        LEFT = "left", _("left")
        OFFICER = "officer", _("became an officer")
        NO_OFFICER = "no_officer", _("is no longer an officer")

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["club", "-at"], name="club_chronicle")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.kind}"
