"""What a browser may keep for times without a network: the board of a public table as everybody sees it, made for nobody."""

import base64
from collections.abc import Sequence

from tables.games import pictures
from tables.pages.table import TablePage
from tables.present.play import situation


class KeptBoard(TablePage):
    """A running public table in the eyes of an onlooker; its picture is part of the page, so that the page is all one keeps."""

    @property
    def facts(self) -> Sequence[str]:
        """Where the game is, what everybody must know, and the points of all."""
        return situation.facts(self.table.game, self.seen.public, self.players)

    @property
    def picture(self) -> str:
        """The board as the address of an image that holds it; empty if the game draws none."""
        drawn = pictures.board(self.table.game, self.seen.public)
        return f"data:image/png;base64,{base64.b64encode(drawn).decode()}" if drawn else ""
