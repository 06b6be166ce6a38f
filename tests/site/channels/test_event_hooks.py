"""Webhooks of an event: one message with its round, first places and tables, kept up to date until the event is over."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from tables.errors import Refusal
from tables.models import Club, Entry, Event, Membership, Seat, Table, Webhook
from tables.services.channels import hooks, posting
from tables.services.clubs import founding, members
from tables.services.events import entering, opening, organising
from tests.site import factories
from tests.site.events.running_events import DAY, advance, fresh, open_event, play_event, play_tables, started, with_players
from tests.site.factories import NOW
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


def added(event: Event, receiver: Any, kind: str = "json", *, user: Any = None, path: str = "hook", **more: Any) -> Webhook:
    fields = {"kind": Webhook.Kind(kind), "label": "", "url": f"{receiver.url}/{path}", "now": NOW} | more
    return hooks.add_event_hook(event_id=event.pk, user=user or event.host, **fields)


def post_all(now: Any = NOW) -> list[bool]:
    return [posting.post(hook_id=pk, now=now) for pk in posting.due_event_hooks(now).values_list("pk", flat=True)]


def lines(receiver: Any) -> list[str]:
    """Return the lines of the last message."""
    found: list[str] = receiver.posted[-1].json["lines"]
    return found


def test_the_message_follows_an_event_from_signing_up_to_the_winner_and_then_stops(receiver: Any) -> None:
    event = open_event(round_count=1)
    hook = added(event, receiver)
    assert post_all() == [True]
    assert lines(receiver)[0].startswith("You can sign up until ")
    assert lines(receiver)[1] == "Nobody has signed up yet."
    assert post_all() == []

    people = with_players(event, 3)
    assert post_all() == [True]
    assert lines(receiver)[1] == "3 players have signed up."

    event = advance(event, event.closes_at)
    assert post_all() == [True]
    assert lines(receiver)[0].startswith("Round 1 of ")
    waited = [line for line in lines(receiver) if "waiting for " in line]
    assert len(waited) == Table.objects.running().filter(event=event).count() > 0
    assert all(any(str(user) in line for user in people) for line in waited)

    event = play_event(event, event.closes_at + DAY)
    assert post_all() == [True]
    winner = Entry.objects.select_related("user").get(event=event, rank=1).user
    assert lines(receiver)[0] == f"The event is over. Champion: {winner}"
    assert lines(receiver)[1:4] == [f"{rank}. {_ranked(event, rank)}" for rank in (1, 2, 3)]
    hook.refresh_from_db()
    assert hook.rests_at == NOW
    assert post_all(NOW + DAY) == []
    assert {posted.json["title"] for posted in receiver.posted} == {event.name}
    assert {posted.json["url"] for posted in receiver.posted} == {f"http://127.0.0.1:8000{event.get_absolute_url()}"}


def _ranked(event: Event, rank: int) -> str:
    return str(Entry.objects.select_related("user").get(event=event, rank=rank).user)


def test_results_move_the_first_places_and_the_same_state_is_no_message(receiver: Any) -> None:
    event, _people = started(4, round_count=2)
    added(event, receiver)
    post_all()
    assert not any(line.startswith("1. ") for line in lines(receiver))

    factories.play_to_end(event.event_tables.order_by("pk").first())
    event = advance(event, event.closes_at)

    assert post_all() == [True]
    first = next(line for line in lines(receiver) if line.startswith("1. "))
    assert first.endswith((" points)", "(1 point)"))
    table = Table.objects.running().filter(event=event).first()
    Table.objects.filter(pk=table.pk).update(changes=table.changes + 1)
    assert post_all() == [False], "the message would be the same"


def test_the_two_tables_of_a_pair_are_told_apart(receiver: Any) -> None:
    event, _people = started(3)
    added(event, receiver)
    post_all()
    tables = [line.partition(":")[0] for line in lines(receiver) if "waiting for " in line]
    assert len(tables) == len(set(tables)) == 2
    assert [words[-9:] for words in tables] == ["(table 1)", "(table 2)"]


def test_one_message_is_edited_where_the_service_can(receiver: Any) -> None:
    event, _people = started(4)
    discord = added(event, receiver, "discord")
    matrix = added(event, receiver, "matrix", path="", room="!r:example.org", secret="t")
    receiver.answer(200, b'{"id": "77"}')
    receiver.answer(200, b'{"event_id": "$first"}')
    assert post_all() == [True, True]

    organising.prolong(event_id=event.pk, by=event.host, reason="Holidays", now=event.closes_at + DAY)
    assert post_all() == [True, True]

    edited, replaced = receiver.posted[2:]
    assert (edited.method, edited.path) == ("PATCH", "/hook/messages/77")
    assert edited.json["allowed_mentions"] == {"parse": []}
    assert replaced.json["m.relates_to"] == {"rel_type": "m.replace", "event_id": "$first"}
    assert [Webhook.objects.get(pk=hook.pk).message for hook in (discord, matrix)] == ["77", "$first"]


def test_a_message_deleted_at_the_service_is_posted_again(receiver: Any) -> None:
    event = open_event()
    added(event, receiver, "discord")
    receiver.answer(200, b'{"id": "77"}')
    post_all()
    with_players(event, 1)
    receiver.answer(404)
    receiver.answer(200, b'{"id": "78"}')
    assert post_all() == [True]
    assert [posted.method for posted in receiver.posted] == ["POST", "PATCH", "POST"]


def test_withheld_tables_and_results_are_no_part_of_it(receiver: Any) -> None:
    event, _people = started(4, round_count=2, same_deal=True)
    added(event, receiver)
    post_all()
    before = receiver.posted[-1].json
    assert len(before["lines"]) == 1

    table = event.event_tables.order_by("pk").first()
    factories.play_to_end(table, most=1)
    assert post_all() == [], "a move at a withheld table"
    factories.play_to_end(table)
    event = advance(event, event.closes_at)
    assert post_all() == [False], "the end of a withheld table"
    assert len(receiver.posted) == 1

    play_tables(event)
    event = advance(event, event.closes_at)
    assert post_all() == [True]
    assert any(line.startswith("1. ") for line in lines(receiver))
    assert not any("waiting for " in line for line in lines(receiver)), "the next round is withheld too"


def test_a_cancelled_event_says_so_and_stops(receiver: Any) -> None:
    event = open_event()
    added(event, receiver)
    post_all()
    opening.cancel_event(event_id=event.pk, by=event.host, reason="Rain", now=NOW)
    assert post_all() == [True]
    assert lines(receiver) == ["This event was cancelled."]
    assert post_all(NOW + DAY) == []


def test_a_withdrawal_a_replacement_and_a_deleted_event(receiver: Any) -> None:
    event, people = started(5)
    added(event, receiver)
    post_all()
    entering.withdraw(event_id=event.pk, user=people[0], now=event.closes_at)
    assert post_all() == [True]
    newcomer = factories.person("Newcomer")
    entry = Entry.objects.filter(event=event, user=Seat.objects.filter(table__in=_running(event)).first().user).get()
    organising.replace(
        event_id=event.pk, by=event.host, entry=entry.pk, name=newcomer.display_name, reason="Ill", now=event.closes_at
    )
    assert post_all() == [True]
    assert str(newcomer) in str(lines(receiver))
    event.delete()
    assert not Webhook.objects.exists()


def _running(event: Event) -> Any:
    return Table.objects.running().filter(event=event)


@pytest.fixture
def club() -> Club:
    """Return a hidden club with three members, one of them its officer."""
    founder = factories.person("Anna")
    club = founding.found_club(user=founder, name="Quiet club", joining=Club.Joining.OPEN, now=NOW)
    for name in ("Ben", "Carla"):
        members.join_club(club_id=club.pk, user=factories.person(name), now=NOW)
    Club.objects.filter(pk=club.pk).update(outsiders=Club.Outsiders.NOTHING)
    club.refresh_from_db()
    return club


def club_event(club: Club) -> Event:
    """Start an event of the club with all its members. Its first officer is the host."""
    officer = club.memberships.get(role=Membership.Role.OFFICER).user
    event = open_event(host=officer, club=club)
    for membership in club.memberships.select_related("user"):
        entering.enter(event_id=event.pk, user=membership.user, now=NOW)
    return advance(event, event.closes_at)


def test_an_event_of_a_hidden_club_is_shown_as_its_creator_sees_it(club: Club, receiver: Any) -> None:
    event = club_event(club)
    added(event, receiver)
    assert post_all() == [True]
    assert any("waiting for " in line for line in lines(receiver))

    second = club.memberships.exclude(user=event.host).first()
    Membership.objects.filter(pk=second.pk).update(role=Membership.Role.OFFICER)
    members.leave_club(club_id=club.pk, user=event.host, now=NOW)
    organising.prolong(event_id=event.pk, by=second.user, reason="Holidays", now=event.closes_at + DAY)
    assert post_all() == [False], "its creator cannot see the event any more"
    assert len(receiver.posted) == 1


def test_a_staff_member_outside_the_club_shares_no_private_table(club: Club, receiver: Any) -> None:
    event, staff = club_event(club), factories.person("Staff")
    staff.is_staff = True
    staff.save()
    added(event, receiver, user=staff)
    assert post_all() == [True]
    assert not any("waiting for " in line for line in lines(receiver))


def test_a_closed_club_tells_nothing(club: Club, receiver: Any) -> None:
    event = club_event(club)
    added(event, receiver)
    Club.objects.filter(pk=club.pk).update(closed_at=NOW)
    assert post_all() == []


@pytest.mark.parametrize(
    ("language", "first", "table"),
    [("de", "Runde 1 von ", "(Tisch 1): am Zug: "), ("it", "Turno 1 di ", "(tavolo 1): in attesa di ")],
)
def test_it_is_in_the_language_of_its_creator(language: str, first: str, table: str, receiver: Any) -> None:
    event, _people = started(3)
    event.host.language = language
    event.host.save()
    added(event, receiver)
    post_all()
    assert lines(receiver)[0].startswith(first)
    assert any(table in line for line in lines(receiver))


def test_divisions_have_their_own_lines(receiver: Any) -> None:
    event, _people = started(20, format="season", seats=3, round_count=0, game="gonzaga", options={})
    added(event, receiver)
    post_all()
    assert [line for line in lines(receiver) if line.startswith("Division ")] == ["Division 1", "Division 2"]
    more = [line for line in lines(receiver) if line.startswith("and ")]
    assert more == [f"and {_running(event).count() - 10} more tables"]


def test_only_organisers_look_after_them(receiver: Any) -> None:
    event = open_event()
    stranger = factories.person()
    with pytest.raises(Refusal, match="not_organiser"):
        added(event, receiver, user=stranger)
    hook = added(event, receiver)
    page, one = reverse("events:hooks", args=[event.code]), reverse("events:hook", args=[event.code, hook.number])
    assert signed_in(stranger).get(page).status_code == 404
    assert signed_in(stranger).post(one, {"do": "remove"}).status_code == 404
    assert hook.secret in page_of(signed_in(event.host), page)
    assert page in page_of(signed_in(event.host), event.get_absolute_url())
    signed_in(event.host).post(one, {"do": "off"})
    assert post_all() == []
    signed_in(event.host).post(one, {"do": "remove"})
    assert not Webhook.objects.exists()
    assert "no longer exists" in signed_in(event.host).post(one, {"do": "remove"}, follow=True).text


def test_a_webhook_is_added_on_the_events_pages(receiver: Any) -> None:
    event, _people = started(3)
    client = signed_in(event.host)
    assert reverse("events:hooks", args=[event.code]) in page_of(client, reverse("events:organise", args=[event.code]))
    address = reverse("events:add_hook", args=[event.code, "json"])
    assert event.name in page_of(client, address)
    answer = client.post(address, {"label": "ours", "url": f"{receiver.url}/hook"}, follow=True)
    assert "ours" in answer.text
    assert Webhook.objects.get().event == event
    statuses = [client.get(reverse("events:add_hook", args=[event.code, kind])).status_code for kind in ("discord", "slack")]
    assert statuses == [200, 404]


def test_there_are_limits(receiver: Any) -> None:
    event = open_event()
    for number in range(hooks.MOST_OF_EVENT):
        added(event, receiver, path=f"hook/{number}")
    with pytest.raises(Refusal, match="told_there"):
        added(event, receiver, path="hook/0")
    with pytest.raises(Refusal, match="event_has_ways"):
        added(event, receiver)
    over = advance(open_event(), NOW + timedelta(days=8))
    assert over.stage == Event.Stage.CANCELLED
    with pytest.raises(Refusal, match="event_over"):
        added(over, receiver)
    assert "no more messages" in page_of(signed_in(over.host), reverse("events:hooks", args=[over.code]))


def test_the_sweep_finds_what_is_new(receiver: Any) -> None:
    event = open_event()
    added(event, receiver)
    assert posting.queue_due(now=NOW) == 1
    post_all()
    assert posting.queue_due(now=NOW) == 0
    assert fresh(event).stage == Event.Stage.OPEN
