"""Clubs as those who run the site see them: who is in which, whatever outsiders see."""

from collections.abc import Sequence

from django.db.models import Count, Q

from accounts import names
from tables.models import Club, Membership

MOST = 100


def clubs_called(query: str) -> Sequence[Club]:
    """Clubs with these letters in their name, or of this code, the closed ones too; the newest first, each with ``people``."""
    people = Count("memberships", filter=Q(memberships__state=Membership.State.MEMBER))
    found = Club.objects.annotate(people=people).order_by("-made_at", "-pk")
    return list((found.filter(Q(name__icontains=names.tidy(query)) | Q(slug=query)) if query else found)[:MOST])


def club_called(code: str) -> Club | None:
    """One club."""
    return Club.objects.filter(slug=code).first()


def people_of(club: Club) -> Sequence[Membership]:
    """Everybody who has to do with it, members first."""
    rows = Membership.objects.filter(club=club).select_related("user")
    return sorted(rows, key=lambda row: (row.state != Membership.State.MEMBER, not row.is_officer, row.at, row.pk))
