"""Close-up of an answer in Zena 1814, as large as a phone shows it: the row of its card, or the town."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from django.template.loader import render_to_string
from msgspec.structs import replace

from engines.contract import Pending
from engines.zena1814 import events
from engines.zena1814.actions import BuyPoints, Influence, KeepCoins, PutUnder, React, SealFigure
from engines.zena1814.content import Area
from engines.zena1814.decisions import react, sheet
from engines.zena1814.loader import content
from engines.zena1814.state import Laid, Public
from tables.games.zena1814.board import picture, pieces, town
from tables.games.zena1814.board.cards import Glyph, face_at
from tables.games.zena1814.board.fresh import news
from tables.games.zena1814.board.picture import Purse
from tables.games.zena1814.board.pieces import COLOURS, Town
from tables.games.zena1814.words import AREAS

ABOUT_A_CARD = ("dice", "manezzi", "trick")
_LETTERS = 17
"""Maximum number of letters of a card's title in a line."""
_CARD_WIDE, _CARD_HIGH, _PITCH = 238, 232, 250
_SLOT, _GLYPH = 72, 62
_MONEY = (events.CoinsPaid, events.MarkerPlaced, events.BonusGained, events.BonusTaken, events.PointsBought)


@dataclass(frozen=True)
class Place:
    """A slot of a card: its price, or the colour of its marker. ``fresh`` if the answer puts the marker there."""

    x: int
    price: int
    css: str
    fresh: bool


@dataclass(frozen=True)
class Card:
    """A card in its row: its place, title and slots, and a marker's reward. ``fresh`` if the answer is about it."""

    x: int
    y: int
    lines: tuple[str, ...]
    places: tuple[Place, ...]
    earns: tuple[tuple[int, Glyph], ...]
    fresh: bool


@dataclass(frozen=True)
class CloseUp:
    """Content of the drawing: the families, and below them the cards of an area or the town with marked places."""

    height: int
    purses: tuple[Purse, ...]
    colours: tuple[str, ...]
    area: str = ""
    cards: tuple[Card, ...] = ()
    town: Town | None = None
    marked: tuple[tuple[int, int, int, int], ...] = ()


def close_up(public: Public, pending: Pending, actions: Sequence[Any], certain_events: Sequence[Any]) -> str:
    """Return the close-up as SVG: the town if the answer is about places there or pays coins without a card.

    Otherwise it is the row of the answer's card. It is empty if there is neither.
    """
    public, number = _with_offered(public, certain_events), _card(public, pending, actions, certain_events)
    areas = (
        []
        if any(isinstance(event, events.TrickMoved) for event in certain_events)
        else list(_areas(public, pending.seat, actions))
    )
    is_paid = any(isinstance(event, _MONEY) and event.seat == pending.seat for event in certain_events)
    if areas or (is_paid and number is None):
        drawing = _town_close_up(public, areas, certain_events)
    elif number is not None and public.find(number):
        drawing = _row_close_up(public, number, _slots(number, actions, certain_events))
    else:
        return ""
    purse = drawing.purses[public.order().index(pending.seat)] if is_paid else None
    return render_to_string("games/zena1814/_close_up.svg", {"drawing": drawing, "mine": purse, "scale": picture.SCALE})


def _with_offered(public: Public, certain_events: Sequence[Any]) -> Public:
    """Return the position with the offered card.

    ``public`` may lack this card, since it is the position before a step that also draws something.
    """
    for event in certain_events:
        if isinstance(event, events.CardOffered) and event.laid > public.numbered:
            card = Laid(event.laid, event.card)
            rows = (replace(row, cards=(*row.cards, card)) if row.area == event.area else row for row in public.rows)
            return replace(public, rows=tuple(rows))
    return public


def _card(public: Public, pending: Pending, actions: Sequence[Any], certain_events: Sequence[Any]) -> int | None:
    """Return the number of the answer's card, or None."""
    if pending.kind in ABOUT_A_CARD:
        return sheet.laid(pending)
    window = react.find(public) if pending.kind == react.KIND else None
    numbers: list[int] = [
        event.laid for event in certain_events if getattr(event, "seat", None) == pending.seat and hasattr(event, "laid")
    ]
    numbers += [action.laid for action in actions if isinstance(action, Influence)]
    numbers += [window.laid] if window else []
    return numbers[0] if numbers else None


def _areas(public: Public, seat: int, actions: Sequence[Any]) -> Iterator[Area]:
    """Yield the areas of the town that an answer is about."""
    for action in actions:
        match action:
            case SealFigure(_figure, card):
                yield from (each.area for each in content(public.version).actions if each.id == card)
            case PutUnder(figure):
                area = public.families[seat].figure(figure).area
                yield from (area,) if area else ()
            case BuyPoints() | KeepCoins():
                yield "palace"


def _slots(number: int, actions: Sequence[Any], certain_events: Sequence[Any]) -> set[int]:
    """Return the slots of the card that get a marker, counted from 1 at the top.

    Without an event that places a marker, they are the slots planned by a reaction.
    """
    placed_slots = {event.slot for event in certain_events if isinstance(event, events.MarkerPlaced) and event.laid == number}
    planned = {action.slot + offset for action in actions if isinstance(action, React) for offset in range(action.markers)}
    return placed_slots or planned


def _row_close_up(public: Public, number: int, slots: set[int]) -> CloseUp:
    area, _laid = public.laid(number)
    row = [
        _drawn(public, area, laid, position, slots if laid.number == number else None)
        for position, laid in enumerate(public.row(area))
    ]
    rows = -(-len(row) // 3)
    return CloseUp(
        height=picture.STRIP + 56 + rows * (_CARD_HIGH + 12),
        purses=picture.purses(public),
        colours=COLOURS[: len(public.families)],
        area=str(AREAS[area]),
        cards=tuple(row),
    )


def _drawn(public: Public, area: Area, laid: Laid, position: int, slots: set[int] | None) -> Card:
    card_face = face_at(public, area, laid)
    glyphs = card_face.reward.glyphs if card_face.reward else ()
    return Card(
        x=8 + _PITCH * (position % 3),
        y=picture.STRIP + 50 + (_CARD_HIGH + 12) * (position // 3),
        lines=tuple(wrap(card_face.title, _LETTERS)[:2]),
        places=tuple(
            Place(
                x=14 + _SLOT * index,
                price=slot.price,
                css=COLOURS[laid.markers[index]] if index < len(laid.markers) else "",
                fresh=slots is not None and slot.number in slots,
            )
            for index, slot in enumerate(card_face.slots)
        ),
        earns=tuple((14 + _GLYPH * index, glyph) for index, glyph in enumerate(glyphs)),
        fresh=slots is not None,
    )


def _town_close_up(public: Public, areas: Sequence[Area], certain_events: Sequence[Any]) -> CloseUp:
    return CloseUp(
        height=picture.HEIGHT,
        purses=picture.purses(public),
        colours=COLOURS[: len(public.families)],
        town=pieces.scene(public, news(certain_events).figures),
        marked=tuple(town.PLACES[area].tapped for area in areas if area in public.areas),
    )
