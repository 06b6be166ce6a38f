"""Test devices subscribed to a local push service, which decrypt push messages, and a check of the messages' signatures."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.hook_server import Posted

VAPID = "mVV-0wQcSgLwPJ2sLHtCcrFo0v7YSmyqWqWRnHkpuu0"


def text(raw: bytes) -> str:
    """Return the bytes as Base64url without padding."""
    return urlsafe_b64encode(raw).decode().rstrip("=")


def raw(written: str) -> bytes:
    return urlsafe_b64decode(written + "=" * (-len(written) % 4))


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass
class Device:
    """Browser's half of a push subscription. It decrypts messages without the library that the site encrypts with."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = bytes(range(16))

    def fields(self, site_key: str) -> dict[str, str]:
        """Return the form fields that the script of the browser's page sends."""
        keys = {"p256dh": text(point(self.key.public_key())), "auth": text(self.auth)}
        return {"endpoint": self.endpoint, "site_key": site_key, **keys}

    def read(self, posted: Posted) -> Any:
        """Decrypt a push message and return its content (RFC 8188 with one record, RFC 8291)."""
        assert posted.headers["content-encoding"] == "aes128gcm"
        body = posted.body
        assert len(body) <= 4096
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        info = b"WebPush: info\0" + point(self.key.public_key()) + sender
        secret = HKDF(SHA256(), 32, self.auth, info).derive(self.key.exchange(ec.ECDH(), other))
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain[-1:] == b"\2"
        return json.loads(plain[:-1])


def signed_by(posted: Posted) -> tuple[str, dict[str, Any]]:
    """Check the signature of a push message (RFC 8292). Return the signer's public key and the claims."""
    scheme, _blank, rest = posted.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    head, claims, signature = parts["t"].split(".")
    assert json.loads(raw(head))["alg"] == "ES256"
    numbers = raw(signature)
    der = utils.encode_dss_signature(int.from_bytes(numbers[:32]), int.from_bytes(numbers[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(parts["k"]))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return parts["k"], json.loads(raw(claims))
