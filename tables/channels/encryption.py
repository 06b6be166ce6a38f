"""Encryption of push messages for one browser (RFC 8291), in the encoding ``aes128gcm`` (RFC 8188)."""

import os
from collections.abc import Sequence

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

SALT_BYTES, NONCE_BYTES, TAG_BYTES = 16, 12, 16
# Largest encrypted record in bytes. Push services take one record.
RECORD_BYTES = 4096
LAST = b"\x02"


def encrypt(
    content: bytes, *, browser: bytes, secret: bytes, sender: ec.EllipticCurvePrivateKey, salt: bytes | None = None
) -> bytes:
    """Return ``content`` encrypted for one browser.

    ``browser`` is its public key, ``secret`` its authentication secret. ``sender`` is a key pair for this message alone,
    ``salt`` 16 random bytes. Raises ValueError for content that does not fit into one record, and for a public key that is not
    a point of P-256.
    """
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser)
    own = sender.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    key = _derived(sender.exchange(ec.ECDH(), receiver), secret, b"WebPush: info\0" + browser + own, SHA256.digest_size)
    return encode([content + LAST], key=key, salt=salt or os.urandom(SALT_BYTES), key_id=own)


def encode(records: Sequence[bytes], *, key: bytes, salt: bytes, key_id: bytes = b"", size: int = RECORD_BYTES) -> bytes:
    """Return the encoding ``aes128gcm`` of ``records``, each with its delimiter and padding.

    ``size`` is the length in bytes of an encrypted record. Raises ValueError for a record that is longer.
    """
    if max(map(len, records)) + TAG_BYTES > size:
        raise ValueError("a record is too long")
    cipher = AESGCM(_derived(key, salt, b"Content-Encoding: aes128gcm\0", 16))
    nonce = int.from_bytes(_derived(key, salt, b"Content-Encoding: nonce\0", NONCE_BYTES))
    header = salt + size.to_bytes(4) + len(key_id).to_bytes() + key_id
    sealed = (cipher.encrypt((nonce ^ number).to_bytes(NONCE_BYTES), record, None) for number, record in enumerate(records))
    return header + b"".join(sealed)


def _derived(key: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(key)
