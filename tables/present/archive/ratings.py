"""Ratings as displayed numbers, in lists and lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tables.models import Rating, RatingChange, Seat
from tables.present.archive.lines import title
from tables.present.charts import Chart, Place, Series, line_chart
from tables.present.seats.seating import archive_name
from tables.present.time.moments import day
from tables.selectors.archive.ratings import Ranking, display_rating


@dataclass(frozen=True)
class RatingRow:
    """Line of a list; ``address`` is the URL of a person's page, empty for a bot."""

    rank: int
    name: str
    address: str
    is_bot: bool
    is_me: bool
    display_rating: int
    games: int
    wins: int


@dataclass(frozen=True)
class Change:
    """Change of one rating by a game, in displayed numbers; ``words`` is the difference with its sign."""

    name: str
    before: int
    after: int
    words: str


def line(row: Rating, reader: User | None) -> RatingRow:
    """Return the line of a listed rating; ``row`` has its ``rank`` and its user loaded."""
    name, address = _bot_name(row.bot), ""
    if row.user is not None:
        name, address = str(row.user), reverse("tables:person", args=[row.user.pk])
    rank: int = row.rank  # type: ignore[attr-defined]  # annotated by the selector
    is_me = reader is not None and row.user_id == reader.pk
    return RatingRow(rank, name, address, bool(row.bot), is_me, display_rating(row.ordinal), row.games, row.wins)


def _bot_name(bot: str) -> str:
    """Return the name of a rated bot, with its level unless that is the usual one."""
    name, _separator, level = bot.partition(Rating.LEVEL)
    return f"{name}, {Seat.Level(level).label}" if level else name


def own_words(ranking: Ranking | None, user: User) -> str:
    """Return the reader's own rank and rating in a sentence or two."""
    if ranking is None:
        return _("You have not finished a rated game yet.")
    params = {"rating": display_rating(ranking.rating.ordinal)}
    if ranking.rank is not None:
        return _("You: rank %(rank)d with a rating of %(rating)d.") % {**params, "rank": ranking.rank}
    if user.hides_name:
        return _("Your rating is %(rating)d. You hide your name in the archive, so you are not listed.") % params
    remaining = ngettext(
        "%(count)d more game until you are listed.", "%(count)d more games until you are listed.", ranking.missing
    )
    return _("Your rating is %(rating)d.") % params + " " + remaining % {"count": ranking.missing}


def change(row: RatingChange) -> Change:
    """Return a change with the name of the seat's player; ``row`` has its seat and the seat's user loaded."""
    before, after = display_rating(row.before), display_rating(row.after)
    return Change(archive_name(row.seat), before, after, f"{after - before:+d}".replace("-", "−"))


def course_chart(name: str, changes: Sequence[RatingChange]) -> Chart:
    """Return the chart of a rating from game to game; ``changes`` have their tables and start with the oldest."""
    values: list[float | None] = [display_rating(changes[0].before), *(display_rating(change.after) for change in changes)]
    places = [Place(_("at the start"), at=0), *(_place(number, change) for number, change in enumerate(changes, 1))]
    return line_chart(name, places, [Series(_("Rating"), values)])


def _place(number: int, change: RatingChange) -> Place:
    date_words = day(change.table.ended_at)
    link = reverse("archive:detail", args=[change.table.code])
    return Place(f"{date_words}, {title(change.table)}", at=number, link=link, tick=date_words)
