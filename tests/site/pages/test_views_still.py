"""Pulses answered without Django: the same as Django answers, and whatever is new is left to Django."""

import html
import io
import re
import threading

import pytest
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import RequestFactory
from django.utils import timezone

from engines.specimen.actions import SealRoad
from tables.models import Table
from tables.selectors.play import presence
from tables.views.play.still import Still
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
# Not config.wsgi's, which limits what this whole process asks of the database.
PAGES = WSGIHandler()


@pytest.fixture
def polled():
    """A table, who plays there, and the address that the page of one of them asks, which the cache knows by now."""
    player, opponent = factories.person("Player"), factories.person("Opponent")
    table = factories.running_table(player, opponent)
    page = page_of(signed_in(player), table.get_absolute_url())
    path = html.unescape(re.search(r'id="pulse"[^>]*hx-get="([^"]+)"', page)[1])
    signed_in(player).get(path)
    return table, player, opponent, path


def asked(application, path, method="GET", **more):
    """Status, headers and body of an answer, and whether Django was asked."""
    heard, said = [], []

    def start(status, headers, trouble=None):
        said.append((status, dict(headers)))
        return io.BytesIO().write

    def hear(**_more):
        heard.append(True)

    # As Django's own client for tests does: its database is gone once it is closed.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    request_started.connect(hear)
    try:
        answer = application(RequestFactory().generic(method, path, **more).environ, start)
        body = b"".join(answer)
        answer.close()
    finally:
        request_started.disconnect(hear)
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
    [(status, headers)] = said
    return status, headers, body, bool(heard)


@pytest.fixture
def site():
    """The site after its first pulse, which tells it the headers."""
    return Still(PAGES)


def warm(site, path):
    assert asked(site, path)[3]
    return site


def test_nothing_new_is_answered_as_django_does(polled, site):
    *_whose, path = polled
    status, headers, body, by_django = asked(warm(site, path), path)
    wanted = asked(PAGES, path)
    assert not by_django
    assert (status, body) == (wanted[0], wanted[2]) == ("204 No Content", b"")
    assert headers.keys() == wanted[1].keys()
    assert {name: value for name, value in headers.items() if name != "Expires"} == {
        name: value for name, value in wanted[1].items() if name != "Expires"
    }
    assert re.fullmatch(r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", headers["Expires"])


def test_a_safe_request_gets_the_headers_of_one(polled, site):
    *_whose, path = polled
    warm(site, path)
    assert asked(site, path, secure=True)[3]
    assert not asked(site, path, secure=True)[3]
    for _time in range(2):
        assert asked(site, path, headers={"X-Forwarded-Proto": "gopher"})[3]


@pytest.mark.parametrize(
    "change",
    [
        lambda path: path.replace("lively=0", "lively=1"),
        lambda path: path.replace("lively=0", "lively=2"),
        lambda path: path.replace("&me=", "&me=1"),
        lambda path: path + "&machine=1",
        lambda path: path + "&machine=0",
        lambda path: path + "&more",
        lambda path: re.sub(r"/\d+/\?", "/9/?", path),
        lambda path: re.sub(r"/p/[^/]+/", "/p/00000000000000000000/", path),
        lambda path: path.partition("?")[0],
    ],
)
def test_whatever_else_is_asked_is_answered_by_django(polled, site, change):
    *_whose, path = polled
    warm(site, path)
    ours, wanted = asked(site, change(path)), asked(PAGES, change(path))
    assert ours[3]
    assert (ours[0], ours[2]) == (wanted[0], wanted[2])


def test_only_reading_is_answered(polled, site):
    *_whose, path = polled
    warm(site, path)
    assert asked(site, path, method="POST")[0].startswith("405")
    assert asked(site, path, method="HEAD")[3]


def test_news_and_ends_are_told(polled, site, django_capture_on_commit_callbacks):
    table, _player, opponent, path = polled
    warm(site, path)
    with django_capture_on_commit_callbacks(execute=True):
        factories.send(factories.seat_of(table, opponent), SealRoad("ridge"))
    status, headers, _body, by_django = asked(site, path)
    assert (status, by_django) == ("200 OK", True)
    assert "table-changed" in headers["HX-Trigger"]
    Table.objects.filter(pk=table.pk).update(status=Table.Status.ENDED)
    cache.clear()
    assert asked(site, path)[0].startswith("286")


def test_it_gives_a_sign_of_life(polled, site):
    table, player, _opponent, path = polled
    warm(site, path)
    cache.delete(f"there:{table.pulse}")
    assert not presence.is_here(player.pk, timezone.now())
    assert not asked(site, path)[3]
    assert presence.is_here(player.pk, timezone.now())


def test_what_the_cache_has_lost_is_looked_up_by_django(polled, site):
    *_whose, path = polled
    warm(site, path)
    cache.clear()
    assert asked(site, path)[3]
    assert not asked(site, path)[3]


def test_each_thread_reads_by_a_connection_of_its_own_and_gets_over_a_lost_one():
    cache.set_many({"one": 1, "two": (2, "b")})
    assert cache.get_many(["one", "two", "three"]) == {"one": 1, "two": (2, "b")}
    lines = cache._cache._lines
    lines.held[1]._sock.close()
    assert cache.get_many(["one", "two"]) == {"one": 1, "two": (2, "b")}
    assert cache.get_many(["two", "one"]) == {"one": 1, "two": (2, "b")}
    held = []
    thread = threading.Thread(target=lambda: held.append((cache.get_many(["one"]), cache._cache._lines.held[1])))
    thread.start()
    thread.join()
    [(found, line)] = held
    assert found == {"one": 1}
    assert line is not lines.held[1]
