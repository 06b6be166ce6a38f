"""Levels of bots: their seats, their thoughts and the time for them."""

from datetime import timedelta

import pytest
from django.core.cache import cache

from accounts.models import User
from engines import registry
from engines.search import levels
from tables.errors import Refusal
from tables.models import Decision, Move, Seat, SiteEvent, Table
from tables.selectors.play import state
from tables.services import sweeping
from tables.services.lobby.rematch import offer_rematch
from tables.services.play import at_once, bots, going_back, thinking
from tables.services.play.decisions import CHECK_AFTER
from tests.site import factories, practising

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
DOGE, APPRENTICE, MERCHANT = Seat.Level.DOGE, Seat.Level.APPRENTICE, Seat.Level.MERCHANT


@pytest.fixture(autouse=True)
def _rested():
    """Let no thought of an earlier test count."""
    cache.clear()


def seat_at(table: Table) -> Seat:
    return Seat.objects.select_related("table").get(table=table, index=factories.waiting(table)[0].seat)


def bot_of(table: Table) -> Seat:
    return Seat.objects.select_related("table").exclude(bot="").get(table=table)


def think(seat: Seat, now=NOW, **more) -> int:
    key = Decision.objects.open().get(seat=seat, when="now").key
    return bots.think(table_id=seat.table_id, seat_id=seat.pk, key=key, now=now, **more)


def beside_a_doge(**more) -> Table:
    """Return a running table of the specimen at which a doge must decide now."""
    return factories.running_table(factories.person(), bots=1, levels=[DOGE], **more)


def hurried(table: Table) -> list[int]:
    return list(SiteEvent.objects.filter(table=table, kind="hurried").values_list("after_seq", flat=True))


def test_each_bot_has_its_own_level_and_a_rematch_keeps_them():
    host = factories.person()
    table = factories.running_table(host, bots=2, levels=[DOGE, APPRENTICE])
    expected = {"Fiammetta": DOGE, "Lucrezia": APPRENTICE}
    assert dict(table.seats.exclude(bot="").values_list("bot", "level")) == expected
    ended = factories.play_to_end(table)
    again = offer_rematch(table_id=ended.pk, user=host, now=NOW + timedelta(days=1))
    assert dict(again.seats.exclude(bot="").values_list("bot", "level")) == expected


def test_bots_without_a_chosen_level_are_merchants():
    table = factories.running_table(factories.person(), bots=1)
    assert bot_of(table).level == MERCHANT


def test_going_back_keeps_the_levels():
    user = factories.person()
    table = practising.opened(user, levels=[APPRENTICE])
    seat = practising.own_seat(table)
    with at_once.bots_follow(table, NOW):
        factories.send(seat, factories.legal(seat, factories.waiting(table, seat)[0])[0], token="one")
    back = going_back.go_back(table_id=table.pk, user=user, now=NOW)
    assert (back.pk != table.pk, bot_of(back).level) == (True, APPRENTICE)


@pytest.mark.parametrize("chosen", [["doge", "doge"], ["grandmaster"]])
def test_levels_that_do_not_fit_are_refused(chosen):
    with pytest.raises(Refusal) as refused:
        practising.opened(factories.person(), levels=chosen)
    assert refused.value.code == "bad_bots"


def test_guests_play_against_merchants_only():
    guest = User.objects.create_guest(language="en", time_zone="UTC", now=NOW)
    with pytest.raises(Refusal) as refused:
        practising.opened(guest, levels=[DOGE])
    assert refused.value.code == "guest_bots"
    assert practising.opened(guest, levels=[MERCHANT]).practice


def test_a_doge_plays_what_its_search_finds_with_the_tables_secret():
    table = beside_a_doge()
    bot, engine = bot_of(table), registry.engine("specimen")
    pending = factories.waiting(table, bot)[0]
    key = thinking.key_of(bot.table, bot, pending.key, "search")
    expected = levels.search(engine, state.seen(table, bot), pending, key).action
    assert think(bot, limit=1) == 1
    assert f'"{expected.road}"' in Move.objects.get(table=table, via="bot").action
    assert key != thinking.key_of(bot.table, bot, pending.key, "hint")
    bot.table.secret = bytes(32)
    assert key != thinking.key_of(bot.table, bot, pending.key, "search")


def test_a_practice_request_leaves_doges_to_a_worker():
    table = practising.opened(factories.person(), "specimen", seats=3, levels=[DOGE, MERCHANT])
    moved = Move.objects.filter(table=table, via="bot").values_list("seat__level", flat=True)
    assert set(moved) == {MERCHANT}
    doge = table.seats.get(level=DOGE)
    assert Decision.objects.open().get(seat=doge, when="now").think_at is not None


