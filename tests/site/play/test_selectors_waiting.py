"""Awaited players, and the pages that name them: other users do not see what a seat has prepared."""

from datetime import timedelta
from operator import attrgetter

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from engines import registry
from engines.contract import Filed, When
from engines.specimen.actions import Decline, Join
from engines.specimen.policy import JoinUpTo
from tables.models import Decision, Seat
from tables.selectors.play import state, waiting
from tables.services import ordering
from tables.services.play import preparing
from tests.site import absence, factories
from tests.site.ordering import offer, saddled
from tests.site.views import masked, page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
HOUR = timedelta(hours=1)
every_game = pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])


def nothing(seat: Seat) -> None:
    """Prepare nothing. The other functions in ``PREPARED`` prepare something for the seat."""


def files(seat: Seat) -> None:
    filed = Filed(factories.decision(seat).key, (Join(1), Decline()))
    preparing.file_answer(seat_id=seat.pk, filed=filed, user_id=seat.user_id, now=NOW + HOUR)


def files_and_withdraws(seat: Seat) -> None:
    files(seat)
    preparing.withdraw_filed(seat_id=seat.pk, key=factories.decision(seat).key, user_id=seat.user_id, now=NOW + 2 * HOUR)


def orders(seat: Seat) -> None:
    ordering.add_order(seat_id=seat.pk, policy=JoinUpTo(1), user_id=seat.user_id, now=NOW + HOUR)


def orders_and_removes(seat: Seat) -> None:
    orders(seat)
    order = seat.standing_orders.get()
    ordering.remove_order(seat_id=seat.pk, number=order.number, user_id=seat.user_id, now=NOW + 2 * HOUR)


def drafts_one(seat: Seat) -> None:
    preparing.save_draft(seat_id=seat.pk, key=factories.decision(seat).key, actions=[Join(1)], now=NOW + HOUR)


PREPARED = (files, files_and_withdraws, orders, orders_and_removes, drafts_one)


@pytest.fixture
def relay():
    """Start a table of three couriers and return their seats.

    The first has offered a letter, the second must decide now, and the third may decide in advance.
    """
    seats = saddled()
    offer(seats[0])
    seats[0].table.refresh_from_db()
    return seats


@pytest.fixture
def staff(relay):
    user = User.objects.create_superuser("staff@example.org", display_name="Staff")
    # This first request fills Django's cache of content types in the process.
    page_of(signed_in(user), f"/admin/tables/table/{relay[0].table_id}/change/")
    return user


def read_by_others(seats: list[Seat], staff: User) -> list[tuple[str, int, str, int]]:
    """Request shared pages as the first two players and as staff, each with an empty cache.

    Return address, status, masked page and number of queries of each response.
    """
    table = seats[0].table
    here = [reverse(name) for name in ("tables:mine", "tables:lobby", "home")]
    here += [table.get_absolute_url(), *(reverse(f"tables:{name}", args=[table.code]) for name in ("log", "recap"))]
    here += [reverse("tables:person", args=[seats[2].user_id]), reverse("tables:pulse", args=[table.pulse, table.changes])]
    of_staff = [reverse("staff:table", args=[table.code]), reverse("staff:tables"), f"/admin/tables/table/{table.pk}/change/"]
    found = []
    for user in (seats[0].user, seats[1].user, staff):
        client = signed_in(user)
        for address in here + of_staff * user.is_staff:
            cache.clear()
            with CaptureQueriesContext(connection) as queries:
                response = client.get(address)
            found.append((address, response.status_code, masked(response.content.decode()), len(queries)))
    return found


def test_what_a_seat_asked_ahead_has_prepared_changes_no_page_of_anybody_else(relay, staff, time_machine):
    time_machine.move_to(NOW + 3 * HOUR, tick=False)
    as_it_is = read_by_others(relay, staff)
    for prepare in PREPARED:
        with transaction.atomic():
            prepare(relay[2])
            assert read_by_others(relay, staff) == as_it_is, prepare
            transaction.set_rollback(True)


def test_nor_once_its_time_is_over(relay, staff, time_machine):
    """After the third seat's time is over, pages and its time bank do not depend on the seat's preparations."""
    later = factories.decision(relay[2]).due_at + HOUR
    time_machine.move_to(later, tick=False)
    shown = []
    for prepare in (nothing, *PREPARED):
        with transaction.atomic():
            prepare(relay[2])
            Decision.objects.filter(seat=relay[1], closed_at=None).update(due_at=later + HOUR)
            absence.sweep(later)
            shown.append((read_by_others(relay, staff), Seat.objects.get(pk=relay[2].pk).bank_seconds))
            transaction.set_rollback(True)
        assert shown[-1] == shown[0], prepare


def test_my_games_names_all_who_are_asked_and_never_their_reader(relay):
    first, second, third = relay
    files(third)
    names = {seat.pk: seat.user.get_short_name() for seat in relay}
    # Equal deadlines are sorted in turn order, which is random.
    one, other = (names[seat.pk] for seat in sorted((second, third), key=attrgetter("index")))
    assert f"waiting for {one} and {other}" in page_of(signed_in(first.user), reverse("tables:mine"))
    mine = page_of(signed_in(third.user), reverse("tables:mine"))
    assert f"waiting for {names[second.pk]} ·" in mine


@every_game
def test_it_is_what_the_game_asks_of_all_at_every_step(game):
    """In the first 30 steps of a game, the awaited decisions match those of the engine and are sorted by deadline."""
    table = factories.running_table(*factories.as_many_as_play(game, [factories.person() for _each in range(3)]), game=game)
    engine = registry.engine(game)
    for _step in range(30):
        table = factories.fresh(table)
        asked = engine.pending(state.seen(table, None).public)
        index = dict(table.seats.values_list("pk", "index"))
        found = waiting.waits([table]).get(table.pk, ())
        assert sorted((index[wait.seat_id], wait.key) for wait in found) == sorted(
            (one.seat, one.key) for one in asked if one.when is not When.MAY
        )
        due = [wait.clock.due_at for wait in found if wait.clock.due_at]
        assert due == sorted(due)
        factories.play_to_end(table, most=1)


def test_a_table_that_does_not_run_waits_for_nobody():
    table = factories.open_table(factories.person())
    assert waiting.waits([table]) == {}
