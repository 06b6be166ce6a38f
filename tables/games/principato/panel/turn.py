"""Form of a turn: the ways to activate each card, exchanging, favour, free moves, and the results of ending the turn."""

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
from engines.principato.content import Build, Card, Content, Create, Recruit
from engines.principato.state import AskTurn, Public, Seen
from tables.games.principato.board import year
from tables.games.principato.board.cards import Face, Glyph, face, face_for, left_words, price_glyphs
from tables.games.principato.panel.inputs import deal_value, gain_value, take_value
from tables.games.principato.words import FAVOUR_TO, card_name, count_words, cubes_words, gain_words, points_words

ACTIONS = 2
FORMS = {"BuildTiles": "build", "CreateCulture": "create", "RecruitUnits": "recruit", "CollectCubes": "collect"}


@dataclass(frozen=True)
class Deal:
    """One way to activate a card: its form value, price and gain drawn, and both in words.

    - ``group`` is the number of the offer, or the money in a gain of cubes.
    - ``rank`` is the favour paid or the number of cubes put straight onto units.
    - ``lost`` is the number of cubes without a place.
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
    """A culture tile to choose. ``left`` has the number of such tiles in words."""

    points: int
    words: str
    left: str


@dataclass(frozen=True)
class Play:
    """One card of the hand. ``form`` is empty if it cannot be activated.

    ``first`` are the ways shown first, ``more`` the others. ``unit`` is the kind of unit it recruits, or empty.
    """

    place: int
    face: Face
    form: str = ""
    first: tuple[Deal, ...] = ()
    more: tuple[Deal, ...] = ()
    values: tuple[Value, ...] = ()
    most: int = 0
    default: int = 1
    unit: str = ""

    @property
    def chosen(self) -> str:
        """Form value of the way that is marked at first: the first one of those that lose the fewest cubes."""
        return min(self.first, key=lambda deal: deal.lost).value if self.first else ""


@dataclass(frozen=True)
class Shown:
    """A card of the display that can be taken."""

    slot: int
    face: Face

    @property
    def number(self) -> int:
        """Its slot counted from 1."""
        return self.slot + 1

    @property
    def value(self) -> str:
        """Its form value."""
        return take_value(self.slot, self.face.id)


@dataclass(frozen=True)
class Button:
    """A choice without further inputs: its words, and the action as JSON."""

    words: str
    value: str


@dataclass(frozen=True)
class Move:
    """A move of cubes onto units that uses no action: the kinds of cube and unit, and the maximum number of cubes."""

    cube: str
    unit: str
    most: int
    words: str


def context(seen: Seen, legal: Sequence[TurnAction]) -> Mapping[str, Any]:
    """Return the context of ``_panel_turn.html``. ``over`` is True if the draft has ended the turn."""
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
        "display_cards": [Shown(slot, face_for(seen, card)) for slot, card in enumerate(public.display)],
        "printed": [Shown(slot, face(_content(public), card)) for slot, card in enumerate(public.display)],
        "favour": [_favour_button(action) for action in legal if isinstance(action, TakeFavour)],
        "no_favour": _no_favour(seen),
        "moves": _moves(legal),
        "can_exchange": any(isinstance(action, ExchangeCard) for action in legal),
        "end": _end(public, task.done),
    }


def _content(public: Public) -> Content:
    return loader.content(public.version)


def _question(actions_taken: int) -> str:
    if actions_taken >= ACTIONS:
        return _("You have chosen both actions.")
    return _("Choose action %(number)d of %(most)d.") % {"number": actions_taken + 1, "most": ACTIONS}


def _hand(seen: Seen) -> tuple[str, ...]:
    assert seen.seat is not None
    return seen.public.realms[seen.seat].cards


def _play(seen: Seen, place: int, legal: Iterable[TurnAction]) -> Play:
    """Return a card of the hand with the ways to activate it.

    A way is legal with any card taken for it, so only actions that take none or the first card are listed.
    """
    card_face = face_for(seen, _hand(seen)[place])
    activations = [action for action in legal if _activates(action, place)]
    if not activations:
        return Play(place, card_face)
    card = _content(seen.public).card(card_face.id)
    form = FORMS[type(activations[0]).__name__]
    if form == "recruit":
        assert isinstance(card.effect, Recruit)
        return _recruit(seen, place, card_face, card.effect)
    deals = [_deal(seen, card, way) for way in _distinct(activations)]
    first, more = _usual(deals)
    return Play(place, card_face, form, first, more, _values(seen.public, card))


def _activates(action: TurnAction, place: int) -> bool:
    kinds = (BuildTiles, CreateCulture, RecruitUnits, CollectCubes)
    return isinstance(action, kinds) and action.card == place and action.take in (None, 0)


def _recruit(seen: Seen, place: int, card_face: Face, effect: Recruit) -> Play:
    maximum = seen.public.supply.units
    return Play(place, card_face, "recruit", most=maximum, default=min(1, maximum), unit=effect.unit)


def _distinct(activations: Sequence[TurnAction]) -> Sequence[TurnAction]:
    """Return one action for each way. The value of a culture tile makes no difference, since it is chosen separately."""
    unique: dict[Any, TurnAction] = {}
    for activation in activations:
        key = (activation.offer, activation.pay) if isinstance(activation, CreateCulture) else activation
        unique.setdefault(key, activation)
    return list(unique.values())


def _usual(deals: Sequence[Deal]) -> tuple[tuple[Deal, ...], tuple[Deal, ...]]:
    """Return the first way of each group, and the other ways sorted by rank.

    The first one uses the least favour or puts the fewest cubes onto units.
    """
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
    placement = storage.placing(_content(public), public.supply, public.realms[seen.seat], action.gain, action.onto)
    return Deal(
        value=gain_value(action.gain, action.onto),
        price=(),
        gain=price_glyphs(action.gain),
        words=gain_words(placement.gained, placement.onto, placement.lapsed),
        group=action.gain.money,
        rank=action.onto.total(),
        lost=placement.lapsed.total(),
    )


def _values(public: Public, card: Card) -> tuple[Value, ...]:
    """Return the values of the culture tiles that a card can create, the highest first. Empty for other cards."""
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
    """Return the reason that no favour can be taken [P-5.11]. The page shows it only in that case."""
    if not seen.public.supply.favour:
        return _("There is no favour left in the general supply.")
    return _("Your church is full, and you have no unit without a cube.")


def _moves(legal: Iterable[TurnAction]) -> list[Move]:
    maxima: dict[tuple[str, str], int] = {}
    for action in legal:
        if isinstance(action, StationCubes):
            maxima[action.cube, action.unit] = max(action.count, maxima.get((action.cube, action.unit), 0))
    return [Move(cube, unit, count, _move_words(cube, unit)) for (cube, unit), count in maxima.items()]


def _move_words(cube: str, unit: str) -> str:
    return {
        ("food", "militia"): _("food onto militia"),
        ("money", "condottiere"): _("money onto condottieri"),
        ("favour", "militia"): _("favour onto militia"),
        ("favour", "condottiere"): _("favour onto condottieri"),
    }[cube, unit]


def _end(public: Public, actions_taken: int) -> Mapping[str, Any]:
    """Return the results of the end of the turn [P-6], and the button's words."""
    return {
        "value": encode(EndTurn()).decode(),
        "words": _send_words(actions_taken),
        "drops": card_name(public.display[0]) if public.display else "",
        "left": _left_words(public),
        "warning": year.banner(public),
    }


def _send_words(actions_taken: int) -> str:
    if not actions_taken:
        return _("Skip both actions")
    return _("Send turn") if actions_taken >= ACTIONS else _("End the turn with one action")


def _left_words(public: Public) -> str:
    turns_left = public.turns_left - 1
    if not turns_left:
        return ""
    return ngettext(
        "After this turn, %(count)d turn is left this year.", "After this turn, %(count)d turns are left this year.", turns_left
    ) % {"count": turns_left}
