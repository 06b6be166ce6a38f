"""Ratings of people and bots in each title, from its finished rated games in the order in which they ended.

The effect of a game depends only on earlier games and on its own finishing places. A recount from the first game therefore
gives the same numbers, bit for bit. docs/ratings.md says which games count and for whom.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from statistics import fmean

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from openskill.models import PlackettLuce, PlackettLuceRating

from engines import registry
from tables.models import Rating, RatingChange, RatingRun, Seat, Table
from tables.services import queue

# Endings with a result.
RESULTS = (Table.EndedBy.FINISHED, Table.EndedBy.CONCEDED)
MODEL = PlackettLuce()
BATCH = 500
NUMBERS = ("mu", "sigma", "ordinal", "games", "wins")
# Time for which a game is still found if a game with a later end was committed before it.
LATE = timedelta(days=1)
type Identity = tuple[str, str | int]


def rate_finished(*, game: str, limit: int = 2000) -> int:
    """Rate the finished games that are not rated yet, oldest first, about ``limit`` of them. Return their number."""
    counted = 0
    while counted < limit and (more := _rate_batch(game)):
        counted += more
    return counted


def queue_uncounted() -> None:
    """Queue the rating of each title with games still to be rated, in case its task was lost."""
    games = [engine.slug for engine in registry.engines(specimens=True)]
    until = dict(RatingRun.objects.filter(pk__in=games).values_list("game", "ended_at"))
    conditions = (_rated_condition(game, until.get(game)) for game in games)
    for game in _uncounted(reduce(or_, conditions)).values_list("game", flat=True).distinct():
        queue.later("rate_games", game)


def forget_ratings(*, game: str) -> None:
    """Delete all ratings of a game, so that ``rate_finished`` starts with the first game."""
    with transaction.atomic():
        run = _locked(game)
        RatingChange.objects.filter(rating__game=game).delete()
        Rating.objects.filter(game=game).delete()
        run.ended_at, run.last = None, 0
        run.save(update_fields=["ended_at", "last"])


def counted_alone(game: str, tables: Iterable[Table]) -> list[Rating]:
    """Return the ratings from these finished games alone, without storing them.

    All tables must be of ``game``, in order of their ends, with seats fetched.
    """
    ratings: dict[Identity, Rating] = {}
    for table in tables:
        for seat in table.seats.all():
            ratings.setdefault(_identity(seat), _begun(game, _identity(seat)))
        _rate(table, ratings)
    return list(ratings.values())


def keep_under_pseudonym(*, user_id: int, pseudonym: str) -> None:
    """Move the ratings of a user who deletes their account to the pseudonym of their seats.

    Call it in the transaction that renames the seats, so that later ratings use the same identity.
    """
    Rating.objects.filter(user_id=user_id).update(user=None, pseudonym=pseudonym)


def _rate_batch(game: str) -> int:
    last_run = RatingRun.objects.filter(game=game).first()
    if not _uncounted(_rated_condition(game, last_run.ended_at if last_run else None)).exists():
        return 0
    with transaction.atomic():
        run = _locked(game)
        first = _in_order(_uncounted(_rated_condition(game, run.ended_at))).first()
        if first is None:
            return 0
        if _is_before(first, run):
            _rewind(run, first)
        tables = list(_in_order(_uncounted(_rated_condition(game, run.ended_at))).prefetch_related("seats")[:BATCH])
        _count(game, tables)
        _mark(run, tables[-1])
    return len(tables)


def _locked(game: str) -> RatingRun:
    """Return the locked RatingRun of a game. The lock makes workers rate one after the other."""
    run, _created = RatingRun.objects.select_for_update().get_or_create(game=game)
    return run


def _rated_condition(game: str, counted_until: datetime | None) -> Q:
    """Return the condition for tables of a game, without those that ended long before the last rated one."""
    return Q(game=game) if counted_until is None else Q(game=game, ended_at__gte=counted_until - LATE)


def _uncounted(condition: Q) -> QuerySet[Table]:
    """Return the tables matching ``condition`` that must be rated and are not rated yet."""
    # Games of a club are rated only in the club, because it chooses its players.
    counts = Q(visibility=Table.Visibility.PUBLIC, club=None, rated=True, imported_at=None, started_at__isnull=False)
    ended = Table.objects.filter(condition, counts, status=Table.Status.ENDED, ended_by__in=RESULTS)
    return ended.filter(~Exists(RatingChange.objects.filter(table=OuterRef("pk"))))


def _in_order(tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables.only("ended_at", "seat_count").order_by("ended_at", "pk")


def _is_before(table: Table, run: RatingRun) -> bool:
    assert table.ended_at is not None
    return run.ended_at is not None and (table.ended_at, table.pk) < (run.ended_at, run.last)


def _mark(run: RatingRun, table: Table) -> None:
    run.ended_at, run.last = table.ended_at, table.pk
    run.save(update_fields=["ended_at", "last"])


def _rewind(run: RatingRun, to: Table) -> None:
    """Undo the ratings from all games that ended after ``to``, a game found late."""
    later = Q(table__ended_at__gt=to.ended_at) | Q(table__ended_at=to.ended_at, table__gt=to.pk)
    undone = RatingChange.objects.filter(later, rating__game=run.game)
    touched = list(undone.values_list("rating_id", flat=True).distinct())
    undone.delete()
    for rating in Rating.objects.filter(pk__in=touched):
        _recall(rating)
    _mark(run, to)


def _recall(rating: Rating) -> None:
    """Reset a rating to its value after the last game that has not been undone; delete it if there is no such game."""
    changes = rating.changes.order_by("-table__ended_at", "-table")
    last = changes.first()
    if last is None:
        rating.delete()
        return
    rating.mu, rating.sigma, rating.ordinal = last.mu, last.sigma, last.after
    rating.games, rating.wins = changes.count(), changes.filter(seat__place=1).count()
    rating.save(update_fields=NUMBERS)


def _count(game: str, tables: Sequence[Table]) -> None:
    ratings = _ratings(game, {_identity(seat) for table in tables for seat in table.seats.all()})
    changes = [change for table in tables for change in _rate(table, ratings)]
    RatingChange.objects.bulk_create(changes)
    Rating.objects.bulk_create(ratings.values(), update_conflicts=True, unique_fields=["id"], update_fields=NUMBERS)


def _rate(table: Table, ratings: Mapping[Identity, Rating]) -> list[RatingChange]:
    """Update the ratings of the last holders of a game's seats, and return the changes.

    Tied seats share a place, and seats without a place come last.

    A bot at several seats counts as one player with the mean place of these seats, and does not beat itself.
    """
    players = _seats_by_player(table.seats.all())
    teams = [[MODEL.rating(mu=ratings[identity].mu, sigma=ratings[identity].sigma)] for identity in players]
    ranks = [fmean(map(_place, seats)) for seats in players.values()]
    rated = MODEL.rate(teams, ranks=ranks) if len(teams) > 1 else teams
    return [
        _change(seats[0], ratings[identity], team[0]) for (identity, seats), team in zip(players.items(), rated, strict=True)
    ]


def _seats_by_player(seats: Iterable[Seat]) -> Mapping[Identity, Sequence[Seat]]:
    """Return each player's seats, best place first, with players in order of their first seat."""
    players: dict[Identity, list[Seat]] = {}
    for seat in sorted(seats, key=lambda seat: seat.index or 0):
        players.setdefault(_identity(seat), []).append(seat)
    return {identity: sorted(player_seats, key=_place) for identity, player_seats in players.items()}


