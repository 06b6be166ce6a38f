"""Presenter of Night Post, built from the functions of its modules."""

from engines.specimen import ENGINE
from tables.games.base import Presenter
from tables.games.offer import Archive, Board, Hand, Log, Options, Orders, Panel, Words
from tables.games.specimen import archive, board, hand, log, options, panel, words

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
    log=Log(sentence=log.sentence, tone=log.tone),
    board=Board(seat_css=board.seat_css, points=board.points, counters=board.counters, context=board.context),
    hand=Hand(context=hand.context, secrets=hand.secrets),
    panel=Panel(context=panel.context),
    orders=Orders(order_words=words.order_words),
    archive=Archive(facet_fields=archive.facet_fields, moment_words=archive.moment_words, opening_words=archive.opening_words),
    drafted=panel.DRAFTED,
)
