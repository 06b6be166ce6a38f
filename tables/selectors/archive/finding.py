"""Finding finished games: what is asked for becomes tags, and pages are read in the order they are sorted by.

The cost must not grow with the archive. Without tags the rows are read along the index of the order until there are enough.
With tags PostgreSQL finds the rows by an index of tags, but it would find all of them, and sort them all for the first twenty;
so they are asked for rung by rung, those of one week, of eight, at last of all. However many games there are, what is common
turns up on the first rung and what is rare is little to sort.
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
    """How a list of finished games can be sorted."""

    NEWEST = "newest"
    OLDEST = "oldest"
    LONGEST = "longest"
    SHORTEST = "shortest"


class Span(NamedTuple):
    """From the least to the most, both included; None is no bound."""

    least: int | None = None
    most: int | None = None


ANY_NUMBER = Span()


@dataclass(frozen=True, kw_only=True)
class Search:
    """What somebody looks for in the archive; empty fields do not narrow it.

    ``players`` and ``winner`` are names or parts of names. ``facets`` belong to the game: a text is what it must be, a number
    what it must be at least.
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
    """Some finished games in their order, and the cursor of the page after them; empty on the last page.

    ``count`` is how many there are in all, of which no more than MOST_COUNTED + 1 are counted; None on later pages.
    """

    games: Sequence[ArchivedGame]
    cursor: str
    count: int | None


class BadCursor(ValueError):
    """The cursor in the address was not one of ours."""


class _Place(NamedTuple):
    """Where a game stands in an order."""

    value: Any
    pk: int


@dataclass(frozen=True)
class _Sorting:
    """Along which column, and in which direction."""

    column: str
    down: bool

    def order_by(self) -> tuple[str, str]:
        sign = "-" if self.down else ""
        return f"{sign}{self.column}", f"{sign}pk"

    def after(self, place: _Place) -> Q:
        """Whatever comes later."""
        than = "lt" if self.down else "gt"
        level = {self.column: place.value, f"pk__{than}": place.pk}
        # The first condition says nothing new, but an index can begin with it.
        return Q(**{f"{self.column}__{than}e": place.value}) & (Q(**{f"{self.column}__{than}": place.value}) | Q(**level))


_SORTING = {
    Order.NEWEST: _Sorting("ended_at", True),
    Order.OLDEST: _Sorting("ended_at", False),
    Order.LONGEST: _Sorting("plies", True),
    Order.SHORTEST: _Sorting("plies", False),
}


@dataclass(frozen=True)
class _Criteria:
    """A search as the rows know it: tags they all must have, tags of which they must have one, and what columns tell."""

    every: tuple[str, ...]
    some: tuple[tuple[str, ...], ...]
    columns: Q

    @property
    def has_tags(self) -> bool:
        return bool(self.every or self.some)

    def rows(self, user: Any, rung: Sequence[str] = ()) -> QuerySet[ArchivedGame]:
        """What this user may find: public games and, by other tags, the private ones they sat at."""
        some = (*self.some, tuple(rung)) if rung else self.some
        condition = _tagged(self.every, some) if self.has_tags else Q(is_public=True)
        if user.is_authenticated:
            mine = tagging.private([*self.every, tagging.user("played", user.pk)])
            condition |= _tagged(mine, [tagging.private(tags) for tags in some])
        return ArchivedGame.objects.filter(condition & self.columns)


@dataclass(frozen=True)
class _Reading:
    """Reading the first games that fit a search, at most so many, after a place in their order."""

    user: Any
    search: Search
    criteria: _Criteria
    after: _Place | None
    most: int

    @property
    def sorting(self) -> _Sorting:
        return _SORTING[self.search.order]

    def places(self) -> list[_Place]:
        """Where they stand."""
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
    """One page of the archive after the cursor. Raises BadCursor."""
    after = _read_cursor(_SORTING[search.order], cursor) if cursor else None
    places = _Reading(user, search, _criteria(search, user), after, PAGE_SIZE + 1 if after else MOST_COUNTED + 1).places()
    shown = places[:PAGE_SIZE]
    games = _games(user, [place.pk for place in shown])
    return Page(
        [games[place.pk] for place in shown if place.pk in games],
        _write_cursor(shown[-1]) if len(places) > PAGE_SIZE else "",
        None if after else len(places),
    )


def _games(user: Any, ids: Sequence[int]) -> dict[int, ArchivedGame]:
    """The rows with their tables and seats. Who may read them is asked of the tables themselves once more."""
    seats = Prefetch("table__seats", Seat.objects.listed())
    games = ArchivedGame.objects.filter(table__in=archived_tables(user).filter(pk__in=ids)).select_related("table")
    unread = ("tags", "openings", "table__state", "table__outcome", "table__secret", "table__roots", "table__options")
    return {game.pk: game for game in games.defer(*unread).prefetch_related(seats)}


@contextmanager
def _by_tags() -> Iterator[None]:
    """Keep PostgreSQL to the index of tags: taking them for independent of one another, it sometimes hopes to meet twenty games
    soon by reading all there are, and never does."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
        yield


def _rungs(search: Search, sorting: _Sorting, after: _Place | None) -> Sequence[Sequence[str]]:
    """Tags of which a game has one if it stands early in the order: those of few games first, then those of more, () for all.

    Whatever a rung finds comes before what it does not find.
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
    # Asking for nearly all weeks takes longer than asking for all games.
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
    # Most games are: that narrows too little to be looked up.
    if search.ended_by and search.ended_by != Table.EndedBy.FINISHED:
        every.append(tagging.fact("by", search.ended_by))
    # A facet is one of its game already.
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
    """The tags of everybody of this name, or if there is nobody, of those whose names it is a part of."""
    called = [tagging.called(role, candidate) for candidate in (name, pseudonyms.meant(name)) if candidate]
    return (*(tagging.user(role, pk) for pk in people_named(name, viewer)), *dict.fromkeys(called))


def people_named(name: str, viewer: Any) -> list[int]:
    """The ids of those who can be found by a name in the archive; who hides theirs is found by nobody but themself."""
    known = User.objects.filter(Q(hides_name=False) | Q(pk=viewer.pk)).order_by("name_key", "pk").values_list("pk", flat=True)
    key = folded(name)
    return list(known.filter(name_key=key)) or list(known.filter(name_key__contains=key)[:MOST_PEOPLE])


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
    between = {f"facets__{name}__gte": value for name, value in search.facets.items() if _is_between(value)}
    return Q(**{name: value for name, value in bounds.items() if value not in (None, "")}, **between)


def _is_between(value: int | str) -> bool:
    """Whether a number is no step, so that its tag is not the whole truth."""
    return isinstance(value, int) and value not in tagging.COUNTS


def _day_begins(day: date | None) -> datetime | None:
    """The first moment of a day of the reader's; the first days of all are too near to the end of the calendar for a zone."""
    return None if day is None else timezone.make_aware(datetime.combine(max(day, LONG_AGO), time()))


def _day_ends(day: date | None) -> datetime | None:
    """The first moment after it; None after the last day of all."""
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
