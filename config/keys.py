"""How hard a secret key is to guess, and the key by which push services know the site."""

import base64
import binascii
import math
import os
import secrets
import zlib
from pathlib import Path

ENOUGH = 160
HOW_TO = 'Make one with: python3 -c "import secrets; print(secrets.token_urlsafe(64))"'
HOW_TO_PUSH = 'Make one with: python3 -c "import secrets; print(secrets.token_urlsafe(32))"'
# The order of the curve P-256, of which a private key is a number below it.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def strength(key: str) -> float:
    """Bits of ``key``, at most: what its number of different characters could hold, and what is left of it and of the steps
    from one character to the next once both are compressed. Keys drawn by lot keep nearly all they have.
    """
    steps = bytes((ord(one) - ord(other)) % 256 for one, other in zip(key[1:], key, strict=False))
    by_letters = len(key) * math.log2(max(len(set(key)), 1))
    return min(by_letters, _incompressible(key.encode()), _incompressible(steps))


def is_vapid(key: str) -> bool:
    """Whether this is a private key as RFC 8292 wants one (P-256), raw, in base64url without padding."""
    try:
        raw = base64.b64decode(f"{key}=", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(raw) == 32 and 0 < int.from_bytes(raw) < _ORDER


def remembered_vapid(var_dir: Path) -> str:
    """The key that ``make up`` has made; empty if it has made none."""
    note = var_dir / "vapid"
    return note.read_text().strip() if note.exists() else ""


def keep_vapid(var_dir: Path) -> None:
    """Make the key once and keep it, for its owner's eyes only: with another one every device would have to be asked anew."""
    if remembered_vapid(var_dir):
        return
    with os.fdopen(os.open(var_dir / "vapid", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as note:
        note.write(f"{secrets.token_urlsafe(32)}\n")


def _incompressible(data: bytes) -> int:
    """Bits that remain, without those that compressing adds to nothing."""
    return 8 * (len(zlib.compress(data, 9)) - len(zlib.compress(b"", 9)))
