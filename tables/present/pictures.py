"""Pictures of boards: drawn from what everybody may see, so that a mail and the page behind its link share one drawing."""

import hashlib
from typing import Any, cast

from django.core.cache import cache
from django.utils.translation import get_language

from engines.contract import encode
from tables.present.registry import presenter

KEPT_SECONDS = 3600


def board(game: str, public: Any) -> bytes:
    """The board as PNG in the active language; empty if the game draws none."""
    key = f"board/{game}/{get_language()}/{hashlib.sha256(encode(public)).hexdigest()}"
    found = cache.get(key)
    if found is None:
        found = presenter(game).picture(public)
        cache.set(key, found, KEPT_SECONDS)
    return cast(bytes, found)
