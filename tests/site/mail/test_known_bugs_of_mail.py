"""Known bugs of other sites' emails, with a test for each."""

import re
from datetime import timedelta
from smtplib import SMTPServerDisconnected

import pytest
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.urls import get_resolver

from tables.mail import compose, tokens
from tables.models import Decision, Delivery, FiledAnswer, MailChoice, Move, Notification, Seat
from tables.selectors.mail.cadence import Cadence, Kind
from tables.selectors.play import presence
from tables.services import sweeping
from tables.services.mail import notify
from tables.services.time import clocks
from tests.site import factories, mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = NOW + timedelta(minutes=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def people():
    return mailing.person("Anna"), mailing.person("Berto")


@pytest.fixture
def anna(people):
    return people[0]


@pytest.fixture
def table(people):
    """Return a running table made by the services, with its first emails sent."""
    found = factories.running_table(*people, now=NOW)
    mailing.work_off(SOON)
    mail.outbox.clear()
    return found


def first_decision(user):
    found = Decision.objects.filter(seat__user=user, closed_at=None, when="now").select_related("seat__table", "table")
    return found.order_by("pk").first()


def to(user):
    return [sent for sent in mail.outbox if sent.to == [user.email]]


def sweep(moment):
    """Sweep as if the last sweep had been a minute before, so that the site detects no outage. Return the result."""
    beat = {"at": moment - timedelta(minutes=1)}
    sweeping.Heartbeat.objects.update_or_create(name=sweeping.HEARTBEAT, defaults=beat)
    return sweeping.sweep(now=moment)


def extend(decision, by):
    clocks.extend(decision, decision.seat, clocks.clock.ALWAYS, by=by)
    decision.save()


# --- “1 hour left”, outdated after an extension -----------------------------------------------------------------------------


def test_a_mail_says_the_moment_and_never_how_long_is_left(table, anna):
    sweep(NOW + 19.2 * HOUR)
    mailing.work_off(NOW + 19.5 * HOUR)
    [reminder] = to(anna)
    due_at = first_decision(anna).due_at
    assert f"{due_at.day} March 2026, {due_at:%H:%M} (UTC)" in reminder.subject
    words = reminder.subject + reminder.body
    assert not re.search(r"\b(hours?|minutes?|days?)\b|\bleft\b|tomorrow|today", words)


def test_a_reminder_that_waited_while_its_time_was_extended_is_not_sent(table, anna):
    sweep(NOW + 19.2 * HOUR)
    extend(first_decision(anna), timedelta(days=2))
    mailing.work_off(NOW + 20 * HOUR)
    assert to(anna) == []
    reminder = Delivery.objects.get(notification__recipient=anna, notification__kind=Kind.REMINDER)
    assert reminder.error == "more time meanwhile"


def test_after_an_extension_there_is_a_reminder_of_the_new_time(table, anna):
    sweep(NOW + 19.2 * HOUR)
    mailing.work_off(NOW + 19.5 * HOUR)
    extend(first_decision(anna), timedelta(days=2))
    decision = first_decision(anna)
    sweep(decision.remind_at)
    mailing.work_off(decision.remind_at + HOUR)
    first, second = to(anna)
    assert first.subject != second.subject
    assert f"{decision.due_at:%H:%M}" in second.subject
    assert decision.due_at.day == (NOW + timedelta(days=3)).day


# --- a retried delivery that re-sent old news ---------------------------------------------------------------------------------


def test_a_retried_delivery_tells_what_is_true_then(people, monkeypatch):
    """A retried email has the current facts. The mail server is down for hours, and the deadline changes during that time."""
    anna, _berto = people
    table = factories.running_table(*people, now=NOW)
    send = EmailBackend.send_messages
    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    mailing.work_off(SOON)
    monkeypatch.setattr(EmailBackend, "send_messages", send)
    extend(first_decision(anna), timedelta(days=5))
    mailing.work_off(NOW + 3 * HOUR)
    [letter] = to(anna)
    assert "10 March 2026" in letter.body
    assert "5 March 2026" not in letter.body
    assert table.code in letter.body


def test_a_retried_delivery_about_something_over_is_dropped(table, people, monkeypatch):
    anna, _berto = people
    sweep(NOW + 19.2 * HOUR)
    send = EmailBackend.send_messages
    monkeypatch.setattr(EmailBackend, "send_messages", refuse)
    mailing.work_off(NOW + 19.3 * HOUR)
    monkeypatch.setattr(EmailBackend, "send_messages", send)
    for user in people:
        answer(first_decision(user), NOW + 19.4 * HOUR)
    Notification.objects.filter(kind=Kind.TURN).delete()
    mailing.work_off(NOW + 20 * HOUR)
    assert to(anna) == []


def refuse(*_arguments):
    raise SMTPServerDisconnected("no")


def answer(decision, now):
    """Answer a decision with the game's default move."""
    table, seat = factories.fresh(decision.table), decision.seat
    asked = next(each for each in factories.waiting(table, seat) if each.key == decision.key)
    engine, seen = mailing.registry.engine(table.game), factories.state.seen(table, seat)
    factories.send(seat, engine.fallback(seen, asked), key=decision.key, now=now)


# --- a player put on autopilot and never told ---------------------------------------------------------------------------------


def test_a_player_put_on_autopilot_is_told_even_if_they_want_only_the_daily_mail(table, anna):
    MailChoice.objects.create(user=anna, kind=Kind.STEWARD, cadence=Cadence.DIGEST, changed_at=NOW)
    seat = mailing.seat_of(table, anna)
    Seat.objects.filter(pk=seat.pk).update(steward_since=NOW)
    seat.refresh_from_db()
    notify.notify_steward(seat=seat, now=NOW)
    mailing.work_off(NOW + timedelta(days=1))
    [letter] = to(anna)
    assert "the steward now plays for you" in letter.body
    assert "come back to the table to play on" in letter.body


def test_a_deadline_that_answered_for_somebody_is_told_to_them(table, anna):
    due_at = first_decision(anna).due_at
    sweep(due_at)
    mailing.work_off(due_at + timedelta(minutes=1))
    assert any("You missed the deadline" in letter.body for letter in to(anna))


# --- a burst of mails when automatic moves chain ------------------------------------------------------------------------------


def test_a_chain_of_automatic_moves_is_one_mail(people):
    """Several decisions within moments result in one email. The bots answer each move straight away."""
    anna, _berto = people
    table = factories.running_table(anna, bots=1, now=NOW)
    for _round in range(6):
        if (decision := first_decision(anna)) is None:
            break
        answer(decision, NOW)
        play_bots(table)
    assert Notification.objects.filter(recipient=anna, kind=Kind.TURN).count() > 2
    mailing.work_off(SOON)
    assert len(to(anna)) == 1


def play_bots(table):
    """Let bots answer until no bot has a decision."""
    for _move in range(50):
        waiting = Decision.objects.filter(table=table, closed_at=None, when="now").exclude(seat__bot="")
        found = waiting.select_related("seat").first()
        if found is None:
            return
        factories.bots.think(table_id=table.pk, seat_id=found.seat_id, key=found.key, now=NOW)


def test_what_is_published_right_away_still_waits_for_the_chain_to_settle(table, anna):
    """A delivery waits for further moves, although its task may run as soon as the transaction commits."""
    decision = first_decision(anna)
    decision.askings += 1
    decision.save(update_fields=["askings"])
    notify.notify_turns(table=table, decisions=[decision], now=SOON)
    newest = Delivery.objects.filter(notification__recipient=anna).latest("pk")
    assert newest.next_at == SOON + notify.SETTLE


# --- mail skipped because some tab was open -----------------------------------------------------------------------------------


def test_an_open_tab_swallows_no_mail(people, client):
    anna, _berto = people
    table = factories.running_table(*people, now=NOW)
    client.force_login(anna)
    client.get(f"/t/{table.code}/")
    for minute in range(0, 15, 3):
        now = NOW + timedelta(minutes=minute)
        presence.others_present(table.pulse, anna.pk, now)
        mailing.work_off(now)
    assert len(to(anna)) == 1


# --- mail scanners that follow links ------------------------------------------------------------------------------------------


def test_following_every_link_of_every_kind_of_mail_changes_nothing(people, client, snapshot, time_machine):
    """Opening every link changes nothing, for a scanner without cookies and for a signed-in reader."""
    time_machine.move_to(NOW, tick=False)
    anna, berto = people
    table = factories.running_table(*people, now=NOW)
    waiting = factories.open_table(berto, now=NOW)
    notify.notify_invited(table=waiting, user=anna, now=NOW)
    links = set()
    for told in Notification.objects.filter(recipient=anna):
        letter = compose.compose([told], now=NOW)
        links |= set(re.findall(r'https?://[^/\s"<>]+(/[^\s"<>]*)', letter.body + letter.alternatives[0].content))
    assert any("unsubscribe" in link for link in links)
    assert any(link.startswith("/i/") for link in links)
    assert any(link.startswith("/d/") and "?choice=" in link for link in links)
    before = snapshot()
    for _signed_in in range(2):
        for link in sorted(links):
            for method in (client.get, client.head, client.options):
                assert method(link).status_code in (200, 302, 405)
        client.force_login(anna)
        client.get("/mail/")
    assert snapshot() == before
    assert table.code in " ".join(links)


@pytest.fixture
def snapshot():
    """Return a function that reads the rows of the models that a link could change."""
    models = (Decision, Delivery, MailChoice, Notification, Seat, Move, FiledAnswer)

    def take():
        return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}

    return take


def test_a_link_that_stops_mails_is_good_for_nothing_else(anna, client):
    token = tokens.make(anna.pk, {Kind.TURN: Cadence.AT_ONCE})
    client.post(f"/mail/unsubscribe/{token}/", {"stop": "all"})
    assert client.get("/mail/").status_code == 302
    assert "_auth_user_id" not in client.session


def test_only_signed_addresses_in_mails_act_without_signing_in():
    exempt = [str(found.pattern) for found in get_resolver("tables.mail_urls").url_patterns if _is_exempt(found.callback)]
    of_providers = ["mail/events/<slug:provider>/", "mail/inbound/<slug:provider>/"]
    assert exempt == ["d/<str:token>/", *of_providers, "mail/unsubscribe/<str:token>/"]


def _is_exempt(view):
    return getattr(view, "csrf_exempt", False)
