"""A future turn to queue: its number, its known facts, and its possible legal actions [P-4, P-6].

Before it, other seats take tiles and culture from the general supply and exchange cards with the display. A scoring in
between returns cubes and units, and spends stored cubes.
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
    """Return the number of a seat's next turn among the turns of all seats, counted from 1 [P-4.1]."""
    return public.turn + 1 + _between(public, seat)


def dropped(public: Public, seat: int) -> int:
    """Return the number of display cards that leave the game before a seat's next turn.

    One leaves at the end of each turn [P-6.1].
    """
    return _between(public, seat) + isinstance(public.task, AskTurn)


def foresee(state: State, pending: Pending) -> State:
    """Return the state at a turn to queue, assuming that all turns before it end without an action."""
    return replace(state, public=foreseen(state.public, pending.seat))


def foreseen(public: Public, seat: int) -> Public:
    """Return the position at a seat's next turn, assuming that all turns before it are empty.

    The display holds the cards that will still be there, from the left. Cards to be turned up are unknown.
    """
    year, turns_left = _calendar(public, seat)
    return replace(
        public,
        agenda=(AskTurn(seat),),
        turn=number(public, seat),
        next_seat=(seat + 1) % len(public.realms),
        display=public.display[dropped(public, seat) :],
        year=year,
        pile=turns_left - 1,
        scoring_due=False,
    )


def legal(public: Public, seat: int) -> Iterator[TurnAction]:
    """Yield every possible first step of the seat's next turn.

    Actions that take a known card of the display are also yielded with its name.
    """
    roomy, known_cards = _roomy(public, seat), foreseen(public, seat).display
    for place in PLACES:
        card = effects.card_in_hand(public, seat, place)
        for activation in _activations(roomy, seat, place, card):
            yield from _taking(public, activation, known_cards) if card.exchange else (activation,)
    for place in PLACES:
        yield from _taking(public, ExchangeCard(place, 0), known_cards)
    realm = roomy.realms[seat]
    yield TakeFavour("church")
    yield from (TakeFavour(unit) for unit in UNITS if realm.units(unit).count)
    yield from _moves(realm)
    yield EndTurn()


def bind_card(action: TurnAction, display: tuple[str, ...]) -> TurnAction:
    """Return the action bound to the card it takes from this display.

    It is illegal if the slot holds another card.
    """
    slot = getattr(action, "take", None)
    return action if slot is None else replace(action, named=display[slot])


def _between(public: Public, seat: int) -> int:
    """Return the number of turns of others that begin before the next turn of a seat."""
    return (seat - public.next_seat) % len(public.realms)


def _calendar(public: Public, seat: int) -> tuple[int, int]:
    """Return the year of the seat's next turn, and the number of turns left in that year, including that turn."""
    turns_left = public.pile - public.scoring_due - _between(public, seat)
    if turns_left > 0:
        return public.year, turns_left
    return public.year + 1, turns_left + len(content(public.version).deck(public.year + 1, len(public.realms)))


def _roomy(public: Public, seat: int) -> Public:
    """Return the position with all units added to the supply, and no cube on the seat's own units."""
    realm, realms = public.realms[seat], public.realms
    returned = sum(other.condottieri.count + other.militia.count for other in realms)
    cleared = replace(realm, condottieri=Units(realm.condottieri.count), militia=Units(realm.militia.count))
    return replace(
        public,
        realms=(*realms[:seat], cleared, *realms[seat + 1 :]),
        supply=replace(public.supply, units=public.supply.units + returned),
    )


def _activations(public: Public, seat: int, place: int, card: Card) -> Iterator[effects.Activation]:
    match card.effect:
        case Collect() | CollectAny() | CollectPerTile() as effect:
            return _collects(public.realms[seat], place, effect)
        case effect:
            return effects.effect_activations(content(public.version), public, seat, place, effect)


def _collects(realm: Principality, place: int, effect: Collect | CollectAny | CollectPerTile) -> Iterator[CollectCubes]:
    """Yield each gain with every part that could go onto units by then [P-2.11, P-15.2]."""
    for gain in effects.gains(realm, effect):
        food, money = min(gain.food, realm.militia.count), min(gain.money, realm.condottieri.count)
        for onto in product(range(food + 1), range(money + 1)):
            yield CollectCubes(place, gain, Cubes(*onto))


def _taking(public: Public, action: Taking, known_cards: tuple[str, ...]) -> Iterator[Taking]:
    """Yield the action with every slot of the display, and with every known card.

    Other seats can take a known card first.
    """
    slots = content(public.version).for_seats(len(public.realms)).display
    yield from (replace(action, take=slot) for slot in range(slots))
    yield from (replace(action, take=slot, named=card) for slot, card in enumerate(known_cards))


def _moves(realm: Principality) -> Iterator[StationCubes]:
    for cube, unit in FITS:
        for count in range(1, min(realm.stored(cube), realm.units(unit).count) + 1):
            yield StationCubes(cube, unit, count)
