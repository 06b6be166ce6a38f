"""Genoa in plain text: figures in their areas, markers in the slots of their cards."""

from engines.zena1814 import majority
from engines.zena1814.loader import content
from tables.games.contract import Player
from tables.games.zena1814.board.cards import face
from tables.games.zena1814.presenter import PRESENTER
from tables.games.zena1814.words import AREAS
from tests.engines.walks import Setup, states

PEOPLE = [Player(seat, name) for seat, name in enumerate(("Anna", "Berto", "Chiara"))]


def test_figures_cards_and_markers_are_found_at_their_places():
    cards = 0
    for state in list(states(Setup("zena1814", b"{}", 3, 1)))[::9]:
        public = state.public
        lines = PRESENTER.board.text_map(public, PEOPLE).splitlines()
        heads = [
            next(at for at, line in enumerate(lines) if line.startswith(str(AREAS[area]).upper())) for area in public.areas
        ]
        for area, head in zip(public.areas, heads, strict=True):
            for seat, strength in enumerate(majority.strengths(public, area)):
                assert (f" {'ABC'[seat]} " in lines[head]) == bool(strength)
            holder = majority.holder(public, area)
            assert ("*" in lines[head]) == (holder is not None)
            for line, laid in zip(lines[head + 1 :], public.row(area), strict=False):
                shown = face(content(public.version), laid.card)
                slots = [
                    f"[{'ABC'[laid.markers[at]] if at < len(laid.markers) else slot.price}]"
                    for at, slot in enumerate(shown.slots)
                ]
                assert line.startswith(f"  {shown.title}")
                assert line.endswith("".join(slots))
                cards += 1
        assert lines[-3].split()[-3:] == [str(PRESENTER.board.points(public, seat)) for seat in range(3)]
    assert cards > 10
