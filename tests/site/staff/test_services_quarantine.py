"""Broken tables: the faults that put a table on hold, the information that admins get, and the release."""

import re
from datetime import timedelta

import pytest
from django.core.mail.backends.locmem import EmailBackend
from django.urls import reverse
from django.utils import timezone

from accounts.mail import queue
from accounts.models import User
from engines import registry
from engines.contract import Filed, IllegalAction, encode
from engines.specimen.actions import SealRoad
from engines.specimen.policy import JoinUpTo
from tables.errors import Quarantined, Refusal
from tables.models import FiledAnswer, Move, Table
from tables.selectors.play import pulse
from tables.services import ordering, quarantine, sweeping
from tables.services.play import ending
from tables.services.staff import reporting
from tests.rows import rewrite
from tests.site import factories
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
SPECIMEN = type(registry.engine("specimen"))


@pytest.fixture
def operator(client):
    client.force_login(User.objects.create_superuser("operator@example.org", display_name="Operator"))
    return client


@pytest.fixture
def table():
    return factories.running_table(factories.person(), factories.person())


def test_the_admin_shows_no_secret(operator, table):
    seat = table.seats.first()
    factories.send(seat, SealRoad("valley"))
    move = Move.objects.get(table=table, seq=1)
    pages = [
        operator.get(reverse("admin:tables_table_change", args=[table.pk])),
        operator.get(reverse("admin:tables_table_changelist")),
        operator.get(reverse("admin:tables_move_change", args=[move.pk])),
        operator.get(reverse("admin:tables_move_changelist")),
    ]
    for page in pages:
        text = page.content.decode()
        assert page.status_code == 200
        assert table.code in text
        for secret in (table.invite, table.pulse, "valley", "vault", bytes(table.secret).hex(), repr(bytes(table.secret))):
            assert secret not in text


def test_the_admin_has_no_sign_in_of_its_own_where_passwords_could_be_tried(client):
    address = reverse("admin:login")
    for response in (client.get(reverse("admin:index"), follow=True), client.post(address, {"username": "a", "password": "b"})):
        where = response.redirect_chain[-1][0] if hasattr(response, "redirect_chain") else response.url
        assert where.startswith(reverse("account_login"))
    client.force_login(factories.person())
    assert client.get(reverse("admin:index"), follow=True).status_code == 403


def test_a_superuser_of_the_command_line_gets_there_by_a_mailed_code(client, mailoutbox):
    User.objects.create_superuser("root@example.org", "courier-horn-7", display_name="Root")
    door = client.get(reverse("admin:index"), follow=True).redirect_chain[-1][0]
    asked = client.post(door, {"login": "root@example.org", "password": "courier-horn-7"})
    queue.send_due(now=timezone.now())
    code = re.search(r"\d{4}-\d{4}", mailoutbox[0].body)
    entered = client.post(asked.url, {"code": code[0]}, follow=True)
    assert entered.redirect_chain[-1][0] == reverse("admin:index")
    assert entered.status_code == 200


def test_nothing_can_be_edited_there(operator, table):
    page = operator.post(reverse("admin:tables_table_change", args=[table.pk]), {"name": "changed"})
    assert page.status_code == 403
    assert factories.fresh(table).name == ""


def test_a_broken_table_is_given_back_with_one_form(operator, table):
    quarantine.quarantine(table_id=table.pk, where="a test", now=factories.NOW)
    operator.post(reverse("staff:release", args=[table.code]), {"reason": "It was repaired."})
    found = factories.fresh(table)
    assert (found.quarantined_at, found.quarantine_reason) == (None, "")
    assert found.advance_at is not None


def fall_over(self, state, seat, action):
    """Raise an IndexError with a secret in its text, as a later version of a game may do."""
    raise IndexError("the secret letter")


