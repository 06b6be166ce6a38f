"""What a push service is asked to hand on to one browser: encrypted for it alone (RFC 8291), signed by the site (RFC 8292).

It says what a notice says, which is what everybody at the table may know: it is shown on locked screens.
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

# A push service takes 4096 bytes encrypted; no screen shows as much.
LONGEST_TITLE, LONGEST_BODY = 120, 600
# So long a push service keeps what it cannot hand on: until the time bank is empty, and not longer than this.
LONGEST, USUALLY, SHORTEST = timedelta(days=28), timedelta(days=3), timedelta(minutes=1)
# So long a signature is good; services take no more than a day.
SIGNED_FOR = timedelta(hours=12)
POINT_BYTES, AUTH_BYTES = 65, 16


def site_key() -> str:
    """The public key of this site, as browsers want it; empty if it has none, and then nobody is told on a device."""
    return _public(settings.VAPID_PRIVATE_KEY) if settings.VAPID_PRIVATE_KEY else ""


def request(device: PushDevice, notice: Notice, *, waiting: int, now: datetime) -> Request:
    """What is posted to tell it there; ``waiting``: the number on the icon. Raises Unsent if it cannot be made.

    OLD_KEY for a device that was made with another key of the site: what is signed with this one it would never get.
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
        # A newer message about the same table takes the place of one that waits to be handed on.
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
    """The bytes of base64url, with or without its padding; None for what is none."""
    try:
        return b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None


def is_point(raw: bytes | None) -> bool:
    """Whether these bytes are a public key as browsers make them: a point of P-256, written out."""
    if raw is None or len(raw) != POINT_BYTES:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)
    except ValueError:
        return False
    return True


def _payload(notice: Notice, waiting: int) -> bytes:
    with translation.override(notice.language):
        button = _("To the table") if notice.table else _("My games")
    told = {
        "title": Truncator(notice.title).chars(LONGEST_TITLE),
        "body": Truncator(notice.text).chars(LONGEST_BODY),
        "url": notice.url + ("#panel" if notice.is_pressing else ""),
        "tag": notice.thread,
        "badge": waiting,
        "button": button,
        "language": notice.language,
        "at": int(notice.at.timestamp() * 1000),
    }
    return json.dumps(told, ensure_ascii=False).encode()


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
