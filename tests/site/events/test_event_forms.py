"""Form that opens an event, and the forms of those who enter and leave it."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tables.models import Club, Event, EventNote, Membership
from tables.services.clubs import founding, members
from tests.site import factories
from tests.site.events.running_events import DAY, open_event, operator, started, with_players
from tests.site.views import page_of, signed_in

pytestmark = pytest.mark.django_db

OPEN = reverse("events:open")
FIELDS: dict[str, Any] = {
    "game": "specimen",
    "name": "Cup of the couriers",
    "format": "match",
    "seats": "2",
    "nights": "1",
    "round_count": "2",
    "group_count": "3",
    "round_days": "10",
    "pace": "day",
    "absence_days": "7",
    "notice_hours": "0",
    "sign_up_days": "7",
    "least": "3",
    "most": "8",
    "token": "token-of-the-form",
}


def club_of(officer: User, *others: User) -> Club:
    fields: dict[str, Any] = {"name": "Couriers", "text": "", "joining": Club.Joining.OPEN, "outsiders": Club.Outsiders.PAGE}
    club = founding.found_club(user=officer, now=timezone.now(), **fields)
    for user in others:
        members.join_club(club_id=club.pk, user=user, now=timezone.now())
    return club


def address(event: Event, name: str = "event") -> str:
    return reverse(f"events:{name}", args=[event.code])


def test_an_admin_opens_an_event_once() -> None:
    admin = signed_in(operator())
    assert "Open event" in page_of(admin, f"{OPEN}?game=specimen")

    first, second = admin.post(OPEN, FIELDS), admin.post(OPEN, FIELDS)

    event = Event.objects.get()
    assert first.url == second.url == event.get_absolute_url()  # type: ignore[attr-defined]  # a redirect
    assert "At most 7 rounds" in page_of(admin, event.get_absolute_url())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "ab"),
        ("name", "x" * 81),
        ("name", "a\x00b"),
        ("name", "play at www.example.org"),
        ("text", "x" * 2001),
        ("format", "league"),
        ("format", "season"),
        ("seats", "9"),
        ("seats", "two"),
        ("round_count", "0"),
        ("round_count", "12"),
        ("round_count", ""),
        ("group_count", "1"),
        ("round_days", "2"),
        ("round_days", "9" * 30),
        ("pace", "never"),
        ("absence_days", "-1"),
        ("notice_hours", "7"),
        ("sign_up_days", "0"),
        ("least", "1"),
        ("least", "9"),
        ("most", "201"),
        ("min_reliability", "13"),
        ("min_rating", "x"),
        ("language", "xx"),
        ("nights", "99"),
    ],
)
def test_a_bad_value_is_refused_in_words(field: str, value: str) -> None:
    admin = signed_in(operator())

    response = admin.post(OPEN, FIELDS | {field: value})

    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert not Event.objects.exists()


def test_officers_open_events_for_their_club_and_others_see_no_form() -> None:
    officer, member, stranger = factories.person(), factories.person(), factories.person()
    club = club_of(officer, member, factories.person())
    query = f"?club={club.slug}&game=specimen"

    assert signed_in(stranger).get(OPEN).status_code == 404
    assert signed_in(member).get(OPEN + query).status_code == 404
    assert signed_in(member).post(OPEN, FIELDS | {"club": club.slug}).status_code == 404
    assert signed_in().get(OPEN).status_code == 302
    assert signed_in(officer).get(OPEN).url == f"{OPEN}?club={club.slug}"  # type: ignore[attr-defined]  # a redirect
    assert signed_in(officer).post(OPEN, FIELDS | {"club": club.slug}).status_code == 302
    assert Event.objects.get().club == club

    Membership.objects.filter(user=officer).update(role=Membership.Role.MEMBER)
    assert signed_in(officer).get(OPEN + query).status_code == 404


def test_withdrawing_asks_first_and_happens_once() -> None:
    event, people = started(3, round_count=2)
    player = signed_in(people[0])

    assert "You cannot come back" in page_of(player, address(event, "withdraw"))
    assert event.entries.get(user=people[0]).left_at is None
    for _click in range(2):
        assert player.post(address(event, "withdraw"), follow=True).status_code == 200
    assert event.entries.get(user=people[0]).left_at is not None
    assert event.notes.filter(kind=EventNote.Kind.WITHDREW).count() == 1
    refused = signed_in(factories.person()).post(address(event, "withdraw"), follow=True)
    assert "You do not take part in this event." in refused.content.decode()


def test_only_organisers_cancel_with_a_reason_and_once() -> None:
    host = operator()
    event = open_event(host, now=timezone.now())
    people = with_players(event, 2, timezone.now())
    organiser = signed_in(host)

    assert signed_in(people[0]).post(address(event, "cancel"), {"reason": "No"}).status_code == 404
    assert organiser.post(address(event, "cancel"), {"reason": " "}).status_code == 422
    for _click in range(2):
        page = organiser.post(address(event, "cancel"), {"reason": "Too warm"}, follow=True).content.decode()
        assert "The event has been cancelled." in page
    assert Event.objects.get().stage == Event.Stage.CANCELLED
    assert EventNote.objects.get().reason == "Too warm"


def test_who_comes_too_late_is_told_so() -> None:
    event = open_event(now=timezone.now() - 30 * DAY)

    page = signed_in(factories.person()).post(address(event, "enter"), follow=True).content.decode()

    assert "You can no longer sign up for this event." in page
    assert not event.entries.exists()


def test_the_page_of_a_club_lists_its_events() -> None:
    officer, member = factories.person(), factories.person()
    club = club_of(officer, member, factories.person())
    event = open_event(officer, club=club, now=timezone.now())

    assert event.get_absolute_url() in page_of(signed_in(member), club.get_absolute_url())
    assert f"{OPEN}?club={club.slug}" in page_of(signed_in(officer), club.get_absolute_url())
    assert OPEN not in page_of(signed_in(member), club.get_absolute_url())


def test_admins_read_events_without_their_secrets() -> None:
    event, _people = started(4)
    admin = operator()
    admin.is_superuser = True
    admin.save()
    reader = signed_in(admin)

    for name in ("event", "entry", "eventround", "eventtable", "eventnote"):
        assert reader.get(reverse(f"admin:tables_{name}_changelist")).status_code == 200
    page = page_of(reader, reverse("admin:tables_event_change", args=[event.pk]))
    assert "field-secret" not in page
    page = page_of(reader, reverse("admin:tables_eventround_change", args=[event.rounds.get().pk]))
    assert "field-costs" not in page
    assert "field-deals" not in page