def test_a_game_that_falls_over_an_action_refuses_it_and_goes_on(table, monkeypatch, caplog):
    """An action that crashes the game is refused, and the table continues.

    Otherwise a player could stop a table by finding such an action.
    """
    seat = table.seats.first()
    with monkeypatch.context() as fault:
        fault.setattr(type(registry.engine("specimen")), "apply", fall_over)
        with pytest.raises(Refusal) as refused:
            factories.send(seat, SealRoad("valley"))
    assert refused.value.code == "malformed"
    assert "IndexError" in caplog.text
    assert "secret letter" not in caplog.text
    assert factories.fresh(table).quarantined_at is None
    assert factories.send(seat, SealRoad("valley")).last_seq == 1


def test_a_game_that_falls_over_its_own_fallback_is_set_aside(table, monkeypatch):
    late = factories.NOW + timedelta(days=1)
    with monkeypatch.context() as fault:
        fault.setattr(type(registry.engine("specimen")), "apply", fall_over)
        sweeping.sweep(now=late)
    found = factories.fresh(table)
    assert found.quarantined_at == late
    assert found.quarantine_reason.startswith("IndexError at ")
    assert found.seq == 0


@pytest.mark.parametrize("fault", [IndexError("the secret letter"), IllegalAction("no_letter", "S-1")])
def test_a_game_whose_own_fallback_cannot_be_played_is_set_aside_and_refuses_nobody_a_move(table, monkeypatch, fault):
    """A game that cannot play its own default move is put on hold. The player's move is not refused as illegal.

    The player did nothing wrong, so the error says that the table is on hold.
    """
    mine, theirs = table.seats.order_by("index")
    true = SPECIMEN.apply

    def cannot_saddle_for_them(self, state, seat, action):
        if seat == theirs.index:
            raise fault
        return true(self, state, seat, action)

    FiledAnswer.objects.create(
        table=table,
        seat=theirs,
        key="saddle/1",
        kind="saddle",
        body=encode(Filed("saddle/1", (), otherwise="fallback")).decode(),
        filed_at=factories.NOW,
    )
    with monkeypatch.context() as broken:
        broken.setattr(SPECIMEN, "apply", cannot_saddle_for_them)
        with pytest.raises(Quarantined) as refused:
            factories.send(mine, SealRoad("valley"))
    found = factories.fresh(table)
    assert refused.value.code == "quarantined"
    assert (found.quarantined_at, found.seq) == (factories.NOW, 0)
    assert found.quarantine_reason.startswith(
        "IndexError at " if isinstance(fault, IndexError) else "fallback refused: no_letter"
    )


@pytest.mark.parametrize("leave", [ending.resign, ending.agree_to_end])
def test_leaving_an_unreadable_table_puts_it_on_hold(leave):
    people = [factories.person() for _each in range(3)]
    table = factories.running_table(*people)
    rewrite(Table.objects.filter(pk=table.pk), state="{}")
    with pytest.raises(Quarantined):
        leave(table_id=table.pk, user=people[0], now=factories.NOW)
    assert factories.fresh(table).quarantined_at == factories.NOW


def test_an_order_that_falls_over_stops_nobody(table, monkeypatch, caplog):
    for seat in table.seats.all():
        ordering.add_order(seat_id=seat.pk, policy=JoinUpTo(1), now=factories.NOW)
    with monkeypatch.context() as fault:
        fault.setattr(type(registry.engine("specimen")), "policy", fall_over)
        factories.send(table.seats.first(), SealRoad("valley"))
    assert factories.fresh(table).seq == 1
    assert "an order at table" in caplog.text
    assert "secret letter" not in caplog.text


# The messages about a broken table


def beside(table):
    return [(event.kind, event.after_seq, event.facts) for event in table.site_events.order_by("pk")]


def test_the_log_says_once_that_a_table_is_set_aside_and_once_that_it_is_back(table):
    for where in ("a test", "another fault"):
        quarantine.quarantine(table_id=table.pk, where=where, now=factories.NOW)
    assert factories.fresh(table).quarantine_reason == "a test"
    for _again in range(2):
        quarantine.release(table_id=table.pk, now=factories.NOW)
    assert beside(table) == [("quarantined", 0, "{}"), ("released", 0, "{}")]
    page = page_of_a_player(table)
    assert "Something went wrong in this game. It is on hold until the admins have looked into it." in page
    assert "The admins have resumed the game" in page
    assert "a test" not in page


