"""Log of Principato, in sentences in the active language."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _

from engines.principato import events
from engines.principato.actions import FeedUnits
from tables.games.principato.words import (
    GOALS,
    card_name,
    count_words,
    cubes_words,
    culture_words,
    feed_words,
    gain_words,
    points_words,
    units_words,
)

type _TurnEvent = (
    events.TilesBuilt
    | events.CultureCreated
    | events.UnitsRecruited
    | events.CubesCollected
    | events.CardsExchanged
    | events.FavourTaken
    | events.CubesStationed
    | events.TurnEnded
)
type _DeckEvent = (
    events.DisplayLaid
    | events.CardDropped
    | events.CardTurnedUp
    | events.ScoringCardTurnedUp
    | events.YearEnded
    | events.YearBegan
)
type _ScoringEvent = (
    events.ScoringBegan
    | events.FeedingSealed
    | events.UnitsFed
    | events.StrengthCompared
    | events.CubesCleared
    | events.ReleaseSealed
    | events.UnitsReleased
)


def sentence(event: events.Event, version: str, names: Sequence[str]) -> str:
    """Return an event as a sentence. It is empty for one that needs no line of its own."""
    match event:
        case events.GameBegan(start):
            return _("The game begins; %(name)s is the start player.") % {"name": names[start]}
        case events.StartCardsDealt(cards):
            return _("Start cards: %(cards)s.") % {"cards": "; ".join(map(_start_cards, names, cards))}
        case events.GoalsSeen(goals):
            return _("Your goals: %(first)s and %(second)s.") % {"first": GOALS[goals[0]], "second": GOALS[goals[1]]}
        case events.GoalsOpened(goals):
            return _("The goals are revealed: %(goals)s.") % {"goals": "; ".join(map(_goals, names, goals))}
        case events.GameEnded():
            return _("The game is over.")
        case events.GoalsDealt() | events.TurnBegan():
            return ""
        case (
            events.DisplayLaid()
            | events.CardDropped()
            | events.CardTurnedUp()
            | events.ScoringCardTurnedUp()
            | events.YearEnded()
            | events.YearBegan()
        ):
            return _display_sentence(event)
        case (
            events.ScoringBegan()
            | events.FeedingSealed()
            | events.UnitsFed()
            | events.StrengthCompared()
            | events.CubesCleared()
            | events.ReleaseSealed()
            | events.UnitsReleased()
        ):
            return _scoring_sentence(event, names)
        case _:
            return _turn_sentence(event, names[event.seat])


def tone(event: events.Event) -> str:
    """Return the kind of an event's sentence in the log, or an empty string. The start of a year is a "round"."""
    match event:
        case events.YearBegan():
            return "round"
        case events.FeedingSealed() | events.ReleaseSealed() | events.TurnEnded(actions=0):
            return "faint"
        case events.CardTurnedUp() | events.ScoringCardTurnedUp() | events.DisplayLaid() | events.StartCardsDealt():
            return "chance"
        case events.GameBegan() | events.GoalsSeen():
            return "chance"
        case events.StrengthCompared() | events.CultureCreated():
            return "points"
    return ""


def _start_cards(name: str, cards: tuple[str, str]) -> str:
    first, second = map(card_name, cards)
    return _("%(name)s: “%(first)s” and “%(second)s”") % {"name": name, "first": first, "second": second}


def _goals(name: str, goals: tuple[str, str]) -> str:
    return _("%(name)s: %(first)s and %(second)s") % {"name": name, "first": GOALS[goals[0]], "second": GOALS[goals[1]]}


def _display_sentence(event: _DeckEvent) -> str:
    """Return the sentence of an event that concerns the display, the pile or the year."""
    match event:
        case events.DisplayLaid(cards):
            return _("The display: %(cards)s.") % {"cards": ", ".join(map(card_name, cards))}
        case events.CardDropped(card):
            return _("“%(card)s” leaves the game.") % {"card": card_name(card)}
        case events.CardTurnedUp(card):
            return _("“%(card)s” is turned up.") % {"card": card_name(card)}
        case events.ScoringCardTurnedUp():
            return _("The military scoring card is turned up.")
        case events.YearEnded(year):
            return _("Year %(year)d ends: the pile is empty.") % {"year": year}
        case events.YearBegan(year):
            return _("Year %(year)d begins.") % {"year": year}
    assert_never(event)


def _turn_sentence(event: _TurnEvent, name: str) -> str:
    """Return the sentence of an event in a player's turn."""
    match event:
        case events.TilesBuilt(_seat, card, tile, count, paid):
            return _bought(name, card, count_words(tile, count), cubes_words(paid))
        case events.CultureCreated(_seat, card, kind, points, paid):
            return _bought(name, card, culture_words(kind, points), cubes_words(paid))
        case events.UnitsRecruited(_seat, card, unit, count):
            return _got(name, card, count_words(unit, count))
        case events.CubesCollected():
            return _collected(event, name)
        case events.CardsExchanged():
            return _exchanged(event, name)
        case events.FavourTaken(_seat, to):
            return _favour(name, to)
        case events.CubesStationed(_seat, cube, unit, count):
            return _stationed(name, unit, count_words(cube, count))
        case events.TurnEnded(_seat, actions):
            return _ended(name, actions)
    assert_never(event)


