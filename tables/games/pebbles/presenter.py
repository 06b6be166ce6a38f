"""Presenter of Pebbles, built from the functions in ``words.py``."""

from engines.pebbles import ENGINE
from tables.games.base import Presenter
from tables.games.offer import Archive, Board, Log, Words
from tables.games.pebbles import words

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
    board=Board(points=words.points, counters=words.counters, context=words.context),
    archive=Archive(moment_words=words.moment_words),
)
