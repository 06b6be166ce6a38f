"""Principato on pages, in mails and in the archive: which module knows what."""

from engines.principato import ENGINE
from tables.games.base import Presenter
from tables.games.principato import archive, brief, choices, counters, glossary, hand, log, options, rulebook, showcase, words
from tables.games.principato.board import board, close_up, picture, realm, typed, year
from tables.games.principato.orders import forms
from tables.games.principato.orders import words as order_words
from tables.games.principato.panel import panel

PRESENTER = Presenter(
    ENGINE,
    options=options,
    words=(words, year),
    log=log,
    board=(board, picture, close_up, typed, realm, counters, showcase),
    hand=hand,
    panel=(panel, brief, choices),
    orders=(forms, order_words),
    archive=archive,
    reading=(glossary, rulebook),
    styles=("principato/map.css", "principato/table.css", "principato/panel.css"),
    showcase_styles=("principato/map.css",),
    scripts=("principato/turn.js",),
    drafted=("turn",),
)
