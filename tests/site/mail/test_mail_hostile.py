"""User names and texts in emails and feeds: they add no header, no markup and no script."""

from email import message_from_bytes, policy
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from django.db import connection

from accounts.mail.headers import SiteMail
from accounts.models import User
from engines import registry
from tables.mail import backend, outbox
from tables.mail.compose import compose
from tables.models import ChatMessage, MoveComment, Notification, Seat, Table
from tables.selectors.mail.cadence import Cadence, Kind, MailPreferences
from tables.services.mail import feeds
from tests.rows import rewrite
from tests.site import archiving, factories, keeping, mailing
from tests.site.mailing import NOW
from tests.site.views import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.database]
ATOM = "{http://www.w3.org/2005/Atom}"
GAMES = [engine.slug for engine in registry.engines()]
PLAIN = "Rossi"
# Each text is short enough to follow "Berto" in a user's name.
MARKUP = (
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=q>",
    "</title><svg onload=q>",
    "{{ 7|add:7 }}{% debug %}",
    "&lt;b&gt;<!-- ]]> --><a>",
)
BREAKS = ("\r\n", "\n", "\r", "\r\n\r\n", "\x0b", "\x0c", "\x85", "\u2028", "\x00", "\n ")
STOLEN = "Bcc: all@b.example"


