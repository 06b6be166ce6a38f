"""Bots: their moves in the worker, whole games with them, and their default moves after a fault of the game."""

import json

import pytest

from engines import registry
from engines.contract import IllegalAction
from engines.specimen.actions import SealRoad
from tables.models import Move, Table
from tables.selectors.play import state
from tables.services.play import bots, ending
from tests.rows import rewrite
from tests.site import factories

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW


@pytest.fixture
def beside_a_bot():
    player = factories.person()
    table = factories.running_table(player, bots=1)
    return table, factories.seat_of(table, player), table.seats.exclude(bot="").get()


def think(seat, key="saddle/1"):
    return bots.think(table_id=seat.table_id, seat_id=seat.pk, key=key, now=NOW)


def test_a_bot_never_keeps_the_request_of_a_player_waiting(beside_a_bot):
    table, mine, _bot = beside_a_bot
    factories.send(mine, SealRoad("valley"))
    assert not Move.objects.filter(table=table, via="bot").exists()


def test_a_bot_answers_what_it_is_asked(beside_a_bot):
    table, _mine, bot = beside_a_bot
    assert think(bot) == 1
    move = Move.objects.get(table=table, via="bot")
    assert (move.seat, move.user, move.key) == (bot, None, "saddle/1")


def test_a_task_that_runs_twice_plays_once(beside_a_bot):
    _table, _mine, bot = beside_a_bot
    assert (think(bot), think(bot)) == (1, 0)


def test_a_bot_has_no_clock(beside_a_bot):
    _table, _mine, bot = beside_a_bot
    row = factories.decision(bot)
    assert (row.due_at, row.remind_at) == (None, None)
    assert row.think_at > NOW


def test_a_bot_never_plays_for_a_person(beside_a_bot):
    table, mine, _bot = beside_a_bot
    assert think(mine) == 0
    assert factories.fresh(table).seq == 0


def test_a_bot_does_nothing_at_a_table_that_is_over(beside_a_bot):
    table, mine, bot = beside_a_bot
    ending.concede(table_id=table.pk, user=mine.user, now=NOW)
    assert think(bot) == 0
    assert factories.fresh(table).seq == 0


def test_a_bot_whose_move_breaks_the_rules_falls_back(beside_a_bot, monkeypatch, caplog):
    """A bot whose action breaks the rules plays the default move instead. A later version of a game may have such a fault."""
    table, _mine, bot = beside_a_bot
    monkeypatch.setattr(type(registry.engine("specimen")), "bot", lambda self, seen, asked: SealRoad("nowhere"))
    assert think(bot) == 1
    assert Move.objects.get(table=table, via="bot").kind == "saddle"
    assert "refused" in caplog.text


def test_a_bot_that_falls_over_falls_back_and_tells_no_secret(beside_a_bot, monkeypatch, caplog):
    def fall_over(self, seen, asked):
        raise IllegalAction("no_such_letter", "S-1.1", letter=seen.hand.letters[0])

    table, _mine, bot = beside_a_bot
    monkeypatch.setattr(type(registry.engine("specimen")), "bot", fall_over)
    assert think(bot) == 1
    assert "could not decide" in caplog.text
    assert "no_such_letter" not in caplog.text
    assert Move.objects.filter(table=table, via="bot").count() == 1


@pytest.mark.parametrize(("falls_over", "moves"), [({"ridge"}, 1), ({"ridge", "valley"}, 0)])
def test_a_game_that_falls_over_a_bots_move_goes_on_or_is_set_aside(beside_a_bot, monkeypatch, caplog, falls_over, moves):
    """If a game crashes on a bot's move, the default move is played. If that crashes too, the table is put on hold.

    Otherwise the sweep would start the bot again and again.
    """
    table, _mine, bot = beside_a_bot
    engine = registry.engine("specimen")
    true_apply = type(engine).apply
    others = [road for road in ("ridge", "valley") if road not in falls_over] or ["valley"]

    def apply(self, now, seat, action):
        assert action.road not in falls_over, "it fell over its own map"
        return true_apply(self, now, seat, action)

    monkeypatch.setattr(type(engine), "apply", apply)
    monkeypatch.setattr(type(engine), "bot", lambda self, seen, asked: SealRoad("ridge"))
    monkeypatch.setattr(type(engine), "fallback", lambda self, seen, asked: SealRoad(others[0]))
    assert think(bot) == moves
    assert Move.objects.filter(table=table, via="bot").count() == moves
    found = factories.fresh(table)
    assert (found.quarantined_at is None) == bool(moves)
    assert moves or "AssertionError at test_services_bots.py" in found.quarantine_reason
    assert "its own map" not in caplog.text + found.quarantine_reason


def test_a_bot_at_a_broken_table_sets_it_aside_and_its_task_ends(beside_a_bot):
    table, _mine, bot = beside_a_bot
    raw = json.loads(table.state)
    raw["vault"]["town"].pop()
    rewrite(Table.objects.filter(pk=table.pk), state=json.dumps(raw))
    assert think(bot) == 0
    assert factories.fresh(table).quarantined_at == NOW
    assert not Move.objects.filter(table=table, via="bot").exists()


def test_a_whole_game_beside_bots_ends(eager, django_capture_on_commit_callbacks):
    """A whole game with bots reaches its end.

    Each bot's task is queued on commit and runs automatically. The test sends only the player's moves.
    """
    player = factories.person()
    with django_capture_on_commit_callbacks(execute=True):
        table = factories.open_table(player, seats=3, bots=2)
    seat = factories.seat_of(table, player)
    engine = registry.engine("specimen")
    for now, _turn in zip(factories.moments(), range(200), strict=False):
        asked = factories.waiting(table)
        if not asked:
            break
        assert {each.seat for each in asked} == {seat.index}
        with django_capture_on_commit_callbacks(execute=True):
            factories.send(seat, engine.bot(state.seen(factories.fresh(table), seat), asked[0]), key=asked[0].key, now=now)
        seat.refresh_from_db()
    assert factories.fresh(table).status == Table.Status.ENDED
