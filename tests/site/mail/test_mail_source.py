"""Raw source of every email, as filters, servers and mail programs read it."""

import re
from email import message_from_bytes, policy
from itertools import cycle

import pytest
from django.core import mail

from accounts.mail.headers import SiteMail
from engines import registry
from tables.mail.compose import compose
from tables.models import Notification, Table
from tables.selectors.mail import mailing as wished
from tables.selectors.mail.cadence import KINDS, Cadence
from tables.services import quarantine
from tables.services.mail import choices, deliveries, notify
from tables.services.staff import reporting
from tests.site import archiving, factories, mailing
from tests.site.mailing import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HOST = "staffetta.example"
LANGUAGE_OF = dict(zip(registry.PLAYABLE, cycle(["en", "de", "it"])))
SENT_AS_IT_STANDS = {"list-unsubscribe"}  # The header's address is longer than the maximum line length.


@pytest.fixture(autouse=True)
def host(settings):
    settings.SITE_URL = f"https://{HOST}"


def raw_of(message):
    """Return the bytes sent to the server."""
    return message.message(policy=policy.SMTP).as_bytes()


def parsed(raw):
    return message_from_bytes(raw, policy=policy.default)


def check(message, language):
    """Check an email against the rules for all emails of the site. Return the email as a mail program parses it."""
    raw = raw_of(message)
    head, _blank, body = raw.partition(b"\r\n\r\n")
    assert raw.isascii()
    assert max(map(len, body.split(b"\r\n"))) <= 76
    assert {
        _name(line) for line in re.split(rb"\r\n(?!\s)", head) if max(map(len, line.split(b"\r\n"))) > 76
    } <= SENT_AS_IT_STANDS
    read = parsed(raw)
    assert read["Message-ID"].endswith(f"@{HOST}>")
    assert read["Auto-Submitted"] == "auto-generated"
    assert read["Content-Language"] == language
    assert read["Date"].datetime.tzinfo
    assert "base64" not in [part["Content-Transfer-Encoding"] for part in read.walk() if part.get_content_maintype() == "text"]
    assert [name.lower() for name in read].count("content-language") == 1
    assert read.get_body(("plain",)).get_content().strip()
    assert not [defect for part in read.walk() for defect in part.defects]
    return read


def text_of(part):
    return part.get_content().replace("\r\n", "\n").rstrip("\n")


def _name(header):
    return header.partition(b":")[0].decode().lower()


@pytest.mark.parametrize(("game", "language"), LANGUAGE_OF.items())
def test_every_kind_of_mail_of_every_game(game, language):
    anna, berto = mailing.person("Anna", language=language), mailing.person("Jürgen Großmöller")
    table = archiving.witnessed([anna, berto], game=game, most=7).table
    Table.objects.filter(pk=table.pk).update(name="Straße der Weißen Türme über Bücher und Öl, die längste von allen")
    table.refresh_from_db()
    seat = table.seats.get(user=anna)
    for kind in sorted(KINDS):
        told = Notification(pk=7, recipient=anna, key="k", kind=kind, table=table, seat=seat, created_at=NOW)
        letter = compose([told], now=NOW)
        read = check(letter, language)
        assert read["References"] == f"<table.{table.code}@{HOST}>"
        assert read["List-Unsubscribe"].startswith(f"<https://{HOST}/mail/unsubscribe/")
        assert "Weißen Türme" in read["Subject"]
        assert text_of(read.get_body(("plain",))) == letter.body.rstrip("\n")
        assert text_of(read.get_body(("html",))) == letter.alternatives[0].content.rstrip("\n")
        choices.set_cadences(user_id=anna.pk, cadences={kind: Cadence.DIGEST}, now=NOW)
        assert (
            check(compose([told], preferences=wished.preferences(anna), now=NOW), language)["References"]
            == f"<digest.{anna.pk}@{HOST}>"
        )


def test_the_mail_to_operators(settings):
    settings.ADMINS = ["ops@example.org"]
    table = factories.running_table(mailing.person("Anna"), mailing.person("Berto"))
    quarantine.quarantine(table_id=table.pk, where="KeyError at x.py:1", now=NOW)
    assert reporting.report_quarantined() == 1
    read = check(mail.outbox[0], "en")
    assert (read["To"], table.code in read["Subject"]) == ("ops@example.org", True)


@pytest.mark.parametrize(
    "body", ["x" * 500, "ü" * 500, "short", "https://" + "y" * 200 + "\n.\n..\nFrom here on\n", "= =3D \t "]
)
def test_whatever_a_mail_says_arrives_as_it_was(body):
    read = check(SiteMail("Subject", body, to=["anna@example.org"]), "en")
    assert text_of(read) == body.rstrip("\n")


def test_a_mail_that_is_sent_twice_keeps_its_name(settings):
    anna = mailing.person("Anna")
    table = mailing.running_table(anna, mailing.person("Berto"))
    notify.notify_started(table=table, now=NOW)
    deliveries.deliver(delivery_id=mailing.waiting(anna)[0].pk, now=NOW + deliveries.SOON)
    [sent] = mail.outbox
    assert (
        parsed(raw_of(sent))["Message-ID"]
        == parsed(raw_of(sent))["Message-ID"]
        == f"<notification.{mailing.waiting(anna)[0].notification_id}@{HOST}>"
    )


@pytest.mark.parametrize("rules", [policy.SMTP, policy.default])
def test_attachments_arrive_as_they_were(rules):
    message = SiteMail("Sübject", "From here\n\nto there, “quoted”\r\n.\rand on")
    contents = [bytes(range(256)) * 99, b""]
    for content in contents:
        message.attach("board.png", content, "image/png")
    raw = message.message(policy=rules).as_bytes()
    assert set(re.findall(rb"\r\n|\r|\n", raw)) == {rules.linesep.encode()}
    read = parsed(raw)
    assert [part.get_content() for part in read.iter_attachments()] == contents
    assert text_of(read.get_body(("plain",))) == "From here\n\nto there, “quoted”\n.\nand on"


@pytest.mark.parametrize("word", ["x" * 30, "x" * 200, "Weißen", "ü" * 50, "“quoted”", "日本"])
@pytest.mark.parametrize("before", ["Dein Zug:", "x" * 40, "Straße", "Straße " + "x" * 60])
def test_no_blank_of_a_subject_is_lost_or_added(before, word):
    """Folding a subject keeps all its blanks. Python's own folding loses or adds blanks beside encoded words."""
    subject = f"{before} {word} {word} = Öl"
    read = check(SiteMail(subject, "text", to=["anna@example.org"]), "en")
    assert read["Subject"] == subject
