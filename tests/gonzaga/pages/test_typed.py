"""Gonzaga map as plain text, with every piece at the coordinates of its hex."""

from msgspec.structs import replace

from engines.gonzaga.state import Piece
from tables.games.contract import Player
from tables.games.gonzaga.facts import content_of
from tables.games.gonzaga.places import grid_name
from tables.games.gonzaga.presenter import PRESENTER
from tests.engines.walks import Setup, states

PEOPLE = [Player(seat, name) for seat, name in enumerate(("Anna", "Berto", "Chiara"))]


def at(text, name):
    """Return the two characters of the text map at a hex such as G12."""
    column, row = ord(name[0]) - ord("A"), int(name[1:]) - 1
    return text.splitlines()[row + 1][3 + 3 * column + (row & 1) :][:2].ljust(2)


def test_every_piece_of_a_game_is_found_at_its_place():
    pieces = 0
    for state in list(states(Setup("gonzaga", b"{}", 3, 1)))[::9]:
        public = state.public
        text, content = PRESENTER.board.text_map(public, PEOPLE), content_of(public.version)
        for piece in public.pieces:
            for cell in piece.cells:
                shown = at(text, grid_name(content, cell))
                letter = "ABC"[piece.seat]
                assert (letter if piece.fief else letter.lower()) in shown
                assert cell not in piece.castles or shown == f"{letter}^" or shown[1].islower()
                pieces += 1
    assert pieces > 100


def test_another_position_is_another_map_and_the_legend_names_everybody():
    public = next(iter(states(Setup("gonzaga", b"{}", 3, 1)))).public
    bare = PRESENTER.board.text_map(public, PEOPLE)
    content = content_of(public.version)
    toledo = next(site.hex for site in content.sites if site.name == "Toledo")
    shown = PRESENTER.board.text_map(replace(public, pieces=(Piece(1, 1, 0, (toledo,)),)), PEOPLE)
    assert (at(bare, grid_name(content, toledo))[1], at(shown, grid_name(content, toledo))) == ("o", "ob")
    assert "A Anna, B Berto, C Chiara" in " ".join(shown.split())
