"""Archive rows for finding finished games: their contents, the end of a game, and games without a row."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engines import registry
from tables.models import ArchivedGame, Heartbeat, Move, Table
from tables.selectors.archive import tagging
from tables.services import sweeping
from tables.services.archive import archiving
from tables.services.lobby import tables as lobby
from tables.services.play import ending
from tests.rows import rewrite
from tests.site import archiving as games
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
DAY = timedelta(days=1)


@pytest.fixture
def anna():
    return factories.person("Anna")


@pytest.fixture
def bruno():
    return factories.person("Bruno")


def row(table):
    archiving.archive_game(table_id=table.pk)
    return ArchivedGame.objects.get(table=table)


def unarchived(*people, **more):
    """Create a game and concede it after a day. Return its table, which is not archived yet."""
    table = factories.running_table(*people, **more)
    ending.concede(table_id=table.pk, user=people[-1], now=NOW + DAY)
    return factories.fresh(table)


def test_a_row_tells_what_the_table_tells(anna, bruno):
    table = games.finished(anna, bruno)
    found = row(table)
    best, other = sorted((seat.score for seat in table.seats.all()), reverse=True)
    assert (found.game, found.seat_count, found.is_public, found.ended_by) == ("specimen", 2, True, "finished")
    assert (found.ended_at, found.plies, found.rounds) == (table.ended_at, table.seq, table.round)
    assert found.seconds == (table.ended_at - table.started_at).total_seconds()
    assert found.margin == best - other
    assert len(found.openings) == 2


def test_facets_are_those_of_the_engine(anna, bruno):
    table = games.finished(anna, bruno)
    found = row(table)
    names = {facet.name for facet in registry.engine("specimen").facets(*_asked(table))}
    assert set(found.facets) == names
    assert names


def _asked(table):
    from tables.selectors import coding

    events = [told for move in table.moves.order_by("seq") for told in coding.events(table.game, move.events)]
    return coding.options(table.game, table.options), coding.state(table.game, table.state).public, events


def test_people_are_in_it_by_their_number_and_bots_by_name(anna):
    table = factories.running_table(anna, bots=1)
    ending.concede(table_id=table.pk, user=anna, now=NOW)
    bot = table.seats.exclude(bot="").get().bot
    tags = row(table).tags
    assert tagging.user("played", anna.pk) in tags
    assert tagging.user("won", anna.pk) not in tags
    assert {tagging.called("played", bot), tagging.called("won", bot)} <= set(tags)
    assert not any(anna.display_name.lower() in tag for tag in tags)


def test_a_person_whose_account_is_gone_is_in_it_by_their_pseudonym(anna, bruno):
    table = unarchived(anna, bruno)
    table.seats.filter(user=bruno).update(pseudonym="Former Player 7")
    bruno.delete()
    assert tagging.called("played", "former player 7") in row(table).tags


def test_a_game_that_was_broken_off_has_no_margin(anna, bruno):
    found = row(unarchived(anna, bruno))
    assert found.margin is None
    assert not [tag for tag in found.tags if tag.startswith("margin")]


def test_all_tags_of_a_private_game_are_marked(anna, bruno):
    found = row(unarchived(anna, bruno, visibility="private"))
    assert not found.is_public
    assert all(tag.startswith(tagging.PRIVATE) for tag in found.tags)
    assert tagging.PRIVATE + tagging.user("played", anna.pk) in found.tags


def test_a_row_is_made_anew_and_stays_the_same(anna, bruno):
    table = games.finished(anna, bruno)
    first = row(table)
    again = row(table)
    assert ArchivedGame.objects.count() == 1
    assert (again.tags, again.facets, again.openings) == (first.tags, first.facets, first.openings)


def test_tables_that_never_were_finished_games_have_none(anna, bruno):
    running = factories.running_table(anna, bruno)
    waiting = factories.open_table(anna)
    lobby.cancel_table(table_id=waiting.pk, user=anna, now=NOW)
    for table in (running, waiting):
        archiving.archive_game(table_id=table.pk)
    archiving.archive_game(table_id=10**9)
    assert not ArchivedGame.objects.exists()


@pytest.mark.parametrize("broken", [{"events": "[]x"}, {"action": '{"type":"nonsense"}'}])
def test_a_record_nobody_can_read_is_archived_without_facets(broken, anna, bruno, caplog):
    table = games.finished(anna, bruno)
    rewrite(Move.objects.filter(table=table, seq=2), **broken)
    found = row(table)
    assert (found.facets, found.openings) == ({}, [])
    assert found.plies == table.seq
    assert "is archived without facets" in caplog.text


def test_the_command_makes_missing_rows_or_all(anna, bruno, capsys):
    known = row(unarchived(anna, bruno))
    ArchivedGame.objects.filter(pk=known.pk).update(plies=99)
    missing = unarchived(anna, bruno)
    call_command("archive_games")
    assert "games archived: 1" in capsys.readouterr().out
    assert ArchivedGame.objects.get(table=missing).plies == missing.seq
    assert ArchivedGame.objects.get(pk=known.pk).plies == 99
    call_command("archive_games", again=True)
    assert "games archived: 2" in capsys.readouterr().out
    assert ArchivedGame.objects.get(pk=known.pk).plies == known.plies


def test_games_whose_task_was_lost_are_found(anna, bruno):
    tables = [unarchived(anna, bruno) for _number in range(3)]
    assert archiving.queue_missing(now=NOW + 2 * DAY, limit=2) == 2
    assert archiving.queue_missing(now=NOW + 2 * DAY, limit=10) == 3
    for table in tables:
        archiving.archive_game(table_id=table.pk)
    assert archiving.queue_missing(now=NOW + 2 * DAY, limit=10) == 0
    assert Heartbeat.objects.get(name=archiving.HEARTBEAT).at == NOW + 2 * DAY


def test_only_what_ended_lately_is_looked_through_for_them(anna, bruno):
    archiving.queue_missing(now=NOW + 30 * DAY, limit=10)
    unarchived(anna, bruno)
    assert archiving.queue_missing(now=NOW + 31 * DAY, limit=10) == 0
    late = unarchived(anna, bruno)
    Table.objects.filter(pk=late.pk).update(ended_at=NOW + 31 * DAY - archiving.OVERLAP / 2)
    assert archiving.queue_missing(now=NOW + 31 * DAY, limit=10) == 1


def test_a_row_costs_the_same_queries_however_long_the_game(anna, bruno):
    def count(table):
        with CaptureQueriesContext(connection) as queries:
            archiving.archive_game(table_id=table.pk)
        return len(queries)

    assert count(games.conceded(anna, bruno)) == count(games.finished(anna, bruno))


@pytest.mark.usefixtures("eager")
def test_the_end_of_a_game_writes_its_row(anna, bruno, django_capture_on_commit_callbacks):
    table = factories.running_table(anna, bruno)
    with django_capture_on_commit_callbacks(execute=True):
        ending.concede(table_id=table.pk, user=bruno, now=NOW)
    assert ArchivedGame.objects.get(table=table).ended_by == "conceded"


@pytest.mark.usefixtures("eager")
def test_the_sweep_writes_the_row_of_a_game_whose_task_was_lost(anna, bruno, django_capture_on_commit_callbacks):
    table = unarchived(anna, bruno)
    with django_capture_on_commit_callbacks(execute=True):
        sweeping.sweep(now=NOW + 2 * DAY)
    assert ArchivedGame.objects.filter(table=table).exists()
