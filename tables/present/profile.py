"""What somebody has played, in words and numbers for their page."""

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
from tables.selectors.archive.ratings import shown
from tables.selectors.seats.people import Results, Rival


@dataclass(frozen=True)
class GameRecord:
    """One game on somebody's page: how often they reached each place, and how their rating went; ``share`` of 100 games won."""

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
    """Somebody they have met: ``address`` is the page of that person, ``games_address`` what they played together."""

    name: str
    address: str
    games: int
    before: int
    after: int
    games_address: str


def games(
    person: User, results: Sequence[Results], held: Sequence[Rating], courses: Mapping[int, Sequence[RatingChange]]
) -> Sequence[GameRecord]:
    """A record for every game they have played; ``held`` are their ratings, ``courses`` the changes of each."""
    rated = {rating.game: rating for rating in held}
    return [_record(person, result, rated.get(result.game), courses) for result in results]


def rivals(person: User, met: Sequence[Rival]) -> Sequence[RivalLine]:
    """Lines of the table of those they have met most often."""
    return [_rival(person, rival) for rival in met]


def against_words(person: User, rival: Rival | None) -> str:
    """How the reader fared against this person, in a sentence."""
    if rival is None:
        return _("You have not finished a public game with %(name)s yet.") % {"name": person}
    met = ngettext(
        "You and %(name)s have finished %(count)d game together.",
        "You and %(name)s have finished %(count)d games together.",
        rival.games,
    )
    came = _("You came before them in %(after)d of them, they before you in %(before)d.")
    return " ".join((met, came)) % {"name": person, "count": rival.games, "after": rival.after, "before": rival.before}


def games_address(**query: str) -> str:
    """The list of the finished games that fit."""
    return f"{reverse('archive:list')}?{urlencode(query)}"


def _record(person: User, results: Results, rating: Rating | None, courses: Mapping[int, Sequence[RatingChange]]) -> GameRecord:
    title = registry.engine(results.game).title
    changes = courses.get(rating.pk, ()) if rating else ()
    return GameRecord(
        slug=results.game,
        title=title,
        played=results.played,
        won=results.won,
        share=results.won * 100 // results.played,
        places=sorted(results.places.items()),
        rating=shown(rating.ordinal) if rating else None,
        course=ratings.course_chart(_("Rating in %(game)s, game by game") % {"game": title}, changes)
        if len(changes) > 1
        else None,
        address=games_address(game=results.game, player=person.display_name),
    )


def _rival(person: User, met: Rival) -> RivalLine:
    return RivalLine(
        name=str(met.user),
        address=reverse("tables:person", args=[met.user.pk]),
        games=met.games,
        before=met.before,
        after=met.after,
        games_address=games_address(player=person.display_name, partner=met.user.display_name),
    )
