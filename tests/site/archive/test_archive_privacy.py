"""Pages reached by links: they do not name private games, deleted users or people who hide their name to outsiders."""

import re
from collections import Counter, deque
from dataclasses import dataclass
from html import unescape
from urllib.parse import urljoin, urlsplit

import pytest
from django.urls import resolve, reverse

from accounts import leaving
from accounts.models import User
from tables import pseudonyms
from tables.models import Table
from tables.services.archive import archiving as archive
from tables.services.archive import comments, rating
from tables.services.play import chat, ending
from tests.site import absence, archiving, factories, keeping
from tests.site.archiving import ONE_NIGHT, signed_in
from tests.site.views import page_of

pytestmark = [pytest.mark.database, pytest.mark.django_db]
HIDDEN, GONE, PRIVATE = "Quirina", "Fulvia", "Chamber of whispers"
MOST_OF_A_KIND = 4
OF_A_GAME = ("detail", "record", "text", "check", "step", "picture")
# Addresses that are not followed: pages about the reader, pages with forms, and pages that repeat the search text.
NOT_FOLLOWED = re.compile(r"/(accounts|my|i18n|static|staff|tables/new|mail)/|player=|partner=|winner=|/p/")


@dataclass
class Scene:
    """Finished games: some of Quirina, who hides her name, one with Fulvia, a deleted user, and two private ones."""

    quirina: User
    bea: User
    carlo: User
    dora: User
    fulvia: str
    gone: int
    game: Table
    left: Table
    private: Table
    among_both: Table


@pytest.fixture
def scene(time_machine):
    time_machine.move_to(factories.NOW, tick=False)
    return played()


@keeping.kept
def played():
    quirina, bea, carlo, dora, fulvia, emil = (
        factories.person(name) for name in (HIDDEN, "Bea", "Carlo", "Dorabella", GONE, "Emiliano")
    )
    games = [archiving.finished(quirina, bea) for _game in range(5)]
    comments.add_comment(table_id=games[0].pk, seq=1, user=quirina, text="far too bold", now=factories.NOW)
    left = _left(quirina, bea, carlo, fulvia)
    private = archiving.finished(dora, emil, name=PRIVATE, visibility=Table.Visibility.PRIVATE)
    among_both = archiving.finished(quirina, bea, name=PRIVATE, visibility=Table.Visibility.PRIVATE)
    rating.rate_finished(game="specimen")
    User.objects.filter(pk=quirina.pk).update(hides_name=True)
    gone = fulvia.pk
    leaving.delete_account(user_id=gone, now=factories.NOW)
    archive.archive_game(table_id=left.pk)
    called = left.seats.get(user=None).pseudonym
    return Scene(quirina, bea, carlo, dora, called, gone, games[0], left, private, among_both)


def _left(quirina, bea, carlo, fulvia):
    """Return a game with chat by Quirina, in which Bea's rival Fulvia took over Quirina's seat after she left."""
    table = factories.running_table(quirina, bea, carlo, options=ONE_NIGHT)
    factories.play_to_end(table, most=4)
    chat.say(table_id=table.pk, user=quirina, text="good luck to all", now=factories.NOW)
    ending.resign(table_id=table.pk, user=quirina, now=factories.NOW)
    absence.substituted(factories.seat_of(table, quirina), fulvia)
    return archiving.archived(factories.play_to_end(table))


def starts(scene):
    """Return the addresses of the entry pages, and of the pages of a normal game and of one that a player left."""
    fixed = ["/", "/archive/", "/archive/feed/", "/archive/feed/specimen/", f"/archive/feed/people/{scene.bea.pk}/"]
    lists = [f"/archive/{part}/specimen/" for part in ("ratings", "statistics")]
    people = [f"/people/{scene.bea.pk}/", f"/people/{scene.carlo.pk}/"]
    shown = [reverse(f"archive:{page}", args=[table.code]) for table in (scene.game, scene.left) for page in OF_A_GAME[:4]]
    steps = [
        f"/archive/{scene.game.code}/1/",
        f"/archive/{scene.left.code}/5/?eyes=0",
        f"/archive/{scene.left.code}/6/?eyes=none",
    ]
    tables = [f"/t/{table.code}/" for table in (scene.game, scene.left)]
    return [*fixed, *lists, *people, *shown, *steps, *tables]


def reached(reader, first, inside=("/",)):
    """Follow the links from ``first`` as ``reader``. Return the texts of the pages reached, by address.

    Only a few pages of each kind, with addresses below ``inside``, are opened.
    """
    client, found = signed_in(reader), {}
    ahead, kinds = deque(first), Counter()
    while ahead:
        address = ahead.popleft()
        if address in found or NOT_FOLLOWED.search(address) or not address.startswith(inside):
            continue
        kind = resolve(urlsplit(address).path).view_name
        kinds[kind] += 1
        if kinds[kind] > MOST_OF_A_KIND + len(first):
            continue
        response = client.get(address)
        assert response.status_code in (200, 302), address
        found[address] = _text(response)
        ahead.extend(_leads(address, response))
    return found


