"""Explorer of openings in words."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tables.games.base import Presenter
from tables.present.archive.statistics import percent
from tables.selectors.archive.openings import Example, Opening


@dataclass(frozen=True)
class ExampleLink:
    """Game in which an opening was played: its code, and the places that its players reached."""

    code: str
    words: str


@dataclass(frozen=True)
class OpeningRow:
    """Opening and its results in words; ``between`` is the interval of the share of wins."""

    words: str
    games: str
    seats: str
    won: str
    between: str
    fair: str
    points: str
    examples: Sequence[ExampleLink]


def rows(openings: Sequence[Opening], presenter: Presenter) -> Sequence[OpeningRow]:
    """Return the lines of the explorer."""
    return [_row(opening, presenter) for opening in openings]


def _row(opening: Opening, presenter: Presenter) -> OpeningRow:
    low, high = opening.interval
    return OpeningRow(
        words=presenter.archive.opening_words(opening.code),
        games=number_format(opening.games, force_grouping=True),
        seats=number_format(opening.seats, force_grouping=True),
        won=percent(opening.share),
        between=_("%(low)s to %(high)s") % {"low": percent(low), "high": percent(high)},
        fair=percent(opening.fair),
        points=number_format(round(opening.points, 1), 1),
        examples=[ExampleLink(example.code, _example_words(example)) for example in opening.examples],
    )


def _example_words(example: Example) -> str:
    places = get_text_list([str(place) for place in example.places], _("and"))
    return _("%(game)s: place %(places)s") % {"game": example.code, "places": places}
