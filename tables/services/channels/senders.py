"""Sending a notice: one function per family of channels. Each raises ``Unsent`` if the delivery failed."""

from collections.abc import Callable, Mapping
from typing import Any

from tables.channels import outbound, posts, push
from tables.channels.notice import Notice
from tables.models import Channel, PushDevice, Webhook
from tables.selectors.play import tables
from tables.services.mail.families import DEVICES, HOOKS, Family


def send(family: Family, channel: Channel, notice: Notice) -> None:
    """Send the notice by this channel, without recording the result."""
    _SENDERS[family.name](channel, notice)


def _post(hook: Webhook, notice: Notice) -> None:
    outbound.send(posts.request(hook, notice))


def _push(device: PushDevice, notice: Notice) -> None:
    waiting_count = tables.awaiting_count(device.owner)
    outbound.send(push.request(device, notice, waiting=waiting_count, now=notice.at))


_SENDERS: Mapping[str, Callable[[Any, Notice], None]] = {
    HOOKS.name: _post,
    DEVICES.name: _push,
}