def test_a_late_worker_lets_a_practising_doge_decide_early_and_the_log_says_so_once():
    user = factories.person()
    table = practising.opened(user, "specimen", seats=2, levels=[DOGE])
    bot = bot_of(table)
    assert thinking.time_limit(table, NOW + timedelta(hours=1)) == timedelta(0)
    assert think(bot, NOW + timedelta(hours=1)) == 1
    thinking.say_hurried(bot, NOW + timedelta(hours=1))
    assert hurried(table) == [factories.fresh(table).seq]


def test_a_doge_in_time_says_nothing():
    table = practising.opened(factories.person(), "specimen", seats=2, levels=[DOGE])
    assert think(bot_of(table)) == 1
    assert hurried(table) == []


def test_the_limit_counts_from_the_last_move_of_a_person(settings):
    settings.PRACTICE_WAIT = timedelta(seconds=3)
    user = factories.person()
    table = practising.opened(user, "specimen", seats=2, levels=[DOGE])
    later = NOW + timedelta(hours=2)
    seat = practising.own_seat(table)
    factories.send(seat, factories.legal(seat, factories.waiting(table, seat)[0])[0], now=later)
    assert thinking.time_limit(table, later + timedelta(seconds=1)) == timedelta(seconds=2)
    assert thinking.time_limit(beside_a_doge(), later) == settings.DOGE_THINKING


def test_a_killed_thought_is_thought_again_and_played_once(monkeypatch, eager, django_capture_on_commit_callbacks):
    """A worker that dies while a doge thinks leaves the decision to the sweep. The doge then moves exactly once."""
    table = beside_a_doge()
    bot, engine = bot_of(table), type(registry.engine("specimen"))

    def die(*_arguments):
        raise SystemExit("killed")

    with monkeypatch.context() as dying:
        dying.setattr(engine, "imagine", die)
        with pytest.raises(SystemExit):
            think(bot)
    assert not Move.objects.filter(table=table, via="bot").exists()
    due = NOW + CHECK_AFTER
    with django_capture_on_commit_callbacks(execute=True):
        assert sweeping.sweep(now=due).bots == 1
    with django_capture_on_commit_callbacks(execute=True):
        sweeping.sweep(now=due + sweeping.HINT_AGAIN)
    assert Move.objects.filter(table=table, via="bot", key="saddle/1").count() == 1


def test_two_workers_with_the_same_thought_play_once(monkeypatch):
    """If a second worker thinks and moves while the first one thinks, the first one does not move too."""
    table = beside_a_doge()
    bot, engine = bot_of(table), type(registry.engine("specimen"))
    true_imagine, seen_once = engine.imagine, []

    def imagine(self, seen, key):
        if not seen_once:
            seen_once.append(True)
            cache.clear()
            assert think(bot) == 1
        return true_imagine(self, seen, key)

    monkeypatch.setattr(engine, "imagine", imagine)
    assert think(bot) == 0
    assert Move.objects.filter(table=table, via="bot", key="saddle/1").count() == 1


def test_a_host_has_one_doge_thinking_at_a_time(eager, django_capture_on_commit_callbacks):
    host = factories.person()
    table, other = (factories.running_table(host, bots=1, levels=[DOGE]) for _number in range(2))
    with thinking.alone(other):
        with django_capture_on_commit_callbacks() as callbacks:
            assert think(bot_of(table)) == 0
        with django_capture_on_commit_callbacks():
            assert think(bot_of(beside_a_doge())) == 1
    assert not Move.objects.filter(table=table, via="bot").exists()
    for callback in callbacks:
        callback()
    assert Move.objects.filter(table=table, via="bot", key="saddle/1").count() == 1


def test_a_doge_without_time_waits_for_no_other_thought():
    host = factories.person()
    table = practising.opened(host, "specimen", seats=2, levels=[DOGE])
    with thinking.alone(table):
        assert think(bot_of(table), NOW + timedelta(hours=1)) == 1


@pytest.mark.parametrize("game", ["gonzaga", "principato", "zena1814"])
def test_doges_and_apprentices_play_every_game(game, eager, django_capture_on_commit_callbacks, caplog):
    """The bots answer a person at a practice table, and no line is logged as an error."""
    user = factories.person()
    seats = max(3, registry.engine(game).seat_range[0])
    chosen = [DOGE, APPRENTICE, *[MERCHANT] * (seats - 3)]
    with django_capture_on_commit_callbacks(execute=True):
        table = practising.opened(user, game, seats=seats, levels=chosen)
    engine, by_doge = registry.engine(game), Move.objects.filter(table=table, seat__level=DOGE)
    for _decision in range(20):
        if by_doge.exists():
            break
        seat = practising.own_seat(table)
        pending = factories.waiting(table, seat)[0]
        action = engine.bot(state.seen(factories.fresh(table), seat), pending)
        with django_capture_on_commit_callbacks(execute=True):
            factories.send(seat, action, key=pending.key)
    assert by_doge.exists()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
