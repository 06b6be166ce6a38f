"""Tables of an event: what their players and the admins cannot do there."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from tables import clock
from tables.errors import Refusal
from tables.models import Consent, Seat, Table
from tables.services.events import entering
from tables.services.play import ending
from tables.services.site_events import Operator
from tables.services.staff import operating
from tables.services.time import agreeing
from tables.services.time.agreeing import Topic
from tests.site.events.running_events import started
from tests.site.factories import NOW
from tests.site.views import page_of, signed_in

pytestmark = pytest.mark.django_db


def asks(what: Consent.What, **more: Any) -> Callable[[Table, User], object]:
    return lambda table, user: agreeing.consent(table_id=table.pk, user=user, topic=Topic(what, **more), now=NOW)


@pytest.mark.parametrize(
    "act",
    [
        asks(Consent.What.PAUSE),
        asks(Consent.What.PACE, pace=clock.PACES["week"]),
        lambda table, user: ending.resign(table_id=table.pk, user=user, now=NOW),
        lambda table, user: ending.agree_to_end(table_id=table.pk, user=user, now=NOW),
    ],
    ids=["pause", "pace", "leave", "end"],
)
def test_what_would_delay_or_spoil_a_round_is_refused(act: Callable[[Table, User], object]) -> None:
    event, people = started(2, round_count=1, least=2)
    table = Table.objects.filter(event=event).earliest("pk")
    before = Seat.objects.filter(table=table).values_list("resigned_at", "steward_since")

    with pytest.raises(Refusal) as refusal:
        act(table, people[0])

    assert refusal.value.code == "event_table"
    assert list(before) == [(None, None)] * 2
    assert Table.objects.get(pk=table.pk).paused_at is None


def test_no_substitute_takes_a_seat_that_the_steward_plays() -> None:
    event, people = started(3, format="cup", game="gonzaga", options={}, seats=3, round_count=1)
    entering.withdraw(event_id=event.pk, user=people[0], now=NOW)
    seat = Seat.objects.get(table__event=event, user=people[0])

    with pytest.raises(Refusal) as refusal:
        operating.open_seat(table_id=seat.table_id, seat_id=seat.pk, operator=Operator(None, "so that it goes on"), now=NOW)

    assert refusal.value.code == "event_table"
    seat.refresh_from_db()
    assert seat.steward_since
    assert seat.opened_at is None


def test_the_page_of_a_table_offers_only_what_is_possible_there() -> None:
    event, people = started(2, round_count=1, least=2)
    table = Table.objects.filter(event=event).earliest("pk")
    player = signed_in(people[0])
    page = page_of(player, table.get_absolute_url())

    assert reverse("events:withdraw", args=[event.code]) in page
    assert reverse("tables:concede", args=[table.code]) in page
    assert "Pause:" not in page
    for name in ("resign", "agree", "pace"):
        address = reverse(f"tables:{name}", args=[table.code])
        assert address not in page
        assert player.get(address).status_code == 302
        assert player.post(address).status_code == 302
    assert Table.objects.get(pk=table.pk).status == Table.Status.RUNNING


def test_a_seat_left_at_a_table_on_hold_is_not_offered() -> None:
    event, people = started(3, format="cup", seats=3, game="gonzaga", options={}, round_count=1)
    Table.objects.filter(event=event).update(quarantined_at=NOW, quarantine_reason="check")

    entering.withdraw(event_id=event.pk, user=people[0], now=NOW)

    seat = Seat.objects.get(table__event=event, user=people[0])
    assert (seat.resigned_at, seat.opened_at) == (NOW, None)
