"""Parts of a page that are not sent again: a browser that already has a part gets its fingerprint instead.

A template gives an element ``data-part=""`` and writes ``<!--/part-->`` after its end. Parts are not nested, and all are
inside elements swapped out of band. A page contains the fingerprints. An htmx request names the fingerprints on its page. The
response has an empty element with ``data-same`` in place of each unchanged part, and ``live.js`` inserts the part there.

A fingerprint depends only on the text of its part, exactly as this viewer would get it. So it reveals no more than that text,
and any change of the text (language, version of the site) sends the whole part.
"""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any

from django.conf import settings

from tables.views.http import HtmxHttpRequest

HEADER = "X-Kept-Parts"
SIZE = 6
"""Bytes of a fingerprint. It depends on the site's key, so that nobody can construct two texts with the same fingerprint."""
MOST = 8_000
"""Maximum characters read from the header."""
_OPEN, _CLOSE = b' data-part=""', b"<!--/part-->"


def kept_by(request: HtmxHttpRequest) -> Collection[str]:
    """Return the fingerprints of the parts that the browser has; empty unless htmx sent the request."""
    return set(request.headers.get(HEADER, "")[:MOST].split()) if request.htmx else ()


def marked(text: str, fingerprints: Collection[str]) -> bytes:
    """Return the page with fingerprints. Leave out the parts that have their fingerprint in ``fingerprints``."""
    return b"".join(_marked(text.encode(), fingerprints))


def _marked(text: bytes, fingerprints: Collection[str]) -> Iterator[bytes]:
    keyed_hash = _begun(settings.SECRET_KEY)
    position = 0
    while (end := text.find(_CLOSE, position)) >= 0:
        attribute = text.index(_OPEN, position, end)
        start = text.rindex(b"<", position, attribute)
        fingerprint = keyed_hash.copy()
        fingerprint.update(text[start:end])
        name = urlsafe_b64encode(fingerprint.digest()[:SIZE]).decode()
        yield text[position:start]
        if name in fingerprints:
            tag = text[start + 1 : attribute].split(maxsplit=1)[0]
            yield b'<%s data-same="%s"></%s>' % (tag, name.encode(), tag)
        else:
            yield b'%s data-part="%s"' % (text[start:attribute], name.encode())
            yield text[attribute + len(_OPEN) : end]
        position = end + len(_CLOSE)
    yield text[position:]


@lru_cache(1)
def _begun(key: str) -> Any:
    """Return a SHA-256 hash started with the key.

    Processors have special instructions for SHA-256: a page takes 0.1 ms, and an HMAC per part three times as long. The hash
    need not prove anything. Without the key, nobody can construct a text with a given fingerprint.
    """
    return hashlib.sha256(hashlib.sha256(key.encode()).digest())
