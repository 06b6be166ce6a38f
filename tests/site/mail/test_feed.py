"""Private feed: an entry for each table with decisions of its owner, no secrets, and an address that can be revoked."""

import re
from datetime import timedelta
from xml.etree import ElementTree

import feedparser
import pytest
from django.db import transaction

from engines import registry
from engines.contract import Trait, view
from tables.models import Decision, Feed, Seat, Table
from tables.selectors import coding
from tables.selectors.play.recap import gap
from tests.engines.walks import needs
from tests.rows import rewrite
from tests.site import archiving, factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
ATOM = "{http://www.w3.org/2005/Atom}"
PAGE = "/my/feed/"


@pytest.fixture(autouse=True)
def noon(time_machine):
    time_machine.move_to(factories.NOW, tick=False)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto")]


def made(user):
    """Create a feed on its page, and return the feed's path."""
    assert signed_in(user).post(PAGE, {"do": "make"}).status_code == 302
    return f"/my/feed/{Feed.objects.get(user=user).token}/"


def read(path):
    """Return the feed's entries, as a feed reader without cookies reads them."""
    response = signed_in().get(path)
    assert (response.status_code, response["Content-Type"]) == (200, "application/atom+xml; charset=utf-8")
    found = feedparser.parse(response.content)
    assert (found.bozo, found.version) == (False, "atom10")
    return ElementTree.fromstring(response.content).findall(f"{ATOM}entry")


def part(entry, name):
    return entry.findtext(f"{ATOM}{name}")


def test_it_holds_an_entry_for_each_table_where_i_am_asked_and_no_other(people):
    anna = people[0]
    asked = [factories.running_table(*people, name=name) for name in ("Via Emilia", "Via <Appia> & co")]
    factories.open_table(anna, name="Waiting")
    factories.play_to_end(factories.running_table(*people, name="Over"))
    titles = [part(entry, "title") for entry in read(made(anna))]
    assert sorted(titles) == ["Your turn: Night Post “Via <Appia> & co”", "Your turn: Night Post “Via Emilia”"]
    factories.send(factories.seat_of(asked[0], anna), *factories.legal(*_asked(asked[0], anna))[:1])
    assert [part(entry, "title") for entry in read(made(anna))] == ["Your turn: Night Post “Via <Appia> & co”"]


def _asked(table, user):
    seat = factories.seat_of(table, user)
    return seat, factories.waiting(table, seat)[0]


def test_an_entry_tells_what_is_asked_until_when_what_happened_and_where(people):
    table = archiving.witnessed([*people, factories.person("Chiara")], game="gonzaga", most=6).table
    seat = min(Seat.objects.filter(table=table).select_related("user"), key=lambda each: each.seen_seq)
    (entry,) = read(made(seat.user))
    told = signed_in(seat.user).get(f"/t/{table.code}/recap/").context["recap"]
    text = part(entry, "summary")
    assert "Plan the round" in text
    assert re.search(r"Decide by \w+, \d+ March 2026, \d\d:\d\d", text)
    assert told.sentences
    assert all(f"<li>{sentence}</li>" in text for sentence in told.sentences)
    assert all(f"<p>{tally}</p>" in text for tally in told.tallies)
    assert entry.find(f"{ATOM}link").get("href") == f"http://127.0.0.1:8000/t/{table.code}/recap/"


def test_being_asked_again_is_another_entry(people):
    table = factories.running_table(*people)
    path = made(people[0])
    first = part(read(path)[0], "id")
    assert part(read(path)[0], "id") == first
    seat, asked = _asked(table, people[0])
    factories.send(seat, factories.legal(seat, asked)[0])
    _wait_for(table, seat)
    assert part(read(path)[0], "id") != first


def test_entries_keep_their_names_wherever_the_site_is(people, settings):
    factories.running_table(*people)
    path = made(people[0])

    def names():
        feed = ElementTree.fromstring(signed_in().get(path).content)
        return [part(each, "id") for each in (feed, *feed.findall(f"{ATOM}entry"))]

    before = names()
    settings.SITE_URL = "https://post.example:8443"
    assert names() == before


def test_an_entry_whose_deadline_has_moved_says_when(people, time_machine):
    table = factories.running_table(*people)
    path = made(people[0])
    (before,) = read(path)
    time_machine.move_to(factories.NOW + timedelta(hours=1), tick=False)
    assert part(read(path)[0], "updated") == part(before, "updated")
    later = factories.NOW + timedelta(days=5)
    Decision.objects.filter(table=table).update(over_at=later, due_at=later)
    (after,) = read(path)
    assert part(after, "id") == part(before, "id")
    assert part(after, "updated") == "2026-03-04T13:00:00+00:00" > part(before, "updated")


def _wait_for(table, seat):
    for _move in range(9):
        if factories.waiting(table, seat):
            return
        other = table.seats.select_related("table").exclude(pk=seat.pk).get()
        factories.send(other, factories.legal(other, factories.waiting(table, other)[0])[0])


@pytest.mark.parametrize("game", [engine.slug for engine in registry.engines(specimens=True)])
def test_nothing_that_only_i_know_stands_in_it(people, game):
    """The feed contains no private facts.

    Its bytes are the same in two other hidden states that a spectator cannot rule out, and all its events are public.
    """
    needs(registry.engine(game), Trait.HIDDEN)
    table = archiving.witnessed(people, game=game, most=7).table
    for user in people:
        path = made(user)
        body = signed_in().get(path).content
        for _world in _other_worlds(table):
            assert signed_in().get(path).content == body
        seat = factories.seat_of(table, user)
        assert all(each.events == _public(table, seat, each.seq) for each in gap(table, seat, viewer=None).entries)


