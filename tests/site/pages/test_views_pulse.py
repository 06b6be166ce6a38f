"""Pulse requests as a server handles them: status, headers, recorded presence, and the cache behind them."""

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
from django.urls import clear_script_prefix
from django.utils import timezone

from engines.specimen.actions import SealRoad
from tables.models import Table
from tables.selectors.play import presence
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
# A WSGIHandler of the test's own, because creating ``config.wsgi``'s limits the database use of the whole process.
PAGES = WSGIHandler()


@pytest.fixture
def polled():
    """Return a table, its two players, and the first player's pulse address, whose response is already cached."""
    player, opponent = factories.person("Player"), factories.person("Opponent")
    table = factories.running_table(player, opponent)
    page = page_of(signed_in(player), table.get_absolute_url())
    path = html.unescape(re.search(r'id="pulse"[^>]*hx-get="([^"]+)"', page)[1])
    signed_in(player).get(path)
    return table, player, opponent, path


def asked(path, method="GET", **more):
    """Send a request to the WSGI handler. Return status, headers and body of the response."""
    said = []

    def start(status, headers, trouble=None):
        said.append((status, dict(headers)))
        return io.BytesIO().write

    # Django's test client disconnects them too, because closing the connection would lose the test database.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    try:
        answer = PAGES(RequestFactory().generic(method, path, **more).environ, start)
        body = b"".join(answer)
        answer.close()
    finally:
        for signal in (request_started, request_finished):
            signal.connect(close_old_connections)
        clear_script_prefix()
    [(status, headers)] = said
    return status, headers, body


def test_nothing_new_has_the_headers_of_every_answer(polled, django_assert_num_queries):
    *_whose, path = polled
    with django_assert_num_queries(0):
        status, headers, body = asked(path)
    assert (status, body) == ("204 No Content", b"")
    assert {"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"} <= headers.keys()
    assert "no-store" in headers["Cache-Control"]
    assert re.fullmatch(r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT", headers["Expires"])


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (lambda path: path.replace("lively=0", "lively=1"), "200"),
        (lambda path: path.replace("lively=0", "lively=2"), "204"),
        (lambda path: path.replace("&me=", "&me=1"), "200"),
        (lambda path: path + "&machine=1", "200"),
        (lambda path: path.replace("lively=0", "lively=1") + "&machine=1", "204"),
        (lambda path: path + "&machine=0", "204"),
        (lambda path: path + "&more", "204"),
        (lambda path: re.sub(r"/\d+/\?", "/9/?", path), "200"),
        (lambda path: re.sub(r"/p/[^/]+/", "/p/00000000000000000000/", path), "404"),
        (lambda path: path.partition("?")[0], "200"),
    ],
)
def test_what_is_asked_decides_what_is_answered(polled, change, status):
    *_whose, path = polled
    assert asked(change(path))[0].startswith(status)


def test_only_reading_is_answered(polled):
    *_whose, path = polled
    status, headers, _body = asked(path, method="POST")
    assert (status[:3], headers["Allow"]) == ("405", "GET, HEAD")
    status, _headers, body = asked(path, method="HEAD")
    assert (status, body) == ("204 No Content", b"")


def test_a_site_below_a_path_answers_too(polled):
    *_whose, path = polled
    assert asked(path, SCRIPT_NAME="/games")[0] == "204 No Content"
    _status, _headers, body = asked(f"{path}&machine=1", SCRIPT_NAME="/games")
    assert b'hx-get="/games/p/' in body


def test_news_and_ends_are_told(polled, django_capture_on_commit_callbacks):
    table, _player, opponent, path = polled
    with django_capture_on_commit_callbacks(execute=True):
        factories.send(factories.seat_of(table, opponent), SealRoad("ridge"))
    status, headers, _body = asked(path)
    assert status == "200 OK"
    assert "table-changed" in headers["HX-Trigger"]
    Table.objects.filter(pk=table.pk).update(status=Table.Status.ENDED)
    cache.clear()
    assert asked(path)[0].startswith("286")


def test_it_gives_a_sign_of_life(polled):
    table, player, _opponent, path = polled
    cache.delete(f"there:{table.pulse}")
    assert not presence.is_here(player.pk, timezone.now())
    asked(path)
    assert presence.is_here(player.pk, timezone.now())


def test_what_the_cache_has_lost_is_looked_up_once(polled, django_assert_num_queries):
    *_whose, path = polled
    cache.clear()
    with django_assert_num_queries(1):
        assert asked(path)[0] == "204 No Content"
    with django_assert_num_queries(0):
        assert asked(path)[0] == "204 No Content"


def test_each_thread_reads_by_a_connection_of_its_own_and_gets_over_a_lost_one():
    cache.set_many({"one": 1, "two": (2, "b")})
    assert cache.get_many(["one", "two", "three"]) == {"one": 1, "two": (2, "b")}
    local = cache._cache._local
    local.connection[1]._sock.close()
    assert cache.get_many(["one", "two"]) == {"one": 1, "two": (2, "b")}
    assert cache.get_many(["two", "one"]) == {"one": 1, "two": (2, "b")}
    held = []
    thread = threading.Thread(target=lambda: held.append((cache.get_many(["one"]), cache._cache._local.connection[1])))
    thread.start()
    thread.join()
    [(found, line)] = held
    assert found == {"one": 1}
    assert line is not local.connection[1]
