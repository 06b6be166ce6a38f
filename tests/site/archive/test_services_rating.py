"""Ratings: the games that count, their order, repeated counts, and the start of a count."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import Value
from django.utils import timezone, translation
from openskill.models import PlackettLuce

from tables import tasks
from tables.models import Rating, RatingChange, RatingRun, Seat, Table
from tables.present.archive.ratings import line
from tables.services import sweeping
from tables.services.archive import rating
from tables.services.play import ending
from tests.site import absence, archiving, factories
from tests.site.factories import NOW

pytestmark = [pytest.mark.database, pytest.mark.django_db]
HOUR = timedelta(hours=1)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Bea", "Caterina")]


def count():
    return rating.rate_finished(game="specimen")


def won(winner, loser, hours=0, **more):
    """Create a game of two that ended this many hours after ``NOW``, and return its table."""
    return archiving.conceded(winner, loser, now=NOW + hours * HOUR, **more)


def of(user):
    return Rating.objects.get(user=user)


def numbers():
    """Return all computed numbers, without the ids of the rows."""
    ratings = Rating.objects.values_list("game", "user", "bot", "pseudonym", "mu", "sigma", "ordinal", "games", "wins")
    changes = RatingChange.objects.values_list("table", "seat", "mu", "sigma", "before", "after")
    return sorted(map(repr, ratings)), sorted(changes)


def again():
    call_command("rate_games", again=True, stdout=StringIO())
    return numbers()


# Games that count.


def test_a_win_moves_both_as_the_library_says(people):
    anna, bea, _ = people
    table = won(anna, bea)
    assert count() == 1
    model = PlackettLuce()
    [[winner], [loser]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    assert (of(anna).mu, of(anna).sigma, of(anna).games, of(anna).wins) == (winner.mu, winner.sigma, 1, 1)
    assert (of(bea).mu, of(bea).sigma, of(bea).games, of(bea).wins) == (loser.mu, loser.sigma, 1, 0)
    change = RatingChange.objects.get(seat=factories.seat_of(table, anna))
    assert (change.before, change.after) == (0, winner.ordinal())


def test_places_decide_at_more_seats_and_ties_share(people):
    table = archiving.finished(*people)
    table.seats.update(place=1)
    table.seats.filter(user=people[2]).update(place=3)
    count()
    anna, bea, caterina = map(of, people)
    assert anna.ordinal == bea.ordinal > caterina.ordinal
    assert (anna.wins, bea.wins, caterina.wins) == (1, 1, 0)


@pytest.mark.parametrize(
    "unlike",
    [
        {"rated": False},
        {"visibility": "private"},
        {"imported_at": NOW},
        {"ended_by": "agreed"},
        {"ended_by": "abandoned"},
        {"ended_by": "cancelled"},
        {"started_at": None},
        {"status": "running"},
    ],
)
def test_no_other_game_counts(people, unlike):
    table = won(*people[:2])
    Table.objects.filter(pk=table.pk).update(**unlike)
    assert count() == 0
    assert not Rating.objects.exists()


def test_games_of_another_kind_are_another_rating(people):
    anna, bea, _ = people
    won(anna, bea)
    won(bea, anna, game="gonzaga")
    count()
    rating.rate_finished(game="gonzaga")
    assert of_game(anna, "specimen").wins == of_game(bea, "gonzaga").wins == 1
    assert of_game(anna, "gonzaga").ordinal == of_game(bea, "specimen").ordinal < 0


def of_game(user, game):
    return Rating.objects.get(user=user, game=game)


def test_bots_are_rated_by_their_names(people):
    for _game in range(2):
        archiving.finished(people[0], seats=2, bots=1, rated=True)
    count()
    bot = Rating.objects.get(bot="Fiammetta")
    assert (bot.user, bot.games) == (None, 2)


def test_bots_of_one_name_and_different_levels_have_ratings_of_their_own(people):
    merchant, doge = (archiving.finished(people[0], seats=2, bots=1, rated=True) for _game in range(2))
    Seat.objects.filter(table=doge, bot="Fiammetta").update(level=Seat.Level.DOGE)
    count()
    ratings = Rating.objects.exclude(bot="")
    assert {row.bot: row.games for row in ratings} == {"Fiammetta": 1, "Fiammetta/doge": 1}
    assert RatingChange.objects.get(table=merchant, rating__user=None).rating.bot == "Fiammetta"
    row = ratings.annotate(rank=Value(1)).get(bot="Fiammetta/doge")
    with translation.override("de"):
        assert line(row, None).name == "Fiammetta, Doge"


def test_a_bot_at_several_seats_is_one_player_of_their_mean_place(people):
    """The bot has one seat that finished before the rival and one behind, so the two players draw."""
    anna, *_others = people
    table = archiving.finished(anna, seats=3, bots=2, rated=True)
    for place, seat in zip((2, 3, 1), table.seats.order_by("bot"), strict=True):
        Seat.objects.filter(pk=seat.pk).update(place=place, bot=seat.bot and "Fiammetta")
    count()
    model = PlackettLuce()
    [[drawn], _other] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 1])
    bot = Rating.objects.get(bot="Fiammetta")
    assert of(anna).mu == bot.mu == drawn.mu
    assert [(each.games, each.wins) for each in (of(anna), bot)] == [(1, 0), (1, 1)]
    assert RatingChange.objects.get(rating=bot).seat.place == 1
    once = numbers()
    assert again() == once


def test_a_bot_that_met_itself_alone_has_won_nothing_by_it(people):
    table = archiving.finished(people[0], seats=2, bots=1, rated=True)
    table.seats.update(user=None, bot="Fiammetta")
    assert count() == 1
    bot = Rating.objects.get()
    assert (bot.games, bot.ordinal) == (1, 0)
    assert count() == 0


def test_the_final_holder_of_the_seat_gets_the_result(people):
    dora = factories.person("Dora")
    table, seat = absence.left_table(*people)
    absence.substituted(seat, dora)
    factories.play_to_end(table)
    count()
    rated = set(Rating.objects.values_list("user", flat=True))
    assert dora.pk in rated
    assert seat.user_id not in rated


def test_a_player_who_left_comes_last_whatever_the_steward_achieves(people):
    table, seat = absence.left_table(*people)
    factories.play_to_end(table)
    count()
    assert RatingChange.objects.get(seat=seat).after == min(Rating.objects.values_list("ordinal", flat=True))


# Order of the games, and counting once or repeatedly.


def test_counting_again_changes_nothing(people):
    won(*people[:2])
    assert count() == 1
    once = numbers()
    assert count() == 0
    assert numbers() == once


def test_counting_all_again_comes_to_the_same_numbers(people):
    anna, bea, caterina = people
    for hour, (winner, loser) in enumerate([(anna, bea), (bea, caterina), (anna, caterina), (caterina, bea), (bea, anna)]):
        won(winner, loser, hour)
        count()
    archiving.finished(anna, bea, seats=3, bots=1, rated=True)
    count()
    piecemeal = numbers()
    assert len(piecemeal[1]) == 13
    assert again() == piecemeal


def test_batches_come_to_the_same_numbers(people, monkeypatch):
    for hour in range(5):
        won(people[hour % 3], people[(hour + 1) % 3], hour)
    assert count() == 5
    at_once = numbers()
    monkeypatch.setattr(rating, "BATCH", 2)
    assert again() == at_once


def test_a_game_that_comes_late_is_counted_at_its_place(people):
    anna, bea, caterina = people
    late = won(caterina, anna, 1)
    Table.objects.filter(pk=late.pk).update(status="running")
    for hour in (0, 2, 3):
        won(anna, bea, hour)
    count()
    Table.objects.filter(pk=late.pk).update(status="ended")
    assert count() == 3
    assert of(caterina).games == 1
    in_time = numbers()
    assert again() == in_time
    assert RatingRun.objects.get(game="specimen").ended_at == NOW + 3 * HOUR


def test_a_late_game_of_two_who_never_met_takes_back_what_was_theirs(people):
    anna, bea, caterina = people
    late = won(bea, caterina, 0)
    Table.objects.filter(pk=late.pk).update(rated=False)
    won(anna, bea, 1)
    count()
    Table.objects.filter(pk=late.pk).update(rated=True)
    count()
    assert (of(anna).games, of(bea).games, of(caterina).games) == (1, 2, 1)
    late_one = numbers()
    assert again() == late_one


def test_a_deleted_account_changes_nobodys_numbers(people):
    anna, bea, caterina = people
    tables = [won(anna, bea, 0), won(bea, caterina, 1), won(anna, caterina, 2)]
    count()
    others = {user: (of(user).mu, of(user).sigma) for user in (bea, caterina)}
    rating.keep_under_pseudonym(user_id=anna.pk, pseudonym="7f3a")
    Seat.objects.filter(user=anna).update(pseudonym="7f3a")
    anna.delete()
    before = numbers()
    assert again() == before
    assert {user: (of(user).mu, of(user).sigma) for user in (bea, caterina)} == others
    assert Rating.objects.get(pseudonym="7f3a").wins == 2
    assert RatingChange.objects.filter(table__in=tables).count() == 6


def test_what_a_former_player_still_had_running_goes_on_counting(people):
    anna, bea, _ = people
    won(anna, bea)
    table = factories.running_table(anna, bea)
    count()
    rating.keep_under_pseudonym(user_id=anna.pk, pseudonym="7f3a")
    Seat.objects.filter(user=anna).update(pseudonym="7f3a")
    anna.delete()
    ending.concede(table_id=table.pk, user=bea, now=NOW + HOUR)
    count()
    assert Rating.objects.get(pseudonym="7f3a").games == 2
    before = numbers()
    assert again() == before


def test_without_a_pseudonym_nothing_breaks(people):
    anna, bea, _ = people
    won(anna, bea)
    anna.delete()
    assert count() == 1
    assert (of(bea).games, Rating.objects.count()) == (1, 2)


# Start of a count: the end of a game, the sweep and the task.


def test_the_end_of_a_game_has_it_counted(people, django_capture_on_commit_callbacks, eager):
    table = factories.running_table(*people[:2])
    with django_capture_on_commit_callbacks(execute=True):
        ending.concede(table_id=table.pk, user=people[1], now=NOW)
    assert of(people[0]).wins == 1


def test_the_sweep_finds_what_was_not_counted(people, django_capture_on_commit_callbacks, eager):
    won(*people[:2])
    with django_capture_on_commit_callbacks(execute=True):
        sweeping.sweep(now=timezone.now())
    assert of(people[0]).wins == 1


def test_the_task_counts_one_game_only(people):
    won(*people[:2])
    tasks.rate_games("gonzaga")
    assert not Rating.objects.exists()


def test_what_there_is_to_count_is_asked_in_few_queries(people, django_assert_num_queries):
    won(*people[:2])
    count()
    with django_assert_num_queries(2):
        assert count() == 0
    begun = 1
    for games in (3, 9):
        for hour in range(begun, begun + games):
            won(people[hour % 2], people[(hour + 1) % 2], hour)
        begun += games
        with django_assert_num_queries(14):
            assert count() == games
