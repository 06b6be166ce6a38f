"""Night Post on the page: which module knows what."""

from engines.specimen import ENGINE
from tables.games.base import Presenter
from tables.games.specimen import archive, board, hand, log, options, panel, words

PRESENTER = Presenter(
    ENGINE,
    options=options,
    words=words,
    log=log,
    board=board,
    hand=hand,
    panel=panel,
    orders=words,
    archive=archive,
    drafted=panel.DRAFTED,
)
