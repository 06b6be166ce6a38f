"""Handing a notice over: a function for each family of ways. Each raises ``Unsent`` if it was not taken at the other end."""

from collections.abc import Callable, Mapping
from typing import Any

from tables.channels import outbound, posts, push
from tables.channels.notice import Notice
from tables.models import Channel, PushDevice, Webhook
from tables.selectors.play import tables
from tables.services.mail.families import DEVICES, HOOKS, Family


def send(family: Family, way: Channel, notice: Notice) -> None:
    """Tell it by this way. Nothing is written down."""
    _SENDERS[family.name](way, notice)


def _post(hook: Webhook, notice: Notice) -> None:
    outbound.send(posts.request(hook, notice))


def _push(device: PushDevice, notice: Notice) -> None:
    waiting = tables.awaiting_count(device.owner)
    outbound.send(push.request(device, notice, waiting=waiting, now=notice.at))


_SENDERS: Mapping[str, Callable[[Any, Notice], None]] = {
    HOOKS.name: _post,
    DEVICES.name: _push,
}
