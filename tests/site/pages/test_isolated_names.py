"""Names in right-to-left scripts: pages and emails isolate them, because otherwise adjacent numbers would change places."""

import re
from datetime import timedelta

import pytest
from django.core import mail as post

from config import characters
from engines import registry
from tables.mail.table_news import EmailRows, read_table_news
from tables.models import Delivery, Notification
from tables.pages.table import TablePage
from tables.services.archive import comments
from tables.services.clubs import founding, members
from tables.services.lobby import inviting
from tables.services.mail import deliveries, feeds
from tables.services.people import onlookers
from tables.services.play import chat
from tests.site import archiving, factories
from tests.site.pages.test_views_script import PAGES, imported, reached
from tests.site.views import page_of, signed_in

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


LONG = ("אברהם בן מנחם הגדול מירושלים", "שמואל הנגיד 12", "Maria")


def isolates_are_whole(text):
    """Return whether every isolate of ``text`` ends on the line on which it begins."""
    return all(
        re.fullmatch("[^\u2068\u2069]*(\u2068[^\u2068\u2069]*\u2069[^\u2068\u2069]*)*", line) for line in text.splitlines()
    )


@pytest.fixture
def with_long_names():
    players = [factories.person(name) for name in ("Anna", "Bruno", "Carla")]
    for player, name in zip(players, LONG, strict=True):
        player.display_name = name
        player.save()
    return players


@pytest.mark.parametrize("game", registry.PLAYABLE)
def test_a_long_name_is_cut_and_wrapped_with_its_isolates(with_long_names, game):
    players = with_long_names[: registry.engine(game).seat_range[-1]]
    running = factories.play_to_end(factories.running_table(*players, game=game, options={}), most=40)
    page = TablePage(running, players[-1], factories.NOW)
    board = page.presenter.board.text_map(page.seen.public, page.players)
    ended = archiving.archived(factories.play_to_end(running, most=900))
    text = page_of(signed_in(), f"/archive/{ended.code}.txt")
    for written in (board, text):
        assert "\u2068" in written
        assert isolates_are_whole(written)
    _result, points, *_rest = characters.without_isolates(text).split("\n\n")[1:]
    assert len({len(line) for line in points.splitlines()}) == 1, points


def test_the_summary_of_a_mail_ends_the_isolates_of_a_long_message(tables, people):
    anna, adi, _carla = people
    chat.say(table_id=tables[1].pk, user=adi, text=f"@{anna.display_name} " + "שלום " * 60, now=factories.NOW)
    note = Notification.objects.filter(recipient=anna, kind="mention").latest("pk")
    summary = read_table_news([note], most_answers=0, now=factories.NOW, together=EmailRows([note], 1)).summary
    assert "…" in summary
    assert isolates_are_whole(summary)
