"""How hard a secret key is to guess, the key by which push services know the site, and those that seal what is hidden."""

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


def kept_data_keys(var_dir: Path) -> list[str]:
    """The keys in ``var/data_keys``, one in a line; the first time one is made, for its owner's eyes only."""
    note = var_dir / "data_keys"
    if not note.exists():
        made = var_dir / f"data_keys.{secrets.token_hex(4)}"
        with os.fdopen(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(f"{secrets.token_urlsafe(32)}\n")
        # Where another process was first, its key is the one.
        with suppress(FileExistsError):
            os.link(made, note)
        made.unlink()
    return note.read_text().split()


def check_data_keys(data_keys: Sequence[str], *, other: str) -> None:
    """Raises ImproperlyConfigured where nobody should trust them: none, no keys, guessable ones, one that is used elsewhere."""
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
    """Bits that remain, without those that compressing adds to nothing."""
    return 8 * (len(zlib.compress(data, 9)) - len(zlib.compress(b"", 9)))
