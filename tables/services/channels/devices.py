"""Devices of a person: a browser that may show what is told while the site is closed, until they sign out there."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import PushDevice

MOST = 10
# Where the session of a browser says which device it is.
IN_SESSION = "tables_push_device"
# Whatever went wrong before says nothing of a subscription that was made anew.
FRESH: Mapping[str, Any] = {"off_at": None, "failing_since": None, "next_at": None, "error": ""}


def add_device(*, user_id: int, endpoint: str, p256dh: str, auth: str, site_key: str, label: str, now: datetime) -> PushDevice:
    """From now on its owner is told there too; whoever had this browser before is not. Raises a Refusal for one too many.

    A browser that comes again is the same device, whatever it was called or how it fared before.
    """
    with transaction.atomic():
        list(User.objects.select_for_update(no_key=True).filter(pk=user_id))  # one after the other
        fields = {"owner_id": user_id, "p256dh": p256dh, "auth": auth, "site_key": site_key, "label": label}
        if PushDevice.objects.filter(owner=user_id).exclude(endpoint=endpoint).count() >= MOST:
            raise Refusal(Code.TOO_MANY_WAYS, most=MOST)
        known = PushDevice.objects.filter(endpoint=endpoint, owner=user_id).first()
        if known is None:
            # Of somebody else: what waits there for them is not for its new owner.
            PushDevice.objects.filter(endpoint=endpoint).delete()
            return PushDevice.objects.create(endpoint=endpoint, made_at=now, **fields)
        PushDevice.objects.filter(pk=known.pk).update(**fields, **FRESH)
        return known


def renew_device(*, old: str, endpoint: str, p256dh: str, auth: str, site_key: str) -> None:
    """The browser that was found at ``old`` has another address or other keys now. Nothing happens if none was found there.

    Whoever knows the old address is that browser, or the push service of its maker; nobody else ever saw it.
    """
    with transaction.atomic():
        known = PushDevice.objects.select_for_update().filter(endpoint=old).first()
        if known is None:
            return
        PushDevice.objects.filter(endpoint=endpoint).exclude(pk=known.pk).delete()
        fields = {"endpoint": endpoint, "p256dh": p256dh, "auth": auth, "site_key": site_key}
        PushDevice.objects.filter(pk=known.pk).update(**fields, **FRESH)


def switch_on(*, device_id: int) -> None:
    """Tell things there again, and forget what went wrong."""
    PushDevice.objects.filter(pk=device_id).update(**FRESH)


def remove_device(*, device_id: int) -> None:
    """Nothing is told there any more, and its address is forgotten."""
    PushDevice.objects.filter(pk=device_id).delete()


def on_signed_out(session: Mapping[str, Any], **_more: Any) -> None:
    """Receives ``browser_signed_out``: whoever holds that browser next is somebody else."""
    if number := session.get(IN_SESSION):
        remove_device(device_id=int(number))
