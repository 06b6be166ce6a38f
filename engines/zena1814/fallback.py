"""Default moves at a deadline: no coins are spent and no lot is drawn; the same on every run.

Fixed rules decide compulsory choices. "Newest" means last received.
"""

from collections.abc import Mapping

from engines.contract import Pending
from engines.zena1814 import upcoming
from engines.zena1814.actions import (
    Action,
    Decline,
    Discard,
    DrawFrom,
    EndTurn,
    KeepCoins,
    MoveTrick,
    NameStarter,
    PassCard,
    PayCoins,
    PutUnder,
    SealFigure,
    TakeBonus,
)
from engines.zena1814.content import Figure
from engines.zena1814.decisions import (
    dice,
    discard,
    draw,
    festa,
    manezzi,
    palace,
    place,
    react,
    sheet,
    starter,
    trick,
    turn,
)
from engines.zena1814.loader import content
from engines.zena1814.state import Public, Seen

PLACED: tuple[Figure, ...] = ("heir_1", "heir_2", "lady", "lord")
"""The order in which figures are put on cards."""
FIXED: Mapping[str, Action] = {
    react.KIND: Decline(),
    draw.KIND: DrawFrom("action"),
    manezzi.KIND: PutUnder("lord"),
    dice.KIND: PayCoins(0),
    palace.KIND: KeepCoins(),
}
"""Decisions with the same default move in every position."""


def fallback(seen: Seen, pending: Pending) -> Action:
    """Return the default move for a decision. Raises ValueError for an unknown kind."""
    match pending.kind:
        case place.KIND:
            return _place(seen)
        case starter.KIND:
            return NameStarter(pending.seat)
        case turn.KIND:
            return EndTurn() if pending.continues else TakeBonus("coin")
        case trick.KIND:
            return _move_trick(seen.public, pending)
        case festa.KIND | discard.KIND:
            return _give_up(seen, pending)
        case kind if kind in FIXED:
            return FIXED[kind]
        case _:
            raise ValueError(f"{pending.kind} asked of {seen}")


def _place(seen: Seen) -> SealFigure:
    """Return the next figure (Heir, Heir, Lady, Lord) on the first remaining card, as late [R-5]."""
    assert seen.hand is not None
    figures = place.figures_left(seen.hand)
    figure = next(figure for figure in PLACED if figure in figures)
    return SealFigure(figure, place.cards_left(seen.hand)[0], late=True)


def _move_trick(public: Public, pending: Pending) -> MoveTrick:
    """Return a move to the area with the fewest cards, except the Old Town; ties go to the first in the order of resolution."""
    current_area, _ = public.laid(sheet.laid(pending))
    areas = [area for area in upcoming.trick_areas(public, current_area) if area != "old_town"]
    return MoveTrick(min(areas, key=lambda area: len(public.row(area))))


def _give_up(seen: Seen, pending: Pending) -> PassCard | Discard:
    """Return the discard or gift of the newest action card, or of the newest goal if there is none."""
    assert seen.hand is not None
    facts = content(seen.public.version)
    cards = discard.remaining_cards(seen.hand)[::-1]
    card = next((card for card in cards if facts.deck_of(card) == "action"), cards[0])
    return PassCard(card) if pending.kind == festa.KIND else Discard(card)
