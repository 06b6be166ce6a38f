"""Page that a browser may keep for offline use: the board of a public table as everyone sees it."""

import base64
from collections.abc import Sequence

from tables.games import pictures
from tables.pages.table import TablePage
from tables.present.play import situation


class KeptBoard(TablePage):
    """Page of a table for spectators with its picture inside, so that one file is enough."""

    @property
    def facts(self) -> Sequence[str]:
        """Sentences about the state of the game, with the scores."""
        return situation.facts(self.table.game, self.seen.public, self.players)

    @property
    def picture(self) -> str:
        """Board as a data URL of an image. It is empty if the game draws none."""
        png = pictures.board(self.table.game, self.seen.public)
        return f"data:image/png;base64,{base64.b64encode(png).decode()}" if png else ""
