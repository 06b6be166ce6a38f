"""Pages of Reversi: appearance and texts."""

from django.template.loader import render_to_string

from engines.contract import view
from engines.reversi import ENGINE
from engines.reversi.table import Place, Placed, Public
from tables.games.contract import Player
from tables.games.reversi.presenter import PRESENTER

PLAYERS = [Player(0, "Anna", "red"), Player(1, "Bruno", "yellow")]


def test_the_board_is_drawn_with_a_row_for_each_player() -> None:
    state = ENGINE.start(ENGINE.Options(), 2, bytes(32)).state
    html = render_to_string(PRESENTER.template("_board.html"), {"board": PRESENTER.board.context(view(state, 0), PLAYERS)})
    assert html.count('class="square"') == 64
    assert (html.count("seat-red"), html.count("seat-yellow")) == (2, 2)
    assert "Bruno" in html


def test_mails_have_a_square_picture() -> None:
    picture = PRESENTER.picture(Public())
    assert picture is not None
    assert picture.width == picture.height


def test_turns_are_told_with_the_player_who_is_passed_over() -> None:
    def told(event: Placed) -> str:
        return PRESENTER.event_words(event, Public(), PLAYERS)

    assert told(Placed(0, 19, 1)) == "Anna places a disk on d3 and turns 1."
    both = "Bruno places a disk on a1 and turns 3. Anna can’t enclose any disks and is skipped."
    assert told(Placed(1, 0, 3, passed=True)) == both


def test_buttons_questions_refusals_and_results_are_worded() -> None:
    words = PRESENTER.words
    assert words.question_words("place") == "place a disk"
    assert words.action_words(Place(63), Public(), PLAYERS) == "Disk on h8"
    refusal = words.explain("encloses_nothing", {"square": "h8"})
    assert refusal == "A disk on h8 would not enclose any disks. Choose another square."
    assert words.explain("other", {}) == ""
    assert (words.line_words("disks"), words.line_words("tiebreak")) == ("Disks", "Tie-break")
    assert words.reason_words("no_move") == "Neither player can enclose a disk."
