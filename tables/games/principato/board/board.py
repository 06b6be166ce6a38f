"""Context of the Principato board: the year, the display, the principalities, the supply and the box."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engines.principato.content import KINDS, Kind
from engines.principato.loader import content as content_of
from engines.principato.state import AskTurn, Public, Seen
from tables.games.contract import Player, Tab
from tables.games.principato.board import armies, realm, year
from tables.games.principato.board import fresh as principato_fresh
from tables.games.principato.board.armies import Army
from tables.games.principato.board.cards import Face, face_for
from tables.games.principato.board.realm import Entry
from tables.games.principato.words import card_name, points_words


@dataclass(frozen=True)
class Slot:
    """A slot of the display, counted from 1 at the left. ``face`` is None if a card is missing."""

    number: int
    face: Face | None
    drops: bool = False
    fresh: bool = False


@dataclass(frozen=True)
class Row:
    """Entry of the list of players for a seat: its cards, and its army (None once the game is over)."""

    army: Army | None
    cards: tuple[Face, ...]


@dataclass(frozen=True)
class Values:
    """Remaining culture tiles of one kind: the number of each value."""

    glyph: str
    stocks: tuple[tuple[str, int], ...]


def context(seen: Seen, players: Sequence[Player], marked: Sequence[Any] = ()) -> dict[str, Any]:
    """Return the context of ``_board.html``. The results of the ``marked`` events are shown as new."""
    public, news = seen.public, principato_fresh.news(seen.public, marked)
    realms = [realm.described(seen, player, news.realms[player.seat]) for player in _from(seen, players)]
    military = armies.context(public, players)
    strengths = {army.player.seat: army for army in military["armies"]}
    return {
        "years": year.years(public),
        "display": _display(seen, news.slots),
        "pile": _pile(public),
        "realms": realms,
        "military": military,
        "by_seat": {entry.player.seat: Row(strengths.get(entry.player.seat), entry.cards) for entry in realms},
        "tabs": [Tab("stock", _("Supply"))],
        "supply": _supply(public),
        "culture": [_values(public, kind) for kind in KINDS],
        "box": _box(public),
        "over": not public.agenda,
    }


def _from(seen: Seen, players: Sequence[Player]) -> list[Player]:
    """Return the viewer, then the others in the order of play. For a spectator the start player comes first."""
    first = seen.public.start if seen.seat is None else seen.seat
    return sorted(players, key=lambda player: (player.seat - first) % len(players))


def _display(seen: Seen, fresh: frozenset[int]) -> list[Slot]:
    public = seen.public
    size = content_of(public.version).for_seats(len(public.realms)).display
    faces: list[Face | None] = [face_for(seen, card) for card in public.display]
    if public.agenda:
        faces += [None] * (size - len(faces))
    taking = isinstance(public.task, AskTurn)
    return [Slot(number, face, taking and number == 1, number - 1 in fresh) for number, face in enumerate(faces, 1)]


def _pile(public: Public) -> Mapping[str, Any]:
    return {
        "cards": public.pile - public.scoring_due,
        "scoring_due": public.scoring_due,
        "left": public.turns_left if isinstance(public.task, AskTurn) else 0,
    }


def _supply(public: Public) -> list[Entry]:
    supply = public.supply
    return [
        Entry("field", str(supply.fields_farms), _("fields or farms")),
        Entry("palazzo", str(supply.palazzi_banks), _("palazzi or banks")),
        Entry("catapult", str(supply.catapults), _("catapults")),
        Entry("militia", str(supply.units), _("condottieri or militia")),
        Entry("food", str(supply.food), _("food")),
        Entry("money", str(supply.money), _("money")),
        Entry("favour", str(supply.favour), _("favour")),
    ]


def _values(public: Public, kind: Kind) -> Values:
    return Values(kind, tuple((points_words(stock.points), stock.tiles) for stock in public.supply.culture(kind)))


def _box(public: Public) -> list[tuple[str, int]]:
    """Return the cards out of the game by name, with the number of each."""
    return sorted(Counter(card_name(card) for card in public.box).items())
