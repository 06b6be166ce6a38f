"""importing.py: a game from another installation is stored as it was played, or refused."""

import json
from datetime import timedelta

import msgspec
import pytest

from engines import registry
from tables.models import ArchivedGame, Move, Seat, Table, Tenure
from tables.present.seats import tenures
from tables.selectors.archive import export
from tables.selectors.archive.records import BadRecord, read_record
from tables.services.archive.importing import import_game
from tables.services.archive.verify import verify_table
from tables.services.play import ending
from tests.site import absence, archiving, factories
from tests.site.archiving import signed_in, text_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
LATER = factories.NOW + timedelta(days=9)
PUBLIC, PRIVATE = Table.Visibility
GAMES = [engine.slug for engine in registry.engines(specimens=True)]


def moved(table):
    """Return the record of a table and delete it, so that the record seems to come from another installation."""
    raw = export.record_bytes(table)
    table.delete()
    return raw


def imported(raw, **more):
    assert import_game(record=read_record(raw), now=LATER, **more)
    return Table.objects.get(code=json.loads(raw)["code"])


def refusal(raw):
    """Try to import a record, and check that nothing was stored. Return the reason for the refusal."""
    before = [model.objects.count() for model in (Table, Seat, Tenure, Move)]
    with pytest.raises(BadRecord) as refused:
        import_game(record=read_record(raw), now=LATER)
    assert [model.objects.count() for model in (Table, Seat, Tenure, Move)] == before
    return str(refused.value)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Elena", "Franco")]


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.slow] if game in registry.PLAYABLE else []) for game in GAMES]
)
def test_exported_again_it_is_the_same_record(people, game):
    options = archiving.ONE_NIGHT if game == "specimen" else {}
    players = people[: registry.engine(game).seat_range[-1] - 1]
    raw = moved(archiving.finished(*players, game=game, options=options, bots=1, name="An evening", word="Größe ☃"))
    table = imported(raw)
    assert export.record_bytes(table) == raw
    assert all(finding.ok for finding in verify_table(table))


def test_every_way_to_end_can_be_imported(people):
    tables = [factories.running_table(*people, bots=bots, seats=2 + bots) for bots in (0, 1, 1, 1)]
    ending.concede(table_id=tables[0].pk, user=people[1], now=factories.NOW)
    for user in people:
        ending.agree_to_end(table_id=tables[1].pk, user=user, now=factories.NOW)
        ending.resign(table_id=tables[2].pk, user=user, now=factories.NOW)
    ending.resign(table_id=tables[3].pk, user=people[0], now=factories.NOW)
    factories.play_to_end(tables[3])
    ended_by = []
    for table in tables:
        raw = moved(factories.fresh(table))
        ended_by.append(imported(raw).ended_by)
        assert export.record_bytes(Table.objects.get(code=table.code)) == raw
    assert ended_by == ["conceded", "agreed", "abandoned", "finished"]


def test_who_played_when_is_kept(people):
    table = factories.running_table(*people, factories.person("Gino"))
    factories.play_to_end(table, most=9)
    ending.resign(table_id=table.pk, user=people[0], now=factories.NOW)
    factories.play_to_end(table, most=9)
    absence.substituted(table.seats.get(user=people[0]), factories.person("Bea"))
    table = factories.play_to_end(table)
    courses = [tenures.course(each.tenures.all()) for each in table.seats.order_by("index")]
    raw = moved(table)
    table = imported(raw)
    assert export.record_bytes(table) == raw
    assert [tenures.course(each.tenures.all()) for each in table.seats.order_by("index")] == courses
    assert any("the steward until move" in course and "then Bea" in course for course in courses)


def test_it_belongs_to_nobody_here_and_counts_for_no_rating(people):
    table = imported(moved(archiving.finished(*people)))
    assert (table.host, table.rated, table.imported_at, table.status) == (None, False, LATER, "ended")
    assert not table.seats.exclude(user=None).exists()
    assert not Tenure.objects.exclude(user=None).exists()
    assert not table.moves.exclude(user=None).exists()
    assert {seat.pseudonym for seat in table.seats.all()} == {str(user) for user in people}


