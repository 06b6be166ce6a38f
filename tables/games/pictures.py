"""Pictures of boards, drawn from public information: an email and the page behind its link share one drawing."""

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from django.utils.translation import get_language
from PIL import Image

from config import single_flight, sources
from engines.contract import Pending, encode
from tables.games.kit import png
from tables.games.registry import presenter

KEPT_SECONDS = 3600
# Width and height in pixels, twice the size on a page.
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
    """Return the version of the drawing. It changes with the files in ``_DRAWN_FROM`` and with resvg-py and Pillow."""
    return sources.version(_DRAWN_FROM, ("resvg-py", "pillow"))


def stamp() -> str:
    """Return a digest of the version of the drawing and the active language, the two inputs besides the position."""
    return hashlib.sha256(f"{version()}/{get_language()}".encode()).hexdigest()[:12]


def board(game: str, public: Any) -> bytes:
    """Return the board as PNG in the active language. It is empty if the game draws none."""

    return _drawn("board", game, public, lambda drawn: drawn)


def close_up(game: str, public: Any, pending: Pending, actions: Sequence[Any], certain_events: Sequence[Any]) -> bytes:
    """Return the close-up of an answer as PNG, or the board if the game draws no close-up. It is empty without a board."""
    game_presenter = presenter(game)

    def draw() -> bytes:
        svg = game_presenter.board.close_up(public, pending, actions, certain_events)
        return png.encoded(_on_paper(game_presenter.look(svg))) if svg else b"none"

    digest = hashlib.sha256(encode((public, pending, actions, certain_events))).hexdigest()
    image = single_flight.get_or_compute(f"close-up/{version()}/{game}/{get_language()}/{digest}", draw, seconds=KEPT_SECONDS)
    return board(game, public) if image == b"none" else image


def small(game: str, public: Any) -> bytes:
    """Return the board as PNG for a line of a list, no larger than ``SMALL``. It is empty if the game draws none."""
    return _drawn("small", game, public, _small)


def _small(image: Image.Image) -> Image.Image:
    paper = _on_paper(image)
    paper.thumbnail(SMALL, Image.Resampling.LANCZOS)
    return paper


def _on_paper(image: Image.Image) -> Image.Image:
    paper = Image.new("RGB", image.size, png.tokens()["--paper"])
    paper.paste(image, mask=image.getchannel("A") if image.mode == "RGBA" else None)
    return paper


def _drawn(kind: str, game: str, public: Any, resize: Callable[[Image.Image], Image.Image]) -> bytes:
    def draw() -> bytes:
        picture = presenter(game).picture(public)
        return png.encoded(resize(picture)) if picture else b""

    digest = hashlib.sha256(encode(public)).hexdigest()
    return single_flight.get_or_compute(f"{kind}/{version()}/{game}/{get_language()}/{digest}", draw, seconds=KEPT_SECONDS)
