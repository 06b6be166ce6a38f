"""Validation of the data; every fault is a DataError naming file, entry and fault."""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from engines.kit.data import fault
from engines.principato.content import (
    CARDS,
    CULTURE,
    GOALS,
    KINDS,
    LIMITS,
    Build,
    Card,
    Collect,
    CollectAny,
    CollectPerTile,
    Content,
    Create,
    Culture,
    Goal,
    PerPoints,
    Price,
    Recruit,
    Seats,
    Sets,
    TileOffer,
    TilesBeyond,
)
from engines.principato.state import SCORING

SEATS = (2, 3, 4)
ACTION_CARDS = 98
TILES_OF_A_KIND = 15
STACK = 4
DECKS = (1, 2, 3)
START_STACKS = ("S1", "S2")


def content(data: Content) -> None:
    """Check all data. Raises :class:`DataError`."""
    for check in (_cards, _start_cards, _all_cards, _cultures, _goals, _limits, _seats, _decks, _scoring_cards):
        check(data)


def _unique(file: str, what: str, values: Iterable[object]) -> None:
    for value, count in Counter(values).items():
        if count > 1:
            raise fault(file, f"{what} {value}", "stands there twice")


def _count(file: str, entry: str, count: int, expected: int, what: str) -> None:
    if count != expected:
        raise fault(file, entry, f"{count} {what} instead of {expected}")


def _none_below(file: str, entry: str, least: int, numbers: Iterable[int], what: str) -> None:
    if min(numbers, default=least) < least:
        raise fault(file, entry, f"{what} below {least}")


def _cards(data: Content) -> None:
    _unique(CARDS, "card", (card.id for card in data.cards))
    for card in data.cards:
        _card(card)


def _card(card: Card) -> None:
    entry = f"card {card.id}"
    if card.id == SCORING:
        raise fault(CARDS, entry, "is the name of the military scoring card")
    _none_below(CARDS, entry, 0, (number for marks in card.copies for number in marks), "copies")
    _effect(entry, card)


def _effect(entry: str, card: Card) -> None:
    match card.effect:
        case Build(offers=offers):
            _offers(entry, [offer.price for offer in offers])
            _tile_offers(entry, offers)
        case Create(offers=offers):
            _offers(entry, [offer.price for offer in offers])
        case Collect(count=cubes) | CollectAny(total=cubes):
            _none_below(CARDS, entry, 1, (cubes,), "cubes")
            _carries_the_symbol(entry, card)
        case Recruit() | CollectPerTile():
            _carries_the_symbol(entry, card)


def _offers(entry: str, prices: list[Price]) -> None:
    if not prices:
        raise fault(CARDS, entry, "has no offer")
    if len(set(prices)) < len(prices):
        raise fault(CARDS, entry, "asks one price twice")
    for price in prices:
        _none_below(CARDS, entry, 0, (price.food, price.money), "price")
        _none_below(CARDS, entry, 1, (price.food + price.money,), "price")


def _tile_offers(entry: str, offers: tuple[TileOffer, ...]) -> None:
    _none_below(CARDS, entry, 1, (offer.tiles for offer in offers), "tiles")
    for fewer, more in pairwise(offers):
        if fewer.tiles >= more.tiles:
            raise fault(CARDS, entry, "offers do not rise")


def _carries_the_symbol(entry: str, card: Card) -> None:
    """Check that a card without a price has the exchange symbol.

    Activating such a card for nothing must not beat passing [P-5.12].
    """
    if not card.exchange:
        raise fault(CARDS, entry, "has no price and no exchange symbol")


def _start_cards(data: Content) -> None:
    if tuple(stack.stack for stack in data.start_cards) != START_STACKS:
        raise fault(CARDS, "start", "is not S1 and S2")
    card_ids = {card.id for card in data.cards}
    for stack in data.start_cards:
        entry = f"start {stack.stack}"
        for name in stack.cards:
            if name not in card_ids:
                raise fault(CARDS, entry, f"unknown card {name!r}")
        _count(CARDS, entry, len(stack.cards), max(SEATS), "cards")
    alike, different = data.start_stack("S1"), data.start_stack("S2")
    _count(CARDS, "start S1", len(set(alike)), 1, "different cards")
    _count(CARDS, "start S2", len(set(different)), len(different), "different cards")


def _all_cards(data: Content) -> None:
    dealt = sum(len(stack.cards) for stack in data.start_cards)
    copies = sum(sum(map(sum, card.copies)) for card in data.cards)
    _count(CARDS, "file", copies + dealt, ACTION_CARDS, "action cards")


def _cultures(data: Content) -> None:
    if tuple(culture.kind for culture in data.cultures) != KINDS:
        raise fault(CULTURE, "file", f"is not {', '.join(KINDS)}")
    for culture in data.cultures:
        _culture(culture)


