"""Favourites, mutes and blocks of users."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import Max, Q, QuerySet

from accounts.models import User
from tables.models import Relation, Seat, Table

Kind = Relation.Kind
LATELY = 12


def kinds_towards(owner: User, other: User) -> frozenset[str]:
    """Return a user's relations to one other person."""
    return frozenset(Relation.objects.filter(owner=owner, other=other).values_list("kind", flat=True))


def people_by_relation(owner: User) -> Mapping[str, Sequence[User]]:
    """Return all people a user has relations to, by kind and in the order of their names."""
    rows = (
        Relation.objects.filter(owner=owner, other__is_active=True).select_related("other").order_by("other__name_key", "other")
    )
    by_kind: dict[str, list[User]] = {kind.value: [] for kind in Kind}
    for row in rows:
        by_kind[row.kind].append(row.other)
    return by_kind


def favourites(owner: User) -> Sequence[User]:
    """Return favourites in the order of their names.

    People who blocked the user are included, so that the block stays secret.
    """
    mine = User.objects.filter(is_active=True, pk__in=_others(owner, Kind.FAVOURITE))
    return list(mine.order_by("name_key", "pk"))


def played_with(user: User) -> Sequence[User]:
    """Return a user's last LATELY opponents, the latest first, except guests and people the user has blocked."""
    mine = Seat.objects.filter(user=user, table__started_at__isnull=False).values("table")
    others = Seat.objects.filter(table__in=mine, user__isnull=False, user__is_active=True, user__guest_since=None)
    others = others.exclude(user=user).exclude(user__in=_others(user, Kind.BLOCKED))
    latest = others.values("user").annotate(latest=Max("table__started_at")).order_by("-latest", "user")[:LATELY]
    user_ids = [row["user"] for row in latest]
    people = User.objects.in_bulk(user_ids)
    return [people[number] for number in user_ids]


def companions(user: User, also: Collection[int] = ()) -> Sequence[User]:
    """Return the people a user may want to play with: favourites, latest opponents, then the ids in ``also``.

    People the user has blocked are left out.
    """
    people = {person.pk: person for person in (*favourites(user), *played_with(user))}
    extra = User.objects.filter(pk__in=set(also) - people.keys() - {user.pk}, is_active=True, guest_since=None) if also else ()
    own_blocks = blocked_by(user)
    return [person for person in (*people.values(), *extra) if person.pk not in own_blocks]


def apart_from(user: User | None) -> frozenset[int]:
    """Return the ids of all people kept apart from this person by a block of either side, in one query."""
    if user is None or not user.pk:
        return frozenset()
    blocks = Relation.objects.filter(Q(owner=user) | Q(other=user), kind=Kind.BLOCKED).values_list("owner", "other")
    return frozenset(number for pair in blocks for number in pair) - {user.pk}


def blocked_by(user: User) -> frozenset[int]:
    """Return the ids of the people this person has blocked."""
    return frozenset(_others(user, Kind.BLOCKED).values_list("other", flat=True))


def are_apart(user_id: int, others: Collection[int]) -> bool:
    """Return whether a block separates this person from one of the others."""
    either = Q(owner=user_id, other__in=others) | Q(other=user_id, owner__in=others)
    return bool(others) and Relation.objects.filter(either, kind=Kind.BLOCKED).exists()


def are_apart_at(table: Table, user_id: int) -> bool:
    """Return whether a block separates this person from the host or a player of a table, in one query."""
    player_ids = Seat.objects.filter(table=table, user__isnull=False).values("user")
    mine = Q(owner=user_id) & (Q(other__in=player_ids) | Q(other=table.host_id))
    theirs = Q(other=user_id) & (Q(owner__in=player_ids) | Q(owner=table.host_id))
    return Relation.objects.filter(mine | theirs, kind=Kind.BLOCKED).exists()


def silenced_for(user: User | None) -> frozenset[int]:
    """Return the ids of the people that this person has muted or blocked; their messages are collapsed."""
    if user is None or not user.pk:
        return frozenset()
    mine = Relation.objects.filter(owner=user, kind__in=(Kind.MUTED, Kind.BLOCKED))
    return frozenset(mine.values_list("other", flat=True))


def readers_ignoring(user_id: int, readers: Collection[int]) -> frozenset[int]:
    """Return the ids of readers not notified of this person's mentions: they muted the person, or either blocked the other."""
    theirs = Q(owner__in=readers, other=user_id, kind__in=(Kind.MUTED, Kind.BLOCKED))
    mine = Q(owner=user_id, other__in=readers, kind=Kind.BLOCKED)
    pairs = Relation.objects.filter(theirs | mine).values_list("owner", "other")
    return frozenset(number for pair in pairs for number in pair) - {user_id}


def _others(owner: User, kind: Relation.Kind) -> QuerySet[Relation, Any]:
    return Relation.objects.filter(owner=owner, kind=kind).values("other")
