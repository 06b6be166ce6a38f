"""How hard a secret key is to guess."""

import math
import zlib

ENOUGH = 160
HOW_TO = 'Make one with: python3 -c "import secrets; print(secrets.token_urlsafe(64))"'


def strength(key: str) -> float:
    """Bits of ``key``, at most: what its number of different characters could hold, and what is left of it and of the steps
    from one character to the next once both are compressed. Keys drawn by lot keep nearly all they have.
    """
    steps = bytes((ord(one) - ord(other)) % 256 for one, other in zip(key[1:], key, strict=False))
    by_letters = len(key) * math.log2(max(len(set(key)), 1))
    return min(by_letters, _incompressible(key.encode()), _incompressible(steps))


def _incompressible(data: bytes) -> int:
    """Bits that remain, without those that compressing adds to nothing."""
    return 8 * (len(zlib.compress(data, 9)) - len(zlib.compress(b"", 9)))
