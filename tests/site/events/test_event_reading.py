"""Reading an event: what each reader sees, the numbers shown, and the size of large events."""

from fractions import Fraction
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tables.models import Club, Entry, Event, EventRound, EventTable, Membership, Table
from tables.pages.event import EventPage
from tables.present.events.numbers import fraction_words
from tests.site import factories
from tests.site.events.running_events import DAY, open_event, play_event, play_tables, started
from tests.site.factories import NOW
from tests.site.views import page_of, signed_in

pytestmark = pytest.mark.django_db


def address(event: Event) -> str:
    return reverse("events:event", args=[event.code])


def stored(players: int, rounds: int, suffix: str = "", **more: Any) -> Event:
    """Store an event whose rounds are all over, without playing its tables: the lower number wins each pairing."""
    event = open_event(least=2, most=200, **{"round_count": min(rounds, 9), **more})
    people = User.objects.bulk_create(
        User(
            email=f"p{number}{suffix}@example.org",
            display_name=f"Courier {number}{suffix}",
            name_key=f"courier {number}{suffix}",
        )
        for number in range(players)
    )
    Entry.objects.bulk_create(
        Entry(event=event, user=user, number=number, division=0, joined_at=NOW) for number, user in enumerate(people)
    )
    event.stage, event.started_at = Event.Stage.RUNNING, NOW
    event.save()
    for number in range(rounds):
        drawn = EventRound.objects.create(
            event=event, number=number, drawn_at=NOW, begins_at=NOW, ends_at=NOW + 9 * DAY, ended_at=NOW + 9 * DAY
        )
        order = list(range(number % 2, players)) + list(range(number % 2))
        pairs = list(zip(order[::2], order[1::2], strict=False))
        EventTable.objects.bulk_create(
            EventTable(
                round=drawn,
                position=2 * place + leg,
                drawn=list(seats),
                players=list(seats),
                places=[1 + (seats[0] > seats[1]), 1 + (seats[1] > seats[0])],
                points=[10 + leg, 7],
            )
            for place, (one, other) in enumerate(pairs)
            for leg, seats in enumerate([(one, other), (other, one)])
        )
    return event


def queries(event: Event, reader: User | None = None) -> int:
    with CaptureQueriesContext(connection) as asked:
        page_of(signed_in(reader), address(event))
    return len(asked)


def test_a_large_event_asks_the_database_as_often_as_a_small_one() -> None:
    small, large = stored(4, 2), stored(40, 2, suffix=" of the post")
    queries(small)

    assert queries(small) == queries(large)


def test_a_large_event_lists_the_round_that_the_reader_asks_for() -> None:
    event = stored(40, 3)
    first, last = 'href="?division=1&amp;round=1#', 'href="?division=1&amp;round=3#'

    page = page_of(signed_in(), address(event))
    earlier = page_of(signed_in(), address(event) + "?division=1&round=1")

    assert first in page
    assert last not in page
    assert last in earlier
    assert first not in earlier
    for strange in ("?round=0", "?round=99999", "?division=x&round=²", "?division=7"):
        assert last not in page_of(signed_in(), address(event) + strange)


def test_every_number_of_the_standings_is_shown() -> None:
    event = stored(4, 2)

    page = EventPage(event, None, NOW)
    best = page.divisions[0].standings[0]

    assert (best.entry.number, best.points, best.numbers) == (0, "4", ["4", "0", "2", "1.333"])
    assert [line.points for line in page.divisions[0].standings] == ["4", "2", "2", "0"]
    assert "1.333" in page_of(signed_in(), address(event))


@pytest.mark.parametrize(
    ("value", "words"),
    [((5, 2), "2½"), ((1, 3), "⅓"), ((3, 1), "3"), ((0, 1), "0"), ((7, 6), "1⅙"), ((12, 5), "2.4"), ((1, 7), "0.143")],
)
def test_fractions_are_readable(value: tuple[int, int], words: str) -> None:
    assert fraction_words(Fraction(*value)) == words


def test_a_bracket_shows_stages_to_the_final_and_the_points() -> None:
    event, _people = started(5, format="knockout")
    opened = EventPage(event, None, NOW).divisions[0]

    assert [len(stage.pairings) for stage in opened.stages] == [4, 2, 1]
    assert opened.stages[-1].pairings[0].names == ("", "")
    event = play_event(event, NOW + 8 * DAY)
    final = EventPage(event, None, NOW).divisions[0].stages[-1].pairings[0]
    champion = Entry.objects.select_related("user").get(event=event, rank=1)
    assert final.names[final.winner - 1] == str(champion.user)
    assert all(final.points)


