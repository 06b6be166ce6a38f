"""Pages of events: lists, an event before, during and after its rounds, forms and the organiser's actions."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tables.models import Entry, Event
from tests.site import factories
from tests.site.events.running_events import (
    DAY,
    open_event,
    play_event,
    started,
)
from tests.site.factories import NOW
from tests.site.views import HTMX, page_of, read, signed_in

pytestmark = pytest.mark.django_db

IN_THREES: dict[str, Any] = {"format": "cup", "game": "gonzaga", "options": {}, "seats": 3, "round_count": 2}


def address(event: Event, name: str = "event") -> str:
    return reverse(f"events:{name}", args=[event.code])


def test_the_length_of_an_event_counts_its_players_from_the_start_and_ends_with_it() -> None:
    reader = signed_in()
    assert "At most 9 rounds" in page_of(reader, address(open_event(least=3, most=10)))
    event, _people = started(4, least=3, most=10)
    assert "At most 3 rounds" in page_of(reader, address(event))
    event = play_event(event, NOW + 8 * DAY)
    assert event.stage == Event.Stage.OVER
    assert "At most" not in page_of(reader, address(event))


def test_somebody_signs_up_and_takes_it_back() -> None:
    event, user = open_event(now=timezone.now()), factories.person()
    visitor = signed_in(user)

    assert "Sign up" in page_of(visitor, address(event))
    visitor.post(address(event, "enter"))
    visitor.post(address(event, "enter"))
    assert event.entries.count() == 1
    assert "You have signed up." in page_of(visitor, address(event))
    visitor.post(address(event, "leave"))
    assert event.entries.count() == 0


def test_a_page_with_scripts_gets_the_parts_that_signing_up_changes() -> None:
    event, user = open_event(now=timezone.now()), factories.person()
    visitor = signed_in(user)

    answer = read(visitor.post(address(event, "enter"), headers=HTMX, follow=True).text)

    assert 'id="entry" hx-target="this"' in answer
    assert 'id="messages" aria-live="polite"><ul class="messages"><li class="success">You have signed up.</li>' in answer
    assert str(user) in answer.partition('id="players"')[2]
    assert "autofocus" not in page_of(visitor, address(event)), "the focus of a whole page is the reader's"
    question = read(visitor.get(address(event, "withdraw"), headers=HTMX).text)
    assert f'hx-post="{address(event, "withdraw")}"' in question
    assert "hx-post" not in page_of(visitor, address(event, "withdraw"))


@pytest.mark.parametrize(
    ("players", "setup"),
    [
        (4, {"round_count": 2}),
        (5, {"format": "knockout"}),
        (3, IN_THREES),
    ],
    ids=["pairs", "knockout", "cup"],
)
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_an_event_is_shown_from_its_start_to_its_end(players: int, setup: dict[str, Any], language: str) -> None:
    event, people = started(players, **setup)
    reader = signed_in(people[0])
    reader.cookies["django_language"] = language

    running = page_of(reader, address(event))
    assert str(people[1]) in running
    event = play_event(event, NOW + 8 * DAY)
    over = page_of(reader, address(event))
    champion = Entry.objects.select_related("user").get(event=event, rank=1)
    assert event.stage == Event.Stage.OVER
    assert over.count(str(champion.user)) > running.count(str(champion.user)) - 2
    assert str(champion.user) in page_of(signed_in(), reverse("events:list"))
