"""Actions of organisers: exchanged seats, replaced players, decided results and prolonged rounds."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tables.errors import Refusal
from tables.models import Entry, Event, EventNote, EventTable, Seat, SiteEvent, Table
from tables.services.archive.verify import verify_table
from tables.services.events import entering, organising, running
from tests.site import factories
from tests.site.events.running_events import DAY, advance, fresh, operator, started
from tests.site.factories import NOW
from tests.site.views import hidden, page_of, signed_in

pytestmark = pytest.mark.django_db

START = NOW + 7 * DAY
THREES: dict[str, Any] = {"format": "cup", "seats": 3, "game": "gonzaga", "options": {}, "round_count": 2}


def tables_of(event: Event) -> list[EventTable]:
    return list(EventTable.objects.filter(round__event=event).order_by("round", "position"))


def exchange(event: Event, one: tuple[int, int], other: tuple[int, int], **more: Any) -> EventNote:
    fields: dict[str, Any] = {"by": event.host, "reason": "They travel together", "now": START} | more
    return organising.exchange(event_id=event.pk, one=one, other=other, **fields)


def replace(event: Event, user: User, by: User, **more: Any) -> EventNote:
    fields: dict[str, Any] = {"by": event.host, "reason": "Ill", "now": START, "name": str(by)} | more
    return organising.replace(event_id=event.pk, entry=event.entries.get(user=user).pk, **fields)


def adjudicate(event: Event, table: EventTable, *places: int, **more: Any) -> EventNote:
    fields: dict[str, Any] = {"by": event.host, "reason": "Both ask for it", "now": START} | more
    return organising.adjudicate(event_id=event.pk, table=table.pk, places=places, **fields)


def test_tables_open_only_after_the_notice() -> None:
    event, _people = started(4, notice_hours=24)
    drawn = event.rounds.get()

    assert drawn.begins_at == START + DAY
    assert drawn.ends_at == START + 11 * DAY
    assert fresh(event).due_at == drawn.begins_at
    assert {row.table_id for row in tables_of(event)} == {None}
    advance(event, START + DAY)
    assert None not in {row.table_id for row in tables_of(event)}


def test_exchanged_players_of_pairs_meet_with_both_seats() -> None:
    event, _people = started(4, notice_hours=24)
    first, second, third, fourth = tables_of(event)
    (a, b), (c, d) = first.players, third.players

    exchange(event, (first.pk, a), (third.pk, d), token="click-twice")
    exchange(event, (first.pk, a), (third.pk, d), token="click-twice")

    assert [row.players for row in tables_of(event)] == [[d, b], [b, d], [c, a], [a, c]]
    assert [row.drawn for row in tables_of(event)] == [row.drawn for row in (first, second, third, fourth)]
    assert EventNote.objects.get().kind == EventNote.Kind.FIXED
    advance(event, START + DAY)
    assert {row.table_id for row in tables_of(event)}.isdisjoint({None})


def test_seats_at_one_table_are_exchanged() -> None:
    event, _people = started(3, **THREES, notice_hours=12)
    [table] = tables_of(event)
    a, b, c = table.players

    exchange(event, (table.pk, a), (table.pk, c))

    assert tables_of(event)[0].players == [c, b, a]


@pytest.mark.parametrize(
    "setup",
    [{"format": "knockout"}, {**THREES, "format": "groups", "group_count": 2, "round_count": 0, "least": 6}],
    ids=["knockout", "groups"],
)
def test_players_keep_their_pairing_in_a_knock_out_and_their_group(setup: dict[str, Any]) -> None:
    event, _people = started(6, notice_hours=24, **setup)
    found = tables_of(event)
    first, last = found[0], found[-1]
    before = [row.players for row in found]

    with pytest.raises(Refusal, match="exchange_apart"):
        exchange(event, (first.pk, first.players[0]), (last.pk, last.players[0]))
    assert [row.players for row in tables_of(event)] == before

    exchange(event, (first.pk, first.players[0]), (first.pk, first.players[1]))
    assert tables_of(event)[0].players[:2] == first.players[1::-1]


def test_bad_exchanges_are_refused() -> None:
    event, _people = started(4, notice_hours=24)
    first, _second, third, _fourth = tables_of(event)
    a, c = first.players[0], third.players[0]

    for one, other in (((first.pk, a), (first.pk, a)), ((first.pk, 99), (third.pk, c)), ((first.pk, a), (999_999, c))):
        with pytest.raises(Refusal, match="bad_exchange"):
            exchange(event, one, other)
    with pytest.raises(Refusal, match="not_organiser"):
        exchange(event, (first.pk, a), (third.pk, c), by=factories.person())
    with pytest.raises(Refusal, match="round_open"):
        exchange(event, (first.pk, a), (third.pk, c), now=START + DAY)
    with pytest.raises(Refusal, match="no_reason"):
        exchange(event, (first.pk, a), (third.pk, c), reason=" ")


def test_a_new_player_takes_the_seats_and_the_results() -> None:
    event, _people = started(3, round_count=2)
    new = factories.person("New")
    # One of three people has a bye in the round.
    gone = Seat.objects.filter(table__event=event).earliest("pk").user
    tables = Table.objects.filter(event=event, seats__user=gone)
    codes = set(tables.values_list("pk", flat=True))
    entry = event.entries.get(user=gone)

    for _click in range(2):
        fields: dict[str, Any] = {"by": event.host, "reason": "Ill", "token": "click-twice", "now": START}
        organising.replace(event_id=event.pk, entry=entry.pk, name=str(new), **fields)

    assert Entry.objects.filter(event=event, user=new).count() == 1
    assert set(Table.objects.filter(event=event, seats__user=new).values_list("pk", flat=True)) == codes
    assert not Seat.objects.filter(table__event=event, user=gone).exists()
    assert not SiteEvent.objects.filter(user=gone, kind=SiteEvent.Kind.LEFT).exists()
    table = factories.play_to_end(Table.objects.filter(event=event, seats__user=new).earliest("pk"))
    assert all(finding.ok for finding in verify_table(table))


def test_an_interrupted_replacement_is_completed_later() -> None:
    event, people = started(4, round_count=2)
    new = factories.person("New")
    Entry.objects.filter(event=event, user=people[0]).update(user=new)

    running.advance(event_id=event.pk, now=START)

    assert not Seat.objects.filter(table__event=event, user=people[0]).exists()
    assert Seat.objects.filter(table__event=event, user=new).exists()


def test_who_cannot_replace_a_player() -> None:
    event, people = started(4, round_count=2, min_rating=None, language="")

    for name, code in ((str(people[1]), "already_entered"), ("Nobody at all", "unknown_person")):
        with pytest.raises(Refusal, match=code):
            replace(event, people[0], people[1], name=name)
    new = factories.person("New")
    replace(event, people[0], new)
    other = next(user for user in people[1:] if not Seat.objects.filter(user=user, table__seats__user=new).exists())
    with pytest.raises(Refusal, match="knows_hands"):
        replace(event, other, people[0])
    Event.objects.filter(pk=event.pk).update(language="it")
    with pytest.raises(Refusal, match="other_language"):
        replace(event, other, factories.person("English"))


def test_a_withdrawn_player_without_results_is_replaced() -> None:
    event, people = started(4, notice_hours=24, round_count=2)
    new = factories.person("New")
    entering.withdraw(event_id=event.pk, user=people[0], now=START)

    replace(event, people[0], new)
    advance(event, START + DAY)

    assert Entry.objects.get(event=event, user=new).left_at is None
    assert Seat.objects.filter(table__event=event, user=new).exists()
    entering.withdraw(event_id=event.pk, user=people[1], now=START + DAY)
    with pytest.raises(Refusal, match="results_stand"):
        replace(event, people[1], factories.person("Late"), now=START + DAY)


def test_a_decided_result_counts_and_ends_the_table() -> None:
    event, _people = started(4, round_count=2)
    table = tables_of(event)[0]

    for _click in range(2):
        adjudicate(event, table, 2, 1, token="click-twice")
    advance(event, START)

    table = tables_of(event)[0]
    assert (table.places, table.adjudicated) == ([2, 1], True)
    assert table.table is not None
    assert table.table.status == Table.Status.ENDED
    assert EventNote.objects.get().facts == {"division": 0, "round": 0, "table": 0, "places": [2, 1]}
    with pytest.raises(Refusal, match="ended"):
        adjudicate(event, table, 1, 2)


def test_bad_decisions_are_refused() -> None:
    event, people = started(4, round_count=2)
    table = tables_of(event)[0]
    player = Entry.objects.get(event=event, number=table.players[0]).user
    assert player is not None

    for places in ((1,), (1, 3), (2, 2), (0, 1), (1, 2, 3)):
        with pytest.raises(Refusal, match="bad_places"):
            adjudicate(event, table, *places)
    with pytest.raises(Refusal, match="not_organiser"):
        adjudicate(event, table, 1, 2, by=people[0])
    User.objects.filter(pk=player.pk).update(is_staff=True)
    player.refresh_from_db()
    with pytest.raises(Refusal, match="plays_there"):
        adjudicate(event, table, 1, 2, by=player)


def test_rounds_are_prolonged_by_at_most_seven_days() -> None:
    event, _people = started(4, round_count=2)
    ends_at = event.rounds.get().ends_at
    assert event.host is not None

    for number in range(8):
        token = f"token-number-{max(number, 1)}"
        organising.prolong(event_id=event.pk, by=event.host, reason="Storm", token=token, now=START)
    assert event.rounds.get().ends_at == ends_at + timedelta(days=7)
    with pytest.raises(Refusal, match="prolonged_enough"):
        organising.prolong(event_id=event.pk, by=event.host, reason="Storm", now=START)
    with pytest.raises(Refusal, match="no_round"):
        organising.prolong(event_id=event.pk, by=event.host, reason="Storm", now=ends_at + timedelta(days=8))


def test_the_page_of_organisers() -> None:
    event, people = started(4, notice_hours=48, now=timezone.now() - 7 * DAY)
    organiser, page = signed_in(event.host), reverse("events:organise", args=[event.code])
    first, _second, third, _fourth = tables_of(event)
    seats = [f"{row.pk}-{row.players[0]}" for row in (first, third)]

    assert signed_in(people[0]).get(page).status_code == 404
    token = hidden(page_of(organiser, page), "exchange-token")
    fields = {"act": "exchange", "exchange-token": token, "exchange-reason": "Family"}
    for one, other in (("", ""), ("1-1", "x"), (seats[0], "9999-1"), (seats[0], seats[0])):
        response = organiser.post(page, fields | {"exchange-one": one, "exchange-other": other})
        assert response.status_code == 422
        assert "errorlist" in response.content.decode()
    for _click in range(2):
        response = organiser.post(page, fields | {"exchange-one": seats[0], "exchange-other": seats[1]}, follow=True)
        assert "The event has been updated." in response.content.decode()
    assert tables_of(event)[0].players[0] == third.players[0]
    assert organiser.post(page, {"act": "prolong", "prolong-reason": ""}).status_code == 422
    replaced = {"act": "replace", "replace-entry": "0", "replace-name": "Nobody", "replace-reason": "Ill"}
    assert organiser.post(page, replaced).status_code == 422
    assert organiser.post(page, {"act": "burn"}).status_code == 200


def test_an_organiser_decides_on_the_page() -> None:
    event, _people = started(4, now=timezone.now() - 7 * DAY)
    other = signed_in(operator())
    page, table = reverse("events:organise", args=[event.code]), tables_of(event)[0]
    fields = {"act": "adjudicate", "adjudicate-table": str(table.pk), "adjudicate-reason": "Both agree"}

    for places in ("", "1", "x, 1", "2, 2", "9, 1", "²"):
        assert other.post(page, fields | {"adjudicate-places": places}).status_code == 422
    assert other.post(page, fields | {"adjudicate-table": "1-", "adjudicate-places": "1, 2"}).status_code == 422
    fields["adjudicate-token"] = "token-of-the-form"
    for _click in range(2):
        assert other.post(page, fields | {"adjudicate-places": "1, 2"}).status_code == 302
    assert Table.objects.get(event_table=table).status == Table.Status.ENDED
