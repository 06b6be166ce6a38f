"""Webhooks of a person and of a table: added, switched off and on, removed."""

import secrets
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from accounts.models import User
from tables.models import NameElsewhere, Table, Webhook
from tables.services import texts
from tables.services.clubs import members
from tables.services.errors import Code, Refusal
from tables.services.people import standing

MOST, MOST_OF_TABLE, MOST_OF_CLUB, LONGEST_LABEL = 10, 3, 3, 60
# Where one message can be kept up to date, and programs.
OF_CLUBS = (Webhook.Kind.DISCORD, Webhook.Kind.MATRIX, Webhook.Kind.JSON)


def add_hook(
    *, user_id: int, kind: Webhook.Kind, label: str, url: str, room: str = "", secret: str = "", now: datetime
) -> Webhook:
    """From now on its owner is told there too. Raises a Refusal if they have as many as there may be.

    ``secret`` is that of Matrix or ntfy; one to sign with is made here.
    """
    with transaction.atomic():
        list(User.objects.select_for_update(no_key=True).filter(pk=user_id))  # one after the other
        if Webhook.objects.filter(owner=user_id).count() >= MOST:
            raise Refusal(Code.TOO_MANY_WAYS, most=MOST)
        given = _new_secret() if kind == Webhook.Kind.JSON else secret
        fields = {"kind": kind, "label": texts.line(label, LONGEST_LABEL), "url": url, "room": room, "secret": given}
        return Webhook.objects.create(owner_id=user_id, made_at=now, **fields)


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
    now: datetime,
) -> Webhook:
    """From now on it is told there how a table stands, in the language of whoever adds it: a person who plays there.

    Raises a Refusal if they do not or are suspended, if the game is over or practice, or if the table has as many as there
    may be.
    """
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table_id)
        if not table.seats.held_by_person().filter(user=user).exists():
            raise Refusal(Code.NOT_SEATED)
        standing.check(user, now)
        if table.practice or table.status == Table.Status.ENDED:
            raise Refusal(Code.NOT_RUNNING)
        if table.hooks.count() >= MOST_OF_TABLE:
            raise Refusal(Code.TABLE_HAS_WAYS, most=MOST_OF_TABLE)
        given = _new_secret() if kind == Webhook.Kind.JSON else secret
        fields = {
            "kind": kind,
            "style": style,
            "label": texts.line(label, LONGEST_LABEL),
            "url": url,
            "room": room,
            "secret": given,
        }
        return Webhook.objects.create(table=table, made_by=user, language=user.language, made_at=now, **fields)


def add_club_hook(
    *, club_id: int, user: User, kind: Webhook.Kind, label: str, url: str, room: str = "", secret: str = "", now: datetime
) -> Webhook:
    """From now on it is told there how the tables of a club stand, in the language of the officer who adds it.

    Raises a Refusal: not_officer, suspended, malformed for a kind that keeps no message, club_has_ways.
    """
    with transaction.atomic():
        club = members.lock(club_id)
        members.officer(club, user, now)
        if kind not in OF_CLUBS:
            raise Refusal(Code.MALFORMED)
        if club.hooks.count() >= MOST_OF_CLUB:
            raise Refusal(Code.CLUB_HAS_WAYS, most=MOST_OF_CLUB)
        given = _new_secret() if kind == Webhook.Kind.JSON else secret
        fields = {
            "kind": kind,
            "style": Webhook.Style.ONE,
            "label": texts.line(label, LONGEST_LABEL),
            "url": url,
            "room": room,
            "secret": given,
        }
        return Webhook.objects.create(club=club, made_by=user, language=user.language, made_at=now, **fields)


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


def _new_secret() -> str:
    return secrets.token_urlsafe(32)
