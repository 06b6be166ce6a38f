"""Where a game of Principato stands: the year and its turns, the five scorings, what is certain to follow."""

from django.utils.translation import gettext as _

from engines.principato.loader import content as content_of
from engines.principato.state import AskTurn, Public

YEARS = 3
SCORINGS = 5


def turns(public: Public) -> int:
    """How many turns the year has, all seats together [P-16]."""
    facts = content_of(public.version).for_seats(len(public.realms))
    cards = facts.decks[public.year - 1]
    return cards - facts.display + 1 if public.year == 1 else cards


def turn(public: Public) -> int:
    """The turn of the year, counted from 1; between turns the one that was taken last or comes next."""
    return turns(public) - public.turns_left + 1


def words(public: Public) -> str:
    """How far the game is: "year 2, turn 9 of 28"."""
    if not public.agenda:
        return _("after three years")
    if isinstance(public.task, AskTurn):
        return _("year %(year)d, turn %(turn)d of %(turns)d") % {
            "year": public.year,
            "turn": turn(public),
            "turns": turns(public),
        }
    return _("year %(year)d, military scoring %(number)d of %(most)d") % {
        "year": public.year,
        "number": len(public.scorings),
        "most": SCORINGS,
    }


def certain(public: Public) -> int:
    """How many military scorings follow the turn being taken for certain [P-6.5, P-9.4]."""
    if public.pile > public.scoring_due:
        return 0
    return 2 if public.scoring_due else 1


def banner(public: Public) -> str:
    """What everybody must know before the turn being taken ends."""
    last = certain(public)
    if not last:
        return ""
    if public.year == YEARS:
        text = _("This is the last turn of the game; a military scoring follows.")
        double = _("This is the last turn of the game; two military scorings follow.")
    else:
        text = _("This is the last turn of the year; a military scoring follows.")
        double = _("This is the last turn of the year; two military scorings follow.")
    return double if last > 1 else text
