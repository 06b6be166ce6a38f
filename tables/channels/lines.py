"""Ways to be told, in words: where they lead without giving it away, how they are, what came of a try."""

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
    Reason.ADDRESS: gettext_lazy("That is no address we can post to: it begins with https:// and names a host."),
    Reason.PRIVATE: gettext_lazy("The address leads into a private network; we post to the public internet only."),
    Reason.UNKNOWN: gettext_lazy("There is no such host."),
    Reason.AWAY: gettext_lazy("Nobody answers there."),
    Reason.SLOW: gettext_lazy("There was no answer in time."),
    Reason.CERTIFICATE: gettext_lazy("Whoever answers there has no valid certificate for this address."),
    Reason.REDIRECT: gettext_lazy("The address leads on to another one, which we do not follow: give us that one."),
    Reason.NONSENSE: gettext_lazy("What came back was no proper answer."),
    Reason.STATUS: gettext_lazy("The answer was no: %(status)s."),
    Reason.GONE: gettext_lazy("There is nothing at this address, or not any more: %(status)s."),
    Reason.OLD_KEY: gettext_lazy("It was set up with an older key of this site and has to be set up anew."),
    Reason.BUSY: gettext_lazy("It cannot be taken there at the moment: %(status)s."),
}


def error_words(error: str) -> str:
    """What a way's last try came to, of what is kept with it; empty for nothing."""
    name, _blank, status = error.partition(" ")
    if name not in set(Reason):
        return _("Something went wrong on our side.") if error else ""
    return str(_REASONS[Reason(name)]) % {"status": status}


def short_address(url: str) -> str:
    """Where an address leads, without what makes it a key: its host and its last four characters."""
    parts = urlsplit(url)
    rest = url.partition(parts.netloc)[2].strip("/")
    return f"{parts.netloc}/…{rest[-4:]}" if len(rest) > 8 else parts.netloc


@dataclass(frozen=True)
class Health:
    """How a way is: ``is_off`` by its owner or, ``gave_up``, by itself; failing ``since`` and why; tried again ``next``."""

    is_off: bool
    gave_up: bool
    since: datetime | None
    error: str
    next: datetime | None
    taken: datetime | None


def health(way: Channel) -> Health:
    """In the active language."""
    return Health(
        is_off=way.off_at is not None,
        gave_up=way.off_at is not None and way.failing_since is not None,
        since=way.failing_since,
        error=error_words(way.error),
        next=way.next_at if way.failing_since and not way.off_at else None,
        taken=way.taken_at,
    )


@dataclass(frozen=True)
class HookLine:
    """One webhook in the list of its owner. ``secret`` is shown where it is ours to give: what JSON is signed with."""

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
    """One of a table's as a player there sees it; where it leads and what it is signed with only if they look after it."""
    line = hook_line(hook)
    made_by = str(hook.made_by) if hook.made_by else ""
    known = replace(line, style=hook.get_style_display(), made_by=made_by, is_mine=is_mine)
    return known if is_mine else replace(known, address="", secret="", label="")


def hook_line(hook: Webhook) -> HookLine:
    """As its owner sees it."""
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
    """One device in the list of its owner. ``is_old``: it was made with another key of the site and has to be set up anew."""

    number: int
    label: str
    made_at: datetime
    is_here: bool
    is_old: bool
    health: Health


def device_line(device: PushDevice, *, here: object, site_key: str) -> DeviceLine:
    """As its owner sees it; ``here`` is the number of the device that asks, if it is one."""
    return DeviceLine(
        number=device.number,
        label=device.label or _("A browser"),
        made_at=device.made_at,
        is_here=device.pk == here,
        is_old=device.site_key != site_key,
        health=health(device),
    )
