"""The charset that a request claims. The site reads only UTF-8."""

from collections.abc import Mapping
from typing import Any

from django.utils.http import parse_header_parameters

CLAIMED = "staffetta.charset"
UTF8 = ("utf-8", "utf8")


def readable(environ: dict[str, Any]) -> dict[str, Any]:
    """Return the WSGI environ of a request, with any charset other than UTF-8 moved to ``CLAIMED``.

    Otherwise Django would fail on the URL or content type before any error page. The boundary of a multipart form
    stays.
    """
    try:
        kind, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
        claimed = parameters.get("charset", "")
    except ValueError:
        kind, parameters, claimed = "", {}, "one that cannot be read"
    if not claimed or claimed.lower() in UTF8:
        return environ
    boundary = parameters.get("boundary", "")
    return {**environ, "CONTENT_TYPE": f"{kind}; boundary={boundary}" if boundary else kind, CLAIMED: claimed}


def is_foreign(environ: Mapping[str, Any], encoding: str | None) -> bool:
    """Return whether a request claims a charset other than UTF-8; ``encoding`` is the charset that Django read."""
    claimed = environ.get(CLAIMED) or encoding
    return bool(claimed) and str(claimed).lower() not in UTF8
