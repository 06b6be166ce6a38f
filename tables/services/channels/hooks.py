"""Webhooks of people, tables, clubs and events: adding, turning off and on, removing."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from tables.channels import outbound
from tables.errors import Code, Refusal
from tables.models import Event, NameElsewhere, Table, Webhook
from tables.services import suspensions, texts
from tables.services.clubs import members
from tables.services.events import locking, opening
from tables.services.once import create_once

MOST, MOST_OF_TABLE, MOST_OF_CLUB, MOST_OF_EVENT, LONGEST_LABEL = 10, 3, 3, 3, 60
# Kinds of webhooks for clubs and events: those with editable messages, and JSON for programs.
STANDING = (Webhook.Kind.DISCORD, Webhook.Kind.MATRIX, Webhook.Kind.JSON)


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
    """Add a webhook for a user's own notifications.

    ``secret``: for Matrix or ntfy only; a signing secret is created here. ``token``: as in ``create_once``; with a token, an
    existing address is refused. Raises a Refusal: too_many_ways, told_there.
    """
    fields = _fields(kind, label, url, room, secret)
    make = partial(_add, user_id, fields, now, is_new=bool(token))
    return create_once(Webhook, user_id=user_id, token=token, content=sorted(fields.items()), now=now, make=make)


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
    """Add a webhook for the state of a table, in the language of the player who adds it.

    ``token``: as in ``create_once``. Raises a Refusal: not_seated, suspended, event_table (the table is withheld), not_running
    (the game is over or practice), told_there, table_has_ways.
    """
    fields = _fields(kind, label, url, room, secret) | {"style": style}
    make = partial(_add_to_table, table_id, user, fields, now)
    return create_once(Webhook, user_id=user.pk, token=token, content=(table_id, sorted(fields.items())), now=now, make=make)


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
    """Add a webhook for the tables of a club, in the language of the officer who adds it.

    ``token``: as in ``create_once``. Raises a Refusal: not_officer, suspended, malformed for a kind without editable messages,
    told_there, club_has_ways.
    """
    fields = _fields(kind, label, url, room, secret) | {"style": Webhook.Style.ONE}
    make = partial(_add_to_club, club_id, user, fields, now)
    return create_once(Webhook, user_id=user.pk, token=token, content=(club_id, sorted(fields.items())), now=now, make=make)


def add_event_hook(
    *,
    event_id: int,
    user: User,
    kind: Webhook.Kind,
    label: str,
    url: str,
    room: str = "",
    secret: str = "",
    token: str = "",
    now: datetime,
) -> Webhook:
    """Add a webhook for the state of an event, in the language of the organiser who adds it.

    ``token``: as in ``create_once``. Raises a Refusal: no_event, suspended, not_organiser, event_over, malformed for a kind
    without editable messages, told_there, event_has_ways.
    """
    fields = _fields(kind, label, url, room, secret) | {"style": Webhook.Style.ONE}
    make = partial(_add_to_event, event_id, user, fields, now)
    return create_once(Webhook, user_id=user.pk, token=token, content=(event_id, sorted(fields.items())), now=now, make=make)


def may_change(hook: Webhook, table: Table, user: User) -> bool:
    """Return whether a user can change a table's hook: its creator and the host can."""
    return user.pk in (hook.made_by_id, table.host_id)


def name_elsewhere(*, user: User, names: Mapping[Webhook.Kind, str], now: datetime) -> None:
    """Set a user's names on services of these kinds, for mentions; an empty name removes one.

    Everybody in a table's chat room reads them there. Raises Refusal: suspended, for a new name.
    """
    with transaction.atomic():
        known_names = dict(NameElsewhere.objects.filter(user=user).values_list("kind", "name"))
        for kind, name in names.items():
            if not name:
                NameElsewhere.objects.filter(user=user, kind=kind).delete()
            elif name != known_names.get(kind):
                suspensions.check(user, now)
                NameElsewhere.objects.update_or_create(user=user, kind=kind, defaults={"name": name})


def check_change(hook: Webhook, user: User, now: datetime, *, takes_back: bool = False) -> None:
    """Raise Refusal: suspended, for a hook of a table, club or event, which speaks to others.

    ``takes_back``: True for turning a hook off or removing it, which its creator always can.
    """
    is_own = hook.owner_id is not None or (takes_back and hook.made_by_id == user.pk)
    if not is_own:
        suspensions.check(user, now)


