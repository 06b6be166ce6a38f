"""Keeping somebody as a favourite, muting and blocking them. Nobody is ever told."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import Relation

MOST = 300
Kind = Relation.Kind
# Whoever blocks somebody keeps them no longer as a favourite, and the other way round.
_INSTEAD_OF = {Kind.BLOCKED: Kind.FAVOURITE, Kind.FAVOURITE: Kind.BLOCKED}


def keep(*, owner: User, number: int, kind: Relation.Kind, now: datetime) -> User:
    """From now on that person is a favourite, muted or blocked; once more changes nothing. Returns them.

    A block keeps the two apart at tables that neither sits at yet. Raises a Refusal: unknown_person, oneself, too_many_people.
    """
    with transaction.atomic():
        list(User.objects.select_for_update(no_key=True).filter(pk=owner.pk))  # one after the other
        other = _person(owner, number)
        mine = Relation.objects.filter(owner=owner)
        if mine.filter(kind=kind).count() >= MOST:
            raise Refusal(Code.TOO_MANY_PEOPLE, most=MOST)
        if instead := _INSTEAD_OF.get(kind):
            mine.filter(other=other, kind=instead).delete()
        Relation.objects.get_or_create(owner=owner, other=other, kind=kind, defaults={"made_at": now})
    return other


def let_go(*, owner: User, number: int, kind: Relation.Kind) -> User:
    """That person is it no longer. Returns them. Raises a Refusal: unknown_person, oneself."""
    other = _person(owner, number)
    Relation.objects.filter(owner=owner, other=other, kind=kind).delete()
    return other


def _person(owner: User, number: int) -> User:
    if number == owner.pk:
        raise Refusal(Code.ONESELF)
    other = User.objects.filter(pk=number, is_active=True, guest_since=None).first()
    if other is None:
        raise Refusal(Code.UNKNOWN_PERSON)
    return other
