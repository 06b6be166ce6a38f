"""Feed and calendar of an event: public facts only, permanent names, and the reader's language."""

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import feedparser
import pytest
from django.urls import reverse
from icalendar import Calendar

from tables.models import Club, Entry, Event, EventNote, Membership, Seat
from tables.services.events import organising
from tests.site import factories
from tests.site.events.running_events import DAY, advance, fresh, open_event, play_event, play_tables, started
from tests.site.factories import NOW
from tests.site.views import page_of, signed_in

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def address(event: Event, name: str = "feed") -> str:
    return reverse(f"events:{name}", args=[event.code])


def feed_of(event: Event, language: str = "en") -> list[dict[str, str]]:
    """Return the entries of the feed, each with its title, id and summary."""
    response = signed_in().get(address(event), headers={"Accept-Language": language})
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    found = feedparser.parse(response.content)
    assert (found.bozo, found.version) == (False, "atom10")
    entries = ElementTree.fromstring(response.content).iter(f"{ATOM}entry")
    return [{part: entry.findtext(f"{ATOM}{part}", "") for part in ("title", "id", "summary")} for entry in entries]


def titles(event: Event, language: str = "en") -> list[str]:
    return [entry["title"] for entry in feed_of(event, language)]


def calendar_of(event: Event, language: str = "en") -> list[Any]:
    response = signed_in().get(address(event, "ics"), headers={"Accept-Language": language})
    assert response["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(response.content).walk("VEVENT"))


def test_a_feed_grows_from_the_draw_to_the_champion() -> None:
    event = open_event()
    assert titles(event) == []

    event, people = started(4, round_count=2)
    drawn = feed_of(event)
    assert [entry["title"] for entry in drawn] == ["Round 1: draw"]
    assert all(str(user) in drawn[0]["summary"] for user in people)

    event = play_event(event, NOW + 8 * DAY)
    over = feed_of(event)
    champion = Entry.objects.select_related("user").get(event=event, rank=1).user
    words = [entry["title"] for entry in over]
    assert words[0] == f"The event is over. Champion: {champion}"
    assert words[-2:] == ["Round 1: results", "Round 1: draw"]
    assert over[-1]["id"] == drawn[0]["id"]
    assert len({entry["id"] for entry in over}) == len(over)


def test_ids_stay_when_the_site_moves(settings: Any) -> None:
    event, _people = started(3)
    feed, calendar = [entry["id"] for entry in feed_of(event)], [str(entry["UID"]) for entry in calendar_of(event)]

    settings.SITE_URL = "https://post.example:8443"

    assert [entry["id"] for entry in feed_of(event)] == feed
    assert [str(entry["UID"]) for entry in calendar_of(event)] == calendar


def test_results_of_a_withheld_round_are_missing_until_it_ends() -> None:
    event, _people = started(4, round_count=2, same_deal=True)
    table = event.event_tables.order_by("pk").first()
    factories.play_to_end(table)
    event = advance(event, event.closes_at)
    withheld = feed_of(event)
    assert [entry["title"] for entry in withheld] == ["Round 1: draw"]
    assert not any(f"{seat.user}:" in withheld[0]["summary"] for seat in Seat.objects.filter(table=table))

    play_tables(event)
    event = advance(event, event.closes_at)

    results = next(entry for entry in feed_of(event) if entry["title"] == "Round 1: results")
    assert all(f"{seat.user}:" in results["summary"] for seat in Seat.objects.filter(table=table))


def test_the_organisers_notes_are_in_the_feed_and_move_the_calendar() -> None:
    event, _people = started(3)
    before = calendar_of(event)[1]

    organising.prolong(event_id=event.pk, by=event.host, reason="Holidays & <rest>", now=event.closes_at + DAY)

    assert titles(event)[0] == "The organiser has prolonged the round by a day. Reason: Holidays & <rest>"
    after = calendar_of(event)[1]
    assert after["UID"] == before["UID"]
    assert after.end == before.end + DAY
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (0, 1)


@pytest.mark.parametrize(
    ("language", "words", "summaries"),
    [
        ("de", "Runde 1: Auslosung", ["Ende der Anmeldung", "Ende (Runde 1)"]),
        ("it", "Turno 1: sorteggio", ["fine delle iscrizioni", "fine (Turno 1)"]),
    ],
)
def test_feed_and_calendar_speak_the_readers_language(language: str, words: str, summaries: list[str]) -> None:
    event, _people = started(3)

    assert titles(event, language) == [words]
    found = [str(entry["SUMMARY"]).partition(": ")[2] for entry in calendar_of(event, language)]
    assert found == summaries


def test_a_calendar_has_the_end_of_signing_up_and_of_each_round() -> None:
    event, _people = started(3, round_count=1)
    drawn = event.rounds.get()
    assert [entry.end for entry in calendar_of(event)] == [event.closes_at, drawn.ends_at]

    event = play_event(event, event.closes_at + timedelta(hours=1))

    assert calendar_of(event)[1].end == event.rounds.get(number=0).ended_at


def test_a_cancelled_event_has_an_empty_calendar_and_a_note() -> None:
    event = open_event()
    event = advance(event, event.closes_at)

    assert event.stage == Event.Stage.CANCELLED
    assert calendar_of(event) == []
    assert titles(event) == ["The event was cancelled: too few players had signed up."]
    assert EventNote.objects.filter(event=event).count() == 1


def test_an_event_of_a_hidden_club_has_neither_feed_nor_calendar() -> None:
    event, member = open_event(), factories.person()
    event.club = Club.objects.create(name="Quiet club", slug="22334455", outsiders=Club.Outsiders.NOTHING, made_at=NOW)
    event.save()
    Membership.objects.create(club=event.club, user=member, state=Membership.State.MEMBER, at=NOW)

    for name in ("feed", "ics"):
        for reader in (None, member, event.host):
            assert signed_in(reader).get(address(event, name)).status_code == 404
    assert address(event) not in page_of(signed_in(member), fresh(event).get_absolute_url())


def test_the_page_of_an_event_links_its_feed_and_calendar() -> None:
    event = open_event()
    page = page_of(signed_in(), event.get_absolute_url())

    for name, kind in (("feed", "application/atom+xml"), ("ics", "text/calendar")):
        where = address(event, name)
        assert f'<link rel="alternate" type="{kind}" title="{event.shown_name}" href="{where}">' in page
        assert f'<a href="{where}">' in page


def test_asking_again_costs_nothing_until_something_changed() -> None:
    event, _people = started(3)
    for name in ("feed", "ics"):
        first = signed_in().get(address(event, name))
        known = {"If-None-Match": first["ETag"]}
        assert first["Cache-Control"] == "public, max-age=600"
        assert signed_in().get(address(event, name), headers=known).status_code == 304
