"""Link previews of a finished game: a picture of the board at the step, a title and the result."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.text import get_text_list
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from PIL import Image

from config import languages
from engines import registry
from tables.games.contract import Player
from tables.games.kit import png
from tables.games.registry import presenter
from tables.models import Table

# Size of a preview image and its margin, in pixels. The margin is there because other sites crop the image.
WIDTH, HEIGHT, EDGE = 1200, 630, 15


def picture(game: str, public: Any) -> bytes:
    """Return the whole board in the middle of a sheet of paper, as PNG; an empty sheet for a game that draws none."""
    sheet = Image.new("RGB", (WIDTH, HEIGHT), png.tokens()["--paper"])
    if board := presenter(game).picture(public):
        scale = min((WIDTH - 2 * EDGE) / board.width, (HEIGHT - 2 * EDGE) / board.height)
        board = board.resize((round(board.width * scale), round(board.height * scale)), Image.Resampling.BICUBIC)
        sheet.paste(board, ((WIDTH - board.width) // 2, (HEIGHT - board.height) // 2))
    return png.encoded(sheet)


def tags(table: Table, title: str, step: int, last: int, results: Sequence[tuple[Player, int | None]]) -> Mapping[str, str]:
    """Return Open Graph tags of a public game; empty for a private one.

    ``results`` are the players by finishing place with their points (None unless played to the end).
    """
    if table.visibility != Table.Visibility.PUBLIC:
        return {}
    headline = (
        title if step == last else _("%(title)s, step %(step)d of %(last)d") % {"title": title, "step": step, "last": last}
    )
    return {
        "og:type": "article",
        "og:site_name": "Staffetta",
        "og:title": headline,
        "og:description": _description(table, results),
        "og:url": settings.SITE_URL + reverse("archive:step", args=[table.code, step]),
        "og:locale": languages.locale(get_language()),
        "og:image": settings.SITE_URL + reverse("archive:picture", args=[table.code, step]),
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": _("The %(game)s board at step %(step)d") % {"game": _game(table), "step": step},
    }


def _description(table: Table, results: Sequence[tuple[Player, int | None]]) -> str:
    """Return the description, such as "Gonzaga, played to the end: Anna 93, Bruno 92"."""
    names = [player.name if points is None else f"{player.name} {points}" for player, points in results]
    return _("%(game)s, %(ended)s: %(players)s") % {
        "game": _game(table),
        "ended": table.get_ended_by_display(),
        "players": get_text_list(names, _("and")),
    }


def _game(table: Table) -> str:
    return registry.engine(table.game).title
