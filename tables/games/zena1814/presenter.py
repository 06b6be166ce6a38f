"""Presenter of Zena 1814 on pages, in emails and in the archive, built from the functions of its modules."""

from engines.zena1814 import ENGINE
from tables.games.base import Presenter
from tables.games.offer import Archive, Board, Hand, Log, Options, Orders, Panel, Reading, Words
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
from tables.games.zena1814.board import board, close_up, picture, pieces, spots, typed
from tables.games.zena1814.orders import forms
from tables.games.zena1814.orders import words as order_words
from tables.games.zena1814.panel import inputs, panel

PRESENTER = Presenter(
    ENGINE,
    options=Options(form=options.form, options_words=options.options_words),
    words=Words(
        question_words=frame.question_words,
        action_words=deeds.action_words,
        round_words=frame.round_words,
        banner=frame.banner,
        explain=refusals.explain,
        line_words=frame.line_words,
        reason_words=frame.reason_words,
    ),
    log=Log(sentence=log.sentence, tone=log.tone),
    board=Board(
        seat_css=pieces.seat_css,
        points=frame.points,
        counters=counters.counters,
        svg=picture.svg,
        close_up=close_up.close_up,
        text_map=typed.text_map,
        context=board.context,
        spots=spots.spots,
        showcase=showcase.showcase,
    ),
    hand=Hand(context=hand.context, secrets=hand.secrets),
    panel=Panel(context=panel.context, compose=inputs.compose, brief=brief.brief, choices=choices.choices),
    orders=Orders(order_words=order_words.order_words, form_of=forms.form_of, context=forms.context, compose=forms.compose),
    archive=Archive(facet_fields=archive.facet_fields, moment_words=archive.moment_words, opening_words=archive.opening_words),
    reading=Reading(glossary=glossary.glossary, labelled=glossary.labelled, rulebook=rulebook.rulebook),
    styles=("zena1814/map.css", "zena1814/table.css", "zena1814/panel.css"),
    showcase_styles=("zena1814/map.css", "zena1814/table.css", "zena1814/town.css"),
    drawing_styles=("zena1814/town.css",),
    scripts=("zena1814/town.js",),
    drafted=("turn", "draw", "place", "discard"),
    practice={"mode": "beginner"},
)
