"""Favourites, mutes and blocks. The other person is never notified."""

from datetime import datetime

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import Relation

MOST = 300
Kind = Relation.Kind
# Blocking a person removes them from the favourites, and making a person a favourite removes a block.
_INSTEAD_OF = {Kind.BLOCKED: Kind.FAVOURITE, Kind.FAVOURITE: Kind.BLOCKED}


def add_relation(*, owner: User, number: int, kind: Relation.Kind, now: datetime) -> User:
    """Add a favourite, mute or block for a person unless it exists, and return the person.

    A block replaces a favourite, and a favourite a block. A block separates the two users at tables that neither has joined
    yet. Raises a Refusal: unknown_person, oneself, too_many_people.
    """
    with transaction.atomic():
        list(User.objects.select_for_update(no_key=True).filter(pk=owner.pk))  # one request at a time
        other = _person(owner, number)
        own_relations = Relation.objects.filter(owner=owner)
        others = own_relations.filter(kind=kind).exclude(other=other)
        if others.count() >= MOST:
            raise Refusal(Code.TOO_MANY_PEOPLE, most=MOST)
        if instead := _INSTEAD_OF.get(kind):
            own_relations.filter(other=other, kind=instead).delete()
        Relation.objects.get_or_create(owner=owner, other=other, kind=kind, defaults={"made_at": now})
    return other


def remove_relation(*, owner: User, number: int, kind: Relation.Kind) -> User:
    """Remove the relation and return the other user. Raises a Refusal: unknown_person, oneself."""
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
