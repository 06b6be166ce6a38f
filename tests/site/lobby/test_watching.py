"""Watching and following other players' games: lists, emails, feed, and pages of earlier positions."""

import re
from datetime import timedelta

import pytest

from engines.specimen.actions import SealRoad
from tables.errors import Refusal
from tables.mail.compose import compose
from tables.models import Follow, Notification, SiteEvent, Table
from tables.selectors.mail.cadence import MailPreferences
from tables.selectors.play import state
from tables.selectors.play import watching as selector
from tables.services.lobby import watching
from tables.services.play import ending
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOW = factories.NOW
DAY = timedelta(days=1)
FOLLOWED = Notification.Kind.FOLLOWED


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Ben")]


@pytest.fixture
def table(people):
    return factories.running_table(*people, name="Over the pass")


@pytest.fixture
def fan():
    return factories.person("Fan")


def follows(table, user, now=NOW):
    watching.follow(table_id=table.pk, user=user, now=now)


def refused(table, user):
    with pytest.raises(Refusal) as refusal:
        follows(table, user)
    return refusal.value.code


def told(user):
    return list(Notification.objects.filter(recipient=user, kind=FOLLOWED).order_by("pk"))


def test_only_public_games_that_are_being_played_and_are_not_ones_own_are_followed(people, fan):
    assert refused(factories.open_table(people[0]), fan) == "not_running"
    assert refused(factories.running_table(*people, visibility=Table.Visibility.PRIVATE), fan) == "not_running"
    assert refused(factories.running_table(*people), people[0]) == "already_seated"


def test_nobody_follows_more_than_so_many(people, fan, monkeypatch):
    monkeypatch.setattr(watching, "MOST", 1)
    first, second = factories.running_table(*people), factories.running_table(*people)
    follows(first, fan)
    follows(first, fan)
    assert refused(second, fan) == "follows_enough"


def test_what_happened_is_told_once_a_day_and_only_if_something_has(table, people, fan):
    follows(table, fan)
    assert watching.tell_followers(now=NOW + DAY) == 0
    factories.send(factories.seat_of(table, people[0]), SealRoad("ridge"))
    assert watching.tell_followers(now=NOW + DAY) == 0, "looked at again an hour later"
    assert watching.tell_followers(now=NOW + DAY + watching.AGAIN) == 1
    factories.send(factories.seat_of(table, people[1]), SealRoad("valley"))
    assert watching.tell_followers(now=NOW + 2 * DAY) == 0
    assert watching.tell_followers(now=NOW + 2 * DAY + watching.AGAIN) == 1
    assert [row.since_seq for row in told(fan)] == [0, 1]


def test_the_end_is_told_at_once_and_the_last_thing(table, people, fan):
    follows(table, fan)
    ending.concede(table_id=table.pk, user=people[0], now=NOW)
    assert watching.tell_followers(now=NOW) == 1
    assert not Follow.objects.exists()
    letter = compose(told(fan), preferences=MailPreferences(), now=NOW)
    assert "News from a game you follow" in letter.subject
    assert "it was conceded" in letter.body


def test_a_letter_tells_what_onlookers_may_read_and_nothing_is_asked(table, people, fan):
    follows(table, fan)
    factories.send(factories.seat_of(table, people[0]), SealRoad("ridge"))
    watching.tell_followers(now=NOW + DAY)
    letter = compose(told(fan), preferences=MailPreferences(), now=NOW + DAY)
    assert "What has happened since our last email:" in letter.body
    assert "Anna" in letter.body
    assert "ridge" not in letter.body
    assert "/d/" not in letter.body
    assert "because you follow this game" in letter.body


def test_who_sits_down_follows_no_longer(table, people, fan):
    follows(table, fan)
    table.seats.filter(user=people[0]).update(user=fan)
    factories.send(factories.seat_of(table, people[1]), SealRoad("ridge"))
    assert watching.tell_followers(now=NOW + DAY) == 0
    assert not Follow.objects.exists()


