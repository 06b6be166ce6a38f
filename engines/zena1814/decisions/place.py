"""The placement of the experts: four figures on four cards, one choice each [Z-4].

All seats choose at the same time, sealed.

A card under a figure stays in the hand until all placements are revealed, so that the number of backs reveals nothing.

Codes: figure_is_placed(figure), not_in_hand(card).
"""

from collections.abc import Iterator

from engines import chance
from engines.contract import IllegalAction, Pending
from engines.zena1814 import events
from engines.zena1814.actions import SealFigure
from engines.zena1814.content import FIGURES, Figure
from engines.zena1814.desk import Desk, figures_in
from engines.zena1814.state import Hand, Placed, PlaceFigures, Public, Seen

KIND = "place"
ACTIONS = (SealFigure,)
KEYS = tuple(f"place/{number}" for number in range(1, len(FIGURES) + 1))
"""Decision keys, one per figure, for all seats."""


def pending(public: Public) -> tuple[Pending, ...]:
    """Return a decision for every seat with figures left, all at the same time [Z-4.1]."""
    if not isinstance(public.task, PlaceFigures):
        return ()
    families = enumerate(public.families)
    return tuple(_decision(seat, family.sealed) for seat, family in families if family.sealed < len(FIGURES))


def _decision(seat: int, sealed: int) -> Pending:
    return Pending(seat, KIND, KEYS[sealed], sealed=True, continues=KEYS[sealed - 1] if sealed else "")


def legal(seen: Seen, pending: Pending) -> Iterator[SealFigure]:
    """Yield each remaining figure on each remaining card, as placed in time and as placed late [Z-4.2]."""
    if seen.hand is None:
        return
    cards = tuple(dict.fromkeys(cards_left(seen.hand)))
    for late in (False, True):
        yield from (SealFigure(figure, card, late) for figure in figures_left(seen.hand) for card in cards)


def apply(desk: Desk, seat: int, action: SealFigure) -> None:
    """Put one figure face down; the flow reveals all when the last one is down [Z-4.2]."""
    hand = desk.hands[seat]
    if action.figure not in figures_left(hand):
        raise IllegalAction("figure_is_placed", "Z-4.2", figure=action.figure)
    if action.card not in cards_left(hand):
        raise IllegalAction("not_in_hand", "Z-4.2", card=action.card)
    desk.change_hand(seat, placed=(*hand.placed, Placed(action.figure, action.card, action.late)))
    sealed = desk.family(seat).sealed + 1
    desk.change_family(seat, sealed=sealed)
    if sealed == len(FIGURES):
        desk.change(complete=(*desk.public.complete, seat))
    desk.tell(events.FigureSealed(seat))


def figures_left(hand: Hand) -> tuple[Figure, ...]:
    """Return the figures that are not on a card yet."""
    placed = {placed.figure for placed in hand.placed}
    return tuple(figure for figure in FIGURES if figure not in placed)


def cards_left(hand: Hand) -> tuple[str, ...]:
    """Return the cards in hand without a figure, in the order of receipt."""
    cards = list(hand.cards)
    for placed in hand.placed:
        cards.remove(placed.card)
    return tuple(cards)


def is_complete(public: Public) -> bool:
    """Return whether all seats have placed all figures."""
    return len(public.complete) == len(public.families)


def open_all(desk: Desk) -> None:
    """Turn all cards up, put the figures in their areas, and shuffle the cards into the deck [Z-4.3, Z-4.4]."""
    desk.before_reveal()
    dealt = tuple(_in_order(hand) for hand in desk.hands)
    desk.change(dealt=dealt)
    desk.reveal(events.PlacementsOpened(dealt), opens=KEYS)
    for seat, cards in enumerate(dealt):
        areas = tuple(desk.content.action(card).area for card in cards)
        desk.change_family(seat, figures=figures_in(areas), sealed=0)
        for card in cards:
            desk.lose(seat, card)
        desk.change_hand(seat, placed=())
    shuffle_back(desk, tuple(card for cards in dealt for card in cards))


def _in_order(hand: Hand) -> tuple[str, ...]:
    """Return the cards under the figures, in the order of ``FIGURES``."""
    card_by_figure = {placed.figure: placed.card for placed in hand.placed}
    return tuple(card_by_figure[figure] for figure in FIGURES)


def shuffle_back(desk: Desk, cards: tuple[str, ...]) -> None:
    """Shuffle the cards of the placement into the action deck, in both modes [Z-4.4, Z-3.3, R-4]."""
    deck, drawn = chance.shuffle(desk.vault.key, "deck/action/placed", (*desk.vault.action, *cards))
    desk.set_deck("action", deck)
    desk.drew(drawn)