class Skeleton(HTMLParser):
    """Tags of a page with their attribute names, the schemes of its links, and its text."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.leads, self.text = [], set(), ""
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, sorted(name for name, _value in attributes)))
        self.leads |= {value.partition(":")[0] for name, value in attributes if name in ("href", "src") and ":" in value}

    def handle_endtag(self, tag):
        self.tags.append(tag)

    def handle_data(self, text):
        self.text += text

    def handle_comment(self, text):
        self.tags.append("comment")


def parsed(message):
    return message_from_bytes(message.message(policy=policy.SMTP).as_bytes(), policy=policy.default)


@pytest.fixture(params=GAMES)
def table(request):
    return table_of(request.param)


@pytest.fixture
def plain_table():
    return table_of("specimen")


@keeping.kept
def table_of(game):
    """Return a running game of Anna's and Berto's with every kind of user text."""
    anna, berto = mailing.person("Anna"), mailing.person("Berto")
    found = archiving.witnessed([anna, berto], game=game, most=5).table
    ChatMessage.objects.create(table=found, user=berto, text="@Anna", at=NOW)
    MoveComment.objects.create(table=found, user=berto, seq=1, text="x", at=NOW)
    Seat.objects.filter(table=found, user=berto).update(opened_at=NOW)
    Table.objects.filter(pk=found.pk).update(host=berto)
    return found


def call(table, words, *, broken=""):
    """Replace every user text at the table with ``words``.

    ``broken`` is inserted after the first character of ``words``.
    """
    name = words[:1] + broken + words[1:]
    User.objects.filter(display_name__startswith="Anna").update(display_name=f"Anna{name}", name_key="anna-key")
    User.objects.exclude(name_key="anna-key").filter(seats__table=table).update(
        display_name=f"Berto{name}", name_key="berto-key"
    )
    Table.objects.filter(pk=table.pk).update(name=name)
    ChatMessage.objects.filter(table=table).update(text=f"@Anna {name}")
    MoveComment.objects.filter(table=table).update(text=name)
    rewrite(Seat.objects.filter(table=table), word=name[:80], notes=name)


def letters(table):
    """Return emails to Anna: a mention, an invitation, and a daily email with all kinds except the invitation."""
    seat = table.seats.select_related("user", "table").get(user__name_key__startswith="anna")
    told = {
        kind: Notification(pk=7, recipient=seat.user, key="k", kind=kind, table=seat.table, seat=seat, created_at=NOW)
        for kind in Kind
    }
    invited = told.pop(Kind.INVITATION)
    daily = MailPreferences(cadences=dict.fromkeys(Kind, Cadence.DIGEST))
    return [
        compose([told[Kind.MENTION]], now=NOW),
        compose([invited], now=NOW),
        compose([*told.values()], preferences=daily, now=NOW),
    ]


# --- headers ------------------------------------------------------------------------------------------------------------------


def test_no_name_makes_a_header(plain_table):
    call(plain_table, PLAIN)
    usual = [parsed(letter).keys() for letter in letters(plain_table)]
    for broken in _storable(BREAKS):
        call(plain_table, f"x{STOLEN}", broken=broken)
        for letter, names in zip(letters(plain_table), usual, strict=True):
            read = parsed(letter)
            assert read.keys() == names
            assert read["Bcc"] is None
            assert read.get_all("To") == [letter.to[0]]
            assert not [defect for part in read.walk() for defect in part.defects]


def _storable(texts):
    """Return the texts that the database can store. PostgreSQL refuses zero bytes."""
    return [text for text in texts if "\x00" not in text or connection.vendor == "sqlite"]


@pytest.mark.parametrize("break_", BREAKS)
def test_no_subject_makes_one_either(break_):
    read = parsed(SiteMail(f"Hello{break_}{STOLEN}", "text", to=["anna@example.org"]))
    assert read["Bcc"] is None
    assert read["Subject"] == f"Hello {STOLEN}"


@pytest.mark.parametrize("word", ["=?utf-8?q?evil=2Ecom?=", "=?utf-8?b?ZXZpbC5jb20=?=", "=?utf-8?q?x=0D=0ABcc:_a=40b?="])
def test_what_looks_encoded_stays_as_it_was_written(word):
    """User text that looks encoded is sent with a blank after ``=``, so that no mail program decodes it to another text."""
    table = mailing.running_table(mailing.person("Anna"), mailing.person("Berto"), name=word)
    seat = table.seats.select_related("user").get(index=0)
    told = Notification(pk=7, recipient=seat.user, key="k", kind=Kind.STARTED, table=table, seat=seat, created_at=NOW)
    read = parsed(compose([told], now=NOW))
    assert "evil.com" not in read["Subject"]
    assert word.replace("=?", "= ?") in read["Subject"]
    assert parsed(SiteMail(word, "text", to=["anna@example.org"]))["Subject"] == word.replace("=?", "= ?")


# --- markup -------------------------------------------------------------------------------------------------------------------


def test_no_name_or_text_is_markup_in_a_mail(table):
    call(table, PLAIN)
    usual = [Skeleton(letter.alternatives[0].content) for letter in letters(table)]
    for words in MARKUP:
        call(table, words)
        seen = ""
        for letter, plain in zip(letters(table), usual, strict=True):
            page = Skeleton(letter.alternatives[0].content)
            assert page.tags == plain.tags
            assert page.leads == plain.leads <= {"http", "cid"}
            seen += page.text
            assert "&lt;script" not in letter.body
        assert f"@Anna {words}" in seen
        assert f"Berto{words}" in seen


def test_nor_in_the_private_feed(table):
    reader = table.seats.select_related("user").filter(user__display_name__in=["Anna", "Berto"]).order_by("seen_seq")[0].user
    path = f"/my/feed/{feeds.make_feed(user_id=reader.pk, now=NOW).token}/"
    usual = _feed(path)
    assert usual[0]
    for words in MARKUP:
        call(table, words)
        assert _feed(path) == usual


def _feed(path):
    """Return the tags of the feed, and the tags and link schemes of its entries."""
    feed = ElementTree.fromstring(signed_in().get(path).content)
    pages = [Skeleton(each.text) for each in feed.iter(f"{ATOM}summary")]
    return [each.tag for each in feed.iter()], [page.tags for page in pages], [page.leads for page in pages]


def test_nor_in_the_public_feeds():
    people = [factories.person(name) for name in ("Anna", "Berto")]
    table = factories.running_table(*people)
    factories.play_to_end(table)
    paths = ["/archive/feed/", f"/archive/feed/people/{people[0].pk}/"]
    usual = [_feed(path) for path in paths]
    for words in MARKUP:
        call(table, words)
        assert [_feed(path) for path in paths] == usual


def test_nor_on_the_pages_of_the_outbox(plain_table, tmp_path, settings):
    settings.OUTBOX_DIR = tmp_path / "outbox"
    usual = _outbox(plain_table, PLAIN)
    for words in MARKUP:
        assert _outbox(plain_table, words) == usual


def _outbox(table, words):
    """Fill the outbox with new emails, and return the tags of its list page and of each email's page."""
    call(table, words)
    office = backend.OutboxBackend(file_path=str(outbox.folder()), alias="default")
    for path in outbox.folder().glob("*.eml"):
        path.unlink()
    office.send_messages(letters(table))
    pages = ["/outbox/"] + [f"/outbox/{kept.name}/" for kept in outbox.newest()]
    return [[tag for tag in Skeleton(signed_in().get(page).content.decode()).tags if tag] for page in pages]
