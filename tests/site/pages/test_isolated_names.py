"""Names in right-to-left scripts: pages and emails isolate them, because otherwise adjacent numbers would change places."""

import re
from datetime import timedelta

import pytest
from django.core import mail as post

from config import characters
from tables.models import Delivery, Notification
from tables.services.archive import comments
from tables.services.clubs import founding, members
from tables.services.lobby import inviting
from tables.services.mail import deliveries, feeds
from tables.services.people import onlookers
from tables.services.play import chat
from tests.site import archiving, factories
from tests.site.pages.test_views_script import PAGES, imported, reached
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
PERSON, TABLE, CLUB, SAID = "עדי 12", "לילה 7", "חברים 34", "שלום 56"
# Field values, addresses of searches and isolating elements need no isolates.
TYPED = re.compile(r"""\svalue="[^"]*"|<textarea[^>]*>[^<]*</textarea>|<bdi>.*?</bdi>|<(\w+) dir="auto">.*?</\1>""", re.DOTALL)


def bare(text):
    """Return excerpts of ``text`` that show this module's test names or chat text without isolating characters."""
    rest = TYPED.sub("", text)
    rest = re.sub("\u2068[^\u2068\u2069]*\u2069", "", rest)
    return [rest[max(at.start() - 60, 0) : at.end() + 20] for at in re.finditer(f"{PERSON}|{TABLE}|{CLUB}|{SAID}", rest)]


@pytest.fixture
def people():
    players = [factories.person("Anna"), factories.person("Bruno"), factories.person("Carla")]
    players[1].display_name = PERSON
    players[1].save()
    return players


@pytest.fixture
def tables(people, time_machine):
    """Return a running, a watched, a waiting, a finished and an imported table, and a club."""
    time_machine.move_to(factories.NOW, tick=False)
    anna, adi, carla = people
    now = factories.NOW
    running = factories.running_table(adi, anna, name=TABLE, now=now)
    chat.say(table_id=running.pk, user=adi, text=f"{SAID} @{anna.display_name}", now=now)
    watched = factories.running_table(anna, adi, game="gonzaga", name=TABLE, now=now)
    onlookers.say(table_id=watched.pk, user=carla, text=SAID, now=now)
    waiting = factories.open_table(adi, seats=3, name=TABLE, now=now)
    inviting.invite_person(table_id=waiting.pk, host=adi, name=anna.display_name, now=now)
    ended = archiving.finished(adi, anna, name=TABLE, now=now)
    comments.add_comment(table_id=ended.pk, seq=1, user=adi, text=SAID, now=now)
    feeds.make_feed(user_id=anna.pk, now=now)
    club = founding.found_club(user=adi, name=CLUB, text=SAID, now=now)
    members.invite(club_id=club.pk, user=adi, name=anna.display_name, now=now)
    members.join_club(club_id=club.pk, user=anna, now=now)
    return [running, watched, waiting, ended, imported(archiving.conceded(adi, anna, name=TABLE, now=now)), club]


@pytest.mark.parametrize("who", [0, 1, None], ids=["opponent", "themselves", "stranger"])
def test_names_stand_in_isolates_on_every_page_and_in_every_text(tables, people, who):
    client, shown = signed_in(None if who is None else people[who]), set()
    archived = [f"/archive/{table.code}/" for table in tables[3:5]]
    start = [*PAGES, "/watch/", "/people/", "/clubs/", *(each.get_absolute_url() for each in tables), *archived]
    for path, response in reached(client, [*start, f"/people/{people[1].pk}/"]):
        if response["Content-Type"].startswith(("text/html", "text/plain", "application/atom", "text/calendar")):
            text = (b"".join(response) if response.streaming else response.content).decode()
            assert not bare(re.sub("\r\n[ \t]", "", text)), path
            shown |= {name for name in (PERSON, TABLE, CLUB) if name in text}
    assert shown == ({PERSON, TABLE, CLUB})


def test_names_stand_in_isolates_in_every_mail(tables):
    for hours in range(0, 48, 4):
        for delivery in Delivery.objects.order_by("pk"):
            deliveries.deliver(delivery_id=delivery.pk, now=factories.NOW + timedelta(hours=hours))
    assert post.outbox
    told = "".join(
        f"{each.subject}\n{each.body}\n{each.alternatives[0][0] if each.alternatives else ''}" for each in post.outbox
    )
    assert not bare(told)
    assert PERSON in told
    assert TABLE in told


def test_a_name_that_was_copied_from_a_page_is_understood(people, tables):
    anna, adi, carla = people
    table = factories.open_table(anna, seats=3)
    inviting.invite_person(table_id=table.pk, host=anna, name=characters.isolated(PERSON), now=factories.NOW)
    assert Notification.objects.filter(table=table, recipient=adi).exists()
    answer = signed_in(carla).get("/archive/", {"player": characters.isolated(PERSON)})
    assert tables[3].get_absolute_url().strip("/").split("/")[-1] in answer.content.decode()
