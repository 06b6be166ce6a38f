"""Queries for clubs: visible ones, members, invitations and requests."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts import names
from accounts.models import User
from config import characters
from tables.models import Club, Membership
from tables.selectors.people import relations

type Person = User | AnonymousUser | None

State = Membership.State
MOST_SHOWN = 100
# Invited people must see the club they are asked to join, and applicants have already seen it.
SEES = (State.MEMBER, State.INVITED, State.ASKED)


class NotVisible(Exception):
    """Error: this person can see no such club."""


def visible_club(user: Person, code: str) -> tuple[Club, Membership | None]:
    """Return a club and this person's relation to it, if they may see it: a public club, or one they belong to.

    Invited people and applicants may see it too. Raises NotVisible.
    """
    club = Club.objects.alive().filter(slug=code).first()
    if club is None:
        raise NotVisible(code)
    membership = membership_of(club, user)
    if not club.is_public and (membership is None or membership.state not in SEES):
        raise NotVisible(code)
    return club, membership


def site_club() -> Club | None:
    """Return the club of the whole site, or None if there is none or it is closed."""
    return Club.objects.alive().filter(slug=settings.CLUB_SITE).first() if settings.CLUB_SITE else None


def membership_of(club: Club, user: Person) -> Membership | None:
    """Return a user's relation to a club, or None."""
    if user is None or not user.pk:
        return None
    return Membership.objects.filter(club=club, user=user.pk).first()


def is_member(club_id: int | None, user_id: int | None) -> bool:
    """Return whether a user is a member of an open club."""
    if club_id is None or user_id is None:
        return False
    return Membership.objects.filter(club=club_id, user=user_id, state=State.MEMBER, club__closed_at=None).exists()


def may_come(people: Sequence[User], club_id: int | None) -> Sequence[User]:
    """Return the people who may join a table of this club: its members, or everyone for a table without a club."""
    if club_id is None or not people:
        return people
    memberships = Membership.objects.filter(club=club_id, user__in=people, state=State.MEMBER, club__closed_at=None)
    member_ids = set(memberships.values_list("user", flat=True))
    return [person for person in people if person.pk in member_ids]


def ids_of(user_id: int) -> QuerySet[Membership, Any]:
    """Return the numbers of a user's clubs, as a subquery."""
    return Membership.objects.filter(user=user_id, state=State.MEMBER, club__closed_at=None).values("club")


def has_closed(user: User, slug: str) -> bool:
    """Return whether this person was an officer of this club when it was closed."""
    mine = Membership.objects.filter(user=user, state=State.MEMBER, role=Membership.Role.OFFICER)
    return mine.filter(club__slug=slug, club__closed_at__isnull=False).exists()


def led_by(user: User) -> Sequence[Club]:
    """Return the open clubs of which this person is an officer, by name."""
    mine = Membership.objects.filter(user=user, state=State.MEMBER, role=Membership.Role.OFFICER, club__closed_at=None)
    return sorted((row.club for row in mine.select_related("club")), key=lambda club: (characters.folded(club.name), club.pk))


def clubs_of(user: User) -> Sequence[Membership]:
    """Return a user's memberships with their clubs, by name; each club has its number of members (``people``)."""
    return sorted(_with_club(user).filter(state=State.MEMBER), key=lambda row: (characters.folded(row.club.name), row.pk))


def invitations_of(user: User) -> Sequence[Membership]:
    """Return a user's club invitations with their senders, latest first, except from people kept apart by a block."""
    invitations = _with_club(user).filter(state=State.INVITED).select_related("by").order_by("-at", "-pk")
    apart = relations.apart_from(user)
    return [row for row in invitations if row.by_id not in apart]


def clubs_matching(user: Person, query: str) -> Sequence[Club]:
    """Return at most MOST_SHOWN visible clubs with this text in their names, largest first, with their size (``people``)."""
    mine = Membership.objects.filter(club=OuterRef("pk"), user=user.pk if user else None, state__in=SEES)
    visible = Club.objects.alive().filter(Q(outsiders=Club.Outsiders.PAGE) | Exists(mine))
    if query:
        visible = visible.filter(name__icontains=names.searched(query))
    people = Count("memberships", filter=Q(memberships__state=State.MEMBER))
    return list(visible.annotate(people=people).order_by("-people", "name", "pk")[:MOST_SHOWN])


def members(club: Club) -> Sequence[Membership]:
    """Return a club's members with their accounts: officers first, then by date of joining."""
    rows = Membership.objects.filter(club=club, state=State.MEMBER).select_related("user")
    return sorted(rows, key=lambda row: (not row.is_officer, row.at, row.pk))


def waiting(club: Club) -> Sequence[Membership]:
    """Return applicants and invited people with their accounts, the oldest first."""
    rows = Membership.objects.filter(club=club, state__in=[State.ASKED, State.INVITED])
    return list(rows.select_related("user", "by").order_by("at", "pk"))


def size(club: Club) -> int:
    """Return the number of members."""
    return Membership.objects.filter(club=club, state=State.MEMBER).count()


def _with_club(user: User) -> QuerySet[Membership]:
    mine = Membership.objects.filter(user=user, club__closed_at=None).select_related("club")
    people = Count("club__memberships", filter=Q(club__memberships__state=State.MEMBER))
    return mine.annotate(people=people)
