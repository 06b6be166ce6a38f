"""Notifications page: adding, testing, switching and removing webhooks, which only their owner sees."""

import pytest
from django.core import mail
from django.urls import reverse

from accounts.mail import queue
from accounts.models import QueuedMail
from tables.errors import Refusal
from tables.models import Webhook
from tables.services.channels import health, hooks
from tests.site import mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PAGE = "/my/ways/"
DISCORD = "https://discord.com/api/webhooks/123456789012345678/" + "k3y_" * 17


@pytest.fixture
def anna():
    return mailing.person("Anna")


@pytest.fixture
def page(client, anna):
    client.force_login(anna)
    return client


def added(kind, **fields):
    return reverse("tables:add_hook", args=[kind]), fields


def act(client, hook, do):
    return client.post(reverse("tables:hook", args=[hook.number]), {"do": do}, follow=True).content.decode()


def test_it_is_for_members(client):
    assert client.get(PAGE).status_code == 302
    assert client.post("/my/ways/mail/").status_code == 302


@pytest.mark.parametrize("kind", Webhook.Kind.values)
def test_each_kind_asks_for_what_it_needs(page, kind):
    shown = page.get(reverse("tables:add_hook", args=[kind])).content.decode()
    assert ('name="room"' in shown, 'name="secret"' in shown) == (kind == "matrix", kind in ("matrix", "ntfy"))


def test_there_are_no_other_kinds(page):
    assert page.get("/my/ways/new/carrier-pigeon/").status_code == 404


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("discord", {"url": DISCORD}),
        ("slack", {"url": "https://hooks.slack.com/services/T00/B00/XXXXXXXXXXXX"}),
        ("matrix", {"url": "https://matrix.example.org/", "room": "!abc:example.org", "secret": "syt_token"}),
        ("ntfy", {"url": "https://ntfy.sh/a-long-topic"}),
        ("json", {"url": "https://example.org/hook?x=1"}),
    ],
)
def test_one_is_added_and_its_address_not_shown_again(page, anna, kind, fields):
    response = page.post(*added(kind, label="mine <b>", **fields), follow=True)
    assert response.redirect_chain[-1][0] == PAGE
    hook = Webhook.objects.get()
    assert (hook.owner, hook.kind, hook.label) == (anna, kind, "mine <b>")
    assert hook.url == fields["url"].rstrip("/")
    shown = response.content.decode()
    assert "mine &lt;b&gt;" in shown
    if kind != "json":
        assert fields["url"] not in shown
    assert fields.get("secret", "none at all") not in shown
    assert (hook.secret in shown) == (kind == "json") or not hook.secret


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        ("discord", {"url": "https://example.org/api/webhooks/1/x"}),
        ("discord", {"url": "http://discord.com/api/webhooks/1/x"}),
        ("discord", {"url": ""}),
        ("slack", {"url": "hooks.slack.com"}),
        ("slack", {"url": "https://user:word@hooks.slack.com/services"}),
        ("slack", {"url": "https://" + "a" * 500}),
        ("slack", {"url": "https://example.org/\x00"}),
        ("matrix", {"url": "https://matrix.example.org", "room": "#abc:example.org", "secret": "x"}),
        ("matrix", {"url": "https://matrix.example.org", "room": "!abc:example.org"}),
        ("matrix", {"url": "https://matrix.example.org", "room": "!abc", "secret": "a b"}),
        ("matrix", {"url": "https://matrix.example.org", "room": "!abc", "secret": "a\r\nX: y"}),
        ("ntfy", {"url": "https://ntfy.sh/"}),
        ("ntfy", {"url": "https://ntfy.sh/topic", "secret": "tk_ü"}),
        ("json", {"url": "http://localhost/"}),
        ("json", {"url": "ftp://example.org/"}),
        ("json", {"url": "https://example.org/", "label": "x" * 61}),
    ],
)
def test_what_is_no_webhook_is_refused_and_stays_in_the_form(page, kind, fields):
    response = page.post(*added(kind, **fields))
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert not Webhook.objects.exists()


