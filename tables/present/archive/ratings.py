"""Ratings in numbers that people read, and in lists and lines."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from tables.models import Rating, RatingChange
from tables.present.archive.lines import title
from tables.present.charts import Chart, Place, Series, line_chart
from tables.present.seats.seating import archive_name
from tables.present.time.moments import day
from tables.selectors.archive.ratings import Standing, shown


@dataclass(frozen=True)
class Line:
    """One line of a list; ``address`` leads to a person's page and is empty for a bot."""

    rank: int
    name: str
    address: str
    is_bot: bool
    is_me: bool
    shown: int
    games: int
    wins: int


@dataclass(frozen=True)
class Change:
    """What a game did to one rating, in shown numbers; ``words`` is the difference with its sign."""

    name: str
    before: int
    after: int
    words: str


def line(row: Rating, reader: User | None) -> Line:
    """A listed rating, with its ``rank`` and its user fetched."""
    name, address = row.bot, ""
    if row.user is not None:
        name, address = str(row.user), reverse("tables:person", args=[row.user.pk])
    rank: int = row.rank  # type: ignore[attr-defined]  # annotated by the selector
    is_me = reader is not None and row.user_id == reader.pk
    return Line(rank, name, address, bool(row.bot), is_me, shown(row.ordinal), row.games, row.wins)


def own_words(standing: Standing | None, user: User) -> str:
    """Where the reader stands, in a sentence or two."""
    if standing is None:
        return _("You have not finished a rated game yet.")
    number = {"rating": shown(standing.rating.ordinal)}
    if standing.rank is not None:
        return _("You: place %(rank)d with %(rating)d.") % {**number, "rank": standing.rank}
    if user.hides_name:
        return _("Your rating is %(rating)d. You hide your name in the archive, so you are not listed.") % number
    more = ngettext("%(count)d more game until you are listed.", "%(count)d more games until you are listed.", standing.missing)
    return _("Your rating is %(rating)d.") % number + " " + more % {"count": standing.missing}


def change(row: RatingChange) -> Change:
    """A change with the name of whoever held the seat; ``row`` with its seat and the seat's user fetched."""
    before, after = shown(row.before), shown(row.after)
    return Change(archive_name(row.seat), before, after, f"{after - before:+d}".replace("-", "−"))


def course_chart(name: str, changes: Sequence[RatingChange]) -> Chart:
    """A rating from game to game; ``changes`` with their tables, the oldest first."""
    values: list[float | None] = [shown(changes[0].before), *(shown(change.after) for change in changes)]
    places = [Place(_("before"), at=0), *(_place(number, change) for number, change in enumerate(changes, 1))]
    return line_chart(name, places, [Series(_("Rating"), values)])


def _place(number: int, change: RatingChange) -> Place:
    when = day(change.table.ended_at)
    link = reverse("archive:detail", args=[change.table.code])
    return Place(f"{when}, {title(change.table)}", at=number, link=link, tick=when)
