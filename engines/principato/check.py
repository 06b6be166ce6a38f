"""Invariants of every state [P-15.1, P-16, 2.17]."""

from collections import Counter
from collections.abc import Iterator

from engines.contract import BrokenState
from engines.principato import military, setup, storage
from engines.principato.content import CUBES, KINDS, TILES, Content
from engines.principato.decisions import turn
from engines.principato.loader import content
from engines.principato.state import (
    SCORING,
    AskFeeding,
    AskRelease,
    AskTurn,
    BeginYear,
    CompareStrength,
    FinishGame,
    Principality,
    Public,
    Reason,
    Refill,
    State,
)


def check(state: State) -> None:
    """Raise :class:`BrokenState` unless all items are conserved, within limits and consistent."""
    for fault, holds in _conditions(state):
        if not holds:
            raise BrokenState(fault)


def _conditions(state: State) -> Iterator[tuple[str, bool]]:
    """Yield each fault, and whether the state is free of it; later checks rely on earlier ones."""
    public, facts = state.public, content(state.public.version)
    yield "seats differ", len(public.realms) == len(state.hands) in setup.SEATS
    yield "tiles are lost or doubled", _tiles_add_up(public, facts)
    yield "cubes are lost or doubled", _cubes_add_up(public, facts)
    yield "culture tiles are lost or doubled", _culture_adds_up(public, facts)
    yield "there is less than nothing of something", _none_below_zero(public)
    yield "a principality holds too much", all(_within_capacity(realm, facts) for realm in public.realms)
    yield "cards are lost or doubled", _cards_add_up(state, facts)
    yield "the pile disagrees with what is shown", _pile_agrees(state, facts)
    yield "the display has the wrong size", _display_is_full(public, facts)
    yield "turns do not match the cards", _turns_add_up(public, facts)
    yield "scorings do not add up", _scorings_add_up(public, facts)
    yield "the agenda cannot be", _agenda_can_be(public)
    yield "sealed answers disagree with what is shown", _sealed_agrees(state)
    yield "goals are lost, doubled or shown too early", _goals_agree(state, facts)


def _tiles_add_up(public: Public, facts: Content) -> bool:
    """True if the tiles of all seats and of the supply make up the pool.

    Both sides of a tile share one pool [P-15.1].
    """
    supply, pool, realms = public.supply, facts.pool, public.realms
    return (
        (supply.fields_farms + sum(realm.fields + realm.farms for realm in realms) == pool.fields_farms)
        and (supply.palazzi_banks + sum(realm.palazzi + realm.banks for realm in realms) == pool.palazzi_banks)
        and (supply.catapults + sum(realm.catapults for realm in realms) == pool.catapults)
        and (supply.units + sum(realm.condottieri.count + realm.militia.count for realm in realms) == pool.units)
    )


def _cubes_add_up(public: Public, facts: Content) -> bool:
    """True if the cubes in stores, on units and in the supply make up the pool [P-15.1]."""
    supply, pool, realms = public.supply, facts.pool, public.realms
    on_units = sum(realm.condottieri.favour + realm.militia.favour for realm in realms)
    return (
        (supply.food + sum(realm.food + realm.militia.proper for realm in realms) == pool.food)
        and (supply.money + sum(realm.money + realm.condottieri.proper for realm in realms) == pool.money)
        and (supply.favour + on_units + sum(realm.favour for realm in realms) == pool.favour)
    )


def _culture_adds_up(public: Public, facts: Content) -> bool:
    """True if all tiles of each kind and value are present and sorted [P-3.6]."""
    for kind in KINDS:
        owned = [realm.culture(kind) for realm in public.realms]
        tiles_by_points = Counter(points for tiles in owned for points in tiles)
        tiles_by_points.update({stock.points: stock.tiles for stock in public.supply.culture(kind)})
        if tiles_by_points != {worth.points: worth.tiles for worth in facts.culture(kind).values}:
            return False
        if any(list(tiles) != sorted(tiles, reverse=True) for tiles in owned):
            return False
    return True


def _none_below_zero(public: Public) -> bool:
    supply, realms = public.supply, public.realms
    pools = (supply.fields_farms, supply.palazzi_banks, supply.catapults, supply.units)
    culture_tiles = (stock.tiles for kind in KINDS for stock in supply.culture(kind))
    tiles = (realm.tiles(tile) for realm in realms for tile in TILES)
    return min(*pools, *map(supply.cubes, CUBES), *culture_tiles, *tiles) >= 0


def _within_capacity(realm: Principality, facts: Content) -> bool:
    """True if no store and no unit exceeds its capacity [P-2.1 to P-2.5]."""
    stores = all(0 <= realm.stored(cube) <= storage.capacity(facts, realm, cube) for cube in CUBES)
    units = (realm.condottieri, realm.militia)
    return stores and all(min(unit.proper, unit.favour, unit.empty) >= 0 for unit in units)


