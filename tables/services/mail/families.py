"""The kinds of ways there are besides mail: one entry each, here and in handing_over.py; all else is the same for all."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import CharField, Exists, OuterRef, QuerySet, Value

from config.database import statements
from tables.models import Channel, MailChoice, Notification, PushDevice, Webhook


@dataclass(frozen=True)
class Family:
    """One kind of ways. ``name`` begins the channel of a delivery. ``choice``: where its owners say what they want of it;
    ``model``: its rows, with an ``owner``.

    ``forgets_gone``: whether a way that is gone at the other end is removed; else that is a failure like any other.
    """

    name: str
    choice: MailChoice.Channel
    model: type[Channel]
    forgets_gone: bool = False


HOOKS = Family("hook", MailChoice.Channel.WEBHOOK, Webhook)
DEVICES = Family("push", MailChoice.Channel.PUSH, PushDevice, forgets_gone=True)
FAMILIES: Mapping[str, Family] = {family.name: family for family in (HOOKS, DEVICES)}


def channel_of(name: str, number: int) -> str:
    """What a delivery calls the way ``number`` of a family."""
    return f"{name}:{number}"


def find(channel: str) -> tuple[Family, Channel | None]:
    """The family a channel belongs to and its row, None if that is gone. KeyError for a family nobody knows."""
    name, _colon, number = channel.partition(":")
    family = FAMILIES[name]
    return family, family.model._default_manager.filter(pk=int(number)).first()


def wanted(users: Collection[int], kind: Notification.Kind) -> list[tuple[int, str]]:
    """By which ways these people want to be told such a thing: the person and the channel. One query, whatever ways there
    are."""
    return [(owner, channel_of(name, number)) for owner, number, name in _wanted(users, kind.value)]


@statements.read
def _wanted(users: Collection[int], kind: str) -> QuerySet[Any, Any]:
    first, *others = (_of(family, users, kind) for family in FAMILIES.values())
    return first.union(*others, all=True) if others else first


def _of(family: Family, users: Collection[int], kind: str) -> QuerySet[Any, Any]:
    chosen = MailChoice.objects.filter(user=OuterRef("owner"), channel=family.choice)
    unwanted = chosen.filter(kind=kind, cadence=MailChoice.Cadence.NEVER)
    rows: Any = family.model._default_manager  # Channel alone has no owner
    ways: QuerySet[Any, Any] = rows.filter(~Exists(unwanted), owner__pk__in=users, off_at__isnull=True)
    return ways.values_list("owner_id", "pk", Value(family.name, CharField())).order_by()