def test_there_are_at_most_so_many(page, anna):
    for _number in range(hooks.MOST):
        hooks.add_hook(user_id=anna.pk, kind=Webhook.Kind.JSON, label="", url="https://example.org/", now=NOW)
    response = page.post(*added("slack", url="https://hooks.slack.com/services/T/B/X"))
    assert response.status_code == 422
    assert f"You already have {hooks.MOST} of these, the maximum." in response.content.decode()
    with pytest.raises(Refusal):
        hooks.add_hook(user_id=anna.pk, kind=Webhook.Kind.JSON, label="", url="https://example.org/", now=NOW)
    assert Webhook.objects.count() == hooks.MOST


@pytest.fixture
def hook(anna, receiver):
    return hooks.add_hook(user_id=anna.pk, kind=Webhook.Kind.JSON, label="", url=f"{receiver.url}/very-secret", now=NOW)


def test_one_is_sent_at_once_and_what_came_of_it_is_said(page, hook, receiver):
    assert "The message has been delivered" in act(page, hook, "try")
    [posted] = receiver.posted
    assert (posted.json["kinds"], posted.json["thread"]) == ([], "trial")
    receiver.answer(403)
    assert "The server refused the message (403)." in act(page, hook, "try")
    hook.refresh_from_db()
    assert hook.error == "status 403"
    assert "The server refused the message (403)." in page.get(PAGE).content.decode()


def test_a_try_is_counted(page, hook, receiver):
    for _number in range(4):
        act(page, hook, "try")
    assert "That was too fast" in act(page, hook, "try")
    assert len(receiver.posted) == 4


def test_one_is_switched_off_and_on(page, hook):
    act(page, hook, "off")
    hook.refresh_from_db()
    assert hook.off_at
    Webhook.objects.filter(pk=hook.pk).update(failing_since=NOW, error="gone 404")
    assert "Switched off automatically" in page.get(PAGE).content.decode()
    assert "404" in page.get(PAGE).content.decode()
    act(page, hook, "on")
    hook.refresh_from_db()
    assert (hook.off_at, hook.failing_since, hook.error) == (None, None, "")


def test_a_secret_is_made_anew(page, hook):
    act(page, hook, "renew")
    assert Webhook.objects.get().secret not in ("", hook.secret)


def test_one_is_removed(page, hook):
    act(page, hook, "remove")
    assert not Webhook.objects.exists()
    assert "no longer exists" in act(page, hook, "off")


@pytest.mark.parametrize("do", ["off", "remove", "renew", "try"])
def test_nobody_touches_those_of_somebody_else(client, hook, receiver, do):
    client.force_login(mailing.person("Berto"))
    assert "no longer exists" in act(client, hook, do)
    assert str(hook.number) not in client.get(PAGE).content.decode()
    assert receiver.posted == []
    assert Webhook.objects.filter(pk=hook.pk, off_at=None, secret=hook.secret).exists()


def test_looking_changes_nothing(page, hook):
    assert page.get(reverse("tables:hook", args=[hook.number])).status_code == 405


def test_a_mail_is_sent_at_once_too(page, anna):
    page.post("/my/ways/mail/")
    queue.send(mail_id=QueuedMail.objects.get().pk, now=QueuedMail.objects.get().next_at)
    [sent] = mail.outbox
    assert sent.to == [anna.email]
    assert sent.subject == "Staffetta can reach you here"


@pytest.mark.parametrize("error", [*(f"{reason.value} 400" for reason in health.Reason), "address", "KeyError at x:1", ""])
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_every_error_has_words(page, anna, hook, error, language):
    anna.language = language
    anna.save()
    Webhook.objects.filter(pk=hook.pk).update(error=error, failing_since=NOW)
    shown = page.get(PAGE)
    assert shown.status_code == 200
    assert "%(status)s" not in shown.content.decode()


def test_it_is_deleted_with_its_owner(anna, hook):
    anna.delete()
    assert not Webhook.objects.exists()