def _public(table, seat, seq):
    """Return the public events of a move. For the move that the seat last saw, return only the events not yet seen."""
    told = coding.events(table.game, table.moves.get(seq=seq).events)
    own = seat.seen_events if seq == seat.seen_seq else 0
    return tuple(each.event for each in told[own:] if each.visible_to(None))


def _other_worlds(table):
    """Change the table to two other hidden states that a spectator cannot rule out. Yield None in each, then restore it."""
    engine = registry.engine(table.game)
    seen = view(coding.state(table.game, table.state), None)
    for number in (1, 2):
        key = bytes([number]) * 32
        with transaction.atomic():
            rewrite(Table.objects.filter(pk=table.pk), state=coding.to_text(engine.imagine(seen, key)), secret=key)
            for move in table.moves.all():
                told = coding.events(table.game, move.events)
                hidden = [each for each in told if not each.visible_to(None)]
                move.events = coding.to_text((*[each for each in told if each not in hidden], *hidden * number))
                move.save(update_fields=["events"])
            yield
            transaction.set_rollback(True)


def test_a_new_address_takes_the_old_ones_place_and_a_revoked_one_leads_nowhere(people):
    first, second = made(people[0]), made(people[0])
    assert first != second
    assert signed_in().get(first).status_code == 404
    assert signed_in().get(second).status_code == 200
    assert f"http://127.0.0.1:8000{second}" in page_of(signed_in(people[0]), PAGE)
    signed_in(people[0]).post(PAGE, {"do": "revoke"})
    assert signed_in().get(second).status_code == 404
    assert "You have no feed or calendar yet." in page_of(signed_in(people[0]), PAGE)


def test_nobody_sees_or_changes_the_address_of_another(people):
    path = made(people[0])
    assert path not in page_of(signed_in(people[1]), PAGE)
    signed_in(people[1]).post(PAGE, {"do": "revoke"})
    signed_in().post(PAGE, {"do": "make"})
    assert signed_in().get(path).status_code == 200
    assert signed_in().get(PAGE)["Location"].startswith("/accounts/login/")


def test_looking_changes_nothing_and_nonsense_neither(people):
    for send in (signed_in(people[0]).get, signed_in(people[0]).head):
        send(PAGE, {"do": "make"})
    signed_in(people[0]).post(PAGE, {"do": "nonsense"})
    signed_in(people[0]).post(PAGE)
    assert not Feed.objects.exists()


def test_it_is_kept_nowhere_and_passed_on_nowhere(people):
    response = signed_in().get(made(people[0]))
    assert "no-store" in response["Cache-Control"]
    assert (response["Referrer-Policy"], response["X-Robots-Tag"]) == ("no-referrer", "noindex, nofollow")
    assert "no-store" in signed_in(people[0]).get(PAGE)["Cache-Control"]


def test_an_account_that_was_closed_has_no_feed(people):
    path = made(people[0])
    people[0].is_active = False
    people[0].save()
    assert signed_in().get(path).status_code == 404


def test_what_may_not_stand_in_xml_spoils_nothing(people):
    table = factories.running_table(*people)
    Table.objects.filter(pk=table.pk).update(name="Via\x0b Emilia\uffff")
    assert part(read(made(people[0]))[0], "title") == "Your turn: Night Post “Via Emilia”"


def test_it_is_in_the_language_of_its_reader(people):
    table = factories.running_table(*people)
    people[0].language = "de"
    people[0].save()
    (entry,) = read(made(people[0]))
    assert "Your turn" not in part(entry, "title")
    assert table.code in part(entry, "id")


def test_a_table_that_cannot_be_read_does_not_hide_the_others(people):
    broken, whole = (factories.running_table(*people, name=name) for name in ("Broken", "Whole"))
    rewrite(Table.objects.filter(pk=broken.pk), state="{}")
    told = {part(entry, "title"): part(entry, "summary") for entry in read(made(people[0]))}
    assert set(told) == {"Your turn: Night Post “Broken”", "Your turn: Night Post “Whole”"}
    assert whole.code


def test_it_is_what_the_standard_asks_of_a_feed(people):
    """The feed meets RFC 4287: it has an author, a time of change and a permanent id, and every entry has its own id."""
    for name in ("Via Emilia", "Via Appia"):
        factories.running_table(*people, name=name)
    path = made(people[0])
    feed = ElementTree.fromstring(signed_in().get(path).content)
    assert feed.tag == f"{ATOM}feed"
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Staffetta"
    assert {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}["self"] == f"http://127.0.0.1:8000{path}"
    entries = feed.findall(f"{ATOM}entry")
    for each in (feed, *entries):
        assert all(len(each.findall(f"{ATOM}{name}")) == 1 for name in ("id", "title", "updated"))
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", part(each, "updated"))
        assert re.fullmatch(r"tag:[a-z0-9.-]+,\d{4}-\d\d-\d\d:/\S+", part(each, "id")), "RFC 4151"
    assert len({part(each, "id") for each in entries}) == len(entries) == 2
    assert all(each.find(f"{ATOM}summary").get("type") == "html" for each in entries)
    assert part(feed, "updated") == max(part(each, "updated") for each in entries)


def test_a_reader_that_has_it_is_told_so_in_no_bytes(people, time_machine):
    client, path = signed_in(), made(people[0])
    empty = client.get(path)
    time_machine.move_to(factories.NOW + timedelta(hours=1), tick=False)
    unchanged = client.get(path, headers={"if-none-match": empty["ETag"]})
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert "no-store" in unchanged["Cache-Control"]
    factories.running_table(*people)
    asked = client.get(path, headers={"if-none-match": empty["ETag"]})
    assert asked.status_code == 200
    assert asked["ETag"] != empty["ETag"]
