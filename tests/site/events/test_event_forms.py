"""Form that opens an event, and the forms of those who enter and leave it."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tables.models import Club, Event, EventNote, Membership
from tables.services.clubs import founding, members
from tests.site import factories
from tests.site.events.running_events import DAY, open_event, operator, started, with_players
from tests.site.views import HTMX, page_of, read, signed_in

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


@pytest.mark.parametrize("form", ["match", "knockout"])
def test_pairs_and_knock_outs_have_two_players_at_a_table_whatever_is_chosen_there(form: str) -> None:
    signed_in(operator()).post(OPEN, FIELDS | {"game": "gonzaga", "format": form, "seats": "4", "least": "4"})

    assert Event.objects.get().seats == 2


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


PREVIEW = {name: value for name, value in FIELDS.items() if name not in ("name", "token")} | {"preview": "1"}


def rows_of(page: str) -> dict[str, str]:
    """Return the summary on the page: values by label."""
    found = page.partition('id="summary"')[2] or page
    return dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", found.partition("</dl>")[0]))


def test_a_preview_says_what_follows_from_the_form_and_opens_nothing() -> None:
    admin = signed_in(operator())

    page = read(admin.post(OPEN, PREVIEW).text)

    rows = rows_of(page)
    assert rows["Format"].startswith("Pairs: two games with exchanged seats.")
    assert rows["Length"].startswith("At most 7 rounds, until ")
    assert rows["Days"] == "At most 70 days from the end of sign-up to the end of the event."
    assert rows["Tables"] == "With 3 players, the first round has 2 tables. With 8 players, the first round has 8 tables."
    assert rows["Meetings"] == "With 3–8 players, everybody meets everybody exactly once."
    assert rows["Players"] == "at least 3, at most 8"
    assert rows["Who can sign up"] == "Everybody who meets the conditions."
    assert "Hidden tables" not in rows
    assert 'name="round_days" value="10"' in page, "the form keeps what was typed"
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("more", "label", "words"),
    [
        ({"same_deal": "on"}, "Same deal", "All tables of a round have the same draws."),
        ({"same_deal": "on"}, "Hidden tables", "Nobody sees another table of the round before its end."),
        ({"notice_hours": "12", "least": "4", "most": "4"}, "Days", "At most 32 days "),
        ({"format": "knockout", "most": "8"}, "Meetings", "Two players meet again only if a pairing is equal."),
        ({"min_rating": "1500"}, "Minimum rating", "1500"),
        ({"least": "12", "most": "20"}, "Meetings", "With these numbers of players, not everybody"),
    ],
)
def test_a_preview_follows_each_choice(more: dict[str, str], label: str, words: str) -> None:
    rows = rows_of(read(signed_in(operator()).post(OPEN, PREVIEW | more).text))
    assert rows[label].startswith(words)


@pytest.mark.parametrize(
    ("more", "label", "words"),
    [
        ({"format": "cup", "least": "5", "most": "16"}, "Meetings", "With 7, 9, 13 or 15 players, everybody meets everybody"),
        (
            {"format": "cup", "least": "5", "most": "16", "same_deal": "on"},
            "Hidden tables",
            "With 7 or 13 players, everybody has",
        ),
        (
            {"format": "season", "least": "5", "most": "9"},
            "Meetings",
            "With 7 or 9 players, everybody meets everybody of their",
        ),
        ({"format": "groups", "least": "9", "most": "27"}, "Meetings", "With 21 or 27 players, everybody meets everybody of"),
    ],
)
def test_a_preview_knows_the_numbers_of_players_that_fit(more: dict[str, str], label: str, words: str) -> None:
    fields = PREVIEW | {"game": "gonzaga", "seats": "3"} | more
    rows = rows_of(read(signed_in(operator()).post(OPEN, fields).text))
    assert words in rows[label]


def test_scripts_get_the_summary_alone_and_errors_in_it() -> None:
    admin = signed_in(operator())

    answer = admin.post(OPEN, PREVIEW, headers=HTMX)
    faulty = admin.post(OPEN, PREVIEW | {"round_days": "2", "most": "201"}, headers=HTMX)
    refused = admin.post(OPEN, PREVIEW | {"format": "cup"}, headers=HTMX)

    assert "<html" not in answer.text
    assert "Length" in rows_of(read(answer.text))
    assert faulty.status_code == refused.status_code == 422
    assert read(faulty.text).count("<li>") == 2
    assert "<li>Days for a round: " in read(faulty.text)
    assert "<li>Players at a table: " in read(refused.text)


def test_a_preview_is_for_those_who_may_open_an_event() -> None:
    officer, member = factories.person(), factories.person()
    club = club_of(officer, member)
    fields = PREVIEW | {"club": club.slug, "least": "2"}

    rows = rows_of(read(signed_in(officer).post(OPEN, fields).text))

    assert rows["Who can sign up"] == "Members of Couriers who meet the conditions."
    assert signed_in(member).post(OPEN, fields).status_code == 404


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Höchstens 70 Tage vom Ende"), ("it", "Al massimo 70 giorni dalla fine")]
)
def test_the_summary_is_translated(language: str, words: str) -> None:
    host = operator()
    host.language = language
    host.save()
    assert words in read(signed_in(host).post(OPEN, PREVIEW).text)
