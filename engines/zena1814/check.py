"""Invariants of every state [Z-1, Z-10.1, Z-13, Z-15]."""

from collections import Counter
from collections.abc import Iterator

from engines.contract import BrokenState
from engines.zena1814 import dice, markers, setup
from engines.zena1814.content import DECKS, FIGURES, Area, Battle, Content
from engines.zena1814.decisions import discard
from engines.zena1814.loader import content
from engines.zena1814.state import (
    AskCoins,
    AskDiscards,
    AskFigure,
    AskPass,
    AskPurchase,
    AskStarter,
    AskTrick,
    AskTurn,
    ClearArea,
    DrawCards,
    Hand,
    Laid,
    PlaceFigures,
    Public,
    State,
    Window,
)


def check(state: State) -> None:
    """Raise :class:`BrokenState` if items are lost, outside their limits or inconsistent."""
    for fault, is_valid in _conditions(state):
        if not is_valid:
            raise BrokenState(fault)


def _conditions(state: State) -> Iterator[tuple[str, bool]]:
    """Yield each fault, and True if the state is free of it. Later checks rely on earlier ones."""
    public, facts = state.public, content(state.public.version)
    yield "seats differ", len(public.families) == len(state.hands) in setup.SEATS
    yield "areas differ", public.areas == facts.areas(public.mode)
    yield "markers are lost or doubled", _markers_add_up(public, facts)
    yield "coins or points are below nothing", _none_below_zero(public)
    yield "action cards are lost or doubled", _actions_add_up(state, facts)
    yield "goal cards are lost or doubled", _goals_add_up(state, facts)
    yield "Fort cards are lost or doubled", _forts_add_up(state, facts)
    yield "events are lost or doubled", _events_add_up(state, facts)
    yield "decks disagree with what is shown", _decks_agree(state)
    yield "a hand disagrees with what is shown", all(_backs_agree(state, seat, facts) for seat in range(len(state.hands)))
    yield "cards in rows are misnumbered", _numbers_add_up(public)
    yield "a card lies where it cannot", all(_lies_well(laid, area, facts) for area, laid in _laid(public))
    yield "markers lie where they cannot", all(_marked_well(public, area, laid, facts) for area, laid in _laid(public))
    yield "an area holds too much after its removal", _cleared(public, facts)
    yield "a hand is too full at the start of a round", _hands_are_small(public, facts)
    yield "figures stand where they cannot", _figures_stand(public)
    yield "the round cannot be", _round_can_be(public, facts)
    yield "the agenda cannot be", _agenda_can_be(public)
    yield "sealed answers disagree with what is shown", _sealed_agrees(state)
    yield "goals are shown too early, or wrongly", _goals_agree(state, facts)


def _laid(public: Public) -> Iterator[tuple[Area, Laid]]:
    return ((row.area, laid) for row in public.rows for laid in row.cards)


def _markers_add_up(public: Public, facts: Content) -> bool:
    """True if supply, cards and figures hold all markers of every family [Z-10.1]."""
    on_cards = Counter(seat for _, laid in _laid(public) for seat in laid.markers)
    return set(on_cards) <= set(range(len(public.families))) and all(
        min(family.supply, *(standing.markers for standing in family.figures)) >= 0
        and family.supply + on_cards[seat] + sum(standing.markers for standing in family.figures) == facts.limits.markers
        for seat, family in enumerate(public.families)
    )


def _none_below_zero(public: Public) -> bool:
    tallies = (getattr(family.tally, line) for family in public.families for line in family.tally.__struct_fields__)
    return all(number >= 0 for number in (*tallies, *(family.coins for family in public.families)))


def _actions_add_up(state: State, facts: Content) -> bool:
    """True if deck, hands, rows and box hold every action card once [Z-1.11, Z-2.3]."""
    cards = Counter((*state.vault.action, *_in_hands(state, facts, "action")))
    cards.update(card for card in _on_board(state.public) if not _is_battle(card, facts))
    return cards == Counter(facts.action_deck(state.public.mode))


def _goals_add_up(state: State, facts: Content) -> bool:
    """True if deck and hands hold every goal; a beginner game has none [Z-2.7]."""
    goals = facts.goal_deck() if state.public.mode == "expert" else ()
    return Counter((*state.vault.goal, *_in_hands(state, facts, "goal"))) == Counter(goals)


