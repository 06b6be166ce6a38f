"""Events with the same deal for all: equal draws at all tables of a round, its secrecy, and its records."""

import hashlib
import json
from typing import Any

import pytest
from django.test import Client

from tables.errors import Refusal
from tables.models import ArchivedGame, Event, EventTable, Move, Seat, Table
from tables.selectors import coding
from tables.selectors.archive import export
from tables.selectors.archive.games import archived_tables
from tables.selectors.archive.records import BadRecord, read_record
from tables.selectors.events import rows
from tables.selectors.events.deals import Deal, deals_of, has_own_secrets
from tables.selectors.play.tables import NotVisible, visible_table
from tables.services.archive import archiving, importing
from tables.services.archive.verify import verify_table
from tables.services.channels import hooks
from tests.site import checking, factories
from tests.site.events.running_events import DAY, advance, fresh, operator, play_event, play_tables, started
from tests.site.factories import NOW

pytestmark = pytest.mark.django_db
PAIRS = {"format": "match", "seats": 2, "round_count": 2, "same_deal": True}


def opened(players: int = 4, **more: Any) -> tuple[Event, list[Any]]:
    """Start an event with the same deal; return it with the tables of its first round, in the order of their draw."""
    event, _people = started(players, **PAIRS | more)
    drawn = EventTable.objects.filter(round__event=event, round__number=0).order_by("position").select_related("table")
    return event, [row.table for row in drawn]


def deals(event: Event, number: int = 0) -> list[Deal]:
    """Return the deals of a round, as its page shows them."""
    return list(deals_of(event, event.rounds.get(number=number)))


def draws(table: Table) -> dict[str, tuple[int, Any]]:
    """Return the draws of a table by their labels: size and result."""
    moves = Move.objects.filter(table=table).order_by("seq")
    return {draw.label: (draw.size, draw.result) for move in moves for draw in coding.draws(move.draws)}


def ended(table: Table) -> Table:
    """Play a table to its end."""
    factories.play_to_end(table)
    return factories.fresh(table)


@pytest.mark.parametrize(
    ("game", "seats", "players"), [("specimen", 2, 4), ("gonzaga", 3, 6), ("principato", 3, 6), ("zena1814", 3, 6)]
)
def test_the_same_labels_give_the_same_results_at_all_tables_of_a_round(game: str, seats: int, players: int) -> None:
    cup = {"format": "cup", "seats": seats, "game": game, "options": {}} if seats > 2 else {}
    _event, tables = opened(players, **cup)
    for number, table in enumerate(tables):
        for _move in range(6 + 5 * number):
            if not (waiting := factories.waiting(table)):
                break
            seat = factories.seat_of(table, Seat.objects.get(table=table, index=waiting[0].seat).user)
            legal = factories.legal(seat, waiting[0])
            factories.send(seat, legal[-1 if number else 0], key=waiting[0].key)
            table = factories.fresh(table)
    found = [draws(table) for table in tables]
    alike = tables[::2] if seats == 2 else tables
    assert len(alike) > 1
    first = draws(alike[0])
    assert first or game == "zena1814"
    for other in map(draws, alike[1:]):
        shared = first.keys() & other.keys()
        assert {label: first[label] for label in shared} == {label: other[label] for label in shared}
    if seats == 2:
        assert found[0] != found[1]


def test_words_and_codes_of_players_change_nothing() -> None:
    _event, tables = opened()
    assert not Seat.objects.filter(table__in=tables).exclude(word="").exists()
    assert tables[0].code != tables[2].code
    assert bytes(tables[0].secret) == bytes(tables[2].secret) != bytes(tables[1].secret)
    assert (tables[0].deal, tables[2].deal) == (tables[2].deal, tables[0].deal)


def test_the_secret_opens_when_the_last_table_of_the_round_has_ended(client: Client) -> None:
    event, tables = opened()
    before = deals(event)
    assert [deal.secret for deal in before] == ["", ""]
    assert [deal.commitment for deal in before] == [tables[0].commitment, tables[1].commitment]
    for table in tables[:-1]:
        ended(table)
    advance(event, event.closes_at)
    assert [deal.secret for deal in deals(event)] == ["", ""]
    ended(tables[-1])
    advance(event, event.closes_at)
    opened_deals = deals(event)
    assert [hashlib.sha256(bytes.fromhex(deal.secret)).hexdigest() for deal in opened_deals] == [
        deal.commitment for deal in before
    ]
    page = client.get(event.get_absolute_url()).content.decode()
    assert all(deal.secret in page and deal.name in page for deal in opened_deals)
    assert not any(deal.secret for deal in deals(event, 1))


def test_an_ended_table_stays_withheld_until_the_round_ends() -> None:
    event, tables = opened()
    table = ended(tables[0])
    advance(event, event.closes_at)
    mine, stranger = table.seats.first().user, factories.person("Stranger")
    other = tables[2].seats.first().user
    archiving.archive_game(table_id=table.pk)
    assert not ArchivedGame.objects.exists()
    for user in (stranger, other, operator(), event.host):
        with pytest.raises(NotVisible):
            visible_table(user=user, code=table.code, invite=table.invite)
    assert visible_table(user=mine, code=table.code) == table
    assert not archived_tables(mine).exists()
    assert not any(
        result for division in rows.divisions(event, shows_withheld=False) for result in division.competition.results
    )
    with pytest.raises(Refusal, match="event_table"):
        hooks.add_table_hook(
            table_id=table.pk, user=mine, kind="json", label="", url="https://example.org/x", room="", style="one", now=NOW
        )

    play_tables(event)
    advance(event, event.closes_at)
    assert visible_table(user=stranger, code=table.code).is_disclosed
    assert archived_tables(stranger).filter(pk=table.pk).exists()
    assert all(rows.divisions(event, shows_withheld=False)[0].competition.rounds[0].results)
    archiving.archive_game(table_id=table.pk)
    assert ArchivedGame.objects.filter(table=table, is_public=True).exists()


