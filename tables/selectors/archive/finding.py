"""Search for finished games: criteria become tags, and pages are read in sort order.

The cost must not grow with the archive. Without tags, rows are read along the index of the sort order until there are enough.
With tags, PostgreSQL finds the rows by an index of tags. It would find and sort all matches to return the first twenty, so the
search widens in rungs: 1, 8 and 64 weeks, finally all (by length: shorter or longer games). Frequent games are found on an
early rung. Rare games are so few that sorting them is cheap.

A criterion is a field in ``tables.forms.archive``, a field of ``Search``, and a line in ``_criteria`` or ``_columns``. The tags
of a game are written by ``tables.services.archive.archiving.tags_of``.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.names import folded
from tables import pseudonyms
from tables.models import ArchivedGame, Seat, Table
from tables.selectors.archive import tagging
from tables.selectors.archive.games import archived_tables

PAGE_SIZE = 20
MOST_COUNTED = 100
MOST_PEOPLE = 20
WEEKS = (1, 8, 64)
LENGTHS = 4
MOST_ROWS = 2**63 - 1
LONG_AGO = date(1900, 1, 1)


class Order(StrEnum):
    """Sort order of a list of finished games."""

    NEWEST = "newest"
    OLDEST = "oldest"
    LONGEST = "longest"
    SHORTEST = "shortest"


class Span(NamedTuple):
    """Range from ``least`` to ``most``, both included; None is no bound."""

    least: int | None = None
    most: int | None = None


ANY_NUMBER = Span()


@dataclass(frozen=True, kw_only=True)
class Search:
    """Search in the archive; empty fields do not narrow it.

    ``players`` and ``winner`` are names or parts of names. ``facets`` belong to the game: a text must be equal, a number is a
    minimum.
    """

    game: str = ""
    facets: Mapping[str, int | str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    winner: str = ""
    seats: int | None = None
    ended_by: str = ""
    since: date | None = None
    until: date | None = None
    plies: Span = ANY_NUMBER
    margin: Span = ANY_NUMBER
    order: Order = Order.NEWEST


@dataclass(frozen=True)
class Page:
    """Page of finished games in order, with the cursor of the next page; empty on the last page.

    ``count`` is the total number of games, counted up to MOST_COUNTED + 1; None on later pages.
    """

    games: Sequence[ArchivedGame]
    cursor: str
    count: int | None


class BadCursor(ValueError):
    """Error: the cursor in the URL is not valid."""


class _Place(NamedTuple):
    """Position of a game in a sort order."""

    value: Any
    pk: int


@dataclass(frozen=True)
class _Sorting:
    """Column and direction of a sort order."""

    column: str
    down: bool

    def order_by(self) -> tuple[str, str]:
        sign = "-" if self.down else ""
        return f"{sign}{self.column}", f"{sign}pk"

    def after(self, place: _Place) -> Q:
        """Return the condition for all later games."""
        lookup = "lt" if self.down else "gt"
        tie = {self.column: place.value, f"pk__{lookup}": place.pk}
        # The first condition is redundant, but an index can start with it.
        return Q(**{f"{self.column}__{lookup}e": place.value}) & (Q(**{f"{self.column}__{lookup}": place.value}) | Q(**tie))


_SORTING = {
    Order.NEWEST: _Sorting("ended_at", True),
    Order.OLDEST: _Sorting("ended_at", False),
    Order.LONGEST: _Sorting("plies", True),
    Order.SHORTEST: _Sorting("plies", False),
}


@dataclass(frozen=True)
class _Criteria:
    """Search criteria for rows: required tags, groups of alternative tags, and conditions on columns.

    A row needs one tag of each group.
    """

    every: tuple[str, ...]
    some: tuple[tuple[str, ...], ...]
    columns: Q

    @property
    def has_tags(self) -> bool:
        return bool(self.every or self.some)

    def rows(self, user: Any, rung: Sequence[str] = ()) -> QuerySet[ArchivedGame]:
        """Return the games that this user may find: public games, and private games in which they had a seat.

        Private games have tags of their own.
        """
        some = (*self.some, tuple(rung)) if rung else self.some
        condition = _tagged(self.every, some) if self.has_tags else Q(is_public=True)
        if user.is_authenticated:
            private_tags = tagging.private([*self.every, tagging.user("played", user.pk)])
            condition |= _tagged(private_tags, [tagging.private(tags) for tags in some])
        return ArchivedGame.objects.filter(condition & self.columns)


@dataclass(frozen=True)
class _Reading:
    """Query for the first games that match a search, up to a maximum, after a position in their order."""

    user: Any
    search: Search
    criteria: _Criteria
    after: _Place | None
    most: int

    @property
    def sorting(self) -> _Sorting:
        return _SORTING[self.search.order]

    def places(self) -> list[_Place]:
        """Return the positions of the games."""
        if self.criteria.has_tags and connection.vendor == "postgresql":
            return self._by_rungs()
        return self._first()

    def _first(self, rung: Sequence[str] = ()) -> list[_Place]:
        rows = self.criteria.rows(self.user, rung).order_by(*self.sorting.order_by())
        rows = rows.filter(self.sorting.after(self.after)) if self.after else rows
        return [_Place(*place) for place in rows.values_list(self.sorting.column, "pk")[: self.most]]

    def _by_rungs(self) -> list[_Place]:
        places: list[_Place] = []
        rungs = _rungs(self.search, self.sorting, self.after)
        with _by_tags():
            for rung in rungs:
                places = self._first(rung)
                if len(places) >= self.most:
                    break
        return places


def archive_page(user: Any, search: Search, cursor: str = "") -> Page:
    """Return the first page of the archive, or the page after the cursor. Raises BadCursor."""
    after = _read_cursor(_SORTING[search.order], cursor) if cursor else None
    places = _Reading(user, search, _criteria(search, user), after, PAGE_SIZE + 1 if after else MOST_COUNTED + 1).places()
    page_places = places[:PAGE_SIZE]
    games = _games(user, [place.pk for place in page_places])
    return Page(
        [games[place.pk] for place in page_places if place.pk in games],
        _write_cursor(page_places[-1]) if len(places) > PAGE_SIZE else "",
        None if after else len(places),
    )


def _games(user: Any, ids: Sequence[int]) -> dict[int, ArchivedGame]:
    """Return the rows with their tables and seats. The tables are checked again for read access."""
    seats = Prefetch("table__seats", Seat.objects.listed())
    games = ArchivedGame.objects.filter(table__in=archived_tables(user).filter(pk__in=ids)).select_related("table")
    unused_columns = ("tags", "openings", "table__state", "table__outcome", "table__secret", "table__roots", "table__options")
    return {game.pk: game for game in games.defer(*unused_columns).prefetch_related(seats)}


@contextmanager
def _by_tags() -> Iterator[None]:
    """Make PostgreSQL use the index of tags for the queries in the block, which is one transaction.

    Its planner assumes that tags are independent, so it sometimes reads the whole archive, expecting twenty early matches.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
        yield