def _forts_add_up(state: State, facts: Content) -> bool:
    """True if deck, row, won battles and box hold every Fort card; a beginner game has none [Z-2.7]."""
    public = state.public
    cards = Counter((*state.vault.fort, *public.won))
    cards.update(card for card in _on_board(public) if _is_battle(card, facts))
    return cards == Counter(fort.id for fort in facts.forts if public.mode == "expert")


def _events_add_up(state: State, facts: Content) -> bool:
    """True if one event is in the box and the others are turned up or still in the deck [Z-2.2]."""
    cards = Counter((*state.vault.event, *state.public.events, state.vault.boxed_event))
    return cards == Counter(event.id for event in facts.events)


def _on_board(public: Public) -> Iterator[str]:
    """Yield the cards in rows and in the box."""
    yield from (laid.card for _, laid in _laid(public))
    yield from public.box


def _in_hands(state: State, facts: Content, deck: str) -> Iterator[str]:
    return (card for hand in state.hands for card in hand.cards if facts.deck_of(card) == deck)


def _is_battle(card: str, facts: Content) -> bool:
    return any(fort.id == card for fort in facts.forts)


def _decks_agree(state: State) -> bool:
    """True if the public deck sizes are right [Z-15.2].

    The failed Fort cards, which everybody knows, must be at the bottom of their deck [Z-16.15].
    """
    public, vault = state.public, state.vault
    sizes_agree = all(public.decks.of(deck) == len(getattr(vault, deck)) for deck in DECKS)
    unknown = len(vault.fort) - len(public.under)
    return (
        sizes_agree
        and (public.decks.fort, public.decks.event) == (len(vault.fort), len(vault.event))
        and unknown >= 0
        and vault.fort[unknown:] == public.under
    )


def _backs_agree(state: State, seat: int, facts: Content) -> bool:
    backs = Counter(facts.deck_of(card) for card in state.hands[seat].cards)
    family = state.public.families[seat]
    return (family.actions, family.goals) == (backs["action"], backs["goal"])


def _numbers_add_up(public: Public) -> bool:
    """True if every card in a row has a unique number."""
    numbers = [laid.number for _, laid in _laid(public)]
    return len(set(numbers)) == len(numbers) and all(1 <= number <= public.numbered for number in numbers)


def _lies_well(laid: Laid, area: Area, facts: Content) -> bool:
    """True if the card is in its own area or, once it has moved, in another area except the Fort.

    Only trick cards move [Z-7.4, Z-18.7 to Z-18.9].
    """
    if area == "fort" or _is_battle(laid.card, facts):
        return area == "fort" and _is_battle(laid.card, facts) and not laid.moved
    card = facts.action(laid.card)
    return card.special == "sollevacoin" and area != card.area if laid.moved else area == card.area


def _marked_well(public: Public, area: Area, laid: Laid, facts: Content) -> bool:
    """True if a card has no more markers than slots, and no more of a seat than allowed.

    Only a card at the Fort can have none [Z-8.3, Z-8.4, Z-10.8, Z-17.1].
    """
    most_of_seat = max(Counter(laid.markers).values(), default=0)
    fits = len(laid.markers) <= len(facts.laid(laid.card).cost) and most_of_seat <= markers.limit(public)
    return fits and (bool(laid.markers) or not markers.leaves_when_empty(area))


def _cleared(public: Public, facts: Content) -> bool:
    """True if resolved areas have at most three cards and no one-shot cards.

    This applies from the removal until new cards arrive [Z-13.1, Z-13.2].
    """
    if public.phase not in ("resolution", "end"):
        return True
    uncleared = {task.area for task in public.agenda if isinstance(task, ClearArea)}
    cleared = [row.cards for row in public.rows if row.area not in uncleared]
    return all(
        len(cards) <= facts.limits.area_cards and not any(_is_one_shot(laid, facts) for laid in cards) for cards in cleared
    )


def _is_one_shot(laid: Laid, facts: Content) -> bool:
    card = facts.laid(laid.card)
    return not isinstance(card, Battle) and card.kind == "one_shot"


def _hands_are_small(public: Public, facts: Content) -> bool:
    """True if a round starts with hands within the limit [Z-15.1].

    From the first turn on there is no limit [Z-15.3].
    """
    return public.phase != "event" or all(family.cards <= facts.limits.hand_limit for family in public.families)


