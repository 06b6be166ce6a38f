"""A turn to come, for whoever files it: which turn it is, what of it can be known, and what could be legal in it [P-4, P-6].

Until then others only take: tiles and culture of the supply grow scarce, their cards change places with those of the display.
A scoring between gives back cubes and units, and spends what is stored.
"""

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from engines.contract import Pending
from engines.principato import effects
from engines.principato.actions import CollectCubes, Cubes, EndTurn, ExchangeCard, StationCubes, TakeFavour, TurnAction
from engines.principato.content import UNITS, Card, Collect, CollectAny, CollectPerTile
from engines.principato.loader import content
from engines.principato.state import AskTurn, Principality, Public, State, Units
from engines.principato.storage import FITS

type Taking = effects.Activation | ExchangeCard

PLACES = (0, 1)
"""The places in the hand [P-4.5]."""


def number(public: Public, seat: int) -> int:
    """Which turn of the game is the next that a seat begins, counted from 1 [P-4.1]."""
    return public.turn + 1 + _between(public, seat)


def dropped(public: Public, seat: int) -> int:
    """How many cards of the display leave the game before a seat's next turn: one at the end of each turn [P-6.1]."""
    return _between(public, seat) + isinstance(public.task, AskTurn)


def foresee(state: State, pending: Pending) -> State:
    """A turn to be filed, as if nothing happened until then but that turns end."""
    return replace(state, public=foreseen(state.public, pending.seat))


def foreseen(public: Public, seat: int) -> Public:
    """The next turn of a seat as if nothing happened until then but that turns end.

    The display holds the cards that still lie there, from the left; what will be turned up is not known.
    """
    year, left = _calendar(public, seat)
    return replace(
        public,
        agenda=(AskTurn(seat),),
        turn=number(public, seat),
        next_seat=(seat + 1) % len(public.realms),
        display=public.display[dropped(public, seat) :],
        year=year,
        pile=left - 1,
        scoring_due=False,
    )


def legal(public: Public, seat: int) -> Iterator[TurnAction]:
    """Everything the first step of that turn could be; with the cards of the display that are known also by their names."""
    roomy, known = _roomy(public, seat), foreseen(public, seat).display
    for place in PLACES:
        card = effects.card_in_hand(public, seat, place)
        for way in _ways(roomy, seat, place, card):
            yield from _taking(public, way, known) if card.exchange else (way,)
    for place in PLACES:
        yield from _taking(public, ExchangeCard(place, 0), known)
    realm = roomy.realms[seat]
    yield TakeFavour("church")
    yield from (TakeFavour(unit) for unit in UNITS if realm.units(unit).count)
    yield from _moves(realm)
    yield EndTurn()


def named(action: TurnAction, display: tuple[str, ...]) -> TurnAction:
    """The action, bound to the card it takes from this display: if another lies there, nothing is taken."""
    slot = getattr(action, "take", None)
    return action if slot is None else replace(action, named=display[slot])


def _between(public: Public, seat: int) -> int:
    """How many turns of others begin before the next one of a seat."""
    return (seat - public.next_seat) % len(public.realms)


def _calendar(public: Public, seat: int) -> tuple[int, int]:
    """The year of that turn, and the turns left in it, that one included."""
    left = public.pile - public.scoring_due - _between(public, seat)
    if left > 0:
        return public.year, left
    return public.year + 1, left + len(content(public.version).deck(public.year + 1, len(public.realms)))


def _roomy(public: Public, seat: int) -> Public:
    """With all units given back that could be, and no cube on the own ones."""
    realm, armies = public.realms[seat], public.realms
    returned = sum(army.condottieri.count + army.militia.count for army in armies)
    cleared = replace(realm, condottieri=Units(realm.condottieri.count), militia=Units(realm.militia.count))
    return replace(
        public,
        realms=(*armies[:seat], cleared, *armies[seat + 1 :]),
        supply=replace(public.supply, units=public.supply.units + returned),
    )


def _ways(public: Public, seat: int, place: int, card: Card) -> Iterator[effects.Activation]:
    match card.effect:
        case Collect() | CollectAny() | CollectPerTile() as effect:
            return _collects(public.realms[seat], place, effect)
        case effect:
            return effects.ways(content(public.version), public, seat, place, effect)


def _collects(realm: Principality, place: int, effect: Collect | CollectAny | CollectPerTile) -> Iterator[CollectCubes]:
    """However much of a gain must or may go onto units then [P-2.11, P-15.2]."""
    for gain in effects.gains(realm, effect):
        food, money = min(gain.food, realm.militia.count), min(gain.money, realm.condottieri.count)
        for onto in product(range(food + 1), range(money + 1)):
            yield CollectCubes(place, gain, Cubes(*onto))


def _taking(public: Public, action: Taking, known: tuple[str, ...]) -> Iterator[Taking]:
    """With every slot of the display, and with every card that is known to lie there unless somebody takes it."""
    slots = content(public.version).for_seats(len(public.realms)).display
    yield from (replace(action, take=slot) for slot in range(slots))
    yield from (replace(action, take=slot, named=card) for slot, card in enumerate(known))


def _moves(realm: Principality) -> Iterator[StationCubes]:
    for cube, unit in FITS:
        for count in range(1, min(realm.stored(cube), realm.units(unit).count) + 1):
            yield StationCubes(cube, unit, count)