def _rungs(search: Search, sorting: _Sorting, after: _Place | None) -> Sequence[Sequence[str]]:
    """Return alternative tags for each rung, from few games to more; () selects all games.

    In the sort order, all games of a rung come before the games outside it.
    """
    ends = _ends(sorting)
    if ends is None:
        return []
    low, high = ends
    if after:
        low, high = (low, min(high, after.value)) if sorting.down else (max(low, after.value), high)
    return (
        _rungs_of_weeks(search, sorting, low, high) if sorting.column == "ended_at" else _rungs_of_lengths(sorting, low, high)
    )


def _rungs_of_weeks(search: Search, sorting: _Sorting, low: datetime, high: datetime) -> Sequence[Sequence[str]]:
    first = tagging.week(max(low, _day_begins(search.since) or low))
    last = tagging.week(min(high, _day_ends(search.until) or high))
    weeks = [tagging.fact("week", number) for number in range(first, last + 1)]
    weeks = weeks[::-1] if sorting.down else weeks
    if len(weeks) <= WEEKS[1]:
        return [weeks[: WEEKS[0]], weeks] if weeks else []
    # A query for nearly all weeks takes longer than one for all games.
    return [*(weeks[:size] for size in WEEKS if size < len(weeks)), ()]


def _rungs_of_lengths(sorting: _Sorting, low: int, high: int) -> Sequence[Sequence[str]]:
    if sorting.down:
        steps = [tagging.at_least("plies", step, tagging.PLIES) for step in reversed(tagging.PLIES) if step <= high]
    else:
        steps = [tagging.at_most("plies", step, tagging.PLIES) for step in tagging.PLIES if step >= low]
    return [*steps[::2][:LENGTHS], ()]


def _ends(sorting: _Sorting) -> tuple[Any, Any] | None:
    values = ArchivedGame.objects.values_list(sorting.column, flat=True)
    low, high = values.order_by(sorting.column).first(), values.order_by(f"-{sorting.column}").first()
    return None if low is None or high is None else (low, high)


