"""A user's finished games, in words and numbers for their page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from engines import registry
from tables.models import Rating, RatingChange
from tables.present.archive import ratings
from tables.present.charts import Chart
from tables.selectors.archive.ratings import display_rating
from tables.selectors.seats.people import Results, Rival


@dataclass(frozen=True)
class GameRecord:
    """One game on a user's page: counts of each finishing place, and the course of the rating.

    ``share`` is the percentage won.
    """

    slug: str
    title: str
    played: int
    won: int
    share: int
    places: Sequence[tuple[int, int]]
    rating: int | None
    course: Chart | None
    address: str


@dataclass(frozen=True)
class RivalLine:
    """Opponent: ``address`` is their page, ``games_address`` the list of games both finished."""

    name: str
    address: str
    games: int
    before: int
    after: int
    games_address: str


def games(
    person: User, results: Sequence[Results], own_ratings: Sequence[Rating], courses: Mapping[int, Sequence[RatingChange]]
) -> Sequence[GameRecord]:
    """Return a record for each of ``results``; ``courses`` are the changes of ``own_ratings``, by the rating's id."""
    by_game = {rating.game: rating for rating in own_ratings}
    return [_record(person, result, by_game.get(result.game), courses) for result in results]


def rivals(person: User, opponents: Sequence[Rival]) -> Sequence[RivalLine]:
    """Return a line for each frequent opponent of ``person``."""
    return [_rival(person, rival) for rival in opponents]


def against_words(person: User, rival: Rival | None) -> str:
    """Return the reader's results against this person, in a sentence."""
    if rival is None:
        return _("You have not finished a public game with %(name)s yet.") % {"name": person}
    games_words = ngettext(
        "You and %(name)s have finished %(count)d game together.",
        "You and %(name)s have finished %(count)d games together.",
        rival.games,
    )
    order_words = _("You finished ahead in %(after)d of them, and the other player in %(before)d.")
    return " ".join((games_words, order_words)) % {
        "name": person,
        "count": rival.games,
        "after": rival.after,
        "before": rival.before,
    }


def games_address(**query: str) -> str:
    """Return the URL of the list of matching finished games."""
    return f"{reverse('archive:list')}?{urlencode(query)}"


def _record(person: User, results: Results, rating: Rating | None, courses: Mapping[int, Sequence[RatingChange]]) -> GameRecord:
    title = registry.engine(results.game).title
    changes = courses.get(rating.pk, ()) if rating else ()
    return GameRecord(
        slug=results.game,
        title=title,
        played=results.played,
        won=results.won,
        share=round(100 * results.won / results.played),
        places=sorted(results.places.items()),
        rating=display_rating(rating.ordinal) if rating else None,
        course=ratings.course_chart(_("Rating in %(game)s, game by game") % {"game": title}, changes)
        if len(changes) > 1
        else None,
        address=games_address(game=results.game, player=person.display_name),
    )


def _rival(person: User, rival: Rival) -> RivalLine:
    return RivalLine(
        name=str(rival.user),
        address=reverse("tables:person", args=[rival.user.pk]),
        games=rival.games,
        before=rival.before,
        after=rival.after,
        games_address=games_address(player=person.display_name, partner=rival.user.display_name),
    )
