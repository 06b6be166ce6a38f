"""News on the board of Zena 1814: the results of some events, to be shown as new, and their dice."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engines.zena1814 import events
from engines.zena1814.content import Content, Figure
from tables.games.contract import Player
from tables.games.zena1814.words import card_title, count_words, listed, signed

_EDGE, _MIDDLE, _FAR = 13, 24, 35
_SLANT = ((_EDGE, _EDGE), (_FAR, _FAR))
_CORNERS = (*_SLANT, (_EDGE, _FAR), (_FAR, _EDGE))
_CENTRE = (_MIDDLE, _MIDDLE)
_PIPS = {
    1: (_CENTRE,),
    2: _SLANT,
    3: (*_SLANT, _CENTRE),
    4: _CORNERS,
    5: (*_CORNERS, _CENTRE),
    6: (*_CORNERS, (_EDGE, _MIDDLE), (_FAR, _MIDDLE)),
}
"""Pip positions of each face, on a die of 48 by 48."""


class News(NamedTuple):
    """New figures by seat, new cards by number, new markers by card and seat, and whether the event is new."""

    figures: frozenset[tuple[int, Figure]]
    cards: frozenset[int]
    markers: frozenset[tuple[int, int]]
    event: bool


@dataclass(frozen=True)
class Roll:
    """A die and the steps to its result. ``outcome`` is failed, stays or succeeded."""

    title: str
    player: Player
    die: int
    pips: tuple[tuple[int, int], ...]
    steps: tuple[str, ...]
    result: int
    outcome: str
    words: str


def news(marked: Iterable[Any]) -> News:
    """Return the results of the marked events."""
    figures: set[tuple[int, Figure]] = set()
    cards: set[int] = set()
    markers: set[tuple[int, int]] = set()
    event = False
    for entry in marked:
        match entry:
            case events.FigureMoved() | events.MarkerPutUnder():
                figures.add((entry.seat, entry.figure))
            case events.CardOffered() | events.FortTurnedUp() | events.TrickMoved():
                cards.add(entry.laid)
            case events.MarkerPlaced():
                markers.add((entry.laid, entry.seat))
            case events.EventTurnedUp():
                event = True
    return News(frozenset(figures), frozenset(cards), frozenset(markers), event)


def rolls(facts: Content, marked: Sequence[Any], players: Sequence[Player]) -> list[Roll]:
    """Return the dice of the marked events, with the players who paid for them."""
    dice, payments = [], []
    for event in marked:
        match event:
            case events.CoinsPaid():
                payments.append(event)
            case events.DieRolled():
                dice.append(_roll(facts, event, [payment for payment in payments if payment.laid == event.laid], players))
                payments = []
    return dice


def _roll(facts: Content, roll: events.DieRolled, payments: Sequence[events.CoinsPaid], players: Sequence[Player]) -> Roll:
    outcome, words = _outcome(facts, roll.result)
    return Roll(
        title=card_title(roll.card),
        player=players[roll.seat],
        die=roll.die,
        pips=_PIPS[roll.die],
        steps=tuple(_steps(roll, payments, players)),
        result=roll.result,
        outcome=outcome,
        words=words,
    )


def _steps(roll: events.DieRolled, payments: Sequence[events.CoinsPaid], players: Sequence[Player]) -> Iterable[str]:
    """Yield the numbers added to the die, in words."""
    if roll.paid:
        givers = [
            _("%(name)s %(coins)d") % {"name": players[payment.seat].name, "coins": payment.coins}
            for payment in payments
            if payment.coins
        ]
        coins = _("%(sum)s for %(coins)s") % {"sum": signed(roll.paid), "coins": count_words("coin", roll.paid)}
        yield f"{coins} ({listed(givers)})" if givers else coins
    if roll.markers:
        yield _("%(sum)s for the markers below the first") % {"sum": signed(roll.markers)}


def _outcome(facts: Content, result: int) -> tuple[str, str]:
    """Return the outcome and its word, by Z-16.7 to Z-16.9."""
    if result <= facts.dice.fail_at_most:
        return "failed", _("failed")
    if result >= facts.dice.succeed_at_least:
        return "succeeded", _("succeeded")
    return "stays", _("nothing happens")