def _place(seat: Seat) -> int:
    return seat.place or seat.table.seat_count


def _change(seat: Seat, rating: Rating, updated: PlackettLuceRating) -> RatingChange:
    before = rating.ordinal
    rating.mu, rating.sigma, rating.ordinal = updated.mu, updated.sigma, updated.ordinal()
    rating.games += 1
    rating.wins += seat.place == 1
    return RatingChange(
        table_id=seat.table_id,
        seat=seat,
        rating=rating,
        mu=updated.mu,
        sigma=updated.sigma,
        before=before,
        after=rating.ordinal,
    )


def _ratings(game: str, identities: AbstractSet[Identity]) -> Mapping[Identity, Rating]:
    """Return the ratings of all players in a batch of games, and create those of new players."""
    columns = {column: [value for name, value in identities if name == column] for column in ("bot", "user_id", "pseudonym")}
    condition = reduce(or_, (Q(**{f"{column}__in": values}) for column, values in columns.items()))
    existing = {_holder(row): row for row in Rating.objects.filter(condition, game=game)}
    added = {user_id: _begun(game, user_id) for user_id in sorted(identities - existing.keys())}
    Rating.objects.bulk_create(added.values())
    return existing | added


def _begun(game: str, identity: Identity) -> Rating:
    initial = MODEL.rating()
    return Rating(game=game, mu=initial.mu, sigma=initial.sigma, ordinal=initial.ordinal(), **dict([identity]))


def _identity(seat: Seat) -> Identity:
    """Return column and value that identify a rating. A deleted account without a pseudonym is a new player in every game.

    Bots of the same name and different levels have ratings of their own.
    """
    if seat.bot:
        return "bot", seat.bot if seat.level == Seat.Level.MERCHANT else f"{seat.bot}{Rating.LEVEL}{seat.level}"
    if seat.user_id is not None:
        return "user_id", seat.user_id
    return "pseudonym", seat.pseudonym or f"seat {seat.pk}"


def _holder(rating: Rating) -> Identity:
    if rating.bot:
        return "bot", rating.bot
    return ("user_id", rating.user_id) if rating.user_id is not None else ("pseudonym", rating.pseudonym)
