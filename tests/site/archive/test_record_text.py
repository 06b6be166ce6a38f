"""Finished game as plain text: its contents, in the reader's language, and its permitted readers."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.urls import reverse

from engines import registry
from tables.models import Move, Table
from tables.selectors.archive.records import read_record
from tables.services.archive.importing import import_game
from tables.services.play import ending
from tests.rows import rewrite
from tests.site import absence, archiving, factories
from tests.site.archiving import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
FROZEN = Path(__file__).parents[1] / "frozen"


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Elena", "Franco")]


def text(table, user=None, **headers):
    response = signed_in(user).get(f"/archive/{table.code}.txt", headers=headers)
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    return response.content.decode()


def sentences(text):
    """Return the text without line breaks."""
    return " ".join(text.split())


@pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_game_is_told_in_every_language(game, language):
    record = read_record((FROZEN / f"{game}-1-format2.json").read_bytes())
    import_game(record=record, now=factories.NOW + timedelta(days=1))
    told = text(Table.objects.get(), **{"accept-language": language})
    lines = told.splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(line.partition(".")[0].isdecimal() and ". " in line for line in lines) >= len(record.moves)
    assert all(f"\n{move.seq}. " in told for move in record.moves)
    assert all(f"{seat.name} {seat.score}" in told for seat in record.seats)
    assert "%(" not in told


def test_it_says_who_played_when_and_how_it_ended(people):
    table = archiving.finished(*people, name="An evening")
    told = text(table)
    assert told.startswith("An evening\n==========\nNight Post · 1 night · played to the end\n")
    assert "From 4 Mar 2026 to 4 Mar 2026, time zone UTC" in told
    first = table.seats.get(place=1)
    assert f"\n1. {first.user} {first.score}\n" in told
    assert "\nRound 1\n-------\n0. Wed 4 Mar, 12:00\n" in told
    assert f"http://127.0.0.1:8000/archive/{table.code}/\nhttp://127.0.0.1:8000/archive/{table.code}.json\n" in told


def test_everything_that_was_hidden_is_open(people):
    table = archiving.finished(*people)
    told = sentences(text(table))
    assert f"Only {people[0]} learns: “You are dealt: " in told
    sealed = table.moves.filter(sealed=True).count()
    assert told.count("Sealed move: “") == sealed > 3


def test_times_are_the_readers(people):
    table = archiving.finished(*people)
    reader = factories.person("Reader")
    reader.time_zone, reader.language = "Asia/Tokyo", "de"
    reader.save(update_fields=["time_zone", "language"])
    told = text(table, reader)
    assert "Asia/Tokyo" in told
    assert "21:00" in told
    assert "12:00" not in told


def test_what_happened_beside_the_moves_and_how_they_came_is_told(people):
    table = factories.running_table(*people, factories.person("Gino"))
    seat = factories.seat_of(table, people[0])
    absence.miss(seat, 3)
    factories.play_to_end(table)
    told = text(table)
    assert "(default move)" in told
    assert "(played by the steward)" in told
    assert f"{people[0]} has not moved for a while." in sentences(told)


def test_a_game_without_a_result_and_without_moves(people):
    told = text(archiving.conceded(*people))
    assert f"{people[1]} conceded the game.\n1. {people[0]}\n2. {people[1]}\n" in told


def test_hidden_names_and_deleted_accounts_are_not_named(people):
    hidden, gone = people
    table = archiving.finished(*people)
    names = [str(user) for user in people]
    hidden.hides_name = True
    hidden.save(update_fields=["hides_name"])
    gone.delete()
    told = text(table)
    assert not any(name in told for name in names)
    assert "a player who hides their name" in told
    assert "a former player" in told


def test_only_who_sat_there_reads_a_private_game(people):
    table = archiving.finished(*people, visibility=Table.Visibility.PRIVATE)
    for reader, status in ((people[0], 200), (people[1], 200), (factories.person(), 404), (None, 404)):
        assert signed_in(reader).get(f"/archive/{table.code}.txt").status_code == status


def test_a_game_that_is_not_over_is_not_told(people):
    table = factories.running_table(*people)
    assert signed_in(people[0]).get(f"/archive/{table.code}.txt").status_code == 404
    assert signed_in().get("/archive/zzzzzzzz.txt").status_code == 404


def test_a_record_that_cannot_be_replayed_says_so(people):
    table = archiving.conceded(*people, game="specimen")
    played = archiving.finished(*people)
    rewrite(Move.objects.filter(table=played, seq=3), action="{}")
    Move.objects.filter(table=table).delete()
    for broken in (played, table):
        response = signed_in().get(f"/archive/{broken.code}.txt")
        assert response.status_code == 503
        assert reverse("archive:check", args=[broken.code]) in response.content.decode()


def test_an_agreed_end_is_told(people):
    table = factories.running_table(*people)
    for user in people:
        ending.agree_to_end(table_id=table.pk, user=user, now=factories.NOW)
    assert "The players agreed to end the game without a result." in text(table)


def test_it_costs_as_many_queries_for_a_long_game_as_for_a_short_one(people, django_assert_num_queries):
    short, long = archiving.conceded(*people), archiving.finished(*people)
    with django_assert_num_queries(7) as counted:
        text(short)
    with django_assert_num_queries(len(counted)):
        text(long)