def _text(response):
    return unescape(response.content.decode()) if "image" not in response.get("Content-Type", "") else ""


def _leads(address, response):
    if response.status_code == 302:
        return [urljoin(address, response["Location"])]
    leads = re.findall(r'(?:href|src|hx-get|content)="(/[^"#]*)', unescape(_text(response)))
    return [lead for lead in leads if not lead.startswith("//")]


def naming(pages, *words):
    return [(word, address) for address, text in pages.items() for word in words if word in text]


def test_a_stranger_finds_neither_the_hidden_nor_the_gone_nor_the_private(scene):
    pages = reached(None, starts(scene))
    kinds = {resolve(urlsplit(address).path).view_name for address in pages}
    assert {"archive:step", "archive:text", "archive:record", "archive:check", "tables:person", "tables:detail"} <= kinds
    private = (PRIVATE, scene.private.code, scene.among_both.code, "Dorabella", "Emiliano")
    assert naming(pages, HIDDEN, GONE, f"/people/{scene.quirina.pk}/", *private) == []
    assert naming(pages, "a player who hides their name")
    assert naming(pages, scene.fulvia)


def test_neither_does_an_opponent_in_the_archive(scene):
    pages = reached(scene.bea, starts(scene), inside=("/archive/", "/people/"))
    assert naming(pages, HIDDEN, GONE, f"/people/{scene.quirina.pk}/") == []
    assert naming(pages, scene.private.code, "Dorabella", "Emiliano") == []
    assert naming(pages, scene.among_both.code), "a private game of one's own is there"


def test_in_german_and_italian_they_are_called_by_words_of_that_language(scene):
    mark = pseudonyms.mark(scene.fulvia)
    for language in ("de", "it"):
        client = signed_in()
        client.cookies["django_language"] = language
        page = page_of(client, f"/archive/{scene.left.code}/")
        assert mark in page
        assert HIDDEN not in page


def test_who_sat_there_sees_the_names_at_the_table_itself_and_nobody_else_does(scene):
    address = f"/t/{scene.left.code}/"
    for reader, sees in ((None, False), (scene.dora, False), (scene.bea, True)):
        page = page_of(signed_in(reader), address)
        assert "good luck to all" in page
        assert (HIDDEN in page) is sees, reader
        assert GONE not in page
    log = page_of(signed_in(), f"{address}log/?before=99")
    assert HIDDEN not in log


def test_the_hidden_are_found_by_name_by_nobody_but_themselves(scene):
    for role in ("player", "winner", "partner"):
        for reader in (None, scene.bea, scene.dora):
            page = page_of(signed_in(reader), f"/archive/?{role}={HIDDEN}")
            assert scene.game.code not in page, (role, reader)
    assert scene.game.code in page_of(signed_in(scene.quirina), f"/archive/?player={scene.quirina}")


def test_every_address_of_a_private_game_is_unknown_to_strangers(scene):
    for page in OF_A_GAME:
        args = [scene.private.code] + ([1] if page in ("step", "picture") else [])
        address = reverse(f"archive:{page}", args=args)
        for reader, status in ((None, 404), (scene.bea, 404), (scene.dora, 200)):
            assert signed_in(reader).get(address).status_code == status, (page, reader)
    comment = reverse("archive:comment", args=[scene.private.code, 1])
    assert signed_in(scene.bea).post(comment, {"text": "peep"}).status_code == 404
    for page in ("", "log/", "recap/", "chat/"):
        assert PRIVATE not in signed_in(scene.bea).get(f"/t/{scene.private.code}/{page}").content.decode()


def test_private_games_are_counted_nowhere(scene):
    before = page_of(signed_in(), "/archive/statistics/specimen/")
    listed = page_of(signed_in(scene.dora), f"/people/{scene.dora.pk}/")
    assert scene.private.code not in listed
    Table.objects.filter(pk__in=[scene.private.pk, scene.among_both.pk]).delete()
    after = page_of(signed_in(), "/archive/statistics/specimen/")
    assert unchanging(before) == unchanging(after)


def unchanging(page):
    return re.sub(r'nonce="[^"]*"|value="[^"]*"|"x-csrftoken": "[^"]*"', "", unescape(page))


def test_who_is_gone_has_no_page_and_no_feed(scene):
    for address in (f"/people/{scene.gone}/", f"/archive/feed/people/{scene.gone}/"):
        assert signed_in().get(address).status_code == 404
