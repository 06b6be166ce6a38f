"""State of a game in a few public words: for emails, and for the page behind an email's link."""

from collections.abc import Sequence
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.games.contract import Player
from tables.games.registry import presenter


def facts(game: str, public: Any, players: Sequence[Player]) -> list[str]:
    """Return the round of the game, its public message, and all scores."""
    game_presenter = presenter(game)
    standing = [_standing(player.name, game_presenter.board.points(public, player.seat)) for player in players]
    return [
        words
        for words in (capfirst(game_presenter.words.round_words(public)), game_presenter.words.banner(public), *standing)
        if words
    ]


def _standing(name: str, points: int) -> str:
    points_words = ngettext("%(count)d point", "%(count)d points", points) % {"count": points}
    return _("%(name)s: %(points)s") % {"name": name, "points": points_words}
