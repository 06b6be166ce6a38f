"""Refusals of the Zena 1814 engine, in sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tables.games.zena1814.words import AT, DECKS, THE_FIGURE, TO, card_title, count_words

REFUSALS: Mapping[str, Promise] = {
    "no_figure_there": gettext_lazy("You need a figure %(area)s to do this."),
    "marker_limit": gettext_lazy("You may have at most %(limit)s on a card."),
    "card_full": gettext_lazy("All slots of this card are taken. Choose another card."),
    "not_enough_coins": gettext_lazy("This costs %(price)s; you have %(have)s."),
    "wrong_number_of_reclaims": gettext_lazy("Take back only the markers your supply lacks: %(wanted)s here, not %(given)s."),
    "cannot_reclaim": gettext_lazy("You can’t take back that marker. Choose one on another card, placed before this turn."),
    "too_late_to_move": gettext_lazy("You can’t move a figure after another step. Move it first."),
    "no_such_area": gettext_lazy("This area is not in play. Choose another area."),
    "same_area": gettext_lazy("The figure is already there. Choose another area."),
    "offered_already": gettext_lazy("You can offer only one card per turn."),
    "influenced_already": gettext_lazy("You can’t offer a card after influencing others. Offer it first."),
    "not_in_hand": gettext_lazy("“%(card)s” is not in your hand, or is already in use. Choose another card."),
    "not_an_action_card": gettext_lazy("“%(card)s” is not an action card. Goals stay in your hand."),
    "second_marker": gettext_lazy("Only in an expert game with two or three players can you place a second marker on a card."),
    "no_such_card": gettext_lazy("The card is no longer there. Choose another card."),
    "price_above_limit": gettext_lazy("The next slot costs %(price)s; your limit is %(limit)s."),
    "limit_too_high": gettext_lazy("No slot of this card costs more than %(highest)s. Lower your limit."),
    "something_done": gettext_lazy(
        "You can take the bonus only if you have not moved, offered or influenced anything this turn."
    ),
    "deck_empty": gettext_lazy("The %(deck)s is empty."),
    "not_the_free_slot": gettext_lazy("You can take only the first empty slot, not slot %(slot)s from the left."),
    "figure_is_placed": gettext_lazy("You have already placed %(figure)s. Choose another figure."),
    "no_such_seat": gettext_lazy("There is no such seat."),
    "more_than_needed": gettext_lazy("Your coin limit can’t be higher than the modifier you want. Lower the limit."),
    "not_there": gettext_lazy("The card can’t move %(area)s. Choose another area."),
    "wrong_number": gettext_lazy("Choose exactly %(wanted)s; you have chosen %(given)s."),
    "turn_came": gettext_lazy("It has already been your turn in that round. Choose a later round."),
    "number_of_seats": gettext_lazy("A Zena 1814 table has %(least)s to %(most)s seats."),
}


def explain(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence for a refusal code of the engine. It is empty for an unknown code."""
    sentence = REFUSALS.get(code)
    return str(sentence) % _named(code, params) if sentence is not None else ""


def _named(code: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters in words: cards, areas and figures by name, numbers with their unit."""
    values = dict(params)
    if code == "not_enough_coins":
        values["price"] = params.get("price", params.get("wanted"))
    values |= {name: count_words(item, values[name]) for name, item in _COUNTED.get(code, {}).items()}
    areas = TO if code == "not_there" else AT
    for name, words in (("area", areas), ("deck", DECKS), ("figure", THE_FIGURE)):
        if name in values:
            values[name] = words.get(values[name], values[name])
    if "card" in values:
        values["card"] = card_title(values["card"])
    return values


_COUNTED: Mapping[str, Mapping[str, str]] = {
    "marker_limit": {"limit": "marker"},
    "not_enough_coins": {"price": "coin", "have": "coin"},
    "wrong_number_of_reclaims": {"wanted": "marker"},
    "price_above_limit": {"price": "coin", "limit": "coin"},
    "limit_too_high": {"highest": "coin"},
    "wrong_number": {"wanted": "card"},
}
