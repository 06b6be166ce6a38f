"""Panel of a turn: move, offer, influence, or the bonus. The steps are chosen one by one and sent together.

While other players decide whether to join a card, the same form plans later steps. Placing a marker has a maximum price.
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
from tables.games.contract import Player
from tables.games.zena1814.board.cards import Face, Gained, face_at, gained
from tables.games.zena1814.deeds import action_words, source_words
from tables.games.zena1814.hand import why_not
from tables.games.zena1814.panel.inputs import source_value
from tables.games.zena1814.touch import Target, Touch
from tables.games.zena1814.words import AREAS, AT, THE_FIGURE, TO, card_title, count_words
from tables.games.zena1814.words import FIGURES as FIGURE_NAMES

PART = "games/zena1814/_panel_turn.html"
END = encode(EndTurn()).decode()


@dataclass(frozen=True)
class Choice:
    """A choice that needs only a button or an option: its words and form value."""

    words: str
    value: str


@dataclass(frozen=True)
class Step:
    """One area a figure can go to. Without a value the figure is already there."""

    area: Area
    name: str
    words: str
    value: str


@dataclass(frozen=True)
class Mover:
    """A figure, its place, strength and possible moves."""

    figure: str
    name: str
    words: str
    steps: Sequence[Step]


@dataclass(frozen=True)
class Shut:
    """A card that cannot be offered or influenced now, and the reason."""

    title: str
    note: str


@dataclass(frozen=True)
class MarkerOption:
    """A way to offer a card with a number of markers. It is the whole action if no marker is taken from other cards."""

    words: str
    markers: int
    value: str


@dataclass(frozen=True)
class Offer:
    """A card of the hand: the possible numbers of markers with their prices, and the sources of missing markers."""

    face: Face
    options: Sequence[MarkerOption]
    sources: Sequence[Choice] = ()
    second_sources: Sequence[Choice] = ()

    @property
    def is_plain(self) -> bool:
        """True if a button is enough."""
        return not self.sources and not self.second_sources


@dataclass(frozen=True)
class Reach:
    """A card in a row that can be influenced: its next slot and price, and the bonus with its receiver.

    ``value`` is the whole action if nothing is left to choose. ``limits`` are the possible prices of a marker.
    """

    number: int
    area: Area
    title: str
    where: str
    reward: Gained | None
    effect: str
    slot: int | None
    price: int | None
    bonus: str
    limits: Sequence[Choice]
    sources: Sequence[Choice]
    value: str


def context(seen: Seen, pending: Pending, legal: Sequence[TurnAction], players: Sequence[Player]) -> Mapping[str, Any]:
    """Return the context of ``_panel_turn.html``. ``over`` is True if the draft has ended the turn."""
    public = seen.public
    task = turn.find(public)
    if task is None or task.seat != seen.seat or not legal:
        return {"part": PART, "over": True, "end": END}
    behind = pending.when is not When.NOW
    offers, reaches = _offers(seen, task, legal), _reaches(public, task, legal, players, behind)
    movers = _movers(public, task.seat, legal)
    return {
        "part": PART,
        "over": False,
        "behind": behind,
        "begun": bool(task.step),
        "question": _question(public, task, behind),
        "movers": movers,
        "offers": offers,
        "offers_plain": all(offer.is_plain for offer in offers),
        "offers_shut": _not_offered(seen, task, offers),
        "reaches": reaches,
        "reaches_plain": all(reach.value for reach in reaches),
        "reaches_shut": _not_reached(public, task.seat, reaches),
        "bonuses": [_choice(public, action) for action in legal if isinstance(action, TakeBonus)],
        "end": END,
        "choices": _plan(public, legal) if behind else (),
        "touch": _touch(movers, offers, reaches),
    }


def _touch(movers: Sequence[Mover], offers: Sequence[Offer], reaches: Sequence[Reach]) -> Touch:
    """Return the touch targets.

    Figures lead to their places, cards of the hand are offered with one marker, cards in rows have their current price.
    """
    return Touch(
        laid={reach.number: _reached(reach) for reach in reaches},
        cards={offer.face.id: _offered(offer) for offer in offers},
        figures={
            mover.figure: Target(f"{_('Move a figure')}: {mover.name}, {mover.words}", href=f"#move-{mover.figure}")
            for mover in movers
        },
    )


def _reached(reach: Reach) -> Target:
    price = reach.limits[0]
    words = f"{reach.title}: {_('A marker for %(coins)s') % {'coins': price.words}}"
    value = "" if reach.sources else encode(Influence(reach.number, int(price.value))).decode()
    return Target(words, value, f"#reach-{reach.number}")


def _offered(offer: Offer) -> Target:
    words = f"{_('Offer %(card)s:') % {'card': offer.face.title}} {offer.options[0].words}"
    return Target(words, offer.options[0].value if offer.is_plain else "", f"#offer-{offer.face.id}")


def _choice(public: Public, action: TurnAction) -> Choice:
    return Choice(action_words(action, public, ()), encode(action).decode())


def _question(public: Public, task: AskTurn, behind: bool) -> str:
    """Return the sentence that names the possible steps."""
    if behind:
        return _("Which cards do you want to influence after the others have decided?")
    if not task.step:
        return _("Move, offer, influence, in this order. Or take the bonus.")
    if turn.may_offer(public, task):
        return _("Now you may offer a card, then influence cards.")
    return _("Now you may influence cards.")


# Moving


def _movers(public: Public, seat: int, legal: Iterable[TurnAction]) -> list[Mover]:
    moves = {(action.figure, action.to): action for action in legal if isinstance(action, MoveFigure)}
    if not moves:
        return []
    facts, family = content(public.version), public.families[seat]
    movers = []
    for figure in FIGURES:
        standing = family.figure(figure)
        assert standing.area is not None
        strength = facts.strength(figure) + standing.markers * facts.figures.under_marker
        words = _("worth %(strength)d, now %(at)s") % {"strength": strength, "at": AT[standing.area]}
        steps = [_step(moves.get((figure, area)), area) for area in public.areas]
        movers.append(Mover(figure, str(FIGURE_NAMES[figure]), words, steps))
    return movers


def _step(move: MoveFigure | None, area: Area) -> Step:
    if move is None:
        return Step(area, str(AREAS[area]), "", "")
    words = _("Move %(figure)s %(to)s") % {"figure": THE_FIGURE[move.figure], "to": TO[area]}
    return Step(area, str(AREAS[area]), words, encode(move).decode())


# Offering


def _offers(seen: Seen, task: AskTurn, legal: Iterable[TurnAction]) -> list[Offer]:
    """Return the action cards of the hand that can be offered."""
    ways: dict[str, list[OfferCard]] = {}
    for action in legal:
        if isinstance(action, OfferCard):
            ways.setdefault(action.card, []).append(action)
    return [_offer(seen.public, card, group) for card, group in ways.items()]


def _not_offered(seen: Seen, task: AskTurn, offers: Sequence[Offer]) -> list[Shut]:
    """Return the action cards of the hand that cannot be offered, with the reasons. Empty once a card has been offered."""
    if seen.hand is None or not turn.may_offer(seen.public, task):
        return []
    facts, open_cards = content(seen.public.version), {offer.face.id for offer in offers}
    cards = [card for card in dict.fromkeys(seen.hand.cards) if facts.deck_of(card) == "action" and card not in open_cards]
    return [Shut(card_title(card), why_not(seen.public, task.seat, card)) for card in cards]


def _offer(public: Public, card: str, ways: Sequence[OfferCard]) -> Offer:
    facts = content(public.version)
    single = [way.reclaim for way in ways if not way.second]
    double = [way.reclaim for way in ways if way.second and len(way.reclaim) > len(single[0])]
    return Offer(
        # The face shows the reward of offering it now, since the card resolves in this round.
        face_at(public, facts.action(card).area, Laid(0, card)),
        [_option(facts, way) for way in _first_by_count(ways)],
        _sources(public, (reclaim[0] for reclaim in single if reclaim)),
        _sources(public, (reclaim[-1] for reclaim in double)),
    )


def _first_by_count(ways: Iterable[OfferCard]) -> Iterable[OfferCard]:
    """Return one way for each number of markers."""
    first: dict[bool, OfferCard] = {}
    for way in ways:
        first.setdefault(way.second, way)
    return first.values()


def _option(facts: Content, action: OfferCard) -> MarkerOption:
    count = 2 if action.second else 1
    return MarkerOption(_option_words(facts, action.card, count), count, encode(action).decode())


def _option_words(facts: Content, card: str, count: int) -> str:
    words = {"markers": count_words("marker", count), "coins": count_words("coin", markers.price(card, 1, facts, count))}
    text = _("%(markers)s for %(coins)s") % words
    bonus = markers.bonus(card, 2, facts) if count > 1 else None
    gain = gained(bonus) if bonus else None
    return _("%(said)s; you gain %(gain)s straight away") % {"said": text, "gain": gain.words} if gain else text


def _sources(public: Public, reclaimed: Iterable[Reclaimed]) -> list[Choice]:
    return [Choice(source_words(public, source), source_value(source)) for source in dict.fromkeys(reclaimed)]


# Influencing


def _reaches(
    public: Public, task: AskTurn, legal: Iterable[TurnAction], players: Sequence[Player], behind: bool
) -> list[Reach]:
    """Return the cards that can be influenced, in the order of the legal actions."""
    ways: dict[int, list[Influence]] = {}
    for action in legal:
        if isinstance(action, Influence):
            ways.setdefault(action.laid, []).append(action)
    return [_reach(public, number, group, players, behind) for number, group in ways.items()]


def _reach(public: Public, number: int, ways: Sequence[Influence], players: Sequence[Player], behind: bool) -> Reach:
    facts = content(public.version)
    area, laid = public.laid(number)
    card_face, slot = face_at(public, area, laid), markers.free_slot(laid, facts)
    limits = _limits(facts, laid, ways, behind)
    sources = _sources(public, (way.reclaim for way in ways if way.reclaim))
    return Reach(
        number=number,
        area=area,
        title=card_face.title,
        where=str(AT[area]),
        reward=card_face.reward,
        effect=card_face.effect,
        slot=slot,
        price=markers.price(laid.card, slot, facts) if slot else None,
        bonus=bonus_words(public, laid, slot, players),
        limits=limits,
        sources=sources,
        value="" if sources or len(limits) > 1 else encode(Influence(number, int(limits[0].value))).decode(),
    )


def _not_reached(public: Public, seat: int, reaches: Sequence[Reach]) -> list[Shut]:
    """Return the other cards of the areas where the seat has a figure, with the reasons that they cannot be influenced."""
    facts, open_cards = content(public.version), {reach.number for reach in reaches}
    closed = []
    for area in filter(public.families[seat].stands_in, public.areas):
        for laid in public.row(area):
            if laid.number not in open_cards:
                slot = markers.free_slot(laid, facts)
                price = markers.price(laid.card, slot, facts) if slot else None
                closed.append(Shut(card_title(laid.card), _closed(public, seat, laid, slot, price)))
    return closed


def bonus_words(public: Public, laid: Laid, slot: int | None, players: Sequence[Player]) -> str:
    """Return the promoter's immediate gain from a slot: "Bruno gains 1 point". It is empty for none."""
    bonus = markers.bonus(laid.card, slot, content(public.version)) if slot else None
    gain, leader = gained(bonus) if bonus else None, markers.promoter(laid)
    if gain is None or leader is None:
        return ""
    if players[leader].is_me:
        return _("you gain %(gain)s as promoter") % {"gain": gain.words}
    return _("%(name)s gains %(gain)s as promoter") % {"name": players[leader].name, "gain": gain.words}


