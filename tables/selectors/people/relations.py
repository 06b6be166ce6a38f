"""Favourites, blocks and mutes: whom somebody keeps, and who is kept from whom."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Max, Q, QuerySet

from accounts.models import User
from tables.models import Relation, Seat, Table

Kind = Relation.Kind
LATELY = 12


def kinds_towards(owner: User, other: User) -> frozenset[str]:
    """What somebody wants of one other person."""
    return frozenset(Relation.objects.filter(owner=owner, other=other).values_list("kind", flat=True))


def kept(owner: User) -> Mapping[str, Sequence[User]]:
    """Everybody this person keeps, by kind and in the order of their names."""
    rows = (
        Relation.objects.filter(owner=owner, other__is_active=True).select_related("other").order_by("other__name_key", "other")
    )
    found: dict[str, list[User]] = {kind.value: [] for kind in Kind}
    for row in rows:
        found[row.kind].append(row.other)
    return found


def favourites(owner: User) -> Sequence[User]:
    """In the order of their names. Who of them blocked this person is among them all the same: nobody is told."""
    mine = User.objects.filter(is_active=True, pk__in=_others(owner, Kind.FAVOURITE))
    return list(mine.order_by("name_key", "pk"))


def played_with(user: User) -> Sequence[User]:
    """Those somebody sat at a table with, the latest first; without those they blocked themselves."""
    mine = Seat.objects.filter(user=user, table__started_at__isnull=False).values("table")
    others = Seat.objects.filter(table__in=mine, user__isnull=False, user__is_active=True, user__guest_since=None)
    others = others.exclude(user=user).exclude(user__in=_others(user, Kind.BLOCKED))
    latest = others.values("user").annotate(latest=Max("table__started_at")).order_by("-latest", "user")[:LATELY]
    numbers = [row["user"] for row in latest]
    people = User.objects.in_bulk(numbers)
    return [people[number] for number in numbers]


def companions(user: User, also: Collection[int] = ()) -> Sequence[User]:
    """Return the people somebody may want to play with: favourites, latest opponents, then those ``also`` named.

    People they have blocked themselves are left out.
    """
    known = {person.pk: person for person in (*favourites(user), *played_with(user))}
    named = User.objects.filter(pk__in=set(also) - known.keys() - {user.pk}, is_active=True, guest_since=None) if also else ()
    own_blocks = blocked_by(user)
    return [person for person in (*known.values(), *named) if person.pk not in own_blocks]


def apart_from(user: User | None) -> frozenset[int]:
    """Everybody who may not sit down with this person, whichever of the two said so. In one query."""
    if user is None or not user.pk:
        return frozenset()
    blocks = Relation.objects.filter(Q(owner=user) | Q(other=user), kind=Kind.BLOCKED).values_list("owner", "other")
    return frozenset(number for pair in blocks for number in pair) - {user.pk}


def blocked_by(user: User) -> frozenset[int]:
    """Return the numbers of those whom this person has blocked."""
    return frozenset(_others(user, Kind.BLOCKED).values_list("other", flat=True))


def are_apart(user_id: int, others: Collection[int]) -> bool:
    """Whether one of the others may not sit down with this person."""
    either = Q(owner=user_id, other__in=others) | Q(other=user_id, owner__in=others)
    return bool(others) and Relation.objects.filter(either, kind=Kind.BLOCKED).exists()


def are_apart_at(table: Table, user_id: int) -> bool:
    """Whether somebody who sits at a table or opened it may not sit down with this person. In one query."""
    there = Seat.objects.filter(table=table, user__isnull=False).values("user")
    mine = Q(owner=user_id) & (Q(other__in=there) | Q(other=table.host_id))
    theirs = Q(other=user_id) & (Q(owner__in=there) | Q(owner=table.host_id))
    return Relation.objects.filter(mine | theirs, kind=Kind.BLOCKED).exists()


def silenced_for(user: User | None) -> frozenset[int]:
    """Those whose words are folded away for this person."""
    if user is None or not user.pk:
        return frozenset()
    mine = Relation.objects.filter(owner=user, kind__in=(Kind.MUTED, Kind.BLOCKED))
    return frozenset(mine.values_list("other", flat=True))


def deaf_to(user_id: int, readers: Collection[int]) -> frozenset[int]:
    """Those of the readers whom this person does not call by a mention: they muted them, or a block lies between the two."""
    theirs = Q(owner__in=readers, other=user_id, kind__in=(Kind.MUTED, Kind.BLOCKED))
    mine = Q(owner=user_id, other__in=readers, kind=Kind.BLOCKED)
    found = Relation.objects.filter(theirs | mine).values_list("owner", "other")
    return frozenset(number for pair in found for number in pair) - {user_id}


def _others(owner: User, kind: Relation.Kind) -> QuerySet[Relation, Any]:
    return Relation.objects.filter(owner=owner, kind=kind).values("other")
