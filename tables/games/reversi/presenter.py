"""Presenter of Reversi on pages, in emails and in the archive, built from the functions of its modules."""

from engines.reversi import ENGINE
from tables.games.base import Presenter
from tables.games.offer import Board, Log, Words
from tables.games.reversi import board, words

PRESENTER = Presenter(
    ENGINE,
    words=Words(
        question_words=words.question_words,
        action_words=words.action_words,
        explain=words.explain,
        line_words=words.line_words,
        reason_words=words.reason_words,
    ),
    log=Log(sentence=words.sentence),
    board=Board(points=board.points, svg=board.svg),
    styles=("reversi/board.css",),
)
