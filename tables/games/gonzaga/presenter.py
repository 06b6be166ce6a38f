"""Gonzaga on pages, in mails and in the archive: which module knows what."""

from engines.gonzaga import ENGINE
from tables.games.base import Presenter
from tables.games.gonzaga import (
    archive,
    brief,
    choices,
    counters,
    glossary,
    hand,
    log,
    options,
    panel,
    rulebook,
    showcase,
    words,
)
from tables.games.gonzaga.board import board, close_up, picture, typed
from tables.games.gonzaga.orders import forms
from tables.games.gonzaga.orders import words as order_words

PRESENTER = Presenter(
    ENGINE,
    options=options,
    words=words,
    log=log,
    board=(board, picture, close_up, typed, counters, showcase),
    hand=hand,
    panel=(panel, brief, choices),
    orders=(forms, order_words),
    archive=archive,
    reading=(glossary, rulebook),
    styles=("gonzaga/map.css", "gonzaga/table.css"),
    scripts=("gonzaga/map.js", "gonzaga/turn.js", "gonzaga/plan.js"),
)
