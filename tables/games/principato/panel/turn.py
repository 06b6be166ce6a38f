"""The form of a turn: what each card offers, exchanging, favour, free moves, and what the end of the turn brings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.contract import encode
from engines.principato import loader, storage
from engines.principato.actions import (
    BuildTiles,
    CollectCubes,
    CreateCulture,
    Cubes,
    EndTurn,
    ExchangeCard,
    RecruitUnits,
    StationCubes,
    TakeFavour,
    TurnAction,
)
from engines.principato.content import Build, Card, Content, Create
from engines.principato.state import AskTurn, Public, Seen
from tables.games.principato.board import year
from tables.games.principato.board.cards import Face, Glyph, face, face_for, left_words, price_glyphs
from tables.games.principato.panel.inputs import deal_value, gain_value, take_value
from tables.games.principato.words import FAVOUR_TO, card_name, count_words, cubes_words, gain_words, points_words

ACTIONS = 2
FORMS = {"BuildTiles": "build", "CreateCulture": "create", "RecruitUnits": "recruit", "CollectCubes": "collect"}


@dataclass(frozen=True)
class Deal:
    """One way to carry out a card: what the form sends, price and gain drawn, and both in words.

    ``group`` is the offer or the split it belongs to, ``rank`` the favour paid or the cubes put straight onto units, ``lost``
    the cubes that find no place.
    """

    value: str
    price: tuple[Glyph, ...]
    gain: tuple[Glyph, ...]
    words: str
    group: int
    rank: int
    lost: int = 0


@dataclass(frozen=True)
class Value:
    """A culture tile that can be chosen; ``left`` says how many there are."""

    points: int
    words: str
    left: str


@dataclass(frozen=True)
class Play:
    """One card of the hand. ``form`` is empty if it cannot be activated; ``first`` are the usual ways, ``more`` all others."""

    place: int
    face: Face
    form: str = ""
    first: tuple[Deal, ...] = ()
    more: tuple[Deal, ...] = ()
    values: tuple[Value, ...] = ()
    most: int = 0
    default: int = 1

    @property
    def chosen(self) -> str:
        """What is marked at first: the first way that loses least."""
        return min(self.first, key=lambda deal: deal.lost).value if self.first else ""


@dataclass(frozen=True)
class Shown:
    """A card of the display that can be taken."""

    slot: int
    face: Face

    @property
    def number(self) -> int:
        """Its place counted from 1."""
        return self.slot + 1

    @property
    def value(self) -> str:
        """What the form sends for it."""
        return take_value(self.slot, self.face.id)


@dataclass(frozen=True)
class Button:
    """A choice that needs nothing more: words, and the action as JSON."""

    words: str
    value: str


@dataclass(frozen=True)
class Move:
    """A free move: which cube onto which unit, and how many at most."""

    cube: str
    unit: str
    most: int
    words: str


def context(seen: Seen, legal: Sequence[TurnAction]) -> Mapping[str, Any]:
    """What ``_panel_turn.html`` shows; an empty ``legal`` is a draft that goes beyond the turn."""
    public = seen.public
    task = public.task
    if not isinstance(task, AskTurn) or task.seat != seen.seat:
        return {"part": "games/principato/_panel_turn.html", "over": True}
    return {
        "part": "games/principato/_panel_turn.html",
        "over": not legal,
        "done": task.done,
        "acting": task.done < ACTIONS,
        "question": _question(task.done),
        "plays": [_play(seen, place, legal) for place in range(len(_hand(seen)))],
        "shown": [Shown(slot, face_for(seen, card)) for slot, card in enumerate(public.display)],
        "printed": [Shown(slot, face(_content(public), card)) for slot, card in enumerate(public.display)],
        "favour": [_favour_button(action) for action in legal if isinstance(action, TakeFavour)],
        "no_favour": _no_favour(seen),
        "moves": _moves(legal),
        "can_exchange": any(isinstance(action, ExchangeCard) for action in legal),
        "end": _end(public, task.done),
    }


def _content(public: Public) -> Content:
    return loader.content(public.version)


def _question(done: int) -> str:
    if done >= ACTIONS:
        return _("Both actions are chosen.")
    return _("Choose action %(number)d of %(most)d.") % {"number": done + 1, "most": ACTIONS}


def _hand(seen: Seen) -> tuple[str, ...]:
    assert seen.seat is not None
    return seen.public.realms[seen.seat].cards


def _play(seen: Seen, place: int, legal: Iterable[TurnAction]) -> Play:
    """The ways a card can be carried out; all cards that may be taken for it come with each way, so one is enough here."""
    own = face_for(seen, _hand(seen)[place])
    ways = [action for action in legal if _activates(action, place)]
    if not ways:
        return Play(place, own)
    card = _content(seen.public).card(own.id)
    form = FORMS[type(ways[0]).__name__]
    if form == "recruit":
        return _recruit(seen, place, own)
    deals = [_deal(seen, card, way) for way in _distinct(ways)]
    first, more = _usual(deals)
    return Play(place, own, form, first, more, _values(seen.public, card))


def _activates(action: TurnAction, place: int) -> bool:
    kinds = (BuildTiles, CreateCulture, RecruitUnits, CollectCubes)
    return isinstance(action, kinds) and action.card == place and action.take in (None, 0)


def _recruit(seen: Seen, place: int, own: Face) -> Play:
    most = seen.public.supply.units
    return Play(place, own, "recruit", most=most, default=min(1, most))


def _distinct(ways: Sequence[TurnAction]) -> Sequence[TurnAction]:
    """Without the values of a culture tile, which are chosen on their own."""
    kept: dict[Any, TurnAction] = {}
    for way in ways:
        same = (way.offer, way.pay) if isinstance(way, CreateCulture) else way
        kept.setdefault(same, way)
    return list(kept.values())


def _usual(deals: Sequence[Deal]) -> tuple[tuple[Deal, ...], tuple[Deal, ...]]:
    """The first way of each group (least favour, fewest cubes onto units), and the others in the same order."""
    groups = [deal.group for deal in deals]
    first = tuple(deal for index, deal in enumerate(deals) if deal.group not in groups[:index])
    return first, tuple(sorted((deal for deal in deals if deal not in first), key=lambda deal: deal.rank))


def _deal(seen: Seen, card: Card, action: TurnAction) -> Deal:
    match action, card.effect:
        case BuildTiles(_card, offer, pay), Build(tile, offers):
            return _sale(offer, pay, tile, offers[offer].tiles)
        case CreateCulture(_card, offer, pay), Create(kind):
            return _sale(offer, pay, kind, 1)
        case CollectCubes(), _effect:
            return _collect(seen, action)
    raise AssertionError(action)


def _sale(offer: int, pay: Cubes, what: str, count: int) -> Deal:
    words = _("%(gain)s for %(price)s") % {"gain": count_words(what, count), "price": cubes_words(pay)}
    return Deal(deal_value(offer, pay), price_glyphs(pay), (Glyph(what, str(count)),), words, offer, pay.favour)


def _collect(seen: Seen, action: CollectCubes) -> Deal:
    public = seen.public
    assert seen.seat is not None
    placed = storage.placing(_content(public), public.supply, public.realms[seen.seat], action.gain, action.onto)
    return Deal(
        value=gain_value(action.gain, action.onto),
        price=(),
        gain=price_glyphs(action.gain),
        words=gain_words(placed.gained, placed.onto, placed.lapsed),
        group=action.gain.money,
        rank=action.onto.total(),
        lost=placed.lapsed.total(),
    )


def _values(public: Public, card: Card) -> tuple[Value, ...]:
    """The tiles of a culture kind, the best first."""
    if not isinstance(card.effect, Create):
        return ()
    stock = [pile for pile in public.supply.culture(card.effect.kind) if pile.tiles]
    return tuple(
        Value(pile.points, points_words(pile.points), left_words(pile.tiles))
        for pile in sorted(stock, key=lambda pile: -pile.points)
    )


def _favour_button(action: TakeFavour) -> Button:
    return Button(str(FAVOUR_TO[action.to]), encode(action).decode())


def _no_favour(seen: Seen) -> str:
    """Why no favour can be taken [P-5.11]; only told where none can."""
    if not seen.public.supply.favour:
        return _("There is no favour left in the supply.")
    return _("Your church is full, and no unit is without a cube.")


def _moves(legal: Iterable[TurnAction]) -> list[Move]:
    most: dict[tuple[str, str], int] = {}
    for action in legal:
        if isinstance(action, StationCubes):
            most[action.cube, action.unit] = max(action.count, most.get((action.cube, action.unit), 0))
    return [Move(cube, unit, count, _move_words(cube, unit)) for (cube, unit), count in most.items()]


def _move_words(cube: str, unit: str) -> str:
    return {
        ("food", "militia"): _("food onto militia"),
        ("money", "condottiere"): _("money onto condottieri"),
        ("favour", "militia"): _("favour onto militia"),
        ("favour", "condottiere"): _("favour onto condottieri"),
    }[cube, unit]


def _end(public: Public, done: int) -> Mapping[str, Any]:
    """What the end of the turn brings [P-6], and the button's words."""
    return {
        "value": encode(EndTurn()).decode(),
        "words": _send_words(done),
        "drops": card_name(public.display[0]) if public.display else "",
        "left": _left_words(public),
        "warning": year.banner(public),
    }


def _send_words(done: int) -> str:
    if not done:
        return _("Pass both actions")
    return _("Send the turn") if done >= ACTIONS else _("End the turn with one action")


def _left_words(public: Public) -> str:
    left = public.turns_left - 1
    if not left:
        return ""
    return ngettext(
        "After it, %(count)d turn is left in this year.", "After it, %(count)d turns are left in this year.", left
    ) % {"count": left}
