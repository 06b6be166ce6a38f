"""Principato as plain text: a column with each player's pieces, and the cards of the display."""

from msgspec.structs import replace

from engines.principato.state import Units
from tables.games.contract import Player
from tables.games.principato.presenter import PRESENTER
from tables.games.principato.words import card_name
from tests.engines.walks import Setup, states

PEOPLE = [Player(seat, name) for seat, name in enumerate(("Anna", "Berto", "Chiara"))]


def column(text, word):
    return next(line for line in text.splitlines() if line.startswith(word)).split()[-3:]


def test_what_everybody_holds_stands_in_their_column():
    for state in list(states(Setup("principato", b"{}", 3, 1)))[::15]:
        public = state.public
        text = PRESENTER.board.text_map(public, PEOPLE)
        assert column(text, "Farms") == [str(realm.farms) for realm in public.realms]
        assert column(text, "Food") == [str(realm.food) for realm in public.realms]
        assert all(card_name(card) in " ".join(text.split()) for card in public.display)


def test_units_and_culture_say_more_than_their_number():
    public = next(iter(states(Setup("principato", b"{}", 3, 1)))).public
    berto = replace(public.realms[1], militia=Units(3, proper=1, favour=1), books=(4, 2))
    text = PRESENTER.board.text_map(replace(public, realms=(public.realms[0], berto, public.realms[2])), PEOPLE)
    assert column(text, "Militia") == ["0", "2/3", "0"]
    assert column(text, "Books") == ["0", "4+2", "0"]
