"""What an answer changes in Genoa, drawn as large as a phone shows it: the row of the card it is about, or the town."""

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
"""So many letters of a title stand in a line."""
_CARD_WIDE, _CARD_HIGH, _PITCH = 238, 232, 250
_SLOT, _GLYPH = 72, 62
_MONEY = (events.CoinsPaid, events.MarkerPlaced, events.BonusGained, events.BonusTaken, events.PointsBought)


@dataclass(frozen=True)
class Place:
    """A slot of a card: its price, or the colour of the marker on it; ``fresh`` if the answer puts it there."""

    x: int
    price: int
    css: str
    fresh: bool


@dataclass(frozen=True)
class Card:
    """A card in its row: where it lies, its title, its slots, what a marker earns; ``fresh``: it is what is answered."""

    x: int
    y: int
    lines: tuple[str, ...]
    places: tuple[Place, ...]
    earns: tuple[tuple[int, Glyph], ...]
    fresh: bool


@dataclass(frozen=True)
class CloseUp:
    """What is drawn: the families, and below them either the cards of an area or the town with places marked."""

    height: int
    purses: tuple[Purse, ...]
    colours: tuple[str, ...]
    area: str = ""
    cards: tuple[Card, ...] = ()
    town: Town | None = None
    marked: tuple[tuple[int, int, int, int], ...] = ()


def close_up(public: Public, pending: Pending, actions: Sequence[Any], told: Sequence[Any]) -> str:
    """The row of the card that it is about, or the town if places or figures change; empty if nothing on the board does."""
    public, number = _with_offered(public, told), _card(public, pending, actions, told)
    areas = [] if any(isinstance(event, events.TrickMoved) for event in told) else list(_areas(public, pending.seat, actions))
    is_paid = any(isinstance(event, _MONEY) and event.seat == pending.seat for event in told)
    if areas or (is_paid and number is None):
        shown = _of_town(public, areas, told)
    elif number is not None and public.find(number):
        shown = _of_cards(public, number, _slots(number, actions, told))
    else:
        return ""
    purse = shown.purses[public.order().index(pending.seat)] if is_paid else None
    return render_to_string("games/zena1814/_close_up.svg", {"shown": shown, "mine": purse, "scale": picture.SCALE})


def _with_offered(public: Public, told: Sequence[Any]) -> Public:
    """The position with the card that is offered: the step that brings it may draw something as well."""
    for event in told:
        if isinstance(event, events.CardOffered) and event.laid > public.numbered:
            card = Laid(event.laid, event.card)
            rows = (replace(row, cards=(*row.cards, card)) if row.area == event.area else row for row in public.rows)
            return replace(public, rows=tuple(rows))
    return public


def _card(public: Public, pending: Pending, actions: Sequence[Any], told: Sequence[Any]) -> int | None:
    """The number of the card that the answer is about."""
    if pending.kind in ABOUT_A_CARD:
        return sheet.laid(pending)
    window = react.find(public) if pending.kind == react.KIND else None
    numbers: list[int] = [
        event.laid for event in told if getattr(event, "seat", None) == pending.seat and hasattr(event, "laid")
    ]
    numbers += [action.laid for action in actions if isinstance(action, Influence)]
    numbers += [window.laid] if window else []
    return numbers[0] if numbers else None


def _areas(public: Public, seat: int, actions: Sequence[Any]) -> Iterator[Area]:
    """The places of the town that an answer is about."""
    for action in actions:
        match action:
            case SealFigure(_figure, card):
                yield from (each.area for each in content(public.version).actions if each.id == card)
            case PutUnder(figure):
                area = public.families[seat].figure(figure).area
                yield from (area,) if area else ()
            case BuyPoints() | KeepCoins():
                yield "palace"


def _slots(number: int, actions: Sequence[Any], told: Sequence[Any]) -> set[int]:
    """Where the answer puts markers on that card, counted from 1 at the top."""
    placed = {event.slot for event in told if isinstance(event, events.MarkerPlaced) and event.laid == number}
    ahead = {action.slot + more for action in actions if isinstance(action, React) for more in range(action.markers)}
    return placed or ahead


def _of_cards(public: Public, number: int, slots: set[int]) -> CloseUp:
    area, _laid = public.laid(number)
    row = [_drawn(public, area, laid, at, slots if laid.number == number else None) for at, laid in enumerate(public.row(area))]
    rows = -(-len(row) // 3)
    return CloseUp(
        height=picture.STRIP + 56 + rows * (_CARD_HIGH + 12),
        purses=picture.purses(public),
        colours=COLOURS[: len(public.families)],
        area=str(AREAS[area]),
        cards=tuple(row),
    )


def _drawn(public: Public, area: Area, laid: Laid, at: int, slots: set[int] | None) -> Card:
    shown = face_at(public, area, laid)
    glyphs = shown.reward.glyphs if shown.reward else ()
    return Card(
        x=8 + _PITCH * (at % 3),
        y=picture.STRIP + 50 + (_CARD_HIGH + 12) * (at // 3),
        lines=tuple(wrap(shown.title, _LETTERS)[:2]),
        places=tuple(
            Place(
                x=14 + _SLOT * index,
                price=slot.price,
                css=COLOURS[laid.markers[index]] if index < len(laid.markers) else "",
                fresh=slots is not None and slot.number in slots,
            )
            for index, slot in enumerate(shown.slots)
        ),
        earns=tuple((14 + _GLYPH * index, glyph) for index, glyph in enumerate(glyphs)),
        fresh=slots is not None,
    )


def _of_town(public: Public, areas: Sequence[Area], told: Sequence[Any]) -> CloseUp:
    return CloseUp(
        height=picture.HEIGHT,
        purses=picture.purses(public),
        colours=COLOURS[: len(public.families)],
        town=pieces.scene(public, news(told).figures),
        marked=tuple(town.PLACES[area].tapped for area in areas if area in public.areas),
    )
