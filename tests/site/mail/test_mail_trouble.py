"""Returned emails: the reports of providers in the providers' formats, and the site's reaction."""

import base64
import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.signals import email_changed

from tables.models import Rhythm
from tables.selectors.mail.cadence import KINDS, Cadence
from tables.selectors.mail.mailing import preferences
from tables.services.mail import notify, trouble
from tests.site import mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SOON = NOW + timedelta(minutes=1)
PASSWORD = "Basic " + base64.b64encode(b"post:horn").decode()
KEY = "signing-key"


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def provider(settings):
    """Return a function that configures a provider for outgoing emails."""

    def use(name):
        settings.MAIL_PROVIDER = name
        settings.ANYMAIL = {"MAILGUN_WEBHOOK_SIGNING_KEY": KEY} if name == "mailgun" else {"WEBHOOK_SECRET": "post:horn"}

    return use


def report(client, name, event, **headers):
    sent = {"authorization": PASSWORD} | headers
    return client.post(f"/mail/events/{name}/", json.dumps(event), content_type="application/json", headers=sent)


def postmark(address, kind="HardBounce", record="Bounce", at=NOW):
    return {"RecordType": record, "Type": kind, "Email": address, "ID": 42, "BouncedAt": at.isoformat()}


def brevo(address, event="hard_bounce"):
    return {"event": event, "email": address, "ts_epoch": NOW.timestamp() * 1000}


def resend(address, event="email.bounced", kind="Permanent"):
    bounce = {"message": "The recipient's email provider sent a hard bounce message", "type": kind, "subType": "General"}
    return {"type": event, "created_at": NOW.isoformat(), "data": {"to": [address], "email_id": "x", "bounce": bounce}}


def mailgun(address, event="failed", severity="permanent", key=KEY):
    token, moment = "t" * 50, str(NOW.timestamp())
    signature = hmac.new(key.encode(), f"{moment}{token}".encode(), hashlib.sha256).hexdigest()
    data = {"event": event, "severity": severity, "recipient": address, "timestamp": NOW.timestamp()}
    return {"signature": {"token": token, "timestamp": moment, "signature": signature}, "event-data": data}


def pause_of(user):
    return preferences(type(user).objects.get(pk=user.pk)).pause


@pytest.mark.parametrize(
    ("name", "event", "pause"),
    [
        ("postmark", lambda to: postmark(to), "bounced"),
        ("postmark", lambda to: postmark(to, "BadEmailAddress"), "bounced"),
        ("postmark", lambda to: postmark(to, "SpamComplaint", "SpamComplaint"), "complained"),
        ("postmark", lambda to: postmark(to, "SoftBounce"), None),
        ("postmark", lambda to: postmark(to, "Transient"), None),
        ("postmark", lambda to: postmark(to, "AutoResponder"), None),
        ("postmark", lambda to: postmark(to, "DMARCPolicy"), None),
        ("brevo", lambda to: brevo(to), "bounced"),
        ("brevo", lambda to: brevo(to, "invalid_email"), "bounced"),
        ("brevo", lambda to: brevo(to, "spam"), "complained"),
        ("brevo", lambda to: brevo(to, "unsubscribe"), "complained"),
        ("brevo", lambda to: brevo(to, "soft_bounce"), None),
        ("brevo", lambda to: brevo(to, "delivered"), None),
        ("resend", lambda to: resend(to), "bounced"),
        ("resend", lambda to: resend(to, kind="Transient"), None),
        ("resend", lambda to: resend(to, "email.complained"), "complained"),
        ("resend", lambda to: resend(to, "email.delivered"), None),
        ("mailgun", lambda to: mailgun(to), "bounced"),
        ("mailgun", lambda to: mailgun(to, severity="temporary"), None),
        ("mailgun", lambda to: mailgun(to, "complained", ""), "complained"),
        ("mailgun", lambda to: mailgun(to, "opened", ""), None),
    ],
)
def test_what_comes_back_for_good_pauses_mail_and_what_comes_back_for_now_does_not(client, provider, anna, name, event, pause):
    provider(name)
    assert report(client, name, event(anna.email)).status_code == 200
    assert pause_of(anna) == pause


def test_an_address_is_the_same_in_any_case(client, provider, anna):
    provider("postmark")
    report(client, "postmark", postmark(anna.email.upper()))
    assert pause_of(anna) == "bounced"


@pytest.mark.parametrize("name", ["postmark", "brevo", "resend"])
@pytest.mark.parametrize("authorization", ["", "Basic " + base64.b64encode(b"post:wrong").decode(), "Bearer post:horn"])
def test_a_report_without_the_password_is_refused(client, provider, anna, name, authorization):
    provider(name)
    event = {"postmark": postmark, "brevo": brevo, "resend": resend}[name](anna.email)
    assert report(client, name, event, authorization=authorization).status_code == 400
    assert pause_of(anna) is None


