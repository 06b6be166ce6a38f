"""Devices of a person: browsers that show notifications while the site is closed, until the person signs out there."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.models import User
from tables.errors import Code, Refusal
from tables.models import PushDevice

MOST = 10
# Session key of the browser's device ID.
IN_SESSION = "tables_push_device"
# Earlier failures do not concern a new subscription.
FRESH: Mapping[str, Any] = {"off_at": None, "failing_since": None, "next_at": None, "error": ""}


def add_device(*, user_id: int, endpoint: str, p256dh: str, auth: str, site_key: str, label: str, now: datetime) -> PushDevice:
    """Add a browser as a device of this user, and remove it from a previous owner. Raises Refusal: too_many_ways.

    A browser that registers again stays the same device, with a new label and no failures.
    """
    with transaction.atomic():
        list(User.objects.select_for_update(no_key=True).filter(pk=user_id))  # one request at a time
        fields = {"owner_id": user_id, "p256dh": p256dh, "auth": auth, "site_key": site_key, "label": label}
        if PushDevice.objects.filter(owner=user_id).exclude(endpoint=endpoint).count() >= MOST:
            raise Refusal(Code.TOO_MANY_WAYS, most=MOST)
        device = PushDevice.objects.filter(endpoint=endpoint, owner=user_id).first()
        if device is None:
            # Notifications waiting for the previous owner must not reach the new one.
            PushDevice.objects.filter(endpoint=endpoint).delete()
            return PushDevice.objects.create(endpoint=endpoint, made_at=now, **fields)
        PushDevice.objects.filter(pk=device.pk).update(**fields, **FRESH)
        return device


def renew_device(*, old_endpoint: str, endpoint: str, p256dh: str, auth: str, site_key: str) -> None:
    """Store the new address and keys of the browser at ``old_endpoint``. Do nothing if there is none.

    Only this browser and its push service know the old address.
    """
    with transaction.atomic():
        device = PushDevice.objects.select_for_update().filter(endpoint=old_endpoint).first()
        if device is None:
            return
        PushDevice.objects.filter(endpoint=endpoint).exclude(pk=device.pk).delete()
        fields = {"endpoint": endpoint, "p256dh": p256dh, "auth": auth, "site_key": site_key}
        PushDevice.objects.filter(pk=device.pk).update(**fields, **FRESH)


def switch_on(*, device_id: int) -> None:
    """Turn a device on again and clear its failures."""
    PushDevice.objects.filter(pk=device_id).update(**FRESH)


def remove_device(*, device_id: int) -> None:
    """Delete a device and its address."""
    PushDevice.objects.filter(pk=device_id).delete()


def on_signed_out(session: Mapping[str, Any], **_more: Any) -> None:
    """Handle ``browser_signed_out``: remove the device, because the browser's next user may be somebody else."""
    if device_id := session.get(IN_SESSION):
        remove_device(device_id=int(device_id))