def test_it_can_be_found_at_once(people):
    table = imported(moved(archiving.finished(*people)))
    assert ArchivedGame.objects.get().table == table
    assert table.code in signed_in().get("/archive/").content.decode()


def test_names_and_moves_are_read_by_everybody(people):
    table = imported(moved(archiving.finished(*people)))
    for address in ("", "0/", "check/"):
        page = text_of(signed_in().get(f"/archive/{table.code}/{address}"))
        assert all(str(user) in page for user in people)
    assert "Everything matches" in page


def test_a_private_game_stays_private_unless_another_place_is_asked_for(people):
    raw = moved(archiving.finished(*people, visibility=PRIVATE))
    for asked, found in ((None, PRIVATE), (PUBLIC, PUBLIC), (PRIVATE, PRIVATE)):
        table = imported(raw, visibility=asked)
        assert table.visibility == found
        assert signed_in(people[0]).get(f"/archive/{table.code}/").status_code == (200 if found == PUBLIC else 404)
        table.delete()


def test_the_same_game_is_kept_once(people):
    table = archiving.finished(*people)
    raw = export.record_bytes(table)
    people[0].delete()  # The user's name differs from the record now, but it is still the same game.
    assert not import_game(record=read_record(raw), now=LATER)
    assert factories.fresh(table).imported_at is None


def test_another_game_of_the_same_code_is_refused(people):
    table = archiving.finished(*people)
    raw = export.record_bytes(table)
    Table.objects.filter(pk=table.pk).update(ended_at=LATER)
    assert refusal(raw) == "another game of this code is here"
    Table.objects.filter(pk=table.pk).update(status=Table.Status.RUNNING, ended_at=None)
    assert refusal(raw) == "a table of this code is here, and its game is not over"


def test_a_table_of_that_code_that_comes_meanwhile_is_refused(people, monkeypatch):
    from tables.services.archive import importing

    raw = moved(archiving.finished(*people))
    checked = importing.findings

    def slowly(*rows):
        factories.open_table(people[0]).__class__.objects.update(code=json.loads(raw)["code"])
        return checked(*rows)

    monkeypatch.setattr(importing, "findings", slowly)
    with pytest.raises(BadRecord, match="a table of this code"):
        import_game(record=read_record(raw), now=LATER)
    assert Table.objects.get().status == Table.Status.WAITING


def test_what_no_game_knows_is_not_kept(people):
    """Unknown fields of events are dropped. They are not refused like those of actions, so that old events can be read."""
    record = json.loads(moved(archiving.finished(*people)))
    record["moves"][0]["events"][0]["event"]["note"] = "anna@example.org"
    table = imported(json.dumps(record).encode())
    assert "anna@example.org" not in export.record_bytes(table).decode()


def test_blanks_and_escapes_of_another_program_change_nothing(people):
    raw = moved(archiving.finished(*people, word="Größe ☃"))
    again = json.dumps(json.loads(raw), ensure_ascii=True, indent=7).encode()
    assert export.record_bytes(imported(again)) == msgspec.json.format(raw, indent=1)


def test_its_pages_say_that_it_was_played_elsewhere(people):
    code = imported(moved(archiving.finished(*people))).code
    reader = signed_in(factories.person())
    assert "played on another installation" in reader.get(f"/archive/{code}/").content.decode()
    check = text_of(reader.get(f"/archive/{code}/check/"))
    assert "imported on 13 Mar 2026" in check
    assert "The secret matches the fingerprint in the record." in check
    assert "before anyone joined." not in check


def test_nobody_sat_at_its_table(people):
    code = imported(moved(archiving.finished(*people))).code
    for reader in (signed_in(), signed_in(people[0])):
        response = reader.get(f"/t/{code}/")
        assert (response.status_code, response["Location"]) == (302, f"/archive/{code}/")
    board = signed_in(people[0]).get(f"/t/{code}/plan/?at=3")
    assert all(str(user) in board.content.decode() for user in people)
    assert signed_in(people[0]).post(f"/t/{code}/chat/", {"text": "hello"}).status_code == 422
