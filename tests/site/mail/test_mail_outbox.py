"""Outbox for development: its contents, the users who may read it, and safe display of emails."""

import pytest
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.urls import reverse

from tables.mail import backend, outbox
from tables.present.time.moments import moment

pytestmark = [pytest.mark.django_db, pytest.mark.database]
PNG = b"\x89PNG\r\n\x1a\n-a-picture"


@pytest.fixture
def folder(tmp_path, settings):
    settings.OUTBOX_DIR = tmp_path / "outbox"
    return settings.OUTBOX_DIR


class Pictured(EmailMultiAlternatives):
    def message(self, **options):
        built = super().message(**options)
        built.get_body(("html",)).add_related(PNG, "image", "png", cid="<board@x>")
        return built


@pytest.fixture
def post(folder):
    office = backend.OutboxBackend(file_path=str(folder), alias="default")

    def post(subject, *, html="", kind=EmailMultiAlternatives):
        message = kind(subject, "The text – with ümlauts.", "post@example.org", ["anna@example.org"])
        if html:
            message.attach_alternative(html, "text/html")
        office.send_messages([message])

    return post


def test_the_newest_mail_is_on_top_with_its_text_and_receiver(post, client):
    post("First")
    post("Zweite – mit Strich")
    page = client.get(reverse("mail:outbox")).content.decode()
    assert page.index("Zweite – mit Strich") < page.index("First")
    assert "anna@example.org" in page
    newest = outbox.newest()[0]
    assert f'class="postmark">{moment(newest.at)}<' in page
    assert "with ümlauts" in client.get(reverse("mail:outbox_mail", args=[newest.name])).content.decode()


def test_an_empty_outbox_says_so(folder, client):
    assert "No emails sent yet." in client.get(reverse("mail:outbox")).content.decode()


def test_the_page_of_a_mail_may_style_itself_and_nothing_else(post, client):
    post("Styled", html='<html><head></head><body style="color:red"><script>alert(1)</script>')
    name = outbox.newest()[0].name
    response = client.get(reverse("mail:outbox_page", args=[name]))
    policy = response["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    assert "frame-ancestors 'self'" in policy
    assert response["X-Frame-Options"] == "SAMEORIGIN"
    assert "sandbox=" in client.get(reverse("mail:outbox_mail", args=[name])).content.decode()


def test_pictures_of_a_mail_are_found_in_the_outbox(post, client):
    post("Pictured", html='<html><head></head><body><img src="cid:board@x"></body></html>', kind=Pictured)
    kept = outbox.newest()[0]
    [number] = kept.pictures
    address = reverse("mail:outbox_picture", args=[kept.name, number])
    assert f'src="{address}"' in client.get(reverse("mail:outbox_page", args=[kept.name])).content.decode()
    picture = client.get(address)
    assert (picture.content, picture["Content-Type"]) == (PNG, "image/png")


def test_what_is_not_there_is_not_found(post, client):
    post("Only text", kind=EmailMessage)
    name = outbox.newest()[0].name
    assert client.get(reverse("mail:outbox_picture", args=[name, 1])).status_code == 404
    assert client.get(reverse("mail:outbox_mail", args=["20260101-000000-000000-abcdef"])).status_code == 404


def test_in_production_there_is_no_outbox(post, client, settings):
    post("Secret", html="<html><head></head><body>Secret")
    name = outbox.newest()[0].name
    settings.PRODUCTION = True
    for view, arguments in (("outbox", []), ("outbox_mail", [name]), ("outbox_page", [name]), ("outbox_picture", [name, 1])):
        response = client.get(reverse(f"mail:{view}", args=arguments))
        assert response.status_code == 404
        assert b"Secret" not in response.content


def test_old_mails_make_room(post, monkeypatch):
    monkeypatch.setattr(backend, "KEPT", 2)
    for subject in ("one", "two", "three"):
        post(subject)
    assert [kept.subject for kept in outbox.newest()] == ["three", "two"]
