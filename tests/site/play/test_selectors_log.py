"""Log of a table, limited to the events that each viewer may read."""

import hashlib
import json

import pytest

from engines.specimen.actions import SealRoad
from tables.models import Move
from tables.selectors.play import log
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def actors():
    player, opponent = factories.person("Player"), factories.person("Opponent")
    table = factories.running_table(player, opponent)
    return table, factories.seat_of(table, player), factories.seat_of(table, opponent)


def everything_in(entries):
    return repr(entries)


def test_a_sealed_answer_shows_its_receipt_and_nothing_else(actors):
    table, mine, theirs = actors
    factories.send(mine, SealRoad("valley"))
    for viewer in (theirs.index, None):
        entry = log.log_entries(table, viewer)[0]
        assert len(entry.receipt) == 64
        assert entry.opened == ()
        assert "valley" not in everything_in(entry)


def test_the_log_is_the_same_whatever_was_sealed(actors):
    table, mine, theirs = actors
    factories.send(mine, SealRoad("valley"))
    move = Move.objects.get(table=table, seq=1)
    before = log.log_entries(table, theirs.index)
    rewrite(Move.objects.filter(pk=move.pk), action=move.action.replace("valley", "river"), salt=b"x" * 16)
    assert log.log_entries(table, theirs.index) == before


def test_the_reveal_can_be_checked_against_the_receipts(actors):
    table, mine, theirs = actors
    factories.send(mine, SealRoad("valley"))
    receipt = log.log_entries(table, theirs.index)[0].receipt
    factories.send(theirs, SealRoad("river"))
    opened = {each.seat: each for each in log.log_entries(table, None)[0].opened}
    assert json.loads(opened[mine.index].action)["road"] == "valley"
    for each in opened.values():
        assert hashlib.sha256(bytes.fromhex(each.salt) + each.action.encode()).hexdigest() == each.receipt
    assert opened[mine.index].receipt == receipt


def test_an_answer_that_was_replaced_is_never_opened_in_play(actors):
    table, mine, theirs = actors
    factories.send(mine, SealRoad("ridge"))
    factories.send(mine, SealRoad("valley"), key="saddle/1")
    factories.send(theirs, SealRoad("river"))
    assert "ridge" not in everything_in([entry.opened for entry in log.log_entries(table, theirs.index)])


def test_what_is_told_to_one_seat_is_in_no_other_log():
    """Events for one seat appear in no other log. The deal is fixed, because in one of eleven deals both hands are equal."""
    player, opponent = factories.person("Player"), factories.person("Opponent")
    table = factories.filled(factories.with_known_chance(factories.open_table(player)), player, opponent)
    mine, theirs = factories.seat_of(table, player), factories.seat_of(table, opponent)
    start = {viewer: log.log_entries(table, viewer)[-1] for viewer in (mine.index, theirs.index, None)}
    letters = {
        viewer: [event for event in entry.events if type(event).__name__ == "LettersSeen"] for viewer, entry in start.items()
    }
    assert len(letters[mine.index]) == len(letters[theirs.index]) == 1
    assert letters[None] == []
    assert letters[mine.index] != letters[theirs.index]


@pytest.mark.parametrize(
    ("via", "owner", "others"),
    [
        ("page", "page", "page"),
        ("mail", "mail", "page"),
        ("api", "api", "page"),
        ("order", "order", "page"),
        ("deadline", "deadline", "deadline"),
        ("steward", "steward", "steward"),
        ("bot", "bot", "bot"),
    ],
)
def test_who_may_know_how_a_move_was_sent(actors, via, owner, others):
    table, mine, theirs = actors
    factories.send(mine, SealRoad("valley"))
    Move.objects.filter(table=table, seq=1).update(via=via)
    shown = [log.log_entries(table, viewer)[0].via for viewer in (mine.index, theirs.index, None)]
    assert shown == [owner, others, others]


def test_pages_of_the_log(actors):
    table, _mine, _theirs = actors
    factories.play_to_end(table)
    last = factories.fresh(table).seq
    first_page = log.log_entries(table, None, limit=10)
    assert [entry.seq for entry in first_page] == list(range(last, last - 10, -1))
    second = log.log_entries(table, None, limit=10, before_seq=first_page[-1].seq)
    assert second[0].seq == first_page[-1].seq - 1
    assert [entry.seq for entry in log.log_entries(table, None, since=last - 2)] == [last, last - 1]


def test_the_log_takes_two_queries_however_long_it_is(actors, django_assert_max_num_queries):
    table, _mine, _theirs = actors
    factories.play_to_end(table)
    with django_assert_max_num_queries(2):
        entries = log.log_entries(table, None, limit=1000)
    assert len(entries) == factories.fresh(table).seq + 1
