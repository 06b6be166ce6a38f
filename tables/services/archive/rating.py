"""Ratings: how well people and bots play each game, from its finished rated games in the order in which they ended.

What a game does to them follows from the games before it and its own places alone, so that counting again from the first game
comes to the same numbers, bit for bit. docs/ratings.md tells which games count and for whom.
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

# The ways to end a game that come to a result.
RESULTS = (Table.EndedBy.FINISHED, Table.EndedBy.CONCEDED)
MODEL = PlackettLuce()
BATCH = 500
NUMBERS = ("mu", "sigma", "ordinal", "games", "wins")
# A game whose transaction took longer than that of one that ended after it is still found for so long.
LATE = timedelta(days=1)
type Identity = tuple[str, str | int]


def rate_finished(*, game: str, most: int = 2000) -> int:
    """Count the finished games that are not counted yet, oldest first, about ``most`` of them; how many it were."""
    counted = 0
    while counted < most and (more := _rate_batch(game)):
        counted += more
    return counted


def queue_uncounted() -> None:
    """Hint again at games whose task was lost."""
    games = [engine.slug for engine in registry.engines(specimens=True)]
    until = dict(RatingRun.objects.filter(pk__in=games).values_list("game", "ended_at"))
    conditions = (_of_game(game, until.get(game)) for game in games)
    for game in _uncounted(reduce(or_, conditions)).values_list("game", flat=True).distinct():
        queue.later("rate_games", game)


def forget_ratings(*, game: str) -> None:
    """Forget what was counted, so that ``rate_finished`` begins with the first game."""
    with transaction.atomic():
        run = _locked(game)
        RatingChange.objects.filter(rating__game=game).delete()
        Rating.objects.filter(game=game).delete()
        run.ended_at, run.last = None, 0
        run.save(update_fields=["ended_at", "last"])


def counted_alone(game: str, tables: Iterable[Table]) -> list[Rating]:
    """What the ratings would be if these finished games of one kind, in this order and with their seats fetched, were all there
    are. Nothing is stored."""
    held: dict[Identity, Rating] = {}
    for table in tables:
        for seat in table.seats.all():
            held.setdefault(_identity(seat), _begun(game, _identity(seat)))
        _rate(table, held)
    return list(held.values())


def keep_under_pseudonym(*, user_id: int, pseudonym: str) -> None:
    """Somebody's account is about to be deleted: their ratings go by the pseudonym that their seats get from now on.

    Call it in the transaction that names the seats, so that who they are is the same for what is counted later.
    """
    Rating.objects.filter(user_id=user_id).update(user=None, pseudonym=pseudonym)


def _rate_batch(game: str) -> int:
    known = RatingRun.objects.filter(game=game).first()
    if not _uncounted(_of_game(game, known.ended_at if known else None)).exists():
        return 0
    with transaction.atomic():
        run = _locked(game)
        first = _in_order(_uncounted(_of_game(game, run.ended_at))).first()
        if first is None:
            return 0
        if _is_before(first, run):
            _rewind(run, first)
        tables = list(_in_order(_uncounted(_of_game(game, run.ended_at))).prefetch_related("seats")[:BATCH])
        _count(game, tables)
        _mark(run, tables[-1])
    return len(tables)


def _locked(game: str) -> RatingRun:
    """Two workers count one after the other."""
    run, _created = RatingRun.objects.select_for_update().get_or_create(game=game)
    return run


def _of_game(game: str, counted_until: datetime | None) -> Q:
    """The tables of a game, but not what ended long before the last one that is counted."""
    return Q(game=game) if counted_until is None else Q(game=game, ended_at__gte=counted_until - LATE)


def _uncounted(those: Q) -> QuerySet[Table]:
    """The games that count and are not counted, of those tables."""
    # Games of a club, which chooses who may sit down, are rated in the club alone.
    counts = Q(visibility=Table.Visibility.PUBLIC, club=None, rated=True, imported_at=None, started_at__isnull=False)
    ended = Table.objects.filter(those, counts, status=Table.Status.ENDED, ended_by__in=RESULTS)
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
    """A game came late: take back what was counted after it, as if it had not been counted."""
    later = Q(table__ended_at__gt=to.ended_at) | Q(table__ended_at=to.ended_at, table__gt=to.pk)
    undone = RatingChange.objects.filter(later, rating__game=run.game)
    touched = list(undone.values_list("rating_id", flat=True).distinct())
    undone.delete()
    for rating in Rating.objects.filter(pk__in=touched):
        _recall(rating)
    _mark(run, to)


def _recall(rating: Rating) -> None:
    """Set a rating to what it was after the last game that still counts."""
    changes = rating.changes.order_by("-table__ended_at", "-table")
    last = changes.first()
    if last is None:
        rating.delete()
        return
    rating.mu, rating.sigma, rating.ordinal = last.mu, last.sigma, last.after
    rating.games, rating.wins = changes.count(), changes.filter(seat__place=1).count()
    rating.save(update_fields=NUMBERS)


def _count(game: str, tables: Sequence[Table]) -> None:
    held = _ratings(game, {_identity(seat) for table in tables for seat in table.seats.all()})
    changes = [change for table in tables for change in _rate(table, held)]
    RatingChange.objects.bulk_create(changes)
    Rating.objects.bulk_create(held.values(), update_conflicts=True, unique_fields=["id"], update_fields=NUMBERS)


def _rate(table: Table, ratings: Mapping[Identity, Rating]) -> list[RatingChange]:
    """What one game does to the ratings of those who held its seats in the end. Ties share, whoever left comes last.

    A bot at several seats is one player all the same: their mean place is its own, and it beats nobody by beating itself.
    """
    held = _held(table.seats.all())
    teams = [[MODEL.rating(mu=ratings[who].mu, sigma=ratings[who].sigma)] for who in held]
    ranks = [fmean(map(_place, seats)) for seats in held.values()]
    rated = MODEL.rate(teams, ranks=ranks) if len(teams) > 1 else teams
    return [_change(seats[0], ratings[who], new[0]) for (who, seats), new in zip(held.items(), rated, strict=True)]


def _held(seats: Iterable[Seat]) -> Mapping[Identity, Sequence[Seat]]:
    """Who met, by the first of their seats, each with what they held, the best place first."""
    held: dict[Identity, list[Seat]] = {}
    for seat in sorted(seats, key=lambda seat: seat.index or 0):
        held.setdefault(_identity(seat), []).append(seat)
    return {who: sorted(theirs, key=_place) for who, theirs in held.items()}


def _place(seat: Seat) -> int:
    return seat.place or seat.table.seat_count


def _change(seat: Seat, rating: Rating, new: PlackettLuceRating) -> RatingChange:
    before = rating.ordinal
    rating.mu, rating.sigma, rating.ordinal = new.mu, new.sigma, new.ordinal()
    rating.games += 1
    rating.wins += seat.place == 1
    return RatingChange(
        table_id=seat.table_id, seat=seat, rating=rating, mu=new.mu, sigma=new.sigma, before=before, after=rating.ordinal
    )


def _ratings(game: str, who: AbstractSet[Identity]) -> Mapping[Identity, Rating]:
    """The ratings of all who meet in a batch of games; those who play their first game begin one."""
    columns = {column: [value for name, value in who if name == column] for column in ("bot", "user_id", "pseudonym")}
    theirs = reduce(or_, (Q(**{f"{column}__in": values}) for column, values in columns.items()))
    known = {_holder(row): row for row in Rating.objects.filter(theirs, game=game)}
    begun = {user_id: _begun(game, user_id) for user_id in sorted(who - known.keys())}
    Rating.objects.bulk_create(begun.values())
    return known | begun


def _begun(game: str, who: Identity) -> Rating:
    new = MODEL.rating()
    return Rating(game=game, mu=new.mu, sigma=new.sigma, ordinal=new.ordinal(), **dict([who]))


def _identity(seat: Seat) -> Identity:
    """By which column, and what in it, a rating is found. A deleted account without a pseudonym is a stranger in every game."""
    if seat.bot:
        return "bot", seat.bot
    if seat.user_id is not None:
        return "user_id", seat.user_id
    return "pseudonym", seat.pseudonym or f"seat {seat.pk}"


def _holder(rating: Rating) -> Identity:
    if rating.bot:
        return "bot", rating.bot
    return ("user_id", rating.user_id) if rating.user_id is not None else ("pseudonym", rating.pseudonym)