def test_a_report_with_a_bad_signature_is_refused(client, provider, anna):
    provider("mailgun")
    assert report(client, "mailgun", mailgun(anna.email, key="another")).status_code == 400
    forged = mailgun(anna.email)
    del forged["signature"]
    assert report(client, "mailgun", forged).status_code == 400
    assert pause_of(anna) is None


def test_there_is_no_such_page_for_another_provider_or_without_a_secret(client, provider, anna, settings):
    assert report(client, "postmark", postmark(anna.email)).status_code == 404
    provider("postmark")
    assert report(client, "brevo", brevo(anna.email)).status_code == 404
    settings.ANYMAIL = {}
    assert report(client, "postmark", postmark(anna.email)).status_code == 404
    assert pause_of(anna) is None


def test_nothing_can_be_looked_at_there(client, provider):
    provider("postmark")
    assert client.get("/mail/events/postmark/").status_code == 405


def test_an_unknown_address_is_nobodys_business(client, provider):
    provider("postmark")
    assert report(client, "postmark", postmark("nobody@example.org")).status_code == 200
    assert not Rhythm.objects.exists()


def test_an_echo_after_the_owner_has_answered_pauses_nothing(client, provider, anna):
    """A repeated report pauses nothing after the user has resumed emails.

    Providers repeat reports if unsure of their arrival.
    """
    provider("postmark")
    for _time in range(2):
        report(client, "postmark", postmark(anna.email))
    trouble.resume(user_id=anna.pk, now=NOW + timedelta(hours=1))
    report(client, "postmark", postmark(anna.email))
    assert pause_of(anna) is None
    report(client, "postmark", postmark(anna.email, at=NOW + timedelta(hours=2)))
    assert pause_of(anna) == "bounced"


def test_while_mail_is_paused_nothing_is_sent_and_afterwards_again(anna):
    table = mailing.running_table(anna, mailing.person("Berto"))
    trouble.pause(address=anna.email, reason=Rhythm.Pause.BOUNCED, at=NOW)
    notify.notify_turns(table=table, decisions=[mailing.decision_of(table, anna)], now=NOW)
    assert mailing.work_off(SOON) == []
    assert mailing.waiting(anna)[0].error == "mail is paused: bounced"
    trouble.resume(user_id=anna.pk, now=SOON)
    notify.notify_started(table=table, now=SOON)
    assert [mail.to for mail in mailing.work_off(SOON + timedelta(minutes=1)) if mail.to == [anna.email]] == [[anna.email]]


@pytest.mark.parametrize("page", ["/", "/my/", "/tables/", "/mail/", "/accounts/profile/", "/nowhere/"])
def test_every_page_says_so_until_its_owner_answers(client, anna, page):
    client.force_login(anna)
    assert "mail-trouble" not in client.get(page).content.decode()
    trouble.pause(address=anna.email, reason=Rhythm.Pause.BOUNCED, at=NOW)
    said = client.get(page).content.decode()
    assert f"our emails to {anna.email} bounced" in said
    client.post("/mail/paused/", {"answer": "resume"})
    assert "mail-trouble" not in client.get(page).content.decode()
    assert preferences(anna).kinds(Cadence.AT_ONCE) == set(KINDS)


def test_who_complained_can_leave_it_at_that(client, anna):
    client.force_login(anna)
    trouble.pause(address=anna.email, reason=Rhythm.Pause.COMPLAINED, at=NOW)
    assert "one email was reported as spam" in client.get("/my/").content.decode()
    page = client.post("/mail/paused/", {"answer": "stop"}, follow=True).content.decode()
    assert "mail-trouble" not in page
    assert preferences(anna).kinds(Cadence.NEVER) == set(KINDS)


def test_others_read_nothing_of_it_and_cannot_answer(client, anna):
    trouble.pause(address=anna.email, reason=Rhythm.Pause.BOUNCED, at=NOW)
    assert "mail-trouble" not in client.get("/").content.decode()
    assert client.post("/mail/paused/", {"answer": "resume"}).status_code == 302
    client.force_login(mailing.person("Berto"))
    assert "mail-trouble" not in client.get("/").content.decode()
    client.post("/mail/paused/", {"answer": "resume"})
    assert pause_of(anna) == "bounced"


def test_a_new_address_starts_afresh(anna):
    """A newly confirmed address ends the pause of emails. allauth sends ``email_changed`` at the confirmation."""
    trouble.pause(address=anna.email, reason=Rhythm.Pause.BOUNCED, at=datetime.now(UTC))
    email_changed.send(sender=type(anna), request=None, user=anna, from_email_address=None, to_email_address=None)
    assert pause_of(anna) is None
