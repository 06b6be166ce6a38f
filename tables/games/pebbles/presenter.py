"""Pebbles on the page: which module knows what."""

from engines.pebbles import ENGINE
from tables.games.base import Presenter
from tables.games.pebbles import words

PRESENTER = Presenter(ENGINE, words=words, log=words, board=words, archive=words)
