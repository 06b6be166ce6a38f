"""Progress and end of a game of Zena 1814, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engines.zena1814 import scoring
from engines.zena1814.content import Area
from engines.zena1814.loader import content
from engines.zena1814.state import AskPurchase, ClearArea, HoldMajority, Public, ResolveCards
from tables.games.zena1814.words import AREAS, PHASES

ASKED: Mapping[str, Promise] = {
    "place": gettext_lazy("place your figures"),
    "starter": gettext_lazy("choose the start player"),
    "turn": gettext_lazy("take your turn"),
    "react": gettext_lazy("join a card or not"),
    "draw": gettext_lazy("draw a card"),
    "manezzi": gettext_lazy("choose a figure for Manezzi"),
    "trick": gettext_lazy("move the trick card"),
    "dice": gettext_lazy("pay for a roll or not"),
    "palace": gettext_lazy("buy points or not"),
    "festa": gettext_lazy("pass a card on"),
    "discard": gettext_lazy("discard cards"),
}
LINES: Mapping[str, Promise] = {
    "cards": gettext_lazy("Area cards"),
    "battles": gettext_lazy("Battles"),
    "bonuses": gettext_lazy("Promoter bonuses"),
    "majorities": gettext_lazy("Majorities"),
    "palace": gettext_lazy("Bought at the Palace"),
    "coins": gettext_lazy("Coins"),
    "goal_squares": gettext_lazy("Goals: Dagghe Abbretio"),
    "goal_majority": gettext_lazy("Goals: majorities"),
    "goal_permanents": gettext_lazy("Goals: permanents"),
    "goal_no_majority": gettext_lazy("Goals: Accontentarse"),
    "goal_any_majority": gettext_lazy("Goals: Invexendarse"),
    "goal_battles": gettext_lazy("Goals: Sensa Poia"),
    "tiebreak": gettext_lazy("Tie-break: coins"),
}
REASONS: Mapping[str, Promise] = {scoring.REASON: gettext_lazy("All eight rounds have been played.")}


def question_words(kind: str) -> str:
    """Return a phrase for the task of a decision."""
    return str(ASKED[kind])


def line_words(code: str) -> str:
    """Return the name of a line of the final breakdown."""
    return str(LINES[code])


def reason_words(reason: str) -> str:
    """Return the reason for the end of the game in words. It is empty for an unknown code."""
    return str(REASONS.get(reason, ""))


def round_words(public: Public) -> str:
    """Return the progress of the game in words: "Round 3 of 8 · Resolution, Bank". Before round 1 it is the phase."""
    phase = PHASES[public.phase]
    if not public.round:
        return str(phase)
    words = {"round": public.round, "rounds": content(public.version).limits.rounds, "phase": phase}
    area = resolving(public)
    if area is None:
        return _("Round %(round)d of %(rounds)d · %(phase)s") % words
    return _("Round %(round)d of %(rounds)d · %(phase)s, %(area)s") % (words | {"area": AREAS[area]})


def resolving(public: Public) -> Area | None:
    """Return the area that is being resolved, or None."""
    if public.phase != "resolution":
        return None
    for task in public.agenda:
        match task:
            case ResolveCards(area) | ClearArea(area) | HoldMajority(area):
                return area
            case AskPurchase():
                return "palace"
    return None


def banner(public: Public) -> str:
    """Return the announcement of the last round. It is empty before that round, and once the goals are revealed."""
    if public.goals or public.round < content(public.version).limits.rounds:
        return ""
    return _("This is the last round. Coins and goals score at the end.")


def points(public: Public, seat: int) -> int:
    """Return the points of a seat so far. Coins and goals count once the game is over."""
    outcome = scoring.outcome(public)
    return outcome.scores[seat] if outcome else public.families[seat].points