def _cards_add_up(state: State, facts: Content) -> bool:
    """True if hands, display, box, pile and decks hold the cards of all decks.

    There must also be two start cards for each seat [P-3, P-4.5].
    """
    public, seats = state.public, len(state.hands)
    cards = Counter((*public.display, *public.box, *(card for realm in public.realms for card in realm.cards)))
    cards.update(card for pile in (state.vault.pile, *state.vault.decks) for card in pile if card != SCORING)
    decks = Counter(card for number in _years(facts, seats) for card in facts.deck(number, seats))
    start = Counter((*facts.start_stack("S1"), *facts.start_stack("S2")))
    return cards >= decks and (cards - decks).total() == 2 * seats and cards - decks <= start


def _pile_agrees(state: State, facts: Content) -> bool:
    """True if the pile and the decks match the public information [P-14.3, P-14.4]."""
    public, vault, seats = state.public, state.vault, len(state.hands)
    future_decks = [Counter(setup.full_deck(facts, number, seats)) for number in _years(facts, seats) if number > public.year]
    scoring_cards = [SCORING] if public.scoring_due else []
    return (
        public.pile == len(vault.pile)
        and Counter((*vault.pile, *public.turned)) == Counter((*facts.deck(public.year, seats), *scoring_cards))
        and [Counter(deck) for deck in vault.decks] == future_decks
    )


def _display_is_full(public: Public, facts: Content) -> bool:
    """True if the display is full in every turn, and one card short between turns [P-4.6, P-7.2]."""
    missing = not isinstance(public.task, AskTurn)
    return len(public.display) == facts.for_seats(len(public.realms)).display - missing


def _turns_add_up(public: Public, facts: Content) -> bool:
    """True if each card beyond the first display has ended a turn [P-16]."""
    seats = len(public.realms)
    turned = len(public.turned) + sum(len(facts.deck(year, seats)) for year in range(1, public.year))
    task = public.task
    in_turn = not isinstance(task, AskTurn) or (
        0 <= task.done <= turn.MOST_ACTIONS and public.next_seat == (task.seat + 1) % seats
    )
    return in_turn and public.turn == turned - facts.for_seats(seats).display + 1


def _scorings_add_up(public: Public, facts: Content) -> bool:
    """True if there is one scoring for each scoring card and year end so far, and they add up to all points [P-9.6]."""
    counted = public.scorings[:-1] if isinstance(public.task, AskFeeding) else public.scorings
    points = tuple(sum(entry.points[seat] for entry in counted) for seat in range(len(public.realms)))
    return (
        [(scoring.year, scoring.reason) for scoring in public.scorings] == _scorings_due(public, facts)
        and [scoring.number for scoring in public.scorings] == list(range(1, len(public.scorings) + 1))
        and tuple(realm.points for realm in public.realms) == points
    )


def _scorings_due(public: Public, facts: Content) -> list[tuple[int, Reason]]:
    ended = public.year - (not any(isinstance(task, BeginYear | FinishGame) for task in public.agenda) and not public.goals)
    due: list[tuple[int, Reason]] = []
    for year in range(1, public.year + 1):
        if year in facts.scoring_cards.decks and (year < public.year or not public.scoring_due):
            due.append((year, "extra"))
        if year <= ended:
            due.append((year, "year_end"))
    return due


def _agenda_can_be(public: Public) -> bool:
    """True if somebody can decide and the following tasks obey the rules, or if the goals are revealed."""
    owners = tuple(seat for seat, realm in enumerate(public.realms) if realm.condottieri.count or realm.militia.count)
    match public.agenda:
        case ():
            return bool(public.goals)
        case (AskTurn(),):
            return True
        case (AskFeeding(waiting), CompareStrength(), Refill() | BeginYear() | FinishGame()):
            return bool(waiting) and all(military.can_feed(public.realms[seat]) for seat in waiting)
        case (AskRelease(seats), Refill() | BeginYear()):
            return bool(seats) and seats == owners
        case _:
            return False


def _sealed_agrees(state: State) -> bool:
    """True if exactly the seats marked as sealed have an answer, and somebody still has to answer."""
    feeding: tuple[int, ...] = ()
    release: tuple[int, ...] = ()
    match state.public.task:
        case AskFeeding(waiting, feeding):
            agrees = set(feeding) < set(waiting) and (not feeding or state.public.feeding == "sealed")
        case AskRelease(seats, release):
            agrees = set(release) < set(seats)
        case _:
            agrees = True
    return agrees and all(
        (hand.feeding is not None, hand.release is not None) == (seat in feeding, seat in release)
        for seat, hand in enumerate(state.hands)
    )


def _goals_agree(state: State, facts: Content) -> bool:
    """True if each seat has one goal of each stack, shown only at the end [P-3.5, P-14.1]."""
    dealt = tuple(hand.goals for hand in state.hands)
    stacks = all(
        len(set(column)) == len(column) and set(column) <= set(facts.stack(stack))
        for stack, column in zip(setup.STACKS, zip(*dealt, strict=True), strict=True)
    )
    return stacks and state.public.goals == (() if state.public.agenda else dealt)


def _years(facts: Content, seats: int) -> range:
    return range(1, len(facts.for_seats(seats).decks) + 1)
