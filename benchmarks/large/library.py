"""Many finished games, with the rows and tags that a search reads, but without records."""

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from accounts.models import User
from benchmarks import scratch
from engines import registry
from tables.games.registry import presenter
from tables.models import ArchivedGame, Seat, Table
from tables.selectors.archive import tagging
from tables.services.archive import archiving

PEOPLE, YEARS = 5000, 10
# Number of games with the rare combination, and with the dearest friend, whatever the total number of games.
RARE, HERS = 40, 200
FRIEND = "The dearest friend"
GAMES = [engine.slug for engine, share in zip(registry.engines(), (5, 3, 2), strict=False) for _each in range(share)]
PRIVATE = 7
COLUMNS = [field.column for field in ArchivedGame._meta.concrete_fields if field.column]
type Facets = dict[str, int | str]


@dataclass(frozen=True)
class Combination:
    """Facets of the first game: its first variant, and two of its numbers with their largest values."""

    game: str
    variant: str
    value: str
    numbers: tuple[str, str]
    most: tuple[int, int]

    def query(self, first: float, second: float) -> str:
        """Return the query for the variant and for numbers of at least these shares of their maximum."""
        return f"{self.numbers_query(first, second)}&fact-{self.variant}={self.value}"

    def numbers_query(self, first: float, second: float) -> str:
        """Return the query for numbers of at least these shares of their maximum, in any variant."""
        one, two = (max(1, round(part * most)) for part, most in zip((first, second), self.most, strict=True))
        return f"game={self.game}&fact-{self.numbers[0]}={one}&fact-{self.numbers[1]}={two}"

    def fits(self, facets: Facets) -> bool:
        """Return whether a game has all three facets, with both numbers at half of their maximum."""
        pairs = zip(self.numbers, self.most, strict=True)
        return facets.get(self.variant) == self.value and all(int(facets[name]) >= round(most / 2) for name, most in pairs)

    def planted(self, facets: Facets) -> Facets:
        """Return the facets with all three added."""
        return facets | {self.variant: self.value} | dict(zip(self.numbers, self.most, strict=True))

    def missed(self, facets: Facets) -> Facets:
        """Return the facets, changed so that they do not fit."""
        return facets | {self.numbers[0]: 0} if self.fits(facets) else facets


def combination() -> Combination:
    """Return common facets in a rare combination."""
    game = GAMES[0]
    fields = presenter(game).archive.facet_fields()
    variant, choices = next((name, field.choices) for name, field in fields.items() if field.choices)
    one, two = [(name, field.most) for name, field in fields.items() if not field.choices][:2]
    return Combination(game, variant, next(iter(choices)), (one[0], two[0]), (one[1], two[1]))


def fill(count: int, now: datetime) -> None:
    """Create ``count`` games of the last ten years by five thousand users, the same ones on every run."""
    people = [User(email=f"{number}@example.org", password="!", display_name=f"P {number}") for number in range(PEOPLE)]
    ids = [person.pk for person in User.objects.bulk_create(people)]
    friend = User.objects.create_user("friend@example.org", display_name=FRIEND)
    _tables(count, now)
    with _without_index():
        _copy(_rows(count, now, ids, friend.pk))
    scratch.rest()


def seat(games: Iterable[int]) -> None:
    """Create seats at tables that a page will show. Searches do not use seats."""
    people = list(User.objects.order_by("pk")[:5])
    for game in ArchivedGame.objects.filter(pk__in=list(games), table__seats=None):
        seats = (
            Seat(table_id=game.pk, position=index, index=index, user=people[index], score=50 - index, place=index + 1)
            for index in range(game.seat_count)
        )
        Seat.objects.bulk_create(seats)


def _ended(number: int, count: int, now: datetime) -> datetime:
    return now - (count - number) * (timedelta(days=365 * YEARS) / count)


def _tables(count: int, now: datetime) -> None:
    """Create tables as copies of one row, with the columns that must differ."""
    fields = {"options": "{}", "seat_count": 2, "decision_minutes": 1440, "reply_minutes": 720, "commitment": "0" * 64}
    ended = {"status": Table.Status.ENDED, "ended_by": Table.EndedBy.FINISHED, "started_at": now, "ended_at": now}
    first = Table.objects.create(pk=count + 1, game=GAMES[0], version="1", **fields, **ended)
    gap = timedelta(days=365 * YEARS) / count
    overrides = {name: f"'{name}' || number" for name in ("code", "invite", "pulse")} | {
        "id": "number",
        "game": f"('{{{','.join(GAMES)}}}'::text[])[number % {len(GAMES)} + 1]",
        "visibility": f"CASE WHEN number % {PRIVATE} = 0 THEN 'private' ELSE 'public' END",
        "ended_at": f"ended_at - ({count} - number) * {gap.total_seconds()} * interval '1 second'",
    }
    columns = [field.column for field in Table._meta.concrete_fields if field.column]
    values = ", ".join(overrides.get(column, f'"{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO tables_table ({names}) SELECT {values} FROM tables_table, generate_series(1, {count}) number"
        )
    first.delete()


def _rows(count: int, now: datetime, people: Sequence[int], friend: int) -> Iterator[dict[str, Any]]:
    rng, rare = random.Random(1), combination()
    for number in range(1, count + 1):
        fields = _fields(rng, number, _ended(number, count, now))
        if fields["game"] == rare.game:
            is_planted = number % (count // RARE) == 0
            fields["facets"] = rare.planted(fields["facets"]) if is_planted else rare.missed(fields["facets"])
        players = [people[int(rng.random() ** 2 * PEOPLE)] for _each in range(fields["seat_count"])]
        if number % (count // HERS) == 0:
            players[0] = friend
        tags = list(archiving.tags_of(fields, [Seat(user_id=player, place=place) for place, player in enumerate(players, 1)]))
        yield fields | {"table_id": number, "tags": tags if fields["is_public"] else tagging.private(tags)}


def _fields(rng: random.Random, number: int, ended_at: datetime) -> dict[str, Any]:
    game = GAMES[number % len(GAMES)]
    return {
        "game": game,
        "seat_count": rng.randint(2, 4),
        "is_public": bool(number % PRIVATE),
        "ended_by": "finished" if rng.random() < 0.8 else "conceded",
        "ended_at": ended_at,
        "plies": 20 + int(rng.random() * rng.random() * 400),
        "rounds": rng.randint(3, 12),
        "seconds": 86400 * rng.randint(3, 90),
        "margin": int(rng.random() * rng.random() * 60),
        "facets": _facets(rng, game),
        "openings": ["a", "b"],
    }


def _facets(rng: random.Random, game: str) -> Facets:
    return {
        name: rng.choice(list(field.choices)) if field.choices else int(rng.random() * rng.random() * (field.most + 1))
        for name, field in _FIELDS[game].items()
    }


_FIELDS = {game: presenter(game).archive.facet_fields() for game in set(GAMES)}


@contextmanager
def _without_index() -> Iterator[None]:
    """Drop the index of tags, and build it after the block in one minute. Row by row it takes ten."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'archived_tags'")
        (definition,) = cursor.fetchone()
        cursor.execute("DROP INDEX archived_tags")
        yield
        cursor.execute(definition)


def _copy(rows: Iterable[Mapping[str, Any]]) -> None:
    with (
        connection.cursor() as cursor,
        cursor.cursor.copy(f"COPY tables_archivedgame ({', '.join(COLUMNS)}) FROM STDIN") as copy,
    ):
        for row in rows:
            values = {**row, **{name: json.dumps(row[name]) for name in ("facets", "openings")}}
            copy.write_row([values[column] for column in COLUMNS])
