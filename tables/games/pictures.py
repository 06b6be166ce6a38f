"""Pictures of boards: drawn from what everybody may see, so that a mail and the page behind its link share one drawing."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import get_language
from PIL import Image

from config import once, sources
from engines.contract import Pending, encode
from tables.games.kit import png
from tables.games.registry import presenter

KEPT_SECONDS = 3600
# Twice as many as they are wide and high on a page.
SMALL = (280, 224)
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


def stamp() -> str:
    """What a picture depends on besides its position: how it is drawn, and the active language."""
    return hashlib.sha256(f"{version()}/{get_language()}".encode()).hexdigest()[:12]


def board(game: str, public: Any) -> bytes:
    """The board as PNG in the active language; empty if the game draws none."""

    return _made("board", game, public, lambda drawn: drawn)


def close_up(game: str, public: Any, pending: Pending, actions: Sequence[Any], told: Sequence[Any]) -> bytes:
    """What an answer changes or chooses, as ``Board.close_up`` draws it, or else the board; empty if the game draws none."""
    show = presenter(game)

    def draw() -> bytes:
        svg = show.board.close_up(public, pending, actions, told)
        return png.encoded(_on_paper(show.look(svg))) if svg else b"none"

    shown = hashlib.sha256(encode((public, pending, actions, told))).hexdigest()
    made = once.made(f"close-up/{version()}/{game}/{get_language()}/{shown}", draw, seconds=KEPT_SECONDS)
    return board(game, public) if made == b"none" else made


def small(game: str, public: Any) -> bytes:
    """The same for a line of a list, no larger than ``SMALL``."""
    return _made("small", game, public, _small)


def _small(drawn: Image.Image) -> Image.Image:
    paper = _on_paper(drawn)
    paper.thumbnail(SMALL, Image.Resampling.LANCZOS)
    return paper


def _on_paper(drawn: Image.Image) -> Image.Image:
    paper = Image.new("RGB", drawn.size, png.tokens()["--paper"])
    paper.paste(drawn, mask=drawn.getchannel("A") if drawn.mode == "RGBA" else None)
    return paper


def _made(kind: str, game: str, public: Any, sized: Callable[[Image.Image], Image.Image]) -> bytes:
    def draw() -> bytes:
        drawn = presenter(game).picture(public)
        return png.encoded(sized(drawn)) if drawn else b""

    shown = hashlib.sha256(encode(public)).hexdigest()
    return once.made(f"{kind}/{version()}/{game}/{get_language()}/{shown}", draw, seconds=KEPT_SECONDS)
