"""Playing on from a move of a finished game: the new practice table, its record, and what is refused."""

import pytest

from tables.errors import Refusal
from tables.models import Seat, Submission, Table
from tables.selectors.archive import games
from tables.services.archive import verify
from tables.services.lobby import playing_on
from tests.site import archiving, factories, keeping
from tests.site.archiving import signed_in
from tests.site.factories import NOW

pytestmark = [pytest.mark.database, pytest.mark.django_db]
GAMES = ["gonzaga", "principato", "zena1814"]


@pytest.fixture
def people():
    return keeping.people("Elena", "Franco", "Gino")


def finished(people, game="specimen", **options):
    table = factories.running_table(*people[:2], game=game, options=options)
    Seat.objects.filter(table=table).update(notes="")
    return archiving.archived(factories.play_to_end(table))


def play_on(table, user, index=1, until=10, **more):
    return playing_on.play_on(table_id=table.pk, user=user, index=index, until=until, now=NOW, **more)


@pytest.mark.parametrize("game", GAMES)
def test_the_game_goes_on_from_the_chosen_move_with_bots(people, game):
    old = finished(people, game, **({"mode": "beginner"} if game == "zena1814" else {}))
    new = Table.objects.get(pk=play_on(old, people[2]).pk)
    assert (new.practice, new.rated, new.visibility, new.host, new.kept) == (True, False, "private", people[2], False)
    mine, other = new.seats.get(index=1), new.seats.get(index=0)
    assert (mine.user, mine.bot, other.user) == (people[2], "", None)
    assert other.bot
    ours, theirs = (games.moves_of(each)[:11] for each in (new, old))
    assert [(move.seq, move.action) for move in ours] == [(move.seq, move.action) for move in theirs]
    assert {move.user for move in ours} == {None}
    assert {seat.pk for seat in new.seats.all() if factories.waiting(new, seat)} == {mine.pk}
    assert all(finding.ok for finding in verify.verify_table(new))
    assert factories.play_to_end(new).status == Table.Status.ENDED
    assert all(finding.ok for finding in verify.verify_table(factories.fresh(new)))


def test_nothing_personal_of_the_old_players_is_taken_over(people):
    old = finished(people)
    elena = factories.seat_of(old, people[0])
    elena.notes = "a secret plan"
    elena.save(update_fields=["notes"])
    new = play_on(old, people[1], index=elena.index, until=2)
    assert [seat.notes for seat in new.seats.all()] == ["", ""]
    assert not Submission.objects.filter(table=new).exclude(seat__user=people[1]).exists()
    assert set(new.moves.values_list("user", flat=True)) <= {None, people[1].pk}


def test_the_summary_of_new_events_does_not_repeat_the_finished_game(people):
    new = play_on(finished(people), people[2], until=3)
    assert new.seats.get(user=people[2]).seen_seq == 3


@pytest.mark.parametrize(("index", "until"), [(2, 1), (-1, 1), (0, -1), (0, 10_000)])
def test_a_seat_or_a_move_that_does_not_exist_is_refused(people, index, until):
    with pytest.raises(Refusal):
        play_on(finished(people), people[2], index=index, until=until)


def test_the_last_position_and_games_with_hidden_facts_are_refused(people):
    old, running = finished(people), factories.running_table(*people[:2])
    withheld = finished(people)
    Table.objects.filter(pk=withheld.pk).update(is_withheld=True)
    for table, until in ((old, old.seq), (running, 0), (withheld, 1)):
        with pytest.raises(Refusal):
            play_on(table, people[2], until=until)


def test_the_button_opens_one_table_however_often_it_is_pressed(people):
    old, client = finished(people), signed_in(people[2])
    data = {"step": 3, "seat": 0, "token": "a" * 16}
    first, second = (client.post(f"/archive/{old.code}/play-on/", data) for _press in range(2))
    assert first["Location"] == second["Location"]
    page = client.get(first["Location"])
    assert page.status_code == 200
    assert old.branches.count() == 1
    assert client.post(f"/archive/{old.code}/play-on/", {"step": "x", "seat": 0}).status_code == 404
    assert client.post(f"/archive/{old.code}/play-on/", {"step": 9999, "seat": 0}).status_code == 422
    assert signed_in().post(f"/archive/{old.code}/play-on/", data).status_code in (302, 403)
