"""How a game stands, in a few words that everybody may read: for mails, and for the page behind a link of a mail."""

from collections.abc import Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.contract import Player
from tables.games.registry import presenter


def facts(game: str, public: Any, players: Sequence[Player]) -> list[str]:
    """Where the game is, what everybody must know, and the points of all."""
    shown = presenter(game)
    standing = [_standing(player.name, shown.board.points(public, player.seat)) for player in players]
    return [words for words in (capfirst(shown.words.round_words(public)), shown.words.banner(public), *standing) if words]


def _standing(name: str, points: int) -> str:
    said = ngettext("%(count)d point", "%(count)d points", points) % {"count": points}
    return _("%(name)s: %(points)s") % {"name": name, "points": said}
