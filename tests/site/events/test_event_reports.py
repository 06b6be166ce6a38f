"""Reports about the texts of an event: its name and description, and the reasons in its chronicle."""

import pytest
from django.urls import reverse

from accounts.models import User
from tables.errors import Refusal
from tables.models import Club, Event, Report, Table
from tables.selectors.people import reports as selector
from tables.services.clubs import founding, members
from tables.services.events import opening, organising
from tables.services.people import reports
from tests.site import factories
from tests.site.events.running_events import advance, fresh, open_event, started
from tests.site.factories import NOW
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
RUDE = "Only fools stay at home."


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(NOW, tick=False)


@pytest.fixture
def running() -> tuple[Event, User]:
    """Return a running event with three texts by its host, and one of its players."""
    event, people = started(4, name="Cup of fools", text=RUDE)
    organising.prolong(event_id=event.pk, by=event.host, reason="You slow fools", now=event.closes_at)
    return event, people[0]


def form_of(event: Event) -> str:
    return reverse("events:report", args=[event.code])


def reported(event: Event, *keys: str) -> Report:
    return reports.report_event(
        reporter=factories.person("Reader"), event_id=event.pk, chosen=keys, reason="They insult everybody.", now=NOW
    )


def settled(report: Report, *, takes_lines: bool = True) -> Report:
    operator = User.objects.create_superuser("other@example.org", display_name="Other")
    given = {"outcome": "warning", "days": 7, "takes_lines": takes_lines, "answer": "Nobody is a fool here.", "now": NOW}
    return reports.settle(report_id=report.pk, operator=operator, **given)


def test_a_reader_reports_chosen_texts_of_an_event_in_a_form(running):
    event, player = running
    client, note = signed_in(player), event.notes.get()
    assert f'href="{form_of(event)}"' in page_of(client, event.get_absolute_url())
    page = page_of(client, form_of(event))
    keys = [f"name-{event.pk}", f"text-{event.pk}", f"note-{note.pk}"]
    assert [f'value="{key}"' in page for key in keys] == [True] * 3
    assert client.post(form_of(event), {"reason": "Rude.", "lines": ["text-0"]}).status_code == 422
    assert client.post(form_of(event), {"lines": keys}).status_code == 422
    assert client.post(form_of(event), {"reason": "Rude.", "lines": keys[1:]}).status_code == 302
    report = Report.objects.get()
    assert (report.reporter, report.about, report.event, report.reason) == (player, event.host, event, "Rude.")
    assert [line["text"] for line in report.lines] == [RUDE, "You slow fools"]


def test_each_author_of_texts_has_a_report(running):
    event, _player = running
    other = User.objects.create_superuser("second@example.org", display_name="Second")
    note = organising.prolong(event_id=event.pk, by=other, reason="Slow, slow", now=event.closes_at)
    first = reported(event, f"note-{note.pk}", f"name-{event.pk}")
    assert first.about == event.host
    assert [report.about for report in Report.objects.order_by("pk")] == [event.host, other]


def test_only_readers_with_an_account_can_report_and_never_their_own_texts(running, client):
    event, _player = running
    assert form_of(event) not in page_of(client, event.get_absolute_url())
    assert client.get(form_of(event)).status_code == 302
    guest = User.objects.create_guest(language="en", time_zone="UTC", now=NOW)
    assert form_of(event) not in page_of(signed_in(guest), event.get_absolute_url())
    assert "No texts by others here." in page_of(signed_in(event.host), form_of(event))
    with pytest.raises(Refusal, match="no_lines"):
        reports.report_event(reporter=event.host, event_id=event.pk, chosen=[f"name-{event.pk}"], reason="Me.", now=NOW)


def test_the_texts_of_a_hidden_club_are_not_shown_to_others():
    founder = factories.person("Founder")
    club = founding.found_club(user=founder, name="The quiet", joining=Club.Joining.OPEN, now=NOW)
    others = [factories.person("Member") for _number in range(3)]
    for user in others:
        members.join_club(club_id=club.pk, user=user, now=NOW)
    event = open_event(founder, club=club)
    Club.objects.filter(pk=club.pk).update(outsiders=Club.Outsiders.NOTHING)
    assert signed_in(others[0]).get(form_of(event)).status_code == 200
    assert signed_in(factories.person("Stranger")).get(form_of(event)).status_code == 404


def test_an_admin_sees_the_event_and_can_remove_the_texts(running):
    event, _player = running
    note = event.notes.get()
    report = reported(event, f"name-{event.pk}", f"text-{event.pk}", f"note-{note.pk}")
    operator = User.objects.create_superuser("third@example.org", display_name="Third")
    client, address = signed_in(operator), reverse("staff:report", args=[report.pk])
    page = page_of(client, address)
    assert event.get_absolute_url() in page
    assert RUDE in page
    given = {"outcome": "warning", "days": 7, "takes_lines": "on", "answer": "Nobody is a fool here."}
    assert client.post(address, given).status_code == 302
    event, note = fresh(event), event.notes.get()
    assert (event.name, event.text, note.reason) == (event.code, "", "")
    assert set(Table.objects.filter(event=event).values_list("name", flat=True)) == {""}
    shown = page_of(signed_in(), event.get_absolute_url())
    assert "fools" not in shown
    assert "prolonged the round" in shown
    assert [each.lines_taken for each in selector.unseen_outcomes(event.host)] == [True]


def test_without_removal_or_after_a_change_the_texts_stay(running):
    event, _player = running
    settled(reported(event, f"name-{event.pk}"), takes_lines=False)
    assert fresh(event).name == "Cup of fools"
    later = reported(event, f"name-{event.pk}", f"text-{event.pk}")
    Event.objects.filter(pk=event.pk).update(name="Cup of friends")
    User.objects.filter(email="other@example.org").delete()
    settled(later)
    assert (fresh(event).name, fresh(event).text) == ("Cup of friends", "")


def test_a_cancelled_event_without_its_removed_reason_still_names_no_other_cause():
    event = open_event()
    opening.cancel_event(event_id=event.pk, by=event.host, reason="Fools", now=NOW)
    settled(reported(event, f"note-{event.notes.get().pk}"))
    page = page_of(signed_in(), event.get_absolute_url())
    assert "The event was cancelled." in page
    assert "too few" not in page


def test_a_report_of_a_deleted_event_keeps_the_texts(running):
    event = advance(running[0], NOW)
    report = reported(event, f"text-{event.pk}")
    event.delete()
    report.refresh_from_db()
    assert (report.event, [line["text"] for line in report.lines]) == (None, [RUDE])
