"""Effects of action cards; a refusal names the fault [P-5.1 to P-5.5, P-13].

Codes: other_effect(card), no_such_offer(offers), no_tiles_left(tile, wanted, left), wrong_payment(food, money),
cannot_pay(cube, wanted, have), other_offer(offer), none_left(kind), no_such_value(kind, points), too_many(unit, wanted, left),
wrong_gain(card), must_place(cube, least), unit_full(unit, wanted, empty), not_gained(cube, gained), must_take(card),
may_not_take(card), no_such_slot(slot, size), other_card(card).
"""

from msgspec import UNSET

from engines.contract import IllegalAction
from engines.principato import effects, events, storage
from engines.principato.actions import BuildTiles, CollectCubes, CreateCulture, Cubes, Name, RecruitUnits
from engines.principato.content import (
    CUBES,
    Build,
    Card,
    Collect,
    CollectAny,
    CollectPerTile,
    Create,
    Cube,
    Price,
    Recruit,
)
from engines.principato.desk import Desk
from engines.principato.effects import Activation


def activate(desk: Desk, seat: int, action: Activation) -> None:
    """Carry out the effect of a card once, and the exchange required by its symbol.

    Raises :class:`IllegalAction`.
    """
    card = effects.card_in_hand(desk.public, seat, action.card)
    _carry_out(desk, seat, card, action)
    check_take(desk, card, action.take, action.named)
    if action.take is not None:
        exchange(desk, seat, action.card, action.take, forced=True)


def exchange(desk: Desk, seat: int, place: int, slot: int, *, forced: bool) -> None:
    """Swap a card in hand for one in the display [P-5.4, P-5.7]."""
    given_card, taken_card = desk.exchange(seat, place, slot)
    desk.tell(events.CardsExchanged(seat, given_card, taken_card, slot, forced))


def check_slot(desk: Desk, slot: int, card_id: Name) -> None:
    """Raise :class:`IllegalAction` unless the display has this slot and the named card, if any, is in it [P-5.14]."""
    display = desk.public.display
    if not 0 <= slot < len(display):
        raise IllegalAction("no_such_slot", "P-5.14", slot=slot, size=len(display))
    if card_id not in (UNSET, display[slot]):
        raise IllegalAction("other_card", "P-5.14", card=display[slot])


def check_take(desk: Desk, card: Card, slot: int | None, card_id: Name) -> None:
    """Raise :class:`IllegalAction` if a required card is not taken, or a card is taken without the exchange symbol [P-5.4,
    P-5.5]."""
    if not card.exchange and (slot is not None or card_id is not UNSET):
        raise IllegalAction("may_not_take", "P-5.5", card=card.id)
    if card.exchange and slot is None:
        raise IllegalAction("must_take", "P-5.4", card=card.id)
    if slot is not None:
        check_slot(desk, slot, card_id)


def _carry_out(desk: Desk, seat: int, card: Card, action: Activation) -> None:
    match card.effect, action:
        case Build() as effect, BuildTiles():
            _build(desk, seat, card.id, effect, action)
        case Create() as effect, CreateCulture():
            _create(desk, seat, card.id, effect, action)
        case Recruit() as effect, RecruitUnits():
            _recruit(desk, seat, card.id, effect, action)
        case (Collect() | CollectAny() | CollectPerTile()) as effect, CollectCubes():
            _collect(desk, seat, card.id, effect, action)
        case _:
            raise IllegalAction("other_effect", "P-5.1", card=card.id)


def _build(desk: Desk, seat: int, card: str, effect: Build, action: BuildTiles) -> None:
    _check_offer(action.offer, len(effect.offers))
    offer = effect.offers[action.offer]
    left = desk.public.supply.tiles(effect.tile)
    if offer.tiles > left:
        raise IllegalAction("no_tiles_left", "P-15.3", tile=effect.tile, wanted=offer.tiles, left=left)
    _pay(desk, seat, offer.price, action.pay)
    desk.take_tiles(seat, effect.tile, offer.tiles)
    desk.tell(events.TilesBuilt(seat, card, effect.tile, offer.tiles, action.pay))


