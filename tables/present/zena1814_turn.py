"""The form of a turn: move, offer, influence, or the bonus; one step after another, sent as one.

Behind a window the same form makes the plan: what follows once the others have answered, each step with the most it may cost.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engines.contract import Pending, When, encode
from engines.zena1814 import markers
from engines.zena1814.actions import EndTurn, Influence, MoveFigure, OfferCard, Reclaimed, TakeBonus, TurnAction
from engines.zena1814.content import FIGURES, Area, Content
from engines.zena1814.decisions import turn
from engines.zena1814.loader import content
from engines.zena1814.state import AskTurn, Laid, Public, Seen
from tables.present.base import Player
from tables.present.zena1814_cards import Face, Gained, face, gained
from tables.present.zena1814_deeds import action_words, source_words
from tables.present.zena1814_forms import source_value
from tables.present.zena1814_hand import why_not
from tables.present.zena1814_words import AREAS, AT, THE_FIGURE, TO, count_words
from tables.present.zena1814_words import FIGURES as FIGURE_NAMES

PART = "games/zena1814/_panel_turn.html"


@dataclass(frozen=True)
class Choice:
    """Something that needs no more than a button or an option: words, and what is sent."""

    words: str
    value: str


@dataclass(frozen=True)
class Step:
    """One area a figure can go to; without a value the figure stands there."""

    area: Area
    name: str
    words: str
    value: str


@dataclass(frozen=True)
class Mover:
    """A figure, where it stands, what it is worth, and where it can go."""

    figure: str
    name: str
    words: str
    steps: Sequence[Step]


@dataclass(frozen=True)
class Offer:
    """A card of the hand: with how many markers it can be offered for how much, and where markers can be taken from that the
    supply lacks. Without ``ways`` it cannot be offered: ``note``."""

    face: Face
    note: str
    ways: Sequence[Choice] = ()
    sources: Sequence[Choice] = ()
    second_sources: Sequence[Choice] = ()


@dataclass(frozen=True)
class Reach:
    """A card in a row where the seat has a figure: the next slot, what it brings and to whom; without limits: ``note``."""

    number: int
    area: Area
    title: str
    where: str
    reward: Gained | None
    effect: str
    slot: int | None = None
    price: int | None = None
    bonus: str = ""
    note: str = ""
    limits: Sequence[Choice] = ()
    sources: Sequence[Choice] = ()


def context(seen: Seen, pending: Pending, legal: Sequence[TurnAction], players: Sequence[Player]) -> Mapping[str, Any]:
    """What ``_panel_turn.html`` shows; an empty ``legal`` is a draft that goes beyond the turn."""
    public = seen.public
    task = turn.find(public)
    if task is None or task.seat != seen.seat or not legal:
        return {"part": PART, "over": True}
    behind = pending.when is not When.NOW
    return {
        "part": PART,
        "over": False,
        "behind": behind,
        "begun": bool(task.step),
        "asked": _asked(public, task, behind),
        "movers": _movers(public, task.seat, legal),
        "offers": _offers(seen, task, legal),
        "reaches": _reaches(public, task, legal, players, behind),
        "bonuses": [_choice(public, each) for each in legal if isinstance(each, TakeBonus)],
        "end": encode(EndTurn()).decode(),
        "choices": _plan(public, legal) if behind else (),
        "first": not task.step and public.round == 1,
        "expert": public.mode == "expert",
    }


def _choice(public: Public, action: TurnAction) -> Choice:
    return Choice(action_words(public, action, ()), encode(action).decode())


def _asked(public: Public, task: AskTurn, behind: bool) -> str:
    """What this step is about."""
    if behind:
        return _("After the others have answered: what do you want to influence?")
    if not task.step:
        return _("Move a figure, offer a card, influence cards, in this order; or take the bonus.")
    if turn.may_offer(public, task):
        return _("Now you may offer a card, then influence cards.")
    return _("Now you may influence cards.")


# Moving


def _movers(public: Public, seat: int, legal: Iterable[TurnAction]) -> list[Mover]:
    moves = {(each.figure, each.to): each for each in legal if isinstance(each, MoveFigure)}
    if not moves:
        return []
    facts, family = content(public.version), public.families[seat]
    found = []
    for figure in FIGURES:
        standing = family.figure(figure)
        assert standing.area is not None
        strength = facts.strength(figure) + standing.markers * facts.figures.under_marker
        words = _("worth %(strength)d, now %(at)s") % {"strength": strength, "at": AT[standing.area]}
        steps = [_step(moves.get((figure, area)), area) for area in public.areas]
        found.append(Mover(figure, str(FIGURE_NAMES[figure]), words, steps))
    return found


def _step(move: MoveFigure | None, area: Area) -> Step:
    if move is None:
        return Step(area, str(AREAS[area]), "", "")
    words = _("Move %(figure)s %(to)s") % {"figure": THE_FIGURE[move.figure], "to": TO[area]}
    return Step(area, str(AREAS[area]), words, encode(move).decode())


# Offering


def _offers(seen: Seen, task: AskTurn, legal: Iterable[TurnAction]) -> list[Offer]:
    """The action cards of the hand, those that can be offered first; none once a card is offered."""
    public = seen.public
    if seen.hand is None or not turn.may_offer(public, task):
        return []
    facts, ways = content(public.version), _by_card(legal)
    cards = [card for card in dict.fromkeys(seen.hand.cards) if facts.deck_of(card) == "action"]
    found = [_offer(public, task, card, ways.get(card, [])) for card in cards]
    return sorted(found, key=lambda offer: not offer.ways)


def _by_card(legal: Iterable[TurnAction]) -> dict[str, list[OfferCard]]:
    found: dict[str, list[OfferCard]] = {}
    for each in legal:
        if isinstance(each, OfferCard):
            found.setdefault(each.card, []).append(each)
    return found


def _offer(public: Public, task: AskTurn, card: str, ways: Sequence[OfferCard]) -> Offer:
    facts = content(public.version)
    own = face(facts, card)
    if not ways:
        return Offer(own, why_not(public, task.seat, card))
    counts = sorted({2 if each.second else 1 for each in ways})
    single = [each.reclaim for each in ways if not each.second]
    both = [each.reclaim for each in ways if each.second and len(each.reclaim) > len(single[0])]
    return Offer(
        own,
        "",
        [Choice(_way_words(facts, card, count), str(count)) for count in counts],
        _sources(public, (reclaim[0] for reclaim in single if reclaim)),
        _sources(public, (reclaim[-1] for reclaim in both)),
    )


def _way_words(facts: Content, card: str, count: int) -> str:
    words = {"markers": count_words("marker", count), "coins": count_words("coin", markers.price(card, 1, facts, count))}
    said = _("%(markers)s for %(coins)s") % words
    bonus = markers.bonus(card, 2, facts) if count > 1 else None
    found = gained(bonus) if bonus else None
    return _("%(said)s; you gain %(gain)s at once") % {"said": said, "gain": found.words} if found else said


def _sources(public: Public, found: Iterable[Reclaimed]) -> list[Choice]:
    return [Choice(source_words(public, source), source_value(source)) for source in dict.fromkeys(found)]


# Influencing


def _reaches(
    public: Public, task: AskTurn, legal: Iterable[TurnAction], players: Sequence[Player], behind: bool
) -> list[Reach]:
    """All cards of the areas where the seat has a figure, those that can be influenced first."""
    ways: dict[int, list[Influence]] = {}
    for each in legal:
        if isinstance(each, Influence):
            ways.setdefault(each.laid, []).append(each)
    family = public.families[task.seat]
    found = [
        _reach(public, task, area, laid, ways.get(laid.number, []), players, behind)
        for area in public.areas
        if family.stands_in(area)
        for laid in public.row(area)
    ]
    return sorted(found, key=lambda reach: not reach.limits)


def _reach(
    public: Public,
    task: AskTurn,
    area: Area,
    laid: Laid,
    ways: Sequence[Influence],
    players: Sequence[Player],
    behind: bool,
) -> Reach:
    facts = content(public.version)
    own = face(facts, laid.card)
    slot = markers.free_slot(laid, facts)
    price = markers.price(laid.card, slot, facts) if slot else None
    return Reach(
        number=laid.number,
        area=area,
        title=own.title,
        where=str(AT[area]),
        reward=own.reward,
        effect=own.effect,
        slot=slot,
        price=price,
        bonus=bonus_words(public, laid, slot, players),
        note="" if ways else _closed(public, task.seat, laid, slot, price),
        limits=_limits(facts, laid, ways, behind),
        sources=_sources(public, (each.reclaim for each in ways if each.reclaim)),
    )


def bonus_words(public: Public, laid: Laid, slot: int | None, players: Sequence[Player]) -> str:
    """What taking a slot brings its promoter at once: "Bruno gains 1 point"; empty for nothing."""
    bonus = markers.bonus(laid.card, slot, content(public.version)) if slot else None
    found, leader = gained(bonus) if bonus else None, markers.promoter(laid)
    if found is None or leader is None:
        return ""
    if players[leader].is_me:
        return _("you gain %(gain)s as its promoter") % {"gain": found.words}
    return _("%(name)s gains %(gain)s as its promoter") % {"name": players[leader].name, "gain": found.words}


def _closed(public: Public, seat: int, laid: Laid, slot: int | None, price: int | None) -> str:
    """Why a card within reach cannot be influenced."""
    if not markers.has_room(public, seat, laid):
        return _("Your marker lies there.")
    if slot is None or price is None:
        return _("All slots are taken.")
    if price > public.families[seat].coins:
        return _("The next slot costs %(price)s.") % {"price": count_words("coin", price)}
    return _("You have no marker for it.")


def _limits(facts: Content, laid: Laid, ways: Sequence[Influence], behind: bool) -> list[Choice]:
    """The prices a marker may cost: the one it costs now; behind a window each price that a slot still free has."""
    if not ways:
        return []
    prices = sorted(set(facts.laid(laid.card).cost[len(laid.markers) :]), reverse=True) if behind else []
    limits = prices or [min(each.at_most for each in ways)]
    return [Choice(count_words("coin", price), str(price)) for price in limits]


def _plan(public: Public, legal: Iterable[TurnAction]) -> list[Choice]:
    """The steps that a plan can be filed with; limits that no price of the card is equal to say nothing more."""
    facts = content(public.version)
    return [
        _choice(public, each)
        for each in legal
        if not isinstance(each, Influence) or each.at_most in facts.laid(public.laid(each.laid)[1].card).cost
    ]