def _figures_stand(public: Public) -> bool:
    """True if all figures are in areas of the mode, or in none until the placement is revealed [Z-1.2, Z-1.3]."""
    areas = [standing.area for family in public.families for standing in family.figures]
    if isinstance(public.task, PlaceFigures):
        return not any(areas)
    return all(area in public.areas for area in areas)


def _round_can_be(public: Public, facts: Content) -> bool:
    """True if there is a start player and an event for each round, from the first round on [Z-1.5, Z-2.11, Z-5.1]."""
    if public.phase == "setup":
        return public.round == 0 and public.start is None and not public.events
    return (
        1 <= public.round <= facts.limits.rounds
        and public.start in range(len(public.families))
        and len(public.events) == public.round
        and public.event == public.events[-1]
    )


def _agenda_can_be(public: Public) -> bool:
    """True if a seat has a decision it can answer, or the goals are revealed."""
    match public.task:
        case None:
            return bool(public.goals)
        case PlaceFigures():
            return len(public.complete) < len(public.families)
        case AskStarter(seat) | AskTurn(seat):
            return seat in range(len(public.families))
        case DrawCards(seat, count):
            return seat in range(len(public.families)) and count > 0 and all(public.decks.of(deck) for deck in DECKS)
        case AskPurchase(seat):
            return public.families[seat].coins >= content(public.version).palace.price
        case AskPass(_, seats):
            return any(not public.families[seat].sealed for seat in seats)
        case AskDiscards(seats):
            return any(public.families[seat].sealed < discard.surplus(public, seat) for seat in seats)
        case _:
            return _card_can_ask(public)


def _card_can_ask(public: Public) -> bool:
    """True if the card named by the current task exists and requires this decision."""
    match public.task:
        case Window(number, waiting):
            return bool(waiting) and public.find(number) is not None
        case AskCoins(number, waiting):
            return _can_pay(public, number, waiting)
        case AskFigure(number):
            return _is_special(public, number, "manezzi")
        case AskTrick(number):
            return _is_special(public, number, "sollevacoin")
        case _:
            return False


def _can_pay(public: Public, number: int, payers: tuple[int, ...]) -> bool:
    """True if all seats still to pay have a marker on the dice card, and the first of them has coins."""
    spot = public.find(number)
    if spot is None or not payers or not dice.is_dice(content(public.version), spot[1].card):
        return False
    return set(payers) <= set(spot[1].markers) and public.families[payers[0]].coins > 0


def _is_special(public: Public, number: int, special: str) -> bool:
    spot = public.find(number)
    if spot is None or spot[0] == "fort":
        return False
    return content(public.version).action(spot[1].card).special == special and not spot[1].moved


def _sealed_agrees(state: State) -> bool:
    """True if sealed answers match their public counts and the task, for cards in hand."""
    task = state.public.task
    for hand, family in zip(state.hands, state.public.families, strict=True):
        sealed = len(hand.placed), int(hand.passing is not None), len(hand.discards)
        allowed = isinstance(task, PlaceFigures), isinstance(task, AskPass), isinstance(task, AskDiscards)
        if family.sealed != sum(sealed) or any(count and not may for count, may in zip(sealed, allowed, strict=True)):
            return False
        if not _sealed_in_hand(hand):
            return False
    return all(_complete(state.public, seat) for seat in range(len(state.hands)))


def _sealed_in_hand(hand: Hand) -> bool:
    figures = [placed.figure for placed in hand.placed]
    chosen = Counter((*(placed.card for placed in hand.placed), *hand.discards, *filter(None, (hand.passing,))))
    return chosen <= Counter(hand.cards) and len(set(figures)) == len(figures)


def _complete(public: Public, seat: int) -> bool:
    """True if ``complete`` is right about the seat [R-5], and it has sealed no more than it was asked for."""
    sealed = public.families[seat].sealed
    match public.task:
        case PlaceFigures():
            return (seat in public.complete) == (sealed == len(FIGURES)) and sealed <= len(FIGURES)
        case AskPass(_, seats):
            return sealed <= (seat in seats)
        case AskDiscards(seats):
            return sealed <= (discard.surplus(public, seat) if seat in seats else 0)
        case _:
            return True


def _goals_agree(state: State, facts: Content) -> bool:
    """True if the goals of all hands are revealed at the end, and not before [Z-19.1]."""
    goals = tuple(tuple(card for card in hand.cards if facts.deck_of(card) == "goal") for hand in state.hands)
    return state.public.goals == (() if state.public.agenda else goals)
