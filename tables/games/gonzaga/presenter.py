"""Presenter of Gonzaga on pages, in emails and in the archive: assigns functions to its modules."""

from engines.gonzaga import ENGINE
from tables.games.base import Presenter
from tables.games.gonzaga import archive, brief, choices, counters, glossary, log, options, panel, rulebook, showcase, words
from tables.games.gonzaga.board import board, close_up, hand, picture, spots, typed
from tables.games.gonzaga.orders import forms
from tables.games.gonzaga.orders import words as order_words
from tables.games.offer import Archive, Board, Hand, Log, Options, Orders, Panel, Reading, Words

PRESENTER = Presenter(
    ENGINE,
    options=Options(form=options.form, options_words=options.options_words),
    words=Words(
        question_words=words.question_words,
        action_words=words.action_words,
        round_words=words.round_words,
        banner=words.banner,
        explain=words.explain,
        line_words=words.line_words,
        reason_words=words.reason_words,
    ),
    log=Log(sentence=log.sentence, is_told=log.is_told, tone=log.tone),
    board=Board(
        seat_css=counters.seat_css,
        points=counters.points,
        counters=counters.counters,
        svg=picture.svg,
        close_up=close_up.close_up,
        text_map=typed.text_map,
        context=board.context,
        spots=spots.spots,
        showcase=showcase.showcase,
    ),
    hand=Hand(context=hand.context, secrets=hand.secrets),
    panel=Panel(context=panel.context, compose=panel.compose, sketch=panel.sketch, brief=brief.brief, choices=choices.choices),
    orders=Orders(order_words=order_words.order_words, form_of=forms.form_of, context=forms.context, compose=forms.compose),
    archive=Archive(facet_fields=archive.facet_fields, moment_words=archive.moment_words, opening_words=archive.opening_words),
    reading=Reading(
        glossary=glossary.glossary, labelled=glossary.labelled, reasons=glossary.reasons, rulebook=rulebook.rulebook
    ),
    styles=("gonzaga/map.css", "gonzaga/table.css"),
    scripts=("gonzaga/map.js", "gonzaga/turn.js", "gonzaga/plan.js"),
)