def _closed(public: Public, seat: int, laid: Laid, slot: int | None, price: int | None) -> str:
    """Return the reason that a card cannot be influenced although the seat has a figure in its area."""
    if not markers.has_room(public, seat, laid):
        return _("Your marker is already there.")
    if slot is None or price is None:
        return _("All slots are taken.")
    if price > public.families[seat].coins:
        return _("The next slot costs %(price)s.") % {"price": count_words("coin", price)}
    return _("You have no marker for it.")


def _limits(facts: Content, laid: Laid, ways: Sequence[Influence], behind: bool) -> list[Choice]:
    """Return the possible price limits of a marker, beginning with the current price.

    With ``behind``, other players decide first: the price can still rise, so higher prices of the card are listed too.
    """
    price = min(way.at_most for way in ways)
    higher_prices = {cost for cost in facts.laid(laid.card).cost if cost > price} if behind else set()
    return [Choice(count_words("coin", limit), str(limit)) for limit in (price, *sorted(higher_prices))]


def _plan(public: Public, legal: Iterable[TurnAction]) -> list[Choice]:
    """Return the steps to choose for a queued plan. A price limit that equals no price of the card is left out."""
    facts = content(public.version)
    return [
        _choice(public, action)
        for action in legal
        if not isinstance(action, Influence) or action.at_most in facts.laid(public.laid(action.laid)[1].card).cost
    ]
