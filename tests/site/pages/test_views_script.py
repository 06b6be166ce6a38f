"""Display names and user texts with markup: they stay plain text on pages and in files."""

import json
from collections import Counter
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from django.urls import Resolver404, resolve

from tables.models import Table
from tables.selectors.archive import export
from tables.selectors.archive.records import BadRecord, read_record
from tables.services import planning
from tables.services.archive import comments, importing
from tables.services.lobby import inviting
from tables.services.mail import feeds
from tables.services.play import chat
from tests.fuzz.forms import links
from tests.site import archiving, factories
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
# A display name has at most 30 characters. The attribute ``xss`` reveals any tag made from it.
NAME = "\"'><i xss=1>&amp;{{7|add:7}}"
TEXT = f"</textarea></script></title><script xss=1>alert(1)</script>{{% debug %}}]]>{NAME}"
PAGES = (
    "/",
    "/tables/",
    "/tables/new/",
    "/my/",
    "/my/feed/",
    "/my/ways/",
    "/mail/",
    "/accounts/profile/",
    "/archive/",
    "/archive/ratings/specimen/",
)
MOST_OF_A_KIND = 3
PLAIN_TEXT = (
    "text/plain; charset=utf-8",
    "application/json",
    "image/png",
    "text/markdown; charset=utf-8",
    "text/x-python; charset=utf-8",
)


class Reader(HTMLParser):
    """Parser that collects the text of a page and every tag with the injected attribute."""

    def __init__(self, source):
        super().__init__()
        self.found, self.text = [], ""
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        self.found += [tag for name, _value in attributes if "xss" in name]

    def handle_data(self, text):
        self.text += text


@pytest.fixture
def people():
    """Return two players. The second has a hostile display name."""
    players = [factories.person("Anna"), factories.person("Bruno")]
    players[1].display_name = NAME
    players[1].save()
    return players


@pytest.fixture
def tables(people, time_machine):
    """Return a running, a waiting, a finished and an imported table with user texts of many kinds."""
    time_machine.move_to(factories.NOW, tick=False)
    anna, mallory = people
    now = factories.NOW
    running = factories.running_table(mallory, anna, name=TEXT[:60], word=TEXT[:60], now=now)
    seat = factories.seat_of(running, mallory)
    planning.note_table(seat_id=seat.pk, user=mallory, text=TEXT)
    chat.say(table_id=running.pk, user=mallory, text=f"{TEXT} @{NAME}", now=now)
    waiting = factories.open_table(mallory, seats=3, name=TEXT[:60], word=TEXT[:60], now=now)
    inviting.invite_person(table_id=waiting.pk, host=mallory, name=anna.display_name, now=now)
    ended = archiving.finished(mallory, anna, name=TEXT[:60], word=TEXT[:60], now=now)
    comments.add_comment(table_id=ended.pk, seq=1, user=mallory, text=TEXT, now=now)
    feeds.make_feed(user_id=mallory.pk, now=now)
    return [running, waiting, ended, imported(archiving.conceded(mallory, anna, now=now))]


def imported(table):
    """Delete a finished game and import its record with even more hostile player names. Return the imported table."""
    told = json.loads(export.record_line(table))
    Table.objects.filter(pk=table.pk).delete()
    for seat in told["seats"]:
        for named in (seat, *seat["tenures"]):
            named["name"] = TEXT[:60]
    assert importing.import_game(record=read_record(json.dumps(told).encode()), visibility=None, now=factories.NOW)
    return Table.objects.get(code=told["code"])


def reached(client, start):
    """Follow the links from ``start``. Yield address and response of each page or file, a few of each kind."""
    waiting, seen, kinds = list(start), set(), Counter()
    while waiting:
        path = waiting.pop(0)
        try:
            kind = resolve(path.partition("?")[0]).view_name
        except Resolver404:
            continue
        if path in seen or kinds[kind] >= MOST_OF_A_KIND or kind == "account_logout":
            continue
        seen.add(path)
        kinds[kind] += 1
        response = client.get(path, follow=True)
        assert response.status_code in (200, 204, 404, 410), path
        yield path, response
        if response["Content-Type"].startswith("text/html"):
            waiting += links(path, response.content.decode())


@pytest.mark.parametrize("who", [0, None], ids=["opponent", "stranger"])
def test_what_people_write_is_text_on_every_page_and_in_every_file(tables, people, who):
    client, told = signed_in(None if who is None else people[who]), ""
    *_others, ended, elsewhere = tables
    games = [table.get_absolute_url() for table in tables] + [f"/archive/{table.code}/" for table in (ended, elsewhere)]
    start = [*PAGES, *games, f"/people/{people[1].pk}/"]
    for path, response in reached(client, start):
        kind, source = response["Content-Type"], response.content if not response.streaming else b"".join(response)
        assert response["X-Content-Type-Options"] == "nosniff", path
        if kind.startswith("text/html"):
            page = Reader(source.decode())
            assert not page.found, (path, page.found)
            assert "14" not in page.text.partition("{{7|add:7}}")[2][:1]
            told += page.text
        elif "atom" in kind:
            for element in ElementTree.fromstring(source).iter():
                assert element.get("type") != "html" or not Reader(element.text or "").found, path
        else:
            assert kind in PLAIN_TEXT, (path, kind)
    assert NAME in told
    assert "xss=1>alert(1)</script>" in told


@pytest.mark.parametrize("name", ["\ud800", "a\x00b", "x" * 61, "\u202ea", "a\nb", ""])
def test_a_name_in_a_record_is_kept_as_text_or_refused(people, name):
    ended = archiving.finished(*people, now=factories.NOW)
    told = json.loads(export.record_line(ended))
    told["seats"][0]["name"] = told["seats"][0]["tenures"][0]["name"] = name
    Table.objects.all().delete()
    try:
        importing.import_game(record=read_record(json.dumps(told).encode()), visibility=None, now=factories.NOW)
    except BadRecord:
        assert not Table.objects.exists()
    else:
        for path in ("/archive/", f"/archive/{ended.code}/", f"/archive/{ended.code}.json", f"/archive/{ended.code}.txt"):
            assert signed_in().get(path).status_code == 200, path
