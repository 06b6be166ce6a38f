"""Words of Night Post for pieces, choices, progress and refusals of the engine."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engines.specimen import actions, policy
from engines.specimen.state import Public
from tables.games.contract import Player

LETTERS = {
    "bill": gettext_lazy("bill"),
    "greeting": gettext_lazy("greeting"),
    "contract": gettext_lazy("contract"),
    "summons": gettext_lazy("summons"),
    "treaty": gettext_lazy("treaty"),
}
ROADS = {"valley": gettext_lazy("valley road"), "river": gettext_lazy("river road"), "ridge": gettext_lazy("ridge road")}
BAGS = {"town": gettext_lazy("town bag"), "court": gettext_lazy("court bag")}
ASKED = {
    "saddle": gettext_lazy("choose a road"),
    "offer": gettext_lazy("offer a letter or not"),
    "relay": gettext_lazy("join the relay or not"),
    "draw": gettext_lazy("draw a letter"),
    "stable": gettext_lazy("hire horses"),
    "packing": gettext_lazy("pack letters"),
}
LINES = {
    "relays": gettext_lazy("Letters offered as relays"),
    "joined": gettext_lazy("Relays joined"),
    "ridden": gettext_lazy("Letters carried by night"),
    "undelivered": gettext_lazy("Court letters left in hand"),
    "tiebreak": gettext_lazy("Tie-break: coins"),
}


def question_words(kind: str) -> str:
    """Return a phrase for the task of a decision."""
    return str(ASKED[kind])


def round_words(public: Public) -> str:
    """Return the current night and the number of nights in words."""
    return _("night %(night)d of %(nights)d") % {"night": public.night, "nights": public.nights}


def banner(public: Public) -> str:
    """Return the announcement of the last night. It is empty at other times."""
    return _("This is the last night.") if public.night == public.nights and public.ended is None else ""


def line_words(code: str) -> str:
    """Return the name of a line of the final score."""
    return str(LINES[code])


def reason_words(reason: str) -> str:
    """Return the reason for the end of the game in words."""
    return _("Somebody reached thirty points.") if reason == "renown" else _("The last night is over.")


def action_words(action: actions.Action, public: Public, players: Sequence[Player]) -> str:
    """Return one action as a phrase, for a button or a line of a draft."""
    match action:
        case actions.SealRoad(road):
            return _("Seal the %(road)s") % {"road": ROADS.get(road, road)}
        case actions.Offer(letter):
            return _("Offer the %(letter)s") % {"letter": LETTERS.get(letter, letter)}
        case actions.OfferNothing():
            return _("Offer nothing")
        case actions.Join(place):
            return ngettext("Join for %(place)d coin", "Join for %(place)d coins", place) % {"place": place}
        case actions.Decline():
            return _("Stay at home")
        case actions.DrawFrom(bag):
            return _("Draw from the %(bag)s") % {"bag": BAGS[bag]}
        case actions.Hire(at_most):
            return ngettext("Hire a horse for at most %(price)d coin", "Hire a horse for at most %(price)d coins", at_most) % {
                "price": at_most
            }
        case actions.Rest():
            return _("Hire no more horses")
        case actions.Pack(letter):
            return _("Pack the %(letter)s") % {"letter": LETTERS.get(letter, letter)}
    assert_never(action)


def order_words(order: policy.Policy, players: Sequence[Player]) -> str:
    """Return a standing order as a sentence."""
    match order:
        case policy.JoinUpTo(0):
            return _("Stay at home at every relay.")
        case policy.JoinUpTo(place):
            words = ngettext(
                "Join every relay for at most %(place)d coin.", "Join every relay for at most %(place)d coins.", place
            )
            return words % {"place": place}
        case policy.AlwaysDraw(bag):
            return _("Always draw from the %(bag)s.") % {"bag": BAGS[bag]}
    assert_never(order)


def explain(code: str, params: Mapping[str, Any]) -> str:
    """Return the sentence for a refusal code of the engine. It is empty for an unknown code."""
    match code:
        case "not_your_letter":
            return _("You don’t have a free %(letter)s. Choose another letter.") % {
                "letter": LETTERS.get(params["letter"], params["letter"])
            }
        case "no_such_road":
            return _("There is no such road.")
        case "not_the_next_place":
            return _("The next place of the relay costs %(next)s, not %(place)s.") % params
        case "price_above_limit":
            return _("The next horse costs %(price)s; your limit is %(at_most)s.") % params
    return ""
