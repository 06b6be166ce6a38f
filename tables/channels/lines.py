"""Webhooks and devices described in words: masked address, health, and result of the last attempt."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.channels.unsent import Reason
from tables.models import Channel, PushDevice, Webhook

_REASONS: Mapping[Reason, Any] = {
    Reason.ADDRESS: gettext_lazy("We can’t post to this address. It must start with https:// and include a host name."),
    Reason.PRIVATE: gettext_lazy("This address is in a private network. We only post to the public internet."),
    Reason.UNKNOWN: gettext_lazy("This host does not exist."),
    Reason.AWAY: gettext_lazy("No server responds at this address."),
    Reason.SLOW: gettext_lazy("The server did not respond in time."),
    Reason.CERTIFICATE: gettext_lazy("The server has no valid certificate for this address."),
    Reason.REDIRECT: gettext_lazy("This address redirects elsewhere, and we don’t follow redirects. Enter the final address."),
    Reason.NONSENSE: gettext_lazy("The server sent an invalid response."),
    Reason.STATUS: gettext_lazy("The server refused the message (%(status)s)."),
    Reason.GONE: gettext_lazy("There is nothing at this address (%(status)s). It may have been removed."),
    Reason.OLD_KEY: gettext_lazy(
        "These notifications were set up with a key that this site no longer uses. Set them up again."
    ),
    Reason.BUSY: gettext_lazy("The server can’t accept messages at the moment (%(status)s)."),
}


def error_words(error: str) -> str:
    """Return the words for a channel's stored error, or an empty string if there is none."""
    name, _blank, status = error.partition(" ")
    if name not in set(Reason):
        return _("Something went wrong on our side.") if error else ""
    return str(_REASONS[Reason(name)]) % {"status": status}


def short_address(url: str) -> str:
    """Return the host of an address, and its last four characters if the rest is longer than eight."""
    parts = urlsplit(url)
    rest = url.partition(parts.netloc)[2].strip("/")
    return f"{parts.netloc}/…{rest[-4:]}" if len(rest) > 8 else parts.netloc


@dataclass(frozen=True)
class Health:
    """Health of a channel.

    ``is_off``: turned off by its owner, or by the site (``gave_up``). ``since``: first failure; ``next``: next attempt.
    """

    is_off: bool
    gave_up: bool
    since: datetime | None
    error: str
    next: datetime | None
    taken: datetime | None


def health(channel: Channel) -> Health:
    """Return the health of a channel in the active language."""
    return Health(
        is_off=channel.off_at is not None,
        gave_up=channel.off_at is not None and channel.failing_since is not None,
        since=channel.failing_since,
        error=error_words(channel.error),
        next=channel.next_at if channel.failing_since and not channel.off_at else None,
        taken=channel.taken_at,
    )


@dataclass(frozen=True)
class HookLine:
    """Webhook in its owner's list. ``secret`` is the signing key of a JSON webhook."""

    number: int
    kind: str
    label: str
    address: str
    secret: str
    health: Health
    style: str = ""
    made_by: str = ""
    is_mine: bool = True


def table_hook_line(hook: Webhook, *, is_mine: bool) -> HookLine:
    """Return a table's webhook as a player sees it. Address, secret and label are included only if ``is_mine``."""
    line = hook_line(hook)
    made_by = str(hook.made_by) if hook.made_by else ""
    full = replace(line, style=hook.get_style_display(), made_by=made_by, is_mine=is_mine)
    return full if is_mine else replace(full, address="", secret="", label="")


def hook_line(hook: Webhook) -> HookLine:
    """Return a webhook as its owner sees it."""
    is_signed = hook.kind == Webhook.Kind.JSON
    return HookLine(
        number=hook.number,
        kind=hook.get_kind_display(),
        label=hook.label,
        address=short_address(hook.url),
        secret=hook.secret if is_signed else "",
        health=health(hook),
    )


@dataclass(frozen=True)
class DeviceLine:
    """Device in its owner's list. ``is_old``: it was registered with another site key and must be set up again."""

    number: int
    label: str
    made_at: datetime
    is_here: bool
    is_old: bool
    health: Health


def device_line(device: PushDevice, *, current_pk: object, site_key: str) -> DeviceLine:
    """Return a device as its owner sees it. ``current_pk`` is the primary key of the current device, if there is one."""
    return DeviceLine(
        number=device.number,
        label=device.label or _("A browser"),
        made_at=device.made_at,
        is_here=device.pk == current_pk,
        is_old=device.site_key != site_key,
        health=health(device),
    )
