"""Clubs as admins see them, with all members."""

from collections.abc import Sequence

from django.db.models import Count, Q

from accounts import names
from tables.models import Club, Membership

MOST = 100


def clubs_called(query: str) -> Sequence[Club]:
    """Return the clubs with this text in their name, or this code, including closed ones.

    The newest come first, each with ``people``.
    """
    people = Count("memberships", filter=Q(memberships__state=Membership.State.MEMBER))
    clubs = Club.objects.annotate(people=people).order_by("-made_at", "-pk")
    called = Q(name__icontains=names.searched(query)) | Q(slug=query.strip().lower())
    return list((clubs.filter(called) if query else clubs)[:MOST])


def club_called(code: str) -> Club | None:
    """Return one club, or None."""
    return Club.objects.filter(slug=code).first()


def people_of(club: Club) -> Sequence[Membership]:
    """Return everyone who has a relation to the club, members first."""
    rows = Membership.objects.filter(club=club).select_related("user")
    return sorted(rows, key=lambda row: (row.state != Membership.State.MEMBER, not row.is_officer, row.at, row.pk))
