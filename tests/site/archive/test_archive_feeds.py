"""Feeds of finished games: public facts, in order, for programs that poll regularly."""

import re
from datetime import timedelta
from xml.etree import ElementTree

import feedparser
import pytest
from django.test import Client

from tables.models import Table
from tables.selectors.archive import feeds
from tables.services.site_events import Operator
from tables.services.staff import operating
from tests.site import archiving, factories
from tests.site.archiving import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Elena", "Franco")]


def later(hours):
    return factories.NOW + timedelta(hours=hours)


def get(address="", user=None, **headers):
    return signed_in(user).get(f"/archive/feed/{address}", headers=headers)


def read(address="", user=None, **headers):
    response = get(address, user, **headers)
    assert response["Content-Type"] == "application/atom+xml; charset=utf-8"
    found = feedparser.parse(response.content)
    assert (found.bozo, found.version) == (False, "atom10")
    return ElementTree.fromstring(response.content)


def linked(feed):
    """Return the codes of the games in a feed."""
    return [entry.find(f"{ATOM}link").get("href").rstrip("/").rpartition("/")[2] for entry in feed.iter(f"{ATOM}entry")]


def hide(user):
    user.hides_name = True
    user.save(update_fields=["hides_name"])


def test_the_newest_game_comes_first(people):
    tables = [archiving.conceded(*people, game=game, now=later(hour)) for hour, game in enumerate(("specimen", "gonzaga"))]
    assert linked(read()) == [tables[1].code, tables[0].code]
    assert linked(read("gonzaga/")) == [tables[1].code]
    assert linked(read("zena1814/")) == []


def test_a_persons_feed_holds_their_games_alone(people):
    other = factories.person()
    table = archiving.conceded(*people)
    archiving.conceded(other, people[1])
    feed = read(f"people/{people[0].pk}/")
    assert linked(feed) == [table.code]
    assert feed.find(f"{ATOM}title").text == f"Finished games by {people[0]} · Staffetta"


def test_an_entry_says_who_played_and_how_it_ended(people):
    table = archiving.finished(*people, name="Tea & <cake>")
    entry = read().find(f"{ATOM}entry")
    first, second = table.seats.order_by("place")
    assert entry.find(f"{ATOM}title").text == f"Tea & <cake>: {first.user}, {second.user}"
    summary = ElementTree.fromstring(f"<div>{entry.find(f'{ATOM}summary').text}</div>")
    assert "".join(summary.itertext()).split("\n")[0] == "Night Post · 1 night · played to the end"
    assert [" ".join(item.text.split()) for item in summary.iter("li")] == [
        f"1. {first.user}: {first.score}",
        f"2. {second.user}: {second.score}",
    ]
    assert entry.find(f"{ATOM}id").text == f"tag:127.0.0.1,2026-03-04:/archive/{table.code}/"
    assert entry.find(f"{ATOM}updated").text == table.ended_at.strftime("%Y-%m-%dT%H:%M:%SZ").replace("Z", "+00:00")


def test_feeds_and_entries_keep_their_names_wherever_the_site_is(people, settings):
    archiving.finished(*people)
    addresses = ["", "specimen/", f"people/{people[0].pk}/"]

    def names():
        return [each.text for address in addresses for each in read(address).iter(f"{ATOM}id")]

    before = names()
    assert len(before) == 6
    settings.SITE_URL = "https://post.example:8443"
    assert names() == before


def test_names_are_escaped_in_what_a_reader_takes_for_html(people):
    people[0].display_name = "<b>Elena"
    people[0].save(update_fields=["display_name"])
    archiving.conceded(*people)
    assert "&lt;b&gt;Elena" in read().find(f"{ATOM}entry/{ATOM}summary").text


