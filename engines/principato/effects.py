"""Effects of action cards: payments, all ways to activate a card, and obstacles to it [P-13].

Pure functions over ``Public`` and ``Principality``. ``place`` is the position in the hand, 0 or 1.
"""

from collections.abc import Iterator
from functools import cache

from engines.principato.actions import BuildTiles, CollectCubes, CreateCulture, Cubes, RecruitUnits
from engines.principato.content import (
    Build,
    Card,
    Collect,
    CollectAny,
    CollectPerTile,
    Content,
    Create,
    CultureOffer,
    Effect,
    Price,
    Recruit,
)
from engines.principato.loader import content
from engines.principato.state import Principality, Public
from engines.principato.storage import placements

type Activation = BuildTiles | CreateCulture | RecruitUnits | CollectCubes

CANNOT_PAY, NO_TILES_LEFT, NONE_LEFT = "cannot_pay", "no_tiles_left", "none_left"


def card_in_hand(public: Public, seat: int, place: int) -> Card:
    """Return the card at one of the two positions in a seat's hand."""
    return content(public.version).card(public.realms[seat].cards[place])


def can_pay(realm: Principality, price: Price) -> bool:
    """Return whether stored food and money can pay the price, with favour filling the gaps [P-5.2, P-2.15]."""
    return max(0, price.food - realm.food) + max(0, price.money - realm.money) <= realm.favour


def payments(realm: Principality, price: Price) -> tuple[Cubes, ...]:
    """Return every way to pay a price from the stores. Ways with less favour come first, then ways with more food [P-13.19]."""
    return tuple(pay for pay in _mixes(price.food, price.money) if covers(realm, pay))


def covers(realm: Principality, pay: Cubes) -> bool:
    """Return whether these cubes are on the farms, on the banks and in the church.

    Cubes on units cannot pay [P-2.13].
    """
    return pay.food <= realm.food and pay.money <= realm.money and pay.favour <= realm.favour


def is_payment(price: Price, pay: Cubes) -> bool:
    """Return whether these cubes match the price; favour can replace food or money [P-13.19]."""
    return pay.food <= price.food and pay.money <= price.money and pay.total() == price.food + price.money


def offer_of(offers: tuple[CultureOffer, ...], pay: Cubes) -> int | None:
    """Return the index of the first offer that a payment matches, or None.

    If two offers match, only the first one can be chosen.
    """
    return next((index for index, offer in enumerate(offers) if is_payment(offer.price, pay)), None)


def gains(realm: Principality, effect: Collect | CollectAny | CollectPerTile) -> tuple[Cubes, ...]:
    """Return the gains a card can give, before supply and stores limit them.

    Only a card with a free mix of cubes has more than one possible gain [P-13.14].
    """
    match effect:
        case Collect(cube, count):
            return (_of(cube, count),)
        case CollectPerTile(cube, tile):
            return (_of(cube, realm.tiles(tile)),)
        case CollectAny(total):
            return tuple(Cubes(total - money, money) for money in range(total + 1))


def obstacle(public: Public, seat: int, card_id: str) -> str | None:
    """Return the obstacle for a seat to activating a card with this effect now, or None.

    The obstacles are no_tiles_left, none_left (culture) and cannot_pay.
    """
    realm, effect = public.realms[seat], content(public.version).card(card_id).effect
    match effect:
        case Build(tile, offers):
            prices = [offer.price for offer in offers if offer.tiles <= public.supply.tiles(tile)]
            return _obstacle(realm, prices, NO_TILES_LEFT)
        case Create(kind, offers):
            is_left = any(stock.tiles for stock in public.supply.culture(kind))
            return _obstacle(realm, [offer.price for offer in offers if is_left], NONE_LEFT)
        case _:
            return None


def activations(public: Public, seat: int, place: int) -> Iterator[Activation]:
    """Yield every way to activate a card in hand, without the exchange; none if there is an obstacle."""
    return effect_activations(content(public.version), public, seat, place, card_in_hand(public, seat, place).effect)


def effect_activations(facts: Content, public: Public, seat: int, place: int, effect: Effect) -> Iterator[Activation]:
    """Yield every way to carry out an effect, for a card at that position in the hand."""
    match effect:
        case Recruit():
            return (RecruitUnits(place, count) for count in range(public.supply.units + 1))
        case Build():
            return _builds(public, seat, place, effect)
        case Create():
            return _creates(public, seat, place, effect)
        case Collect() | CollectAny() | CollectPerTile():
            return _collects(facts, public, seat, place, effect)


def _builds(public: Public, seat: int, place: int, effect: Build) -> Iterator[BuildTiles]:
    realm, left = public.realms[seat], public.supply.tiles(effect.tile)
    for index, offer in enumerate(effect.offers):
        if offer.tiles <= left:
            for pay in payments(realm, offer.price):
                yield BuildTiles(place, index, pay)


def _creates(public: Public, seat: int, place: int, effect: Create) -> Iterator[CreateCulture]:
    values = [stock.points for stock in public.supply.culture(effect.kind) if stock.tiles]
    for points in values:
        for index, offer in enumerate(effect.offers):
            for pay in payments(public.realms[seat], offer.price):
                if offer_of(effect.offers, pay) == index:
                    yield CreateCulture(place, index, pay, points)


def _collects(
    facts: Content, public: Public, seat: int, place: int, effect: Collect | CollectAny | CollectPerTile
) -> Iterator[CollectCubes]:
    realm = public.realms[seat]
    for gain in gains(realm, effect):
        for onto in placements(facts, public.supply, realm, gain):
            yield CollectCubes(place, gain, onto)


def _obstacle(realm: Principality, prices: list[Price], sold_out: str) -> str | None:
    if not prices:
        return sold_out
    return None if any(can_pay(realm, price) for price in prices) else CANNOT_PAY


def _of(cube: str, count: int) -> Cubes:
    return Cubes(food=count) if cube == "food" else Cubes(money=count)


@cache
def _mixes(food: int, money: int) -> tuple[Cubes, ...]:
    mixes = [
        Cubes(own_food, own_money, food + money - own_food - own_money)
        for own_food in range(food, -1, -1)
        for own_money in range(money, -1, -1)
    ]
    return tuple(sorted(mixes, key=lambda pay: pay.favour))
