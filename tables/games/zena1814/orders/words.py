"""Standing orders of Zena 1814 in words."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engines.zena1814 import policy
from engines.zena1814.policy import Policy
from tables.games.contract import Player
from tables.games.zena1814.words import AT, KIND_CARDS, THE_FIGURE, TO, card_title, count_words, either

SHOWN = 6
"""Maximum number of cards named from a list."""


def order_words(order: Policy, players: Sequence[Player]) -> str:
    """Return a standing order as a sentence."""
    match order:
        case policy.PreferDeck():
            return _deck(order)
        case policy.BuyAtPalace(buy):
            return _("Buy points at the Palace whenever I can.") if buy else _("Never buy points at the Palace.")
        case policy.ReactRule():
            return _rule(order, [player.name for player in players])
        case policy.DeclineUntilTurn(number):
            return _("Join no card until my turn in round %(round)d.") % {"round": number}
        case policy.DiceRule():
            return _dice(order)
        case policy.PutAway(cards):
            return _("At the hand limit, discard in this order: %(cards)s.") % {"cards": _list(cards)}
        case policy.PassOn(cards):
            return _("At a Festa, pass on the first of these in my hand: %(cards)s.") % {"cards": _list(cards)}
        case policy.MarkUnder(figure):
            return _("Put Manezzi markers under %(figure)s.") % {"figure": THE_FIGURE[figure]}
        case policy.TrickTo(areas):
            return _("Move trick cards %(areas)s, whichever is allowed first.") % {
                "areas": either(str(TO[area]) for area in areas)
            }
    assert_never(order)


def _deck(order: policy.PreferDeck) -> str:
    match order.prefer:
        case "action":
            return _("Draw from the action deck.")
        case "goal":
            return _("Draw from the goal deck.")
        case "alternate":
            return _("Draw from both decks in turn, the action deck first.")
        case "once":
            return _("Ask me at my next draw, then draw from the same deck every time.")
        case "goals_until":
            words = ngettext(
                "Draw goals until I hold %(count)d, then action cards.",
                "Draw goals until I hold %(count)d, then action cards.",
                order.goals,
            )
            return words % {"count": order.goals}
    assert_never(order.prefer)


def deck_words(order: policy.PreferDeck | None) -> str:
    """Return the sentence that tells players the deck of their draws. Without an order they choose it themselves."""
    if order is None:
        return _("You choose the deck at every draw.")
    match order.prefer:
        case "action":
            return _("You draw from the action deck.")
        case "goal":
            return _("You draw from the goal deck.")
        case "alternate":
            return _("You draw from both decks in turn.")
        case "once":
            return _("You choose the deck at your next draw.")
        case "goals_until":
            words = ngettext(
                "You draw goals until you hold %(count)d, then action cards.",
                "You draw goals until you hold %(count)d, then action cards.",
                order.goals,
            )
            return words % {"count": order.goals}
    assert_never(order.prefer)


def _rule(order: policy.ReactRule, names: Sequence[str]) -> str:
    text = {
        "join": _("Join %(cards)s"),
        "decline": _("Do not join %(cards)s"),
        "ask": _("Ask me about %(cards)s"),
    }[order.answer]
    return f"{text % {'cards': _which(order)}}{_conditions(order, names)}."


def _which(order: policy.ReactRule) -> str:
    """Return the cards that a rule concerns, in words."""
    kinds = either(str(KIND_CARDS[kind]) for kind in order.kinds) if order.kinds else _("any card")
    areas = either(str(AT[area]) for area in order.areas) if order.areas else ""
    return f"{kinds} {areas}".strip()


def _conditions(order: policy.ReactRule, names: Sequence[str]) -> str:
    conditions = []
    if order.markers > 1:
        conditions.append(_("with two markers where there is room"))
    if order.at_most < 99:
        conditions.append(_("for at most %(coins)s") % {"coins": count_words("coin", order.at_most)})
    if order.keep:
        conditions.append(_("keeping at least %(coins)s") % {"coins": count_words("coin", order.keep)})
    if order.slot > 1:
        conditions.append(_("from slot %(slot)d down") % {"slot": order.slot})
    if order.not_with:
        conditions.append(
            _("unless the promoter is %(names)s") % {"names": either(_name(names, seat) for seat in order.not_with)}
        )
    if order.wants:
        rewards = {"coin": _("coins"), "card": _("cards"), "vp": _("points")}
        conditions.append(_("if they earn %(rewards)s") % {"rewards": either(rewards[want] for want in order.wants)})
    return "".join(f", {condition}" for condition in conditions)


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if seat < len(names) else _("seat %(number)d") % {"number": seat + 1}


def _list(cards: Sequence[str]) -> str:
    """Return the first ``SHOWN`` cards of a list in words, and the number of the others."""
    titles = ", ".join(map(card_title, cards[:SHOWN]))
    remaining = len(cards) - SHOWN
    if remaining <= 0:
        return titles
    return ngettext("%(cards)s, and %(count)d more", "%(cards)s, and %(count)d more", remaining) % {
        "cards": titles,
        "count": remaining,
    }


def _dice(order: policy.DiceRule) -> str:
    if not order.modifier or not order.at_most:
        places = either(str(AT[area]) for area in order.areas) if order.areas else ""
        return f"{_('Pay nothing for dice cards')} {places}".strip() + "."
    words = {"modifier": order.modifier, "coins": count_words("coin", order.at_most)}
    text = _("Raise the modifier of dice cards to +%(modifier)d for at most %(coins)s") % words
    if order.areas:
        text += " " + either(str(AT[area]) for area in order.areas)
    if order.markers > 1:
        text += _(", if two of my markers are there")
    if order.keep:
        text += _(", keeping %(coins)s") % {"coins": count_words("coin", order.keep)}
    return f"{text}."
