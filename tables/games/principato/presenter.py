"""Presenter of Principato on pages, in emails and in the archive, built from the functions of its modules."""

from engines.principato import ENGINE
from tables.games.base import Presenter
from tables.games.offer import Archive, Board, Hand, Log, Options, Orders, Panel, Reading, Words
from tables.games.principato import archive, brief, choices, counters, glossary, hand, log, options, rulebook, showcase, words
from tables.games.principato.board import board, close_up, picture, realm, spots, typed, year
from tables.games.principato.orders import forms
from tables.games.principato.orders import words as order_words
from tables.games.principato.panel import panel

PRESENTER = Presenter(
    ENGINE,
    options=Options(form=options.form, options_words=options.options_words),
    words=Words(
        question_words=words.question_words,
        action_words=words.action_words,
        round_words=year.round_words,
        banner=year.banner,
        explain=words.explain,
        line_words=words.line_words,
        reason_words=words.reason_words,
    ),
    log=Log(sentence=log.sentence, tone=log.tone),
    board=Board(
        seat_css=realm.seat_css,
        points=realm.points,
        counters=counters.counters,
        svg=picture.svg,
        close_up=close_up.close_up,
        text_map=typed.text_map,
        context=board.context,
        spots=spots.spots,
        showcase=showcase.showcase,
    ),
    hand=Hand(context=hand.context, secrets=hand.secrets),
    panel=Panel(context=panel.context, compose=panel.compose, brief=brief.brief, choices=choices.choices),
    orders=Orders(order_words=order_words.order_words, form_of=forms.form_of, context=forms.context, compose=forms.compose),
    archive=Archive(facet_fields=archive.facet_fields, moment_words=archive.moment_words, opening_words=archive.opening_words),
    reading=Reading(
        glossary=glossary.glossary, labelled=glossary.labelled, reasons=glossary.reasons, rulebook=rulebook.rulebook
    ),
    styles=("principato/map.css", "principato/table.css", "principato/panel.css"),
    showcase_styles=("principato/map.css",),
    scripts=("principato/turn.js", "principato/units.js"),
    drafted=("turn",),
)