def test_only_members_see_an_event_of_a_hidden_club() -> None:
    event = stored(4, 1)
    member = User.objects.get(display_name="Courier 0")
    club = Club.objects.create(name="Quiet club", slug="22334455", outsiders=Club.Outsiders.NOTHING, made_at=NOW)
    Membership.objects.create(club=club, user=member, state=Membership.State.MEMBER, at=NOW)
    Event.objects.filter(pk=event.pk).update(club=club)

    assert "Courier 1" in page_of(signed_in(member), address(event))
    for other, status in ((None, 302), (factories.person(), 404)):
        page_of(signed_in(other), address(event), status=status)
        assert event.name not in page_of(signed_in(other), reverse("events:list"))
        page_of(signed_in(other), address(event) + "?round=1", status=status)


@pytest.mark.parametrize("code", ["22222222", "zzzzzzzz"])
def test_an_unknown_code_is_not_found(code: str) -> None:
    page_of(signed_in(factories.person()), reverse("events:event", args=[code]), status=404)


def test_a_round_with_the_same_deal_shows_strangers_neither_results_nor_tables() -> None:
    event, people = started(4, same_deal=True, round_count=1)
    drawn = EventRound.objects.get(event=event)
    mine = EventTable.objects.filter(round=drawn, table__seats__user=people[0])
    play_tables(event)
    EventTable.objects.filter(round=drawn).update(places=[1, 2], points=[987, 321])
    codes = set(Table.objects.filter(event=event).values_list("code", flat=True))
    own = set(mine.values_list("table__code", flat=True))

    stranger, player = (page_of(signed_in(reader), address(event)) for reader in (None, people[0]))

    assert not [code for code in codes if code in stranger]
    assert {code for code in codes if code in player} == own
    for view in EventPage(event, people[0], NOW).divisions:
        assert {line.points for line in view.standings} == {"0"}
        assert {seated.points for table in view.rounds[0].tables for seated in table.players} == {""}
    EventRound.objects.filter(pk=drawn.pk).update(ended_at=NOW)
    Table.objects.filter(event=event).update(is_withheld=False, visibility=Table.Visibility.PUBLIC)
    assert all(code in page_of(signed_in(), address(event)) for code in codes)


def test_a_player_finds_the_event_on_their_pages() -> None:
    event, people = started(2, round_count=1, least=2)
    table, winner = Table.objects.filter(event=event).earliest("pk"), people[0]
    reader = signed_in(winner)

    assert address(event) in page_of(reader, reverse("tables:mine"))
    assert address(event) in page_of(signed_in(), table.get_absolute_url())
    Entry.objects.filter(event=event, user=winner).update(rank=1)
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.OVER, ended_at=timezone.now())
    profile = reverse("tables:person", args=[winner.pk])
    assert address(event) in page_of(signed_in(), profile)
    assert "your rank: 1" in page_of(reader, reverse("tables:mine"))


def test_a_champion_who_hides_their_name_stays_hidden() -> None:
    event = stored(4, 1)
    User.objects.filter(display_name="Courier 0").update(hides_name=True)
    Entry.objects.filter(event=event, number=0).update(rank=1)
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.OVER, ended_at=NOW)

    for page in (address(event), reverse("events:list"), reverse("events:list") + "?player=Courier+0"):
        shown = page_of(signed_in(), page)
        assert "Courier 0<" not in shown
        assert "Courier 0 " not in shown
    assert event.name not in page_of(signed_in(), reverse("events:list") + "?player=Courier+0")


def test_past_events_are_found_by_club_name_and_format() -> None:
    event = stored(4, 1)
    club = Club.objects.create(name="Couriers of Genoa", slug="22334466", outsiders=Club.Outsiders.PAGE, made_at=NOW)
    Event.objects.filter(pk=event.pk).update(stage=Event.Stage.OVER, ended_at=NOW, club=club)

    for found in ("?club=genoa", "?words=cup", "?format=match", "?player=courier+3"):
        assert address(event) in page_of(signed_in(), reverse("events:list") + found), found
    for missed in ("?club=rome", "?words=season", "?format=cup", "?player=nobody"):
        assert address(event) not in page_of(signed_in(), reverse("events:list") + missed), missed


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_the_rules_are_there_in_each_language(language: str) -> None:
    reader = signed_in()
    reader.cookies["django_language"] = language

    assert "<h2>" in page_of(reader, reverse("events:rules"))