def _bought(name: str, card: str, gain: str, price: str) -> str:
    words = {"name": name, "card": card_name(card), "gain": gain, "price": price}
    return _("%(name)s activates “%(card)s”: %(gain)s for %(price)s.") % words


def _got(name: str, card: str, gain: str) -> str:
    return _("%(name)s activates “%(card)s”: %(gain)s.") % {"name": name, "card": card_name(card), "gain": gain}


def _collected(event: events.CubesCollected, name: str) -> str:
    text = _got(name, event.card, gain_words(event.gained, event.onto, event.lapsed))
    if not event.short.total():
        return text
    return text + " " + _("The general supply is short of %(cubes)s.") % {"cubes": cubes_words(event.short)}


def _exchanged(event: events.CardsExchanged, name: str) -> str:
    words = {"name": name, "given": card_name(event.given), "taken": card_name(event.taken), "place": event.slot + 1}
    if event.forced:
        return _("%(name)s must exchange the card and takes “%(taken)s” from slot %(place)d.") % words
    return _("%(name)s exchanges “%(given)s” for “%(taken)s” from slot %(place)d.") % words


def _favour(name: str, to: str) -> str:
    if to == "church":
        return _("%(name)s takes a favour into the church.") % {"name": name}
    if to == "militia":
        return _("%(name)s takes a favour and puts it straight onto a militia.") % {"name": name}
    return _("%(name)s takes a favour and puts it straight onto a condottiere.") % {"name": name}


def _stationed(name: str, unit: str, cubes: str) -> str:
    if unit == "militia":
        return _("%(name)s puts %(cubes)s onto militia.") % {"name": name, "cubes": cubes}
    return _("%(name)s puts %(cubes)s onto condottieri.") % {"name": name, "cubes": cubes}


def _ended(name: str, actions: int) -> str:
    if not actions:
        return _("%(name)s skips both actions.") % {"name": name}
    if actions == 1:
        return _("%(name)s ends the turn after one action.") % {"name": name}
    return _("%(name)s ends their turn.") % {"name": name}


def _scoring_sentence(event: _ScoringEvent, names: Sequence[str]) -> str:
    """Return the sentence of an event in a military scoring. It is empty if no cube returns from the units."""
    match event:
        case events.ScoringBegan():
            return _scoring(event, names)
        case events.FeedingSealed(seat):
            return _("%(name)s has decided how to supply the units.") % {"name": names[seat]}
        case events.UnitsFed(seat, fed):
            return _fed(names[seat], fed)
        case events.StrengthCompared(_number, strengths, points):
            return _("Military strength: %(table)s.") % {"table": "; ".join(map(_compared, names, strengths, points))}
        case events.CubesCleared(cubes):
            return (
                _("Returned from the units to the general supply: %(cubes)s.") % {"cubes": cubes_words(cubes)}
                if cubes.total()
                else ""
            )
        case events.ReleaseSealed(seat):
            return _("%(name)s has decided which units to keep.") % {"name": names[seat]}
        case events.UnitsReleased(seat, released):
            return _released(names[seat], released.condottieri, released.militia)
    assert_never(event)


def _scoring(event: events.ScoringBegan, names: Sequence[str]) -> str:
    words = {"number": event.number, "names": ", ".join(names[seat] for seat in event.order)}
    if event.reason == "extra":
        return (
            _("Military scoring %(number)d of 5, triggered by the scoring card. Units are supplied in this order: %(names)s.")
            % words
        )
    return _("Military scoring %(number)d of 5, at the end of the year. Units are supplied in this order: %(names)s.") % words


def _fed(name: str, fed: FeedUnits) -> str:
    if fed == FeedUnits():
        return _("%(name)s puts no cube onto any unit.") % {"name": name}
    return _("%(name)s supplies units: %(cubes)s.") % {"name": name, "cubes": feed_words(fed)}


def _compared(name: str, strength: int, points: int) -> str:
    return _("%(name)s %(strength)s (%(points)s)") % {
        "name": name,
        "strength": signed(strength),
        "points": points_words(points),
    }


def signed(number: int) -> str:
    """Return a strength as text, with the minus sign U+2212 if it is negative."""
    return str(number) if number >= 0 else f"−{-number}"


def _released(name: str, condottieri: int, militia: int) -> str:
    if not condottieri + militia:
        return _("%(name)s keeps all units.") % {"name": name}
    return _("%(name)s gives back %(units)s.") % {"name": name, "units": units_words(condottieri, militia)}
