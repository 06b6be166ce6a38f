"""Parts of a page that need not come again: a browser that has one is handed its fingerprint instead.

A template gives an element ``data-part=""`` and writes ``<!--/part-->`` behind its end. No part lies in another, and all lie
in what is swapped out of band. A page goes out with fingerprints there. What htmx asks for says which of them its page shows;
the answer has an empty element with ``data-same`` in place of each that is the same still, and ``live.js`` puts the part there.

A fingerprint is made of the text of its part, the very text that this viewer would get, and of nothing else. So it tells no
more than that text, and whatever changes the text (the language, another version of the site) brings the whole part.
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
"""Bytes of a fingerprint. No text can be made to have that of another: the key of the site goes into them."""
MOST = 8_000
"""Characters of the header that are read."""
_OPEN, _CLOSE = b' data-part=""', b"<!--/part-->"


def kept_by(request: HtmxHttpRequest) -> Collection[str]:
    """The fingerprints of the parts that whoever asks has; none unless htmx asks."""
    return set(request.headers.get(HEADER, "")[:MOST].split()) if request.htmx else ()


def marked(text: str, kept: Collection[str]) -> bytes:
    """A page with fingerprints, and without the parts whose fingerprints are ``kept``."""
    return b"".join(_marked(text.encode(), kept))


def _marked(text: bytes, kept: Collection[str]) -> Iterator[bytes]:
    begun = _begun(settings.SECRET_KEY)
    done = 0
    while (end := text.find(_CLOSE, done)) >= 0:
        attribute = text.index(_OPEN, done, end)
        start = text.rindex(b"<", done, attribute)
        fingerprint = begun.copy()
        fingerprint.update(text[start:end])
        name = urlsafe_b64encode(fingerprint.digest()[:SIZE]).decode()
        yield text[done:start]
        if name in kept:
            tag = text[start + 1 : attribute].split(maxsplit=1)[0]
            yield b'<%s data-same="%s"></%s>' % (tag, name.encode(), tag)
        else:
            yield b'%s data-part="%s"' % (text[start:attribute], name.encode())
            yield text[attribute + len(_OPEN) : end]
        done = end + len(_CLOSE)
    yield text[done:]


@lru_cache(1)
def _begun(key: str) -> Any:
    """A hash that has taken in the key.

    Processors have instructions of their own for it: a page is through in a tenth of a millisecond, an HMAC of each part takes
    three times as long. Nobody is to be convinced of anything: who cannot see the key cannot aim at a fingerprint.
    """
    return hashlib.sha256(hashlib.sha256(key.encode()).digest())
