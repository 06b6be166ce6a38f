"""Progress of a game of Principato: years, turns and military scorings, and notices of scorings certain to follow."""

from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from engines.principato.loader import content as content_of
from engines.principato.state import AskTurn, Public

YEARS = 3
NUMERALS = ("I", "II", "III")

type Stage = Literal["done", "now", "to come"]


@dataclass(frozen=True)
class Seal:
    """A military scoring of a year."""

    extra: bool
    stage: Stage


@dataclass(frozen=True)
class Year:
    """A year of the game: the number of its turns, the number of finished turns, and its scorings."""

    numeral: str
    stage: Stage
    turns: int
    over: int
    seals: tuple[Seal, ...]

    @property
    def part(self) -> int:
        """Percentage of the year that is over."""
        return 100 * self.over // self.turns


def turns(public: Public, year: int) -> int:
    """Return the number of turns in a year, all seats together [P-16]."""
    facts = content_of(public.version).for_seats(len(public.realms))
    cards = facts.decks[year - 1]
    return cards - facts.display + 1 if year == 1 else cards


def turn(public: Public) -> int:
    """Return the number of the current turn in its year, counted from 1."""
    return turns(public, public.year) - public.turns_left + 1


def years(public: Public) -> list[Year]:
    """Return all three years with their scorings.

    Every year has a scoring at its end, and a second one if its deck has a scoring card [P-9.6].
    """
    return [_year(public, number) for number in range(1, YEARS + 1)]


def _year(public: Public, number: int) -> Year:
    length = turns(public, number)
    extra = number in content_of(public.version).scoring_cards.decks
    reasons = ("extra", "year_end") if extra else ("year_end",)
    return Year(
        numeral=NUMERALS[number - 1],
        stage=_stage(public, number),
        turns=length,
        over=_over(public, number, length),
        seals=tuple(Seal(reason == "extra", _sealed(public, number, reason)) for reason in reasons),
    )


def _stage(public: Public, number: int) -> Stage:
    if number < public.year or not public.agenda:
        return "done"
    return "now" if number == public.year else "to come"


def _over(public: Public, number: int, length: int) -> int:
    """Return the number of finished turns of a year. Outside a turn, they are counted by the cards gone from the pile."""
    if number != public.year:
        return length if number < public.year else 0
    return turn(public) - 1 if isinstance(public.task, AskTurn) else length - max(0, public.pile - public.scoring_due)


def _sealed(public: Public, number: int, reason: str) -> Stage:
    for scoring in public.scorings:
        if (scoring.year, scoring.reason) == (number, reason):
            return "done" if scoring.points else "now"
    return "to come"


def round_words(public: Public) -> str:
    """Return the progress of the game in words: "year 2, turn 9 of 28", or the military scoring that is going on."""
    if not public.agenda:
        return _("after three years")
    if isinstance(public.task, AskTurn):
        return _("year %(year)d, turn %(turn)d of %(turns)d") % {
            "year": public.year,
            "turn": turn(public),
            "turns": turns(public, public.year),
        }
    return _("year %(year)d, military scoring %(number)d of %(most)d") % {
        "year": public.year,
        "number": len(public.scorings),
        "most": sum(len(year.seals) for year in years(public)),
    }


def certain(public: Public) -> int:
    """Return the number of military scorings that are certain to follow the current turn [P-6.5, P-9.4]."""
    if public.pile > public.scoring_due:
        return 0
    return 2 if public.scoring_due else 1


def banner(public: Public) -> str:
    """Return the notice that military scorings follow the current turn. It is empty if none is certain."""
    scorings = certain(public) if isinstance(public.task, AskTurn) else 0
    if not scorings:
        return ""
    if public.year == YEARS:
        single = _("This is the last turn of the game; a military scoring follows.")
        double = _("This is the last turn of the game; two military scorings follow.")
    else:
        single = _("This is the last turn of the year; a military scoring follows.")
        double = _("This is the last turn of the year; two military scorings follow.")
    return double if scorings > 1 else single
