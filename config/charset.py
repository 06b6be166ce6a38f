"""The charset that a request claims for itself. The site reads UTF-8 and nothing else."""

from collections.abc import Mapping
from typing import Any

from django.utils.http import parse_header_parameters

CLAIMED = "staffetta.charset"
UTF8 = ("utf-8", "utf8")


def readable(environ: dict[str, Any]) -> dict[str, Any]:
    """Return the request without the charset it claims, if that is not UTF-8; ``CLAIMED`` keeps it.

    Django decodes the address by it, and reads the type, before there is a request that a page about an error could answer. The
    boundary of a form in parts stays.
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
    """Whether a request claims another charset; ``encoding`` is what Django made of it."""
    claimed = environ.get(CLAIMED) or encoding
    return bool(claimed) and str(claimed).lower() not in UTF8
