"""Zena 1814 on pages, in mails and in the archive: which module knows what."""

from engines.zena1814 import ENGINE
from tables.games.base import Presenter
from tables.games.zena1814 import (
    archive,
    brief,
    choices,
    counters,
    deeds,
    frame,
    glossary,
    hand,
    log,
    options,
    refusals,
    rulebook,
    showcase,
)
from tables.games.zena1814.board import board, close_up, picture, pieces, typed
from tables.games.zena1814.orders import forms
from tables.games.zena1814.orders import words as order_words
from tables.games.zena1814.panel import inputs, panel

PRESENTER = Presenter(
    ENGINE,
    options=options,
    words=(deeds, frame, refusals),
    log=log,
    board=(board, picture, close_up, typed, pieces, frame, counters, showcase),
    hand=hand,
    panel=(panel, inputs, brief, choices),
    orders=(forms, order_words),
    archive=archive,
    reading=(glossary, rulebook),
    styles=("zena1814/map.css", "zena1814/table.css", "zena1814/panel.css"),
    showcase_styles=("zena1814/map.css", "zena1814/table.css"),
    scripts=("zena1814/town.js",),
    drafted=("turn", "draw", "place", "discard"),
    practice={"mode": "beginner"},
)