def page_of_a_player(table):
    return signed_in(table.seats.first().user).get(table.get_absolute_url()).content.decode()


def test_open_pages_learn_that_a_table_is_on_hold(table, django_capture_on_commit_callbacks):
    before = pulse.pulse(table.pulse).changes
    with django_capture_on_commit_callbacks(execute=True):
        quarantine.quarantine(table_id=table.pk, where="a test", now=factories.NOW)
    assert pulse.pulse(table.pulse).changes > before


def test_a_game_that_is_over_is_not_set_aside(table):
    for seat in table.seats.all():
        ending.agree_to_end(table_id=table.pk, user=seat.user, now=factories.NOW)
    quarantine.quarantine(table_id=table.pk, where="a test", now=factories.NOW)
    assert factories.fresh(table).quarantined_at is None
    assert beside(table) == []


# Emails to admins


@pytest.fixture
def told(settings):
    settings.ADMINS = ["operators@example.org"]
    settings.SITE_URL = "https://staffetta.example"


def set_aside(table, capture):
    with capture(execute=True):
        quarantine.quarantine(table_id=table.pk, where="IndexError at flow.py:12", now=factories.NOW)


def test_operators_are_told_once_each_time(table, told, eager, mailoutbox, django_capture_on_commit_callbacks):
    set_aside(table, django_capture_on_commit_callbacks)
    set_aside(table, django_capture_on_commit_callbacks)
    assert len(mailoutbox) == 1
    assert mailoutbox[0].to == ["operators@example.org"]
    assert mailoutbox[0].subject == f"[Staffetta] Tables set aside: {table.code}"
    assert "IndexError at flow.py:12" in mailoutbox[0].body
    assert f"https://staffetta.example/staff/tables/{table.code}/" in mailoutbox[0].body
    quarantine.release(table_id=table.pk, now=factories.NOW)
    set_aside(table, django_capture_on_commit_callbacks)
    assert len(mailoutbox) == 2


def test_what_operators_are_told_holds_nothing_of_the_game(table, told, eager, mailoutbox, django_capture_on_commit_callbacks):
    factories.send(table.seats.first(), SealRoad("valley"))
    set_aside(table, django_capture_on_commit_callbacks)
    source = mailoutbox[0].message().as_string()
    for secret in ("valley", table.invite, table.pulse, bytes(table.secret).hex()):
        assert secret not in source


def test_a_report_that_was_not_published_is_hinted_at_by_the_sweep(
    table, told, eager, mailoutbox, django_capture_on_commit_callbacks
):
    quarantine.quarantine(table_id=table.pk, where="a test", now=factories.NOW)
    assert mailoutbox == []
    for minute in (1, 2):
        with django_capture_on_commit_callbacks(execute=True):
            sweeping.sweep(now=factories.NOW + timedelta(minutes=minute))
        assert len([mail for mail in mailoutbox if mail.to == ["operators@example.org"]]) == 1


def test_a_report_that_could_not_be_sent_is_tried_again(table, told, mailoutbox, monkeypatch, caplog):
    quarantine.quarantine(table_id=table.pk, where="a test", now=factories.NOW)
    with monkeypatch.context() as fault:
        fault.setattr(EmailBackend, "send_messages", no_mail_server)
        assert reporting.report_quarantined() == 0
    assert "the operators could not be told: ConnectionRefusedError" in caplog.text
    assert reporting.report_quarantined() == 1
    assert len(mailoutbox) == 1


def no_mail_server(*_args):
    raise ConnectionRefusedError


def test_without_operators_to_tell_nothing_is_sent(table, mailoutbox):
    quarantine.quarantine(table_id=table.pk, where="a test", now=factories.NOW)
    assert reporting.report_quarantined() == 0
    assert mailoutbox == []