def test_a_player_of_an_ended_table_sees_its_end_and_nothing_more(client: Client) -> None:
    event, tables = opened()
    table = ended(tables[0])
    advance(event, event.closes_at)
    client.force_login(table.seats.first().user)
    page = client.get(table.get_absolute_url()).content.decode()
    assert "All tables of this round have the same deal" in page
    assert f"/archive/{table.code}" not in page
    assert bytes(table.secret).hex() not in page
    for part in ("", ".json", ".txt", "check/", "0/", "1/picture.png", "0/picture.png"):
        address = f"/archive/{table.code}{part if part.startswith('.') else '/' + part}"
        assert client.get(address).status_code == 404, address
    moved = client.get(f"{table.get_absolute_url()}at/1/")
    assert "/archive/" not in moved.headers.get("Location", "")


def test_a_record_names_the_deal_has_no_words_and_can_be_checked(tmp_path: Any) -> None:
    event, _tables = opened()
    play_event(event, event.closes_at)
    table = Table.objects.get(event_table__round__number=1, event_table__position=0)
    raw = export.record_bytes(table)
    record = json.loads(raw)
    assert (record["format_version"], record["words"], record["deal"]) == (5, [], f"{event.code}.0.1.0")
    assert all(finding.ok for finding in verify_table(table))
    assert checking.check(record, tmp_path) == []

    assert checking.check(record | {"deal": f"{event.code}.0.0.0"}, tmp_path)
    assert checking.check(record | {"words": ["mine", ""]}, tmp_path)
    assert checking.check(record | {"secret": "00" * 32}, tmp_path)
    other_secret = {"secret": "00" * 32, "commitment": hashlib.sha256(bytes(32)).hexdigest()}
    assert checking.check(record | other_secret, tmp_path)
    without = {name: value for name, value in record.items() if name != "deal"}
    assert checking.check(without, tmp_path)


def test_the_checker_compares_with_the_commitment_of_the_event(tmp_path: Any) -> None:
    event, _tables = opened()
    play_event(event, event.closes_at)
    table = Table.objects.get(event_table__round__number=0, event_table__position=1)
    path = tmp_path / "record.json"
    path.write_bytes(export.record_bytes(table))
    one, other = (deal.commitment for deal in deals(event))
    assert checking.run(path, other).returncode == 0
    assert "not the one that you gave" in checking.run(path, one).stdout


def test_such_a_record_is_imported_elsewhere_and_a_forged_one_refused() -> None:
    event, _tables = opened()
    play_event(event, event.closes_at)
    table = Table.objects.get(event_table__round__number=0, event_table__position=0)
    # The tests play before their events begin.
    Move.objects.filter(table=table).update(at=table.started_at)
    Table.objects.filter(pk=table.pk).update(ended_at=table.started_at)
    raw = export.record_bytes(factories.fresh(table))
    record = json.loads(raw)
    Table.objects.filter(pk=table.pk).delete()
    for forged in (
        {"deal": f"{event.code}.0.3.0"},
        {"words": ["", ""]},
        {"format_version": 3},
        {"deal": None},
        {"deal": "x"},
    ):
        with pytest.raises(BadRecord):
            importing.import_game(record=read_record(json.dumps(record | forged).encode()), now=NOW + 30 * DAY)
    assert importing.import_game(record=read_record(raw), now=NOW + 30 * DAY)
    saved = Table.objects.get(code=table.code)
    assert saved.deal == record["deal"]
    assert export.game_record(saved).deal == record["deal"]
    assert all(finding.ok for finding in verify_table(saved))


def test_records_without_a_deal_keep_their_form() -> None:
    event, _people = started(4, format="match", seats=2)
    table = ended(Table.objects.filter(event=event).first())
    record = json.loads(export.record_bytes(table))
    assert "deal" not in record
    assert record["format_version"] == 3
    assert len(record["words"]) == 2


def test_players_with_several_tables_at_once_get_a_deal_for_each(client: Client) -> None:
    event, _people = started(7, format="cup", seats=3, game="gonzaga", options={}, round_count=2, same_deal=True)
    tables = list(Table.objects.filter(event=event))
    assert len(tables) == 7
    assert not any(table.deal or table.is_withheld for table in tables)
    assert len({bytes(table.secret) for table in tables}) == 7
    assert all(table.rated for table in tables)
    assert (deals(event), has_own_secrets(fresh(event))) == ([], True)
    assert "a deal of its own" in client.get(event.get_absolute_url()).content.decode()


def test_a_table_without_its_deal_is_found_again_by_the_archive() -> None:
    event, tables = opened()
    for table in tables:
        ended(table)
    advance(event, event.closes_at)
    assert archiving.queue_missing(now=NOW, limit=100) == len(tables)