def _tagged(every: Sequence[str], some: Sequence[Sequence[str]]) -> Q:
    condition = Q(tags__has_all=every) if every else Q()
    for tags in some:
        condition &= Q(tags__has_any=tags)
    return condition


def _criteria(search: Search, user: Any) -> _Criteria:
    every = [*_facet_tags(search), *_range_tags("plies", search.plies, tagging.PLIES)]
    every += _range_tags("margin", search.margin, tagging.MARGINS)
    some = [_people("played", name, user) for name in search.players]
    some += [_people("won", search.winner, user)] if search.winner else []
    if search.seats:
        every.append(tagging.fact("seats", search.seats))
    # Most games are played to the end, so a lookup by this tag would find too many games.
    if search.ended_by and search.ended_by != Table.EndedBy.FINISHED:
        every.append(tagging.fact("by", search.ended_by))
    # A facet already belongs to one game.
    if search.game and not search.facets and (every or some):
        every.append(tagging.fact("game", search.game))
    return _Criteria(tuple(every), tuple(some), _columns(search))


def _facet_tags(search: Search) -> Iterator[str]:
    for name, value in search.facets.items():
        facet = tagging.facet(search.game, name)
        if isinstance(value, str):
            yield tagging.fact(facet, value)
        else:
            yield from tagging.at_least(facet, value, tagging.COUNTS)


def _range_tags(name: str, span: Span, steps: Sequence[int]) -> list[str]:
    least = [] if span.least is None else tagging.at_least(name, span.least, steps)
    return least + ([] if span.most is None else tagging.at_most(name, span.most, steps))


def _people(role: str, name: str, viewer: Any) -> tuple[str, ...]:
    """Return the tags of all people with this name. If there are none, return the tags of people with the text as part of their
    name."""
    name_tags = [tagging.called(role, candidate) for candidate in (name, pseudonyms.from_search(name)) if candidate]
    return (*(tagging.user(role, pk) for pk in people_named(name, viewer)), *dict.fromkeys(name_tags))


def people_named(name: str, viewer: Any) -> list[int]:
    """Return the ids of the people with this name, or else of at most MOST_PEOPLE whose name contains it.

    A hidden name is found only by its owner.
    """
    ids = User.objects.filter(Q(hides_name=False) | Q(pk=viewer.pk)).order_by("name_key", "pk").values_list("pk", flat=True)
    key = folded(name)
    return list(ids.filter(name_key=key)) or list(ids.filter(name_key__contains=key)[:MOST_PEOPLE])


def _columns(search: Search) -> Q:
    bounds: dict[str, Any] = {
        "game": search.game,
        "ended_by": search.ended_by,
        "ended_at__gte": _day_begins(search.since),
        "ended_at__lt": _day_ends(search.until),
        "plies__gte": search.plies.least,
        "plies__lte": search.plies.most,
        "margin__gte": search.margin.least,
        "margin__lte": search.margin.most,
    }
    facet_minimums = {f"facets__{name}__gte": value for name, value in search.facets.items() if _is_between(value)}
    return Q(**{name: value for name, value in bounds.items() if value not in (None, "")}, **facet_minimums)


def _is_between(value: int | str) -> bool:
    """Return whether a number is between two steps, so that its tag alone is not exact."""
    return isinstance(value, int) and value not in tagging.COUNTS


def _day_begins(day: date | None) -> datetime | None:
    """Return the first moment of a day in the reader's zone. Days before ``LONG_AGO`` count as that day, since conversions
    between zones fail for them."""
    return None if day is None else timezone.make_aware(datetime.combine(max(day, LONG_AGO), time()))


def _day_ends(day: date | None) -> datetime | None:
    """Return the first moment after a day; None after the last possible day."""
    return None if day is None or day == date.max else _day_begins(max(day, LONG_AGO) + timedelta(days=1))


def _write_cursor(place: _Place) -> str:
    value = place.value
    return f"{value.isoformat() if isinstance(value, datetime) else value}~{place.pk}"


def _read_cursor(sorting: _Sorting, cursor: str) -> _Place:
    value, _separator, last_id = cursor.rpartition("~")
    try:
        place = _Place(_read_value(sorting, value), int(last_id))
    except (ValueError, OverflowError) as error:
        raise BadCursor(cursor) from error
    if not 0 <= place.pk <= MOST_ROWS:
        raise BadCursor(cursor)
    return place


def _read_value(sorting: _Sorting, text: str) -> datetime | int:
    if sorting.column != "ended_at":
        return int(text)
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError(text)
    return moment.astimezone(UTC)
