"""Setup of the game [Z-2, Z-3]."""

from collections.abc import Sequence

from msgspec.structs import replace

from engines import chance
from engines.zena1814 import events
from engines.zena1814.content import Area, Content, Mode
from engines.zena1814.decisions import place, starter
from engines.zena1814.desk import Desk, figures_in
from engines.zena1814.loader import content
from engines.zena1814.options import Options
from engines.zena1814.state import BeginRound, Decks, Family, Hand, PlaceFigures, Public, Row, State, Vault

SEATS = range(2, 6)
"""Numbers of seats, at most one per family [R-2]."""


def set_up(options: Options, seats: int, key: bytes) -> Desk:
    """Shuffle, deal and place the figures; experts are asked to place theirs. Returns the desk of the new game."""
    desk = Desk(_empty_table(options, seats, key))
    _shuffle_decks(desk)
    _deal(desk)
    if options.mode == "expert":
        desk.push(PlaceFigures(), BeginRound())
    else:
        _place_by_cards(desk)
        desk.push(BeginRound())
    return desk


def _empty_table(options: Options, seats: int, key: bytes) -> State:
    """Return a table with the starting coins and markers of each seat, and no cards yet [Z-2.1, Z-2.9]."""
    facts = content(options.version)
    public = Public(
        version=options.version,
        mode=options.mode,
        starter=options.starter,
        free_order=options.free_order,
        families=(Family(facts.limits.start_coins, facts.limits.markers),) * seats,
        rows=tuple(map(Row, facts.areas(options.mode))),
        decks=Decks(),
    )
    return State(public, (Hand(),) * seats, Vault(key))


def _shuffle_decks(desk: Desk) -> None:
    """Shuffle the action deck and eight events [Z-2.2 to Z-2.4, Z-2.7, Z-2.8].

    Fort and goal cards are for experts only.
    """
    facts, mode = desk.content, desk.public.mode
    desk.set_deck("action", _shuffled(desk, "action", facts.action_deck(mode)))
    _shuffle_events(desk)
    if mode == "expert":
        desk.set_deck("goal", _shuffled(desk, "goal", facts.goal_deck()))
        desk.set_deck("fort", _shuffled(desk, "fort", [card.id for card in facts.forts]))


def _shuffle_events(desk: Desk) -> None:
    """Shuffle the events; one goes to the box unseen [Z-2.2]."""
    boxed, *rest = _shuffled(desk, "event", [event.id for event in desk.content.events])
    desk.vault = replace(desk.vault, boxed_event=boxed)
    desk.set_deck("event", tuple(rest))


def _shuffled(desk: Desk, deck: str, cards: Sequence[str]) -> tuple[str, ...]:
    shuffled, drawn = chance.shuffle(desk.vault.key, f"deck/{deck}", cards)
    desk.drew(drawn)
    return shuffled


def _deal(desk: Desk) -> None:
    """Deal action cards to every seat [Z-2.5, Z-2.6]."""
    count = hand_size(desk.content, desk.public.mode)
    desk.tell(events.GameBegan(desk.public.mode, count, desk.content.limits.start_coins))
    for seat in desk.seats:
        cards = desk.vault.action[:count]
        desk.set_deck("action", desk.vault.action[count:])
        desk.change_hand(seat, cards=cards)
        desk.reveal(events.HandSeen(cards), to=(seat,))


def hand_size(facts: Content, mode: Mode) -> int:
    """Return the number of cards dealt to each seat [Z-2.5, Z-2.6]."""
    return facts.limits.deal_expert if mode == "expert" else facts.limits.deal_beginner


def _place_by_cards(desk: Desk) -> None:
    """Draw the start player, then place each family in play order by a card from the deck [Z-3, R-3].

    The cards are shuffled back into the deck.
    """
    starter.appoint(desk, starter.draw_lot(desk, tuple(desk.seats)))
    cards = tuple(_turn_up(desk, seat) for seat in desk.public.order())
    place.shuffle_back(desk, cards)


def _turn_up(desk: Desk, seat: int) -> str:
    """Turn up a card for a seat, put its figures in the card's areas, and return it [Z-3.1, Z-3.2]."""
    card = desk.take_top("action")
    areas = areas_from(desk.content, desk.content.action(card).area)
    desk.change_family(seat, figures=figures_in(areas))
    desk.reveal(events.PlacementTurnedUp(seat, card, areas))
    return card


def areas_from(facts: Content, area: Area) -> tuple[Area, Area, Area, Area]:
    """Return the areas of a beginner's figures, in the order of ``FIGURES`` [Z-3.2].

    Around the ring they are placed as Heir, Heir, Lady, Lord.
    """
    ring = facts.board.beginner
    first = ring.index(area)
    heir, other, lady, lord = (ring[(first + offset) % len(ring)] for offset in range(4))
    return lord, lady, heir, other
