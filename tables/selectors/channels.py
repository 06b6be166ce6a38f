"""Which ways somebody has besides mail."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from tables.models import Club, MailChoice, NameElsewhere, PushDevice, Table, Webhook

# Where somebody says what they want of them; each model has an ``owner``.
OWNED: Mapping[MailChoice.Channel, type[Any]] = {MailChoice.Channel.PUSH: PushDevice, MailChoice.Channel.WEBHOOK: Webhook}


def families_of(user: User) -> list[MailChoice.Channel]:
    """The families of which they have a way, be it on or off."""
    return [family for family, model in OWNED.items() if model.objects.filter(owner=user).exists()]


def hooks_of(user: User) -> list[Webhook]:
    """Their own webhooks, the oldest first."""
    return list(Webhook.objects.filter(owner=user).order_by("made_at", "pk"))


def hook_of(user: User, number: int) -> Webhook | None:
    """One of them by the number its owner knows it by."""
    return next((hook for hook in hooks_of(user) if hook.number == number), None)


def devices_of(user: User) -> list[PushDevice]:
    """Their own devices, the oldest first."""
    return list(PushDevice.objects.filter(owner=user).order_by("made_at", "pk"))


def device_of(user: User, number: int) -> PushDevice | None:
    """One of them by the number its owner knows it by."""
    return next((device for device in devices_of(user) if device.number == number), None)


def hooks_of_table(table: Table) -> list[Webhook]:
    """The webhooks of a table with who added them, the oldest first."""
    return list(table.hooks.select_related("made_by").order_by("made_at", "pk"))


def hooks_of_club(club: Club) -> list[Webhook]:
    """The webhooks of a club with who added them, the oldest first."""
    return list(club.hooks.select_related("made_by").order_by("made_at", "pk"))


def names_elsewhere(user: User) -> Mapping[str, str]:
    """What somebody is called elsewhere, by kind of webhook."""
    return dict(NameElsewhere.objects.filter(user=user).values_list("kind", "name"))
