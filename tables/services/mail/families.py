"""Families of channels besides email. Each has one entry here and a function in ``tables/services/channels/senders.py``; all
other code is shared."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import CharField, Exists, OuterRef, QuerySet, Value

from config.database import statements
from tables.models import Channel, MailChoice, Notification, PushDevice, Webhook


@dataclass(frozen=True)
class Family:
    """Family of channels. ``name``: prefix of a delivery's channel. ``choice``: its channel in user preferences.

    ``model``: model of its rows. ``forgets_gone``: True if a channel that its service reports as gone is deleted;
    otherwise such a report is a normal failure.
    """

    name: str
    choice: MailChoice.Channel
    model: type[Channel]
    forgets_gone: bool = False


HOOKS = Family("hook", MailChoice.Channel.WEBHOOK, Webhook)
DEVICES = Family("push", MailChoice.Channel.PUSH, PushDevice, forgets_gone=True)
FAMILIES: Mapping[str, Family] = {family.name: family for family in (HOOKS, DEVICES)}


def channel_of(name: str, number: int) -> str:
    """Return the channel of a delivery for entry ``number`` of a family."""
    return f"{name}:{number}"


def find(channel: str) -> tuple[Family, Channel | None]:
    """Return a channel's family and its row (None if the row is deleted). Raises KeyError for an unknown family."""
    name, _colon, number = channel.partition(":")
    family = FAMILIES[name]
    return family, family.model._default_manager.filter(pk=int(number)).first()


def wanted(users: Collection[int], kind: Notification.Kind) -> list[tuple[int, str]]:
    """Return pairs of user ID and channel by which these users want such a notification, in one query."""
    return [(owner, channel_of(name, number)) for owner, number, name in _wanted(users, kind.value)]


@statements.read
def _wanted(users: Collection[int], kind: str) -> QuerySet[Any, Any]:
    first, *others = (_of(family, users, kind) for family in FAMILIES.values())
    return first.union(*others, all=True) if others else first


def _of(family: Family, users: Collection[int], kind: str) -> QuerySet[Any, Any]:
    choices = MailChoice.objects.filter(user=OuterRef("owner"), channel=family.choice)
    unwanted = choices.filter(kind=kind, cadence=MailChoice.Cadence.NEVER)
    rows: Any = family.model._default_manager  # only subclasses of Channel have an owner
    channels: QuerySet[Any, Any] = rows.filter(~Exists(unwanted), owner__pk__in=users, off_at__isnull=True)
    return channels.values_list("owner_id", "pk", Value(family.name, CharField())).order_by()
