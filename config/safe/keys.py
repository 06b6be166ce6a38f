"""Keys of the site: strength of secret keys, the VAPID key for push services, and data keys for hidden values."""

import base64
import binascii
import math
import os
import secrets
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from config.safe import sealing

ENOUGH = 160
HOW_TO = 'Make one with: python3 -c "import secrets; print(secrets.token_urlsafe(64))"'
HOW_TO_PUSH = 'Make one with: python3 -c "import secrets; print(secrets.token_urlsafe(32))"'
HOW_TO_DATA = f"{HOW_TO_PUSH}. Keep it apart from backups: without it nobody reads them."
# Order of the curve P-256; a private key is a number below it.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def strength(key: str) -> float:
    """Return an upper bound for the strength of ``key`` in bits.

    It is the minimum of three values: from the number of different characters, from the compressed size of the key, and from
    that of the steps between its characters. Random keys keep nearly all their bits.
    """
    steps = bytes((ord(one) - ord(other)) % 256 for one, other in zip(key[1:], key, strict=False))
    by_letters = len(key) * math.log2(max(len(set(key)), 1))
    return min(by_letters, _incompressible(key.encode()), _incompressible(steps))


def is_vapid(key: str) -> bool:
    """Return whether this is a private key as in RFC 8292 (P-256), raw, in base64url without padding."""
    try:
        raw = base64.b64decode(f"{key}=", altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return False
    return len(raw) == 32 and 0 < int.from_bytes(raw) < _ORDER


def remembered_vapid(var_dir: Path) -> str:
    """Return the VAPID key that ``make up`` has created, or an empty string."""
    path = var_dir / "vapid"
    return path.read_text().strip() if path.exists() else ""


def keep_vapid(var_dir: Path) -> None:
    """Create a VAPID key unless there is one, and store it, readable by its owner only.

    With a new key, every device would have to subscribe again.
    """
    if remembered_vapid(var_dir):
        return
    with os.fdopen(os.open(var_dir / "vapid", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(f"{secrets.token_urlsafe(32)}\n")


def kept_data_keys(var_dir: Path) -> list[str]:
    """Create ``var/data_keys`` with one key unless it exists. Return its keys, which are one per line.

    Only the owner of the file can read it.
    """
    path = var_dir / "data_keys"
    if not path.exists():
        draft = var_dir / f"data_keys.{secrets.token_hex(4)}"
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{secrets.token_urlsafe(32)}\n")
        # If another process was first, its key is used.
        with suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text().split()


def check_data_keys(data_keys: Sequence[str], *, other: str) -> None:
    """Check the data keys.

    Raises ImproperlyConfigured if there is none, or if one is invalid, easy to guess, listed twice or used elsewhere.
    """
    if not data_keys:
        raise ImproperlyConfigured(f"Production needs DATA_KEYS, which seal what is hidden in the database. {HOW_TO_DATA}")
    for key in data_keys:
        try:
            sealing.read_key(key)
        except ValueError:
            raise ImproperlyConfigured(f"DATA_KEYS has something that is no key of 32 bytes. {HOW_TO_DATA}") from None
        if strength(key) < ENOUGH or key in other:
            raise ImproperlyConfigured(f"DATA_KEYS has a key that could be guessed, or is used elsewhere. {HOW_TO_DATA}")
    if len(set(data_keys)) != len(data_keys):
        raise ImproperlyConfigured("DATA_KEYS has a key twice.")


def _incompressible(data: bytes) -> int:
    """Return the compressed size in bits, without the overhead of compressing nothing."""
    return 8 * (len(zlib.compress(data, 9)) - len(zlib.compress(b"", 9)))
