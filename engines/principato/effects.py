"""What an action card does: what can be paid for it, every way to activate it, and why it cannot be activated now [P-13].

Pure functions over ``Public`` and ``Principality``. ``place`` is a place in the hand, 0 or 1.
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
    """The card a seat holds in one of its two places."""
    return content(public.version).card(public.realms[seat].cards[place])


def can_pay(realm: Principality, price: Price) -> bool:
    """Whether stored food and money pay the price, favour filling the gaps [P-5.2, P-2.15]."""
    return max(0, price.food - realm.food) + max(0, price.money - realm.money) <= realm.favour


def payments(realm: Principality, price: Price) -> tuple[Cubes, ...]:
    """Every way to pay a price from the stores, the least favour first, then the most food [P-13.19]."""
    return tuple(pay for pay in _mixes(price.food, price.money) if covers(realm, pay))


def covers(realm: Principality, pay: Cubes) -> bool:
    """Whether these cubes lie on the farms, on the banks and in the church; what lies on units cannot pay [P-2.13]."""
    return pay.food <= realm.food and pay.money <= realm.money and pay.favour <= realm.favour


def is_payment(price: Price, pay: Cubes) -> bool:
    """Whether these cubes make up the price, favour standing in for food or money [P-13.19]."""
    return pay.food <= price.food and pay.money <= price.money and pay.total() == price.food + price.money


def offer_of(offers: tuple[CultureOffer, ...], pay: Cubes) -> int | None:
    """The first offer of a culture card that a payment makes up: where two would do, only that one is named; else None."""
    return next((index for index, offer in enumerate(offers) if is_payment(offer.price, pay)), None)


def gains(realm: Principality, effect: Collect | CollectAny | CollectPerTile) -> tuple[Cubes, ...]:
    """What a card can give, before supply and stores cut it; more than one only where the player mixes [P-13.14]."""
    match effect:
        case Collect(cube, count):
            return (_of(cube, count),)
        case CollectPerTile(cube, tile):
            return (_of(cube, realm.tiles(tile)),)
        case CollectAny(total):
            return tuple(Cubes(total - money, money) for money in range(total + 1))


def obstacle(public: Public, seat: int, card_id: str) -> str | None:
    """Why a seat could not activate such a card now: no_tiles_left, none_left (culture) or cannot_pay; None if it could."""
    realm, effect = public.realms[seat], content(public.version).card(card_id).effect
    match effect:
        case Build(tile, offers):
            there = [offer.price for offer in offers if offer.tiles <= public.supply.tiles(tile)]
            return _obstacle(realm, there, NO_TILES_LEFT)
        case Create(kind, offers):
            is_left = any(stock.tiles for stock in public.supply.culture(kind))
            return _obstacle(realm, [offer.price for offer in offers if is_left], NONE_LEFT)
        case _:
            return None


def activations(public: Public, seat: int, place: int) -> Iterator[Activation]:
    """Every way to activate a card of the hand, still without the card taken for it: none if there is an obstacle."""
    return ways(content(public.version), public, seat, place, card_in_hand(public, seat, place).effect)


def ways(facts: Content, public: Public, seat: int, place: int, effect: Effect) -> Iterator[Activation]:
    """Every way to carry out an effect, as of a card in that place of the hand."""
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


def _obstacle(realm: Principality, prices: list[Price], nothing: str) -> str | None:
    if not prices:
        return nothing
    return None if any(can_pay(realm, price) for price in prices) else CANNOT_PAY


def _of(cube: str, count: int) -> Cubes:
    return Cubes(food=count) if cube == "food" else Cubes(money=count)


@cache
def _mixes(food: int, money: int) -> tuple[Cubes, ...]:
    every = [
        Cubes(own_food, own_money, food + money - own_food - own_money)
        for own_food in range(food, -1, -1)
        for own_money in range(money, -1, -1)
    ]
    return tuple(sorted(every, key=lambda pay: pay.favour))
