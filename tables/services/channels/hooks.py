"""Webhooks of a person and of a table: added, switched off and on, removed."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import NameElsewhere, Table, Webhook
from tables.services import standing, texts
from tables.services.clubs import members
from tables.services.once import once

MOST, MOST_OF_TABLE, MOST_OF_CLUB, LONGEST_LABEL = 10, 3, 3, 60
# Where one message can be kept up to date, and programs.
OF_CLUBS = (Webhook.Kind.DISCORD, Webhook.Kind.MATRIX, Webhook.Kind.JSON)


def add_hook(
    *,
    user_id: int,
    kind: Webhook.Kind,
    label: str,
    url: str,
    room: str = "",
    secret: str = "",
    token: str = "",
    now: datetime,
) -> Webhook:
    """Tell its owner there too from now on.

    ``secret`` is that of Matrix or ntfy; one to sign with is made here. ``token``: as in ``once``; what a page sends is refused
    if its address is there already. Raises a Refusal: too_many_ways, told_there.
    """
    fields = _fields(kind, label, url, room, secret)
    make = partial(_add, user_id, fields, now, is_new=bool(token))
    return once(Webhook, user_id=user_id, token=token, said=sorted(fields.items()), now=now, make=make)


def add_table_hook(
    *,
    table_id: int,
    user: User,
    kind: Webhook.Kind,
    style: Webhook.Style,
    label: str,
    url: str,
    room: str = "",
    secret: str = "",
    token: str = "",
    now: datetime,
) -> Webhook:
    """Tell there from now on how a table stands, in the language of the person who adds it and plays there.

    ``token``: as in ``once``. Raises a Refusal: not_seated, suspended, not_running (the game is over or practice), told_there,
    table_has_ways.
    """
    fields = _fields(kind, label, url, room, secret) | {"style": style}
    make = partial(_add_to_table, table_id, user, fields, now)
    return once(Webhook, user_id=user.pk, token=token, said=(table_id, sorted(fields.items())), now=now, make=make)


def add_club_hook(
    *,
    club_id: int,
    user: User,
    kind: Webhook.Kind,
    label: str,
    url: str,
    room: str = "",
    secret: str = "",
    token: str = "",
    now: datetime,
) -> Webhook:
    """Tell there from now on how the tables of a club stand, in the language of the officer who adds it.

    ``token``: as in ``once``. Raises a Refusal: not_officer, suspended, malformed for a kind that keeps no message, told_there,
    club_has_ways.
    """
    fields = _fields(kind, label, url, room, secret) | {"style": Webhook.Style.ONE}
    make = partial(_add_to_club, club_id, user, fields, now)
    return once(Webhook, user_id=user.pk, token=token, said=(club_id, sorted(fields.items())), now=now, make=make)


def may_change(hook: Webhook, table: Table, user: User) -> bool:
    """Whether somebody looks after a hook of a table: who added it, and the host."""
    return user.pk in (hook.made_by_id, table.host_id)


def name_elsewhere(*, user_id: int, names: Mapping[Webhook.Kind, str]) -> None:
    """What somebody is called where webhooks of these kinds lead; by an empty name nobody calls them."""
    with transaction.atomic():
        for kind, name in names.items():
            if name:
                NameElsewhere.objects.update_or_create(user_id=user_id, kind=kind, defaults={"name": name})
            else:
                NameElsewhere.objects.filter(user=user_id, kind=kind).delete()


def switch_hook(*, hook_id: int, is_on: bool, now: datetime) -> None:
    """Tell nothing there any more, or do so again and forget what went wrong."""
    if is_on:
        Webhook.objects.filter(pk=hook_id).update(off_at=None, failing_since=None, next_at=None, error="")
    else:
        Webhook.objects.filter(pk=hook_id, off_at=None).update(off_at=now, failing_since=None, next_at=None, error="")


def remove_hook(*, hook_id: int) -> None:
    """Its address is forgotten."""
    Webhook.objects.filter(pk=hook_id).delete()


def renew_secret(*, hook_id: int) -> None:
    """What is posted from now on is signed with another secret; the one before signs nothing any more."""
    Webhook.objects.filter(pk=hook_id, kind=Webhook.Kind.JSON).update(secret=_new_secret())


def _fields(kind: Webhook.Kind, label: str, url: str, room: str, secret: str) -> dict[str, str]:
    return {"kind": kind, "label": texts.line(label, LONGEST_LABEL), "url": url, "room": room, "secret": secret}


@transaction.atomic
def _add(user_id: int, fields: Mapping[str, str], now: datetime, *, is_new: bool) -> Webhook:
    list(User.objects.select_for_update(no_key=True).filter(pk=user_id))  # one after the other
    mine = Webhook.objects.filter(owner=user_id)
    if is_new:
        _check_new(mine, fields)
    if mine.count() >= MOST:
        raise Refusal(Code.TOO_MANY_WAYS, most=MOST)
    return Webhook.objects.create(owner_id=user_id, made_at=now, **_signed(fields))


@transaction.atomic
def _add_to_table(table_id: int, user: User, fields: Mapping[str, str], now: datetime) -> Webhook:
    table = Table.objects.select_for_update(no_key=True).get(pk=table_id)
    if not table.seats.held_by_person().filter(user=user).exists():
        raise Refusal(Code.NOT_SEATED)
    standing.check(user, now)
    if table.practice or table.status == Table.Status.ENDED:
        raise Refusal(Code.NOT_RUNNING)
    _check_new(table.hooks.all(), fields)
    if table.hooks.count() >= MOST_OF_TABLE:
        raise Refusal(Code.TABLE_HAS_WAYS, most=MOST_OF_TABLE)
    return Webhook.objects.create(table=table, made_by=user, language=user.language, made_at=now, **_signed(fields))


@transaction.atomic
def _add_to_club(club_id: int, user: User, fields: Mapping[str, str], now: datetime) -> Webhook:
    club = members.lock(club_id)
    members.officer(club, user, now)
    if fields["kind"] not in OF_CLUBS:
        raise Refusal(Code.MALFORMED)
    _check_new(club.hooks.all(), fields)
    if club.hooks.count() >= MOST_OF_CLUB:
        raise Refusal(Code.CLUB_HAS_WAYS, most=MOST_OF_CLUB)
    return Webhook.objects.create(club=club, made_by=user, language=user.language, made_at=now, **_signed(fields))


def _check_new(there: QuerySet[Webhook], fields: Mapping[str, str]) -> None:
    """Raise Refusal: told_there, since people would read everything twice at one address."""
    if there.filter(kind=fields["kind"], url=fields["url"], room=fields["room"]).exists():
        raise Refusal(Code.TOLD_THERE)


def _signed(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a webhook, with a secret to sign with where it is signed."""
    return {**fields, "secret": _new_secret()} if fields["kind"] == Webhook.Kind.JSON else dict(fields)


def _new_secret() -> str:
    return secrets.token_urlsafe(32)
