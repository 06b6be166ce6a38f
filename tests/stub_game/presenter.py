"""Presenter of the stub game with the few words that pages and emails need."""

from collections.abc import Sequence

from tables.games.base import Presenter
from tables.games.contract import Player
from tables.games.offer import Board, Log, Words
from tests.stub_game.game import ENGINE, Choose, Chosen, Public


def question_words(kind: str) -> str:
    """Return the task of the decision."""
    return "choose a number"


def action_words(action: Choose, public: Public, players: Sequence[Player]) -> str:
    """Return a choice."""
    return f"Choose {action.number}"


def sentence(event: Chosen, version: str, names: Sequence[str]) -> str:
    """Return the sentence of a choice in the log."""
    return f"{names[event.seat]} chooses {event.number}."


def line_words(code: str) -> str:
    """Return the name of a line of the score."""
    return "Number"


def points(public: Public, seat: int) -> int:
    """Return the chosen number."""
    return public.numbers[seat] or 0


PRESENTER = Presenter(
    ENGINE,
    words=Words(question_words=question_words, action_words=action_words, line_words=line_words),
    log=Log(sentence=sentence),
    board=Board(points=points),
)
