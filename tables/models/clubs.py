"""Clubs: people who play with each other again and again."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from config import characters


class ClubQuerySet(models.QuerySet["Club"]):
    """Clubs by what is asked of them again and again."""

    def alive(self) -> Self:
        """Those that were not closed."""
        return self.filter(closed_at=None)


class Club(models.Model):
    """A club with its page. ``joining``: how one becomes a member. ``outsiders``: whether everybody sees its page, its
    chronicle and its ratings, or members alone.

    ``slug`` is its address. ``made_by`` is told to nobody; the limit of clubs is counted by it. ``closed_at``: its page is gone
    and nobody is a member any more; ``closed_because`` is what an operator said, empty if its people did it.
    """

    class Joining(models.TextChoices):
        OPEN = "open", _("Everybody may join")
        APPROVAL = "approval", _("Whoever wants to join asks, and an officer decides")
        LETTER = "letter", _("Only whom an officer invites")

    class Outsiders(models.TextChoices):
        PAGE = "page", _("Everybody may look at the page, the members and the chronicle")
        NOTHING = "nothing", _("Only members; for everybody else there is no such club")

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
        """Whether everybody may look at it."""
        return self.outsiders == self.Outsiders.PAGE


class Membership(models.Model):
    """What somebody is to a club since ``at``: a member, ``asked`` to join and what they wrote, or invited (``by`` whom).

    ``declined``: they said no, and are not invited again. ``refused``: an officer sent them away, and only an invitation leads
    back. Both may see no more than strangers.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("asked to join")
        INVITED = "invited", _("invited")
        MEMBER = "member", _("member")
        DECLINED = "declined", _("declined the invitation")
        REFUSED = "refused", _("was turned away")

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
        """Whether they look after the club."""
        return self.role == self.Role.OFFICER


class ClubEvent(models.Model):
    """Something of a club's chronicle that is no game. ``user``: whom it is about; empty once their account is deleted."""

    class Kind(models.TextChoices):
        FOUNDED = "founded", _("founded the club")
        JOINED = "joined", _("joined")
        LEFT = "left", _("left")
        OFFICER = "officer", _("became an officer")
        NO_OFFICER = "no_officer", _("is no officer any more")

    club = models.ForeignKey(Club, models.CASCADE, related_name="events")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["club", "-at"], name="club_chronicle")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.kind}"
