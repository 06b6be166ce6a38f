"""Clubs: which somebody may see, who is in them, and who only asked or is asked."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts import names
from accounts.models import User
from tables.models import Club, Membership
from tables.selectors.people import relations

type Person = User | AnonymousUser | None

State = Membership.State
MOST_SHOWN = 100
# Whoever is asked has to see what they are asked to join; whoever asked saw it before.
SEES = (State.MEMBER, State.INVITED, State.ASKED)


class NotVisible(Exception):
    """There is no such club for this person."""


def visible_club(user: Person, code: str) -> tuple[Club, Membership | None]:
    """The club and what this person is to it, if they may see it: everybody may, or they are in it or asked to be.

    Raises NotVisible.
    """
    club = Club.objects.alive().filter(slug=code).first()
    if club is None:
        raise NotVisible(code)
    membership = membership_of(club, user)
    if not club.is_public and (membership is None or membership.state not in SEES):
        raise NotVisible(code)
    return club, membership


def site_club() -> Club | None:
    """The club that the whole site is, if it is one and the club was not closed."""
    return Club.objects.alive().filter(slug=settings.CLUB_SITE).first() if settings.CLUB_SITE else None


def membership_of(club: Club, user: Person) -> Membership | None:
    """What somebody is to a club."""
    if user is None or not user.pk:
        return None
    return Membership.objects.filter(club=club, user=user.pk).first()


def is_member(club_id: int | None, user_id: int | None) -> bool:
    """Whether somebody is a member of a club that was not closed."""
    if club_id is None or user_id is None:
        return False
    return Membership.objects.filter(club=club_id, user=user_id, state=State.MEMBER, club__closed_at=None).exists()


def may_come(people: Sequence[User], club_id: int | None) -> Sequence[User]:
    """Return those people who may sit at a table of this club: its members, or all if it is of none."""
    if club_id is None or not people:
        return people
    inside = Membership.objects.filter(club=club_id, user__in=people, state=State.MEMBER, club__closed_at=None)
    numbers = set(inside.values_list("user", flat=True))
    return [person for person in people if person.pk in numbers]


def ids_of(user_id: int) -> QuerySet[Membership, Any]:
    """The numbers of the clubs somebody is a member of, as part of another query."""
    return Membership.objects.filter(user=user_id, state=State.MEMBER, club__closed_at=None).values("club")


def has_closed(user: User, slug: str) -> bool:
    """Return whether a club is closed of which this person was an officer to the end."""
    mine = Membership.objects.filter(user=user, state=State.MEMBER, role=Membership.Role.OFFICER)
    return mine.filter(club__slug=slug, club__closed_at__isnull=False).exists()


def clubs_of(user: User) -> Sequence[Membership]:
    """Somebody's memberships with their clubs, by name; each club with how many members it has (``people``)."""
    return list(_with_club(user).filter(state=State.MEMBER).order_by("club__name", "pk"))


def invitations_of(user: User) -> Sequence[Membership]:
    """Clubs that somebody is invited to by people they did not block, with who invited them; the latest first."""
    asked = _with_club(user).filter(state=State.INVITED).select_related("by").order_by("-at", "-pk")
    apart = relations.apart_from(user)
    return [row for row in asked if row.by_id not in apart]


def found(user: Person, query: str) -> Sequence[Club]:
    """Clubs this person may see that have these letters in their names, the largest first, each with ``people``."""
    mine = Membership.objects.filter(club=OuterRef("pk"), user=user.pk if user else None, state__in=SEES)
    seen = Club.objects.alive().filter(Q(outsiders=Club.Outsiders.PAGE) | Exists(mine))
    if query:
        seen = seen.filter(name__icontains=names.tidy(query))
    people = Count("memberships", filter=Q(memberships__state=State.MEMBER))
    return list(seen.annotate(people=people).order_by("-people", "name", "pk")[:MOST_SHOWN])


def members(club: Club) -> Sequence[Membership]:
    """Its members with their accounts: officers first, then by when they came."""
    rows = Membership.objects.filter(club=club, state=State.MEMBER).select_related("user")
    return sorted(rows, key=lambda row: (not row.is_officer, row.at, row.pk))


def waiting(club: Club) -> Sequence[Membership]:
    """Who asked to join and who was invited, with their accounts, the oldest first."""
    rows = Membership.objects.filter(club=club, state__in=[State.ASKED, State.INVITED])
    return list(rows.select_related("user", "by").order_by("at", "pk"))


def size(club: Club) -> int:
    """How many members it has."""
    return Membership.objects.filter(club=club, state=State.MEMBER).count()


def _with_club(user: User) -> QuerySet[Membership]:
    mine = Membership.objects.filter(user=user, club__closed_at=None).select_related("club")
    people = Count("club__memberships", filter=Q(club__memberships__state=State.MEMBER))
    return mine.annotate(people=people)