def _culture(culture: Culture) -> None:
    _none_below(
        CULTURE, culture.kind, 1, (number for worth in culture.values for number in (worth.points, worth.tiles)), "number"
    )
    for more, less in pairwise(culture.values):
        if more.points <= less.points:
            raise fault(CULTURE, culture.kind, "points do not fall")
    _count(CULTURE, culture.kind, sum(worth.tiles for worth in culture.values), culture.tiles, "tiles")
    _count(CULTURE, culture.kind, culture.tiles, TILES_OF_A_KIND, "tiles")


def _goals(data: Content) -> None:
    _unique(GOALS, "goal", (goal.id for goal in data.goals))
    for stack in (1, 2):
        _count(GOALS, f"stack {stack}", len(data.stack(stack)), STACK, "goals")
    for goal in data.goals:
        _goal(goal)


def _goal(goal: Goal) -> None:
    entry = f"goal {goal.id}"
    match goal.worth:
        case PerPoints(each=each):
            _none_below(GOALS, entry, 1, (each,), "points for one")
        case TilesBeyond(tiles=tiles, beyond=beyond):
            _named_once(entry, tiles)
            _none_below(GOALS, entry, 0, (beyond,), "tiles not counted")
        case Sets(kinds=kinds, points=points):
            _named_once(entry, kinds)
            _rises_from_nothing(entry, points)


def _named_once(entry: str, names: tuple[str, ...]) -> None:
    if not names:
        raise fault(GOALS, entry, "counts nothing")
    _unique(GOALS, f"{entry}:", names)


def _rises_from_nothing(entry: str, points: tuple[int, ...]) -> None:
    if points[:1] != (0,) or any(less >= more for less, more in pairwise(points)):
        raise fault(GOALS, entry, "points do not rise from 0")


def _limits(data: Content) -> None:
    pool, storage, start = data.pool, data.storage, data.start
    pool_sizes = (pool.fields_farms, pool.palazzi_banks, pool.catapults, pool.units, pool.food, pool.money, pool.favour)
    _none_below(LIMITS, "pool", 1, pool_sizes, "number")
    _none_below(LIMITS, "storage", 1, (storage.farm, storage.bank, storage.church, storage.unit), "number")
    if storage.unit != 1:
        raise fault(LIMITS, "storage", "a unit holds one cube")
    _count(LIMITS, "pool", pool.favour, max(SEATS) * storage.church, "favour cubes")
    tiles, stored = (start.fields, start.farms, start.palazzi, start.banks), (start.food, start.money, start.favour)
    _none_below(LIMITS, "start", 0, (*tiles, *stored), "number")
    _starts_within_its_stores(data)
    _pool_suffices(data)


def _starts_within_its_stores(data: Content) -> None:
    start, storage = data.start, data.storage
    rooms = {"food": start.farms * storage.farm, "money": start.banks * storage.bank, "favour": storage.church}
    for cube, room in rooms.items():
        if getattr(start, cube) > room:
            raise fault(LIMITS, "start", f"more {cube} than fits")


def _pool_suffices(data: Content) -> None:
    pool, start, most_seats = data.pool, data.start, max(SEATS)
    needed = {
        "fields_farms": start.fields + start.farms,
        "palazzi_banks": start.palazzi + start.banks,
        "food": start.food,
        "money": start.money,
        "favour": start.favour,
    }
    for name, per_seat in needed.items():
        if getattr(pool, name) < per_seat * most_seats:
            raise fault(LIMITS, "pool", f"too few {name} for {most_seats} seats")


def _seats(data: Content) -> None:
    if tuple(size.count for size in data.seats) != SEATS:
        raise fault(LIMITS, "seats", "is not 2, 3, 4")
    for size in data.seats:
        _one_table(size)


def _one_table(size: Seats) -> None:
    entry = f"seats {size.count}"
    _none_below(LIMITS, entry, 1, (size.display,), "display")
    if size.display >= size.decks[0]:
        raise fault(LIMITS, entry, "display is not smaller than deck 1")
    _none_below(LIMITS, entry, 1, size.decks, "cards in a deck")
    _count(LIMITS, entry, len(size.military), size.count, "places")
    _none_below(LIMITS, entry, 0, size.military, "military points")
    if any(better <= worse for better, worse in pairwise(size.military)):
        raise fault(LIMITS, entry, "military points do not fall")


def _decks(data: Content) -> None:
    """Check that the copies by mark add up to the deck sizes of the limits [P-3.1]."""
    for seats in data.seats:
        for deck, expected in zip(DECKS, seats.decks, strict=True):
            _count(CARDS, f"deck {deck} at {seats.count} seats", len(data.deck(deck, seats.count)), expected, "cards")


def _scoring_cards(data: Content) -> None:
    """Check that scoring cards are in decks 2 and 3 only, at most one in each.

    One in deck 1 could come up while the first display is dealt [P-3.4].
    """
    decks = data.scoring_cards.decks
    _unique(LIMITS, "scoring card in deck", decks)
    if not set(decks) <= set(DECKS[1:]):
        raise fault(LIMITS, "scoring_cards", "is in a deck other than 2 and 3")
