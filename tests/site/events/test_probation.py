"""Probation of players whose seats the steward has taken over twice in an event."""

import pytest

from accounts.models import User
from tables.errors import Refusal
from tables.models import Event, Seat, SiteEvent, Table
from tables.services.events import entering
from tests.site.events.running_events import DAY, open_event, play_event, started
from tests.site.factories import NOW

pytestmark = pytest.mark.django_db


def taken_over(user: User, event: Event, times: int = 2) -> None:
    """Record takeovers of a player's seats in an event."""
    seats = Seat.objects.filter(table__event=event, user=user)
    for seat in seats[:times]:
        SiteEvent.objects.create(kind=SiteEvent.Kind.STEWARD, user=user, table=seat.table, after_seq=0, at=NOW)


def enters(user: User, event: Event) -> str:
    """Let a person sign up. Return the code of the refusal, empty if there is none."""
    try:
        entering.enter(event_id=event.pk, user=user, now=NOW)
    except Refusal as refusal:
        return refusal.code
    return ""


def test_two_takeovers_limit_a_player_to_one_event_until_one_is_finished() -> None:
    event, people = started(4, round_count=2)
    once, twice = people[:2]
    taken_over(once, event, 1)
    taken_over(twice, event)
    second, third, fourth = (open_event() for _number in range(3))

    assert enters(once, second) == ""
    assert enters(twice, second) == "on_probation"
    assert play_event(event, NOW + 8 * DAY).stage == Event.Stage.OVER
    assert enters(twice, second) == ""
    assert enters(twice, third) == "on_probation"

    Event.objects.filter(pk=second.pk).update(stage=Event.Stage.OVER, started_at=NOW + 20 * DAY)
    second.entries.update(number=None)
    second.entries.filter(user=twice).update(number=0)
    assert enters(twice, third) == ""
    assert enters(twice, fourth) == ""


def test_takeovers_at_withheld_tables_count_after_their_round() -> None:
    event, people = started(4, round_count=2, same_deal=True)
    taken_over(people[0], event)
    assert Table.objects.filter(event=event, is_withheld=True).exists()

    assert enters(people[0], open_event()) == ""
    Event.objects.exclude(pk=event.pk).delete()
    Table.objects.filter(event=event).update(is_withheld=False)
    assert enters(people[0], open_event()) == "on_probation"
