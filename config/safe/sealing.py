"""Encryption of hidden values in the database: AES-256-GCM, with a key that the database does not hold.

A sealed value is text: ``s1:<key>:<base64>``. ``s1`` names this format and ``key`` the key, by eight hex digits of its hash.
The rest is a random nonce of 12 bytes and the ciphertext. The value is bound to a place, such as one column of one row, and
cannot be decrypted for another place. Before sealing, a value is padded with zeros, so that its length says little.

The first of the ``DATA_KEYS`` encrypts new values. Each of the keys can decrypt its own.
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
    """Error: a value cannot be decrypted. It was changed, is in the wrong place, or is not sealed.

    Readers of records treat it like any unreadable row. ``place`` is the place it was read from, and ``key``
    the id of its apparent key (empty if it is not sealed).
    """

    def __init__(self, message: str, place: str = "", key: str = "") -> None:
        super().__init__(message)
        self.place, self.key = place, key


class UnknownKey(CannotOpen):
    """Error: the value is sealed with a key that is not in ``DATA_KEYS``."""


class Keyring:
    """Keys of 32 bytes in base64url, the sealing key first.

    Raises ValueError for anything else, or for an empty list.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        raw = [read_key(key) for key in keys]
        if not raw:
            raise ValueError("no key")
        self.ids = tuple(map(key_id, raw))
        # The keys of this dictionary are the first characters of the values sealed with each data key.
        self._ciphers = {f"{_START}{name}:": AESGCM(key) for name, key in zip(self.ids, raw, strict=True)}
        self._start = f"{_START}{self.ids[0]}:"
        self._first = self._ciphers[self._start]

    def seal(self, data: bytes, place: str) -> str:
        """Return ``data`` sealed for ``place`` with the first key."""
        nonce = os.urandom(_NONCE)
        sealed = self._first.encrypt(nonce, _filled_up(data), place.encode())
        return self._start + binascii.b2a_base64(nonce + sealed, newline=False).decode()

    def open(self, text: str, place: str) -> bytes:
        """Return the value that was sealed for ``place``. Raises CannotOpen or UnknownKey."""
        cipher = self._ciphers.get(text[:_BODY])
        if cipher is None:
            if not (name := key_of(text)):
                raise CannotOpen(f"{place} is not sealed", place)
            raise UnknownKey(f"{place} is sealed with the key {name!r}", place, name)
        try:
            # msgspec decodes five times as fast as binascii.
            raw = msgspec.convert(text[_BODY:], bytes)
            padded = cipher.decrypt(raw[:_NONCE], raw[_NONCE:], place.encode())
        except (msgspec.ValidationError, InvalidTag, ValueError):
            raise CannotOpen(f"{place} was changed, or sealed for another place", place, key_of(text)) from None
        return padded[_LENGTH : _LENGTH + int.from_bytes(padded[:_LENGTH])]


def read_key(key: str) -> bytes:
    """Return the bytes of a key. Raises ValueError if it is not 32 bytes in base64url."""
    try:
        raw = base64.b64decode(key.rstrip("=") + "=" * (-len(key.rstrip("=")) % 4), altchars=b"-_", validate=True)
    except ValueError:
        raw = b""
    if len(raw) != KEY_BYTES:
        raise ValueError("a key is 32 bytes in base64url")
    return raw


def key_id(raw: bytes) -> str:
    """Return the name of a key in sealed values. It reveals only whether two keys are the same."""
    return hashlib.sha256(b"staffetta data key\0" + raw).hexdigest()[:8]


def key_of(text: str) -> str:
    """Return the id of the key that sealed a value, or an empty string if the text does not look sealed."""
    match = _SEALED.fullmatch(text)
    return match[1] if match else ""


@cache
def keyring() -> Keyring:
    """Return the keyring of the settings."""
    return Keyring(settings.DATA_KEYS)


def _filled_up(data: bytes) -> bytes:
    """Return the length of the data, the data, and zeros as padding.

    The result has a power of two from 128 to 1,024 bytes, or else a multiple of 512.
    """
    length = _LENGTH + len(data)
    size = max(_LEAST, 1 << (length - 1).bit_length()) if length <= _MOST else -(-length // _STEP) * _STEP
    return len(data).to_bytes(_LENGTH) + data + bytes(size - length)


def _forget_keyring(*, setting: str, **_more: Any) -> None:
    if setting == "DATA_KEYS":
        keyring.cache_clear()


setting_changed.connect(_forget_keyring)
