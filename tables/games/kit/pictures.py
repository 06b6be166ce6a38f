"""Pictures of boards: drawn from what everybody may see, so that a mail and the page behind its link share one drawing."""

import hashlib
from typing import Any

from django.utils.translation import get_language

from config import once, sources
from engines.contract import encode
from tables.games.kit import png
from tables.games.registry import presenter

KEPT_SECONDS = 3600
_DRAWN_FROM = (
    "engines/**/*.py",
    "engines/**/*.toml",
    "tables/games/**/*.py",
    "tables/games/*/static/**/*.css",
    "tables/static/css/*.css",
    "tables/static/fonts/*.ttf",
    "templates/games/**/*.*",
    "locale/**/*.mo",
)


def version() -> str:
    """The version of the drawing: whatever changes how a board looks changes it."""
    return sources.version(_DRAWN_FROM, ("resvg-py", "pillow"))


def board(game: str, public: Any) -> bytes:
    """The board as PNG in the active language; empty if the game draws none."""

    def draw() -> bytes:
        drawn = presenter(game).picture(public)
        return png.encoded(drawn) if drawn else b""

    shown = hashlib.sha256(encode(public)).hexdigest()
    return once.made(f"board/{version()}/{game}/{get_language()}/{shown}", draw, seconds=KEPT_SECONDS)
