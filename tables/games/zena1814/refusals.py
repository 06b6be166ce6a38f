"""Why the engine of Zena 1814 refuses something, in sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tables.games.zena1814.words import AT, DECKS, THE_FIGURE, TO, card_title, count_words

REFUSALS: Mapping[str, Promise] = {
    "no_figure_there": gettext_lazy("You have no figure %(area)s."),
    "marker_limit": gettext_lazy("You may have at most %(limit)s on a card."),
    "card_full": gettext_lazy("All slots of this card are taken."),
    "not_enough_coins": gettext_lazy("This costs %(price)s; you have %(have)s."),
    "wrong_number_of_reclaims": gettext_lazy(
        "Only what your supply lacks is taken back from other cards: %(wanted)s here, not %(given)s."
    ),
    "cannot_reclaim": gettext_lazy(
        "No marker of yours can be taken from there: it must lie on another card, and not since this turn."
    ),
    "too_late_to_move": gettext_lazy("A figure is moved before anything else is done in the turn."),
    "no_such_area": gettext_lazy("This place is not in play."),
    "same_area": gettext_lazy("The figure stands there already."),
    "offered_already": gettext_lazy("One card can be offered in a turn."),
    "influenced_already": gettext_lazy("A card is offered before others are influenced."),
    "not_in_hand": gettext_lazy("You have no “%(card)s” to spare in your hand."),
    "not_an_action_card": gettext_lazy("“%(card)s” is no action card: goals are kept in hand."),
    "second_marker": gettext_lazy("A second marker on a card is for two or three experts only."),
    "no_such_card": gettext_lazy("The card is not there any more."),
    "price_above_limit": gettext_lazy("The next slot costs %(price)s; your limit is %(limit)s."),
    "limit_too_high": gettext_lazy("No slot of this card costs more than %(highest)s."),
    "something_done": gettext_lazy("The bonus is for a turn in which nothing was moved, offered or influenced."),
    "deck_empty": gettext_lazy("The %(deck)s is empty."),
    "not_the_free_slot": gettext_lazy("Slot %(slot)s is not the topmost empty one."),
    "figure_is_placed": gettext_lazy("You have placed %(figure)s already."),
    "no_such_seat": gettext_lazy("Nobody sits there."),
    "more_than_needed": gettext_lazy("No more coins are needed than the modifier you want."),
    "not_there": gettext_lazy("The card cannot move %(area)s."),
    "wrong_number": gettext_lazy("Choose exactly %(wanted)s; you have chosen %(given)s."),
    "turn_came": gettext_lazy("Your turn of that round has come."),
    "number_of_seats": gettext_lazy("Zena 1814 is played with %(least)s to %(most)s seats."),
}


def explain(code: str, params: Mapping[str, Any]) -> str:
    """Why the engine refused; empty for a code it does not use."""
    said = REFUSALS.get(code)
    return str(said) % _named(code, params) if said is not None else ""


def _named(code: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Cards, areas and figures by name, numbers with the thing they count."""
    named = dict(params)
    if code == "not_enough_coins":
        named["price"] = params.get("price", params.get("wanted"))
    named |= {name: count_words(what, named[name]) for name, what in _COUNTED.get(code, {}).items()}
    areas = TO if code == "not_there" else AT
    for name, words in (("area", areas), ("deck", DECKS), ("figure", THE_FIGURE)):
        if name in named:
            named[name] = words.get(named[name], named[name])
    if "card" in named:
        named["card"] = card_title(named["card"])
    return named


_COUNTED: Mapping[str, Mapping[str, str]] = {
    "marker_limit": {"limit": "marker"},
    "not_enough_coins": {"price": "coin", "have": "coin"},
    "wrong_number_of_reclaims": {"wanted": "marker"},
    "price_above_limit": {"price": "coin", "limit": "coin"},
    "limit_too_high": {"highest": "coin"},
    "wrong_number": {"wanted": "card"},
}