def _create(desk: Desk, seat: int, card: str, effect: Create, action: CreateCulture) -> None:
    _check_offer(action.offer, len(effect.offers))
    stock = desk.public.supply.culture(effect.kind)
    if not any(entry.tiles for entry in stock):
        raise IllegalAction("none_left", "P-15.4", kind=effect.kind)
    if not any(entry.tiles for entry in stock if entry.points == action.points):
        raise IllegalAction("no_such_value", "P-13.18", kind=effect.kind, points=action.points)
    _pay(desk, seat, effect.offers[action.offer].price, action.pay)
    if (first_match := effects.offer_of(effect.offers, action.pay)) != action.offer:
        raise IllegalAction("other_offer", "P-13.19", offer=first_match or 0)
    desk.take_culture(seat, effect.kind, action.points)
    desk.tell(events.CultureCreated(seat, card, effect.kind, action.points, action.pay))


def _recruit(desk: Desk, seat: int, card: str, effect: Recruit, action: RecruitUnits) -> None:
    left = desk.public.supply.units
    if action.count > left:
        raise IllegalAction("too_many", "P-15.5", unit=effect.unit, wanted=action.count, left=left)
    desk.take_units(seat, effect.unit, action.count)
    desk.tell(events.UnitsRecruited(seat, card, effect.unit, action.count))


def _collect(desk: Desk, seat: int, card: str, effect: Collect | CollectAny | CollectPerTile, action: CollectCubes) -> None:
    if action.gain not in effects.gains(desk.realm(seat), effect):
        raise IllegalAction("wrong_gain", _rule_of(effect), card=card)
    _check_onto(desk, seat, action)
    placing = storage.placing(desk.content, desk.public.supply, desk.realm(seat), action.gain, action.onto)
    desk.store(seat, placing.stored)
    desk.bear(seat, "food", "militia", placing.onto.food)
    desk.bear(seat, "money", "condottiere", placing.onto.money)
    desk.tell(events.CubesCollected(seat, card, placing.gained, placing.onto, placing.lapsed, placing.short))


def _check_onto(desk: Desk, seat: int, action: CollectCubes) -> None:
    if action.onto.favour:
        raise IllegalAction("not_gained", "P-2.16", cube="favour", gained=0)
    _check_onto_units(desk, seat, "food", action.gain.food, action.onto.food)
    _check_onto_units(desk, seat, "money", action.gain.money, action.onto.money)


def _check_onto_units(desk: Desk, seat: int, cube: Cube, gain: int, onto: int) -> None:
    realm, supply, unit = desk.realm(seat), desk.public.supply, storage.BEARER[cube]
    allowed = storage.onto_units(desk.content, supply, realm, cube, gain)
    if onto > storage.arriving(supply, cube, gain):
        raise IllegalAction("not_gained", "P-15.2", cube=cube, gained=storage.arriving(supply, cube, gain))
    if onto > allowed[-1]:
        rule = "P-2.4" if unit == "militia" else "P-2.5"
        raise IllegalAction("unit_full", rule, unit=unit, wanted=onto, empty=allowed[-1])
    if onto < allowed[0]:
        raise IllegalAction("must_place", "P-2.11", cube=cube, least=allowed[0])


def _check_offer(offer: int, offers: int) -> None:
    if offer >= offers:
        raise IllegalAction("no_such_offer", "P-5.3", offers=offers)


def _pay(desk: Desk, seat: int, price: Price, pay: Cubes) -> None:
    if not effects.is_payment(price, pay):
        raise IllegalAction("wrong_payment", "P-13.19", food=price.food, money=price.money)
    realm = desk.realm(seat)
    for cube in CUBES:
        amount: int = getattr(pay, cube)
        if amount > realm.stored(cube):
            raise IllegalAction("cannot_pay", "P-5.2", cube=cube, wanted=amount, have=realm.stored(cube))
    desk.pay(seat, pay)


def _rule_of(effect: Collect | CollectAny | CollectPerTile) -> str:
    match effect:
        case CollectAny():
            return "P-13.14"
        case CollectPerTile(cube):
            return "P-13.8" if cube == "food" else "P-13.11"
        case Collect(cube):
            return "P-13.16" if cube == "food" else "P-13.15"