def test_a_feed_has_all_that_the_standard_asks_for(people):
    archiving.conceded(*people)
    for address in ("", "specimen/", f"people/{people[0].pk}/", "gonzaga/"):
        feed = read(address)
        assert feed.find(f"{ATOM}id").text == f"tag:127.0.0.1,2026-01-01:/archive/feed/{address}"
        links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
        assert links["self"] == f"http://127.0.0.1:8000/archive/feed/{address}"
        assert Client().get(links["alternate"].removeprefix("http://127.0.0.1:8000")).status_code == 200
        assert feed.find(f"{ATOM}updated").text
        assert feed.find(f"{ATOM}author/{ATOM}name").text == "Staffetta"


def test_private_and_unfinished_games_are_in_no_feed(people):
    archiving.conceded(*people, visibility=Table.Visibility.PRIVATE)
    running = factories.running_table(*people)
    operating.cancel(table_id=running.pk, operator=Operator(None, "test"), now=factories.NOW)
    factories.running_table(*people)
    for reader in (None, people[0]):
        for address in ("", "specimen/", f"people/{people[0].pk}/"):
            assert linked(read(address, reader)) == []


def test_people_who_hide_their_name_have_no_feed_and_are_named_in_none(people):
    archiving.conceded(*people)
    hide(people[0])
    assert get(f"people/{people[0].pk}/").status_code == 404
    for address in ("", "specimen/", f"people/{people[1].pk}/"):
        page = get(address).content.decode()
        assert str(people[0]) not in page
        assert "a player who hides their name" in page


def test_who_is_gone_has_no_feed_and_leaves_the_game(people):
    table = archiving.conceded(*people)
    number = people[0].pk
    people[0].delete()
    assert get(f"people/{number}/").status_code == 404
    assert linked(read()) == [table.code]


@pytest.mark.parametrize("address", ["chess/", "people/", "people/999999999/", "people/99999999999999999999/"])
def test_what_is_not_there_is_not_found(address):
    assert get(address).status_code == 404


def test_asking_again_costs_nothing_until_something_changed(people):
    archiving.conceded(*people)
    first = get()
    known = {"if-none-match": first["ETag"]}
    again = get(**known)
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    hide(people[0])
    assert get(**known).status_code == 200
    archiving.conceded(*people, now=later(1))
    assert get(**known).status_code == 200


def test_an_empty_feed_stays_the_same():
    first = get()
    assert get(**{"if-none-match": first["ETag"]}).status_code == 304


def test_it_may_be_kept_by_anybody_and_looks_at_nobody(people):
    archiving.conceded(*people)
    stranger, player = get(), get(user=people[0])
    assert stranger.content == player.content
    assert stranger["Cache-Control"] == "public, max-age=600"
    assert not player.cookies
    assert {"Accept-Language", "Cookie"} <= set(player["Vary"].split(", "))


def test_it_speaks_the_language_that_is_asked_for(people):
    archiving.conceded(*people)
    english, german = get(), get(**{"accept-language": "de"})
    assert english["ETag"] != german["ETag"]
    assert ElementTree.fromstring(german.content).get("{http://www.w3.org/XML/1998/namespace}lang") == "de"


def test_it_costs_three_queries_however_much_was_played(people, django_assert_num_queries):
    for hour in range(5):
        archiving.conceded(*people, now=later(hour))
    # The first feed of a site records the name used in the ids of its entries.
    get()
    with django_assert_num_queries(3):
        get()


def test_it_ends_somewhere(people, monkeypatch):
    monkeypatch.setattr(feeds, "MOST", 2)
    tables = [archiving.conceded(*people, now=later(hour)) for hour in range(3)]
    assert linked(read()) == [tables[2].code, tables[1].code]


def test_the_pages_say_where_their_feeds_are(people):
    archiving.conceded(*people)
    number = people[0].pk
    places = {"/archive/": "", "/archive/statistics/gonzaga/": "gonzaga/", f"/people/{number}/": f"people/{number}/"}
    for page, address in places.items():
        html = signed_in().get(page).content.decode()
        assert re.search(
            rf'<link rel="alternate"\s+type="application/atom\+xml"\s+title="[^"]+"\s+href="/archive/feed/{address}">', html
        )
        assert f'<a href="/archive/feed/{address}">' in html
    hide(people[0])
    assert "/archive/feed/" not in signed_in().get(f"/people/{number}/").content.decode()
