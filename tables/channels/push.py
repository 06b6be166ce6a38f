"""Request to a push service for one browser, encrypted for it (RFC 8291) and signed by the site (RFC 8292).

Locked screens show the message, so it contains only the notice, which everybody at the table may know.
"""

import json
from base64 import b64decode, urlsafe_b64encode
from datetime import datetime, timedelta
from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils import translation
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from py_vapid import Vapid02, VapidException

from tables.channels import encryption
from tables.channels.notice import Notice
from tables.channels.outbound import Request
from tables.channels.unsent import Reason, Unsent
from tables.models import PushDevice

# Maximum lengths in characters. A push service takes 4096 encrypted bytes, more than any screen shows.
LONGEST_TITLE, LONGEST_BODY = 120, 600
# Limits and default of the time for which a push service keeps an undelivered message. It ends with the deadline if there is
# one.
LONGEST, USUALLY, SHORTEST = timedelta(days=28), timedelta(days=3), timedelta(minutes=1)
# Validity of a signature. Services accept at most a day.
SIGNED_FOR = timedelta(hours=12)
POINT_BYTES, AUTH_BYTES = 65, 16


def site_key() -> str:
    """Return the site's public key in the format browsers need; empty if it has none, so push is off."""
    return _public(settings.VAPID_PRIVATE_KEY) if settings.VAPID_PRIVATE_KEY else ""


def request(device: PushDevice, notice: Notice, *, waiting: int, now: datetime) -> Request:
    """Return the request that pushes a notice to a device.

    ``waiting`` is the number on the icon. Raises Unsent if the request cannot be made: with OLD_KEY if the device belongs to
    another site key, which the push service would reject.
    """
    key = site_key()
    if not key:
        raise Unsent(Reason.AWAY)
    if device.site_key != key:
        raise Unsent(Reason.OLD_KEY)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(_lasts(notice, now).total_seconds())),
        "Urgency": "high" if notice.is_pressing else "normal",
        # A newer message about the same table replaces one that is still undelivered.
        "Topic": notice.thread,
        "Authorization": _signature(device.endpoint, now),
    }
    body = encryption.encrypt(
        _payload(notice, waiting),
        browser=unpadded(device.p256dh) or b"",
        secret=unpadded(device.auth) or b"",
        sender=ec.generate_private_key(ec.SECP256R1()),
    )
    return Request(device.endpoint, body, headers)


def unpadded(text: str) -> bytes | None:
    """Return the bytes of base64url, with or without padding; None if invalid."""
    try:
        return b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None


def is_point(raw: bytes | None) -> bool:
    """Return whether the bytes are a browser's public key: an uncompressed point of P-256."""
    if raw is None or len(raw) != POINT_BYTES:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        return False
    return True


def _payload(notice: Notice, waiting: int) -> bytes:
    with translation.override(notice.language):
        button = _("Go to table") if notice.table else _("My games")
    payload = {
        "title": Truncator(notice.title).chars(LONGEST_TITLE),
        "body": Truncator(notice.text).chars(LONGEST_BODY),
        "url": notice.url + ("#panel" if notice.is_pressing else ""),
        "tag": notice.thread,
        "badge": waiting,
        "button": button,
        "language": notice.language,
        "at": int(notice.at.timestamp() * 1000),
    }
    return json.dumps(payload, ensure_ascii=False).encode()


def _lasts(notice: Notice, now: datetime) -> timedelta:
    end = notice.over_at or notice.due_at
    left = end - now if end else USUALLY
    return min(max(left, SHORTEST), LONGEST)


def _signature(endpoint: str, now: datetime) -> str:
    parts = urlsplit(endpoint)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": settings.VAPID_CONTACT,
    }
    try:
        header: str = _vapid(settings.VAPID_PRIVATE_KEY).sign(claims)["Authorization"]
    except VapidException:
        raise Unsent(Reason.ADDRESS) from None
    return header


@lru_cache(2)
def _vapid(private: str) -> Vapid02:
    return Vapid02.from_raw(private.encode())


@lru_cache(2)
def _public(private: str) -> str:
    point = _vapid(private).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")