@transaction.atomic
def switch_hook(*, hook: Webhook, user: User, is_on: bool, now: datetime) -> None:
    """Turn a webhook off, or on with its failures cleared. Raises the Refusal of ``check_change``."""
    check_change(hook, user, now, takes_back=not is_on)
    rows = Webhook.objects.filter(pk=hook.pk)
    if is_on:
        rows.update(off_at=None, failing_since=None, next_at=None, error="")
    else:
        rows.filter(off_at=None).update(off_at=now, failing_since=None, next_at=None, error="")


@transaction.atomic
def remove_hook(*, hook: Webhook, user: User, now: datetime) -> None:
    """Delete a webhook and its address. Raises the Refusal of ``check_change``."""
    check_change(hook, user, now, takes_back=True)
    Webhook.objects.filter(pk=hook.pk).delete()


@transaction.atomic
def renew_secret(*, hook: Webhook, user: User, now: datetime) -> None:
    """Replace the signing secret of a webhook; the previous one is no longer used. Raises the Refusal of ``check_change``."""
    check_change(hook, user, now)
    Webhook.objects.filter(pk=hook.pk, kind=Webhook.Kind.JSON).update(secret=_new_secret())


def _fields(kind: Webhook.Kind, label: str, url: str, room: str, secret: str) -> dict[str, str]:
    return {"kind": kind, "label": texts.line(label, LONGEST_LABEL), "url": url, "room": room, "secret": secret}


@transaction.atomic
def _add(user_id: int, fields: Mapping[str, str], now: datetime, *, is_new: bool) -> Webhook:
    list(User.objects.select_for_update(no_key=True).filter(pk=user_id))  # one request at a time
    own_hooks = Webhook.objects.filter(owner=user_id)
    if is_new:
        _check_new(own_hooks, fields)
    if own_hooks.count() >= MOST:
        raise Refusal(Code.TOO_MANY_WAYS, most=MOST)
    return Webhook.objects.create(owner_id=user_id, made_at=now, **_signed(fields))


@transaction.atomic
def _add_to_table(table_id: int, user: User, fields: Mapping[str, str], now: datetime) -> Webhook:
    table = Table.objects.select_for_update(no_key=True).get(pk=table_id)
    if not table.seats.held_by_person().filter(user=user).exists():
        raise Refusal(Code.NOT_SEATED)
    suspensions.check(user, now)
    if table.is_withheld:
        raise Refusal(Code.EVENT_TABLE)
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
    if fields["kind"] not in STANDING:
        raise Refusal(Code.MALFORMED)
    _check_new(club.hooks.all(), fields)
    if club.hooks.count() >= MOST_OF_CLUB:
        raise Refusal(Code.CLUB_HAS_WAYS, most=MOST_OF_CLUB)
    return Webhook.objects.create(club=club, made_by=user, language=user.language, made_at=now, **_signed(fields))


@transaction.atomic
def _add_to_event(event_id: int, user: User, fields: Mapping[str, str], now: datetime) -> Webhook:
    event = locking.lock(event_id)
    suspensions.check(user, now)
    if not opening.may_organise(event, user):
        raise Refusal(Code.NOT_ORGANISER)
    if event.stage not in (Event.Stage.OPEN, Event.Stage.RUNNING):
        raise Refusal(Code.EVENT_OVER)
    if fields["kind"] not in STANDING:
        raise Refusal(Code.MALFORMED)
    _check_new(event.hooks.all(), fields)
    if event.hooks.count() >= MOST_OF_EVENT:
        raise Refusal(Code.EVENT_HAS_WAYS, most=MOST_OF_EVENT)
    return Webhook.objects.create(event=event, made_by=user, language=user.language, made_at=now, **_signed(fields))


def _check_new(existing: QuerySet[Webhook], fields: Mapping[str, str]) -> None:
    """Raise Refusal: told_there for an address with a webhook, because a second one would repeat every message."""
    same_kind = existing.filter(kind=fields["kind"], room=fields["room"])
    if any(outbound.is_same(hook.url, fields["url"]) for hook in same_kind):
        raise Refusal(Code.TOLD_THERE)


def _signed(fields: Mapping[str, str]) -> dict[str, str]:
    """Return the fields of a webhook, with a signing secret if its kind is signed."""
    return {**fields, "secret": _new_secret()} if fields["kind"] == Webhook.Kind.JSON else dict(fields)


def _new_secret() -> str:
    return secrets.token_urlsafe(32)