def test_the_list_shows_public_games_and_those_one_follows(table, people, fan):
    hidden = factories.running_table(*people, visibility=Table.Visibility.PRIVATE, name="Among friends")
    client = signed_in(fan)
    assert "Games you follow" not in page_of(client, "/watch/")
    client.post(f"/t/{table.code}/follow/", {"do": "follow"})
    page = page_of(client, "/watch/")
    assert "Games you follow" in page
    assert "Over the pass" in page
    assert "Among friends" not in page
    assert hidden.code not in page
    assert "Over the pass" in page_of(signed_in(), "/watch/?game=specimen&page=99")
    assert "Over the pass" not in page_of(signed_in(), "/watch/?game=gonzaga")
    client.post(f"/t/{table.code}/follow/", {"do": "stop"})
    assert not Follow.objects.exists()


def test_the_feed_tells_what_everybody_may_read(table, people):
    factories.send(factories.seat_of(table, people[0]), SealRoad("ridge"))
    for client in (signed_in(), signed_in(people[0])):
        answer = client.get(f"/t/{table.code}/feed/")
        text = answer.content.decode()
        assert answer["Content-Type"].startswith("application/atom+xml")
        assert "Anna" in text
        assert "ridge" not in text
    again = client.get(f"/t/{table.code}/feed/", headers={"If-None-Match": answer["ETag"]})
    assert again.status_code == 304
    hidden = factories.running_table(*people, visibility=Table.Visibility.PRIVATE)
    assert signed_in(people[0]).get(f"/t/{hidden.code}/feed/").status_code == 404


def test_the_feed_keeps_the_newest_events_of_a_busy_table(table):
    seat = table.seats.first()
    for number in range(50):
        at = NOW + number * timedelta(minutes=1)
        SiteEvent.objects.create(table=table, after_seq=0, kind="paused", seat=seat, user=seat.user, at=at)
    played_on(table)
    page = page_of(signed_in(), f"/t/{table.code}/feed/")
    assert page.count("<entry>") == 40
    assert f"#move-{factories.fresh(table).seq}" in page


# Pages of earlier positions.


def played_on(table):
    """Make one more move, and return the table."""
    asked = factories.waiting(table)[0]
    seat = table.seats.get(index=asked.seat)
    factories.send(seat, factories.legal(seat, asked)[0], key=asked.key)
    return factories.fresh(table)


def rounds_on(table, count):
    while table.round <= count:
        table = played_on(table)
    return table


def test_earlier_rounds_are_shown_as_far_as_the_host_allows(people, fan):
    table = rounds_on(factories.running_table(*people, looks_back=1, options={"nights": 3}), 2)
    assert [number for number, _seq in selector.rounds(table)] == [1, 2]
    Table.objects.filter(pk=table.pk).update(looks_back=2)
    assert [number for number, _seq in selector.rounds(factories.fresh(table))] == [1]
    client = signed_in(fan)
    assert client.get(f"/t/{table.code}/earlier/").headers["Location"].endswith("/earlier/1/")
    assert "The end of round 1, as everyone saw it then." in page_of(client, f"/t/{table.code}/earlier/1/")
    assert client.get(f"/t/{table.code}/earlier/2/").status_code == 404
    Table.objects.filter(pk=table.pk).update(looks_back=0)
    assert client.get(f"/t/{table.code}/earlier/1/").status_code == 404
    assert client.get(f"/t/{table.code}/earlier/").status_code == 404


def test_it_is_the_position_that_onlookers_saw(people):
    table = factories.running_table(*people, looks_back=1, options={"nights": 3})
    seen = {}
    while table.round <= 2:
        seen[table.seq] = state.seen(table, None)
        table = played_on(table)
    for _number, seq in selector.rounds(table):
        assert selector.position(table, seq) == seen[seq]


def test_the_names_in_its_feed_stay_when_the_site_moves(people, settings):
    table = played_on(played_on(factories.running_table(*people)))
    names = []
    for site in ("http://one.example", "https://other.example"):
        settings.SITE_URL = site
        names.append(re.findall("<id>(.*?)</id>", page_of(signed_in(), f"/t/{table.code}/feed/")))
    assert names[0] == names[1]
    assert len(set(names[0])) == len(names[0]) > 2
    assert all(name.startswith("tag:") for name in names[0])
