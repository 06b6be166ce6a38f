"""Account deletion at the same moment as other acts that concern the user, in real threads and transactions."""

from functools import partial

import pytest
from django.db import IntegrityError, connection, transaction

from accounts import leaving
from accounts.models import User
from tables.errors import Refusal
from tables.models import Seat, Table, Tenure
from tables.services.archive.verify import verify_table
from tables.services.lobby import tables
from tables.services.seats import leaving_site, substitutes
from tests.site import factories
from tests.site.play.test_services_races import at_once, sending

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
NOW = factories.NOW


def deleting(user):
    return lambda: leaving.delete_account(user_id=user.pk, now=NOW)


def trying(call):
    """Return a function that calls ``call`` and returns its result, or its IntegrityError.

    The error is a permitted outcome, because the user of the row may have been deleted.
    """

    def tried():
        try:
            return call()
        except IntegrityError as error:
            return error

    return tried


def is_clean(user):
    return not User.objects.filter(pk=user.pk).exists() and not Seat.objects.filter(user_id=user.pk).exists()


def test_twice_at_once_is_once():
    anna, bea, carla = (factories.person() for _each in range(3))
    table = factories.running_table(anna, bea, carla)
    assert at_once(deleting(anna), deleting(anna)) == [None, None]
    assert is_clean(anna)
    assert Tenure.objects.filter(seat__table=table, bot="steward").count() == 1


def test_a_move_of_that_moment_is_played_or_refused():
    anna, bea, carla = (factories.person() for _each in range(3))
    table = factories.running_table(anna, bea, carla)
    _gone, sent = at_once(deleting(anna), trying(sending(factories.seat_of(table, anna), 1)))
    assert is_clean(anna)
    assert factories.fresh(table).seq == (0 if isinstance(sent, Refusal | IntegrityError) else 1)
    assert all(finding.ok for finding in verify_table(factories.fresh(table)) if finding.code != "result")


def test_nobody_is_left_at_a_table_that_they_sat_down_at_meanwhile():
    anna, bea = factories.person(), factories.person()
    table = factories.open_table(bea, seats=3)
    at_once(deleting(anna), trying(lambda: tables.join_table(table_id=table.pk, user=anna, word="quick", now=NOW)))
    assert is_clean(anna)
    table.refresh_from_db()
    assert table.status == Table.Status.WAITING
    assert table.seats.exclude(user=None).count() == 1


def test_the_first_to_take_the_seat_keeps_it():
    anna, bea, carla, dora = (factories.person() for _each in range(4))
    table = factories.running_table(anna, bea, carla)
    seat = factories.seat_of(table, anna)
    _gone, taken = at_once(
        deleting(anna), trying(lambda: substitutes.take_seat(table_id=table.pk, seat_id=seat.pk, user=dora, now=NOW))
    )
    assert is_clean(anna)
    seat.refresh_from_db()
    assert seat.user == (None if isinstance(taken, Refusal) else dora)
    assert bool(seat.pseudonym) is isinstance(taken, Refusal)


def test_while_somebody_is_forgotten_nobody_sits_down_at_their_tables():
    """The deletion of a user locks all tables of that user, so no one can take a seat there during the deletion.

    Without these locks, two transactions could wait for each other: one for the table's row, the other for the seat's.
    """
    if not connection.features.has_select_for_update:
        pytest.skip("SQLite locks no rows")
    anna, bea, carla = (factories.person() for _each in range(3))
    hosted, joined, foreign = (factories.running_table(*seated) for seated in ((anna, bea), (bea, anna), (bea, carla)))
    with transaction.atomic():
        leaving_site.forget_person(user=anna)
        free = at_once(*(partial(is_free, table) for table in (hosted, joined, foreign)))
    assert free == [False, False, True]


def is_free(table):
    """True if no transaction has locked the table."""
    with transaction.atomic():
        return Table.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=table.pk).exists()
