"""Queries for a user's notification channels besides email."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from tables.models import Club, Event, MailChoice, NameElsewhere, PushDevice, Table, Webhook

# Models of channels with user settings; each has an ``owner``.
OWNED: Mapping[MailChoice.Channel, type[Any]] = {MailChoice.Channel.PUSH: PushDevice, MailChoice.Channel.WEBHOOK: Webhook}


def families_of(user: User) -> list[MailChoice.Channel]:
    """Return the families of the user's channels, active or not."""
    return [family for family, model in OWNED.items() if model.objects.filter(owner=user).exists()]


def hooks_of(user: User) -> list[Webhook]:
    """Return the user's own webhooks, the oldest first."""
    return list(Webhook.objects.filter(owner=user).order_by("made_at", "pk"))


def hook_of(user: User, number: int) -> Webhook | None:
    """Return the user's webhook with this number, or None."""
    return next((hook for hook in hooks_of(user) if hook.number == number), None)


def devices_of(user: User) -> list[PushDevice]:
    """Return the user's own devices, the oldest first."""
    return list(PushDevice.objects.filter(owner=user).order_by("made_at", "pk"))


def device_of(user: User, number: int) -> PushDevice | None:
    """Return the user's device with this number, or None."""
    return next((device for device in devices_of(user) if device.number == number), None)


def hooks_of_table(table: Table) -> list[Webhook]:
    """Return the webhooks of a table with the users who added them, the oldest first."""
    return list(table.hooks.select_related("made_by").order_by("made_at", "pk"))


def hooks_of_club(club: Club) -> list[Webhook]:
    """Return the webhooks of a club with the users who added them, the oldest first."""
    return list(club.hooks.select_related("made_by").order_by("made_at", "pk"))


def hooks_of_event(event: Event) -> list[Webhook]:
    """Return the webhooks of an event with the users who added them, the oldest first."""
    return list(event.hooks.select_related("made_by").order_by("made_at", "pk"))


def names_elsewhere(user: User) -> Mapping[str, str]:
    """Return a user's names on other services, by kind of webhook."""
    return dict(NameElsewhere.objects.filter(user=user).values_list("kind", "name"))
