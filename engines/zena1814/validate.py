"""Validation of the data; every fault is a DataError naming file, entry and fault."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal

from engines.kit.data import fault
from engines.zena1814.content import (
    ACTIONS,
    AREAS,
    DICE_AREAS,
    EVENTS,
    FIGURES,
    FORTS,
    GOALS,
    RULES,
    Area,
    Battle,
    Content,
    Event,
    Gain,
    Goal,
    Kind,
    Offerable,
    Printed,
    Special,
)

SEATS = range(2, 6)
SPECIAL_KINDS: dict[Special, tuple[Kind, ...]] = {
    "manezzi": ("one_shot",),
    "sollevacoin": ("permanent",),
    "relacoin": ("one_shot", "permanent"),
    "festa": ("one_shot",),
}
"""Card kinds allowed for each effect: Manezzi and the Festa happen once, a trick card stays [Z-18.6, R-20, R-22, R-23]."""
SINGLE_SLOT: tuple[Special, ...] = ("manezzi", "festa")
"""Effects for the promoter only, so their cards have a single slot."""
AREA_RULES = ("majority", "permanents")
"""Goal rules that need an area."""


def content(data: Content) -> None:
    """Check all data. Raises :class:`DataError` for the first fault."""
    for check in (_rules, _names, _actions, _events, _forts, _goals, _totals, _dealing):
        check(data)


def _unique(file: str, what: str, values: Iterable[object]) -> None:
    for value, count in Counter(values).items():
        if count > 1:
            raise fault(file, f"{what} {value}", "stands there twice")


def _none_below(file: str, entry: str, least: int, numbers: Iterable[int], what: str) -> None:
    if min(numbers, default=least) < least:
        raise fault(file, entry, f"{what} below {least}")


def _count(file: str, entry: str, count: int, expected: int, what: str) -> None:
    if count != expected:
        raise fault(file, entry, f"{count} {what} instead of {expected}")


def _names(data: Content) -> None:
    """Check that ids are unique in all files, because hands and rows mix cards of two files.

    Every card must also have evidence in ``src``.
    """
    groups: list[tuple[str, str, Sequence[Printed]]] = [
        (ACTIONS, "action", data.actions),
        (EVENTS, "event", data.events),
        (FORTS, "fort", data.forts),
        (GOALS, "goal", data.goals),
    ]
    ids: set[str] = set()
    for file, noun, cards in groups:
        _unique(file, noun, (card.id for card in cards))
        for card in cards:
            if card.id in ids:
                raise fault(file, f"{noun} {card.id}", "is the id of another card")
            if not card.src:
                raise fault(file, f"{noun} {card.id}", "has no evidence in src")
        ids |= {card.id for card in cards}


def _actions(data: Content) -> None:
    for card in data.actions:
        entry = f"action {card.id}"
        _none_below(ACTIONS, entry, 1, (card.copies,), "copies")
        _costs(ACTIONS, entry, card.cost, data.limits.slots)
        _bonuses(entry, card)
        _gain(ACTIONS, entry, card.reward, "reward")
        _area_of(entry, card)
        _special(entry, card)


def _costs(file: str, entry: str, cost: tuple[int, ...], slots: int) -> None:
    """Check that a card has one to three slots, and none costs more than the slot above it [Z-8.4, R-9].

    Each slot costs at least one coin; otherwise reclaiming could go on for ever.
    """
    if not 1 <= len(cost) <= slots:
        raise fault(file, entry, f"{len(cost)} slots")
    _none_below(file, entry, 1, cost, "price")
    if any(upper < lower for upper, lower in pairwise(cost)):
        raise fault(file, entry, "prices rise")


def _bonuses(entry: str, card: Offerable) -> None:
    """Check that each slot below the top has a bonus, or none has.

    Dice cards have none [Z-8.5, Z-8.6].
    """
    if card.bonus and len(card.bonus) != len(card.cost) - 1:
        raise fault(ACTIONS, entry, f"{len(card.bonus)} bonuses for {len(card.cost)} slots")
    if card.bonus and card.kind == "dice":
        raise fault(ACTIONS, entry, "a dice card with a bonus")
    for bonus in card.bonus:
        _gain(ACTIONS, entry, bonus, "bonus")
        if bonus == Gain():
            raise fault(ACTIONS, entry, "an empty bonus")


def _gain(file: str, entry: str, gain: Gain, what: str) -> None:
    _none_below(file, entry, 0, (gain.coin, gain.card, gain.vp), what)


def _area_of(entry: str, card: Offerable) -> None:
    """Check that an action card is for one of five areas, and a dice card for one of two [Z-7.6, Z-16.3]."""
    if card.area == "fort":
        raise fault(ACTIONS, entry, "lies at the Fort")
    if card.kind == "dice" and card.area not in DICE_AREAS:
        raise fault(ACTIONS, entry, f"a dice card at {card.area}")


def _special(entry: str, card: Offerable) -> None:
    if card.special is None:
        if card.reward == Gain():
            raise fault(ACTIONS, entry, "has neither a reward nor a special effect")
        return
    if card.kind not in SPECIAL_KINDS[card.special]:
        raise fault(ACTIONS, entry, f"{card.special} as {card.kind}")
    if card.special in SINGLE_SLOT and len(card.cost) > 1:
        raise fault(ACTIONS, entry, f"{card.special} with {len(card.cost)} slots")
    if (card.reward == Gain()) == (card.special == "sollevacoin"):
        raise fault(ACTIONS, entry, f"{card.special} with {'no' if card.reward == Gain() else 'a'} reward")


def _events(data: Content) -> None:
    for event in data.events:
        _none_below(EVENTS, f"event {event.id}", 0, (event.income,), "income")
    _count(EVENTS, "file", len(data.events), data.limits.rounds + 1, "events for the rounds and the box")
    _enough_forts(data.events, data.forts)


def _enough_forts(events: tuple[Event, ...], forts: tuple[Battle, ...]) -> None:
    calls = sum(event.fort for event in events)
    if calls > len(forts):
        raise fault(EVENTS, "file", f"{calls} events turn up {len(forts)} Fort cards")


def _forts(data: Content) -> None:
    for fort in data.forts:
        entry = f"fort {fort.id}"
        _costs(FORTS, entry, fort.cost, data.limits.slots)
        _gain(FORTS, entry, fort.reward, "reward")
        if fort.reward == Gain():
            raise fault(FORTS, entry, "has no reward")
        _unique(FORTS, f"{entry}:", fort.destroys)
        if not fort.destroys:
            raise fault(FORTS, entry, "destroys nothing")
        if "fort" in fort.destroys:
            raise fault(FORTS, entry, "destroys at the Fort")


def _goals(data: Content) -> None:
    for goal in data.goals:
        entry = f"goal {goal.id}"
        _none_below(GOALS, entry, 1, (goal.copies,), "copies")
        _goal_area(entry, goal)
        if goal.rule == "square_of_copies":
            if goal.vp:
                raise fault(GOALS, entry, "points beside the squares")
        else:
            _none_below(GOALS, entry, 1, (goal.vp,), "points")


def _goal_area(entry: str, goal: Goal) -> None:
    """Check that only the goals that need an area have one.

    No permanent card can be at the Fort [Z-19.3, Z-19.7].
    """
    if (goal.area is not None) != (goal.rule in AREA_RULES):
        raise fault(GOALS, entry, f"{goal.rule} {'without' if goal.area is None else 'with'} an area")
    if goal.rule == "permanents" and goal.area == "fort":
        raise fault(GOALS, entry, "permanents at the Fort")


def _totals(data: Content) -> None:
    """Check that the numbers of cards match the rulebook [R-1]."""
    counts: dict[Literal["action", "event", "fort", "goal"], tuple[str, int]] = {
        "action": (ACTIONS, sum(card.copies for card in data.actions)),
        "event": (EVENTS, len(data.events)),
        "fort": (FORTS, len(data.forts)),
        "goal": (GOALS, sum(goal.copies for goal in data.goals)),
    }
    if sorted(total.cards for total in data.totals) != sorted(counts):
        raise fault(RULES, "total", f"is not {', '.join(counts)}")
    for total in data.totals:
        file, count = counts[total.cards]
        _count(file, "file", count, total.count, f"{total.cards} cards")


def _dealing(data: Content) -> None:
    """Check that the action decks suffice for the largest table.

    The rules are [Z-2.3, Z-2.5, Z-2.6].
    """
    most_seats = max(SEATS)
    dealt = {"beginner": data.limits.deal_beginner + 1, "expert": data.limits.deal_expert}
    decks = {"beginner": data.action_deck("beginner"), "expert": data.action_deck("expert")}
    for mode, cards in dealt.items():
        if len(decks[mode]) < most_seats * cards:
            raise fault(RULES, "limits", f"too few action cards for {most_seats} {mode} seats")


def _rules(data: Content) -> None:
    _limits(data)
    _board(data)
    _incomes(data)
    _dice(data)
    figures, palace = data.figures, data.palace
    values = (figures.lord, figures.lady, figures.heir_1, figures.heir_2, figures.under_marker)
    _none_below(RULES, "figures", 1, values, "number")
    _none_below(RULES, "palace", 1, (palace.price, palace.points), "number")
    _unique(RULES, "pairs: seats", data.pairs.seats)
    if not set(data.pairs.seats) <= set(SEATS):
        raise fault(RULES, "pairs", "are not numbers of seats")


def _limits(data: Content) -> None:
    limits = data.limits
    numbers = (limits.rounds, limits.markers, limits.hand_limit, limits.area_cards, limits.slots, limits.coins_per_point)
    _none_below(RULES, "limits", 1, numbers, "number")
    _none_below(RULES, "limits", 0, (limits.start_coins,), "start_coins")
    _none_below(RULES, "limits", len(FIGURES), (limits.deal_expert,), "deal_expert")
    _none_below(RULES, "limits", 0, (limits.deal_beginner,), "deal_beginner")


def _board(data: Content) -> None:
    """Check that experts have all areas, and beginners one for each figure, in the same order.

    The rules are [Z-1.2, Z-1.3, Z-3.2].
    """
    expert, beginner = data.board.expert, data.board.beginner
    _unique(RULES, "board: area", expert)
    if set(expert) != set(AREAS):
        raise fault(RULES, "board", f"expert is not {', '.join(AREAS)}")
    if beginner != tuple(area for area in expert if area in beginner):
        raise fault(RULES, "board", "beginner is not in the order of expert")
    _count(RULES, "board", len(beginner), len(FIGURES), "beginner areas")
    _outside(beginner)


def _outside(beginner: tuple[Area, ...]) -> None:
    for area in ("old_town", "fort"):
        if area in beginner:
            raise fault(RULES, "board", f"{area} for beginners")


def _incomes(data: Content) -> None:
    """Check that every area except the Palace has an income, and the Palace none [Z-14.8 to Z-14.13]."""
    _unique(RULES, "income", (income.area for income in data.income))
    earning = {income.area for income in data.income}
    for area in AREAS:
        if (area in earning) == (area == "palace"):
            raise fault(RULES, f"income {area}", "is missing" if area != "palace" else "is sold, not earned")
    for income in data.income:
        _gain(RULES, f"income {income.area}", income.reward, "reward")


def _dice(data: Content) -> None:
    """Check that a roll can fail, do nothing, and succeed [Z-16.7 to Z-16.9]."""
    dice = data.dice
    if not 1 <= dice.fail_at_most < dice.succeed_at_least - 1 < dice.faces:
        raise fault(RULES, "dice", "results do not rise from failure to success")
