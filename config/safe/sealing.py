"""How what is hidden lies in the database: encrypted by AES-256 in Galois counter mode, with a key the database does not hold.

A sealed value is text: ``s1:<key>:<base64>``. ``s1`` names this way of sealing and ``key`` the key, by eight hex digits of its
hash; the rest are the 12 bytes of a nonce drawn by lot and what AES makes of the value. It is bound to a place, such as one
column of one row: anywhere else it does not open. Before it is sealed a value is filled up with zeros: its length says little.

The keys are ``DATA_KEYS``: the first one seals, all of them open.
"""

import base64
import binascii
import hashlib
import os
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.conf import settings
from django.core.signals import setting_changed

KEY_BYTES = 32
_KIND = "s1"
_START = f"{_KIND}:"
_SEALED = re.compile(rf"{_KIND}:([0-9a-f]{{8}}):[A-Za-z0-9+/]+=*")
_NONCE = 12
_LENGTH = 4
_BODY = len(f"{_START}12345678:")
_LEAST, _MOST, _STEP = 128, 1024, 512


class CannotOpen(msgspec.DecodeError):
    """What is sealed does not open: it was changed, lies in another place than its own, or is no sealed value.

    Readers of records treat it like any row that cannot be read. ``place`` is the one it was read from, and ``key`` names
    the key with which it seems to be sealed (empty if it is no sealed value).
    """

    def __init__(self, message: str, place: str = "", key: str = "") -> None:
        super().__init__(message)
        self.place, self.key = place, key


class UnknownKey(CannotOpen):
    """It is sealed with a key that is not among ``DATA_KEYS``."""


class Keyring:
    """Keys of 32 bytes in base64url, the one that seals first. Raises ValueError for anything else, or for none."""

    def __init__(self, keys: Sequence[str]) -> None:
        raw = [read_key(key) for key in keys]
        if not raw:
            raise ValueError("no key")
        self.ids = tuple(map(key_id, raw))
        # By how a value that is sealed with it begins.
        self._ciphers = {f"{_START}{name}:": AESGCM(key) for name, key in zip(self.ids, raw, strict=True)}
        self._start = f"{_START}{self.ids[0]}:"
        self._first = self._ciphers[self._start]

    def seal(self, data: bytes, place: str) -> str:
        """``data`` sealed for ``place``, with the first key."""
        nonce = os.urandom(_NONCE)
        sealed = self._first.encrypt(nonce, _filled_up(data), place.encode())
        return self._start + binascii.b2a_base64(nonce + sealed, newline=False).decode()

    def open(self, text: str, place: str) -> bytes:
        """What was sealed for ``place``. Raises CannotOpen, UnknownKey."""
        cipher = self._ciphers.get(text[:_BODY])
        if cipher is None:
            if not (name := key_of(text)):
                raise CannotOpen(f"{place} is not sealed", place)
            raise UnknownKey(f"{place} is sealed with the key {name!r}", place, name)
        try:
            # Five times as fast as binascii.
            raw = msgspec.convert(text[_BODY:], bytes)
            filled = cipher.decrypt(raw[:_NONCE], raw[_NONCE:], place.encode())
        except (msgspec.ValidationError, InvalidTag, ValueError):
            raise CannotOpen(f"{place} was changed, or sealed for another place", place, key_of(text)) from None
        return filled[_LENGTH : _LENGTH + int.from_bytes(filled[:_LENGTH])]


def read_key(key: str) -> bytes:
    """The bytes of a key. Raises ValueError if they are not 32 in base64url."""
    try:
        raw = base64.b64decode(key.rstrip("=") + "=" * (-len(key.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raw = b""
    if len(raw) != KEY_BYTES:
        raise ValueError("a key is 32 bytes in base64url")
    return raw


def key_id(raw: bytes) -> str:
    """By which a sealed value names its key: it tells whether two keys are the same, and nothing else."""
    return hashlib.sha256(b"staffetta data key\0" + raw).hexdigest()[:8]


def key_of(text: str) -> str:
    """The key with which a sealed value is sealed; empty if it does not look like one."""
    found = _SEALED.fullmatch(text)
    return found[1] if found else ""


@cache
def keyring() -> Keyring:
    """That of the settings."""
    return Keyring(settings.DATA_KEYS)


def _filled_up(data: bytes) -> bytes:
    """Its length, itself and zeros up to a power of two from 128 to 1,024 bytes, then up to a multiple of 512."""
    length = _LENGTH + len(data)
    to = max(_LEAST, 1 << (length - 1).bit_length()) if length <= _MOST else -(-length // _STEP) * _STEP
    return len(data).to_bytes(_LENGTH) + data + bytes(to - length)


def _forget_keyring(*, setting: str, **_more: Any) -> None:
    if setting == "DATA_KEYS":
        keyring.cache_clear()


setting_changed.connect(_forget_keyring)
