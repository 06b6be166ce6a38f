"""Addresses of tables and of the archive: the users who may read them, and the methods they accept."""

import re
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, get_resolver, reverse

from tables import archive_urls, urls
from tables.games import pictures
from tables.models import ShownPlan, Table
from tests.rows import rewrite
from tests.site import archiving, factories
from tests.site.views import HTMX, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
AT_A_TABLE = [pattern.name for pattern in urls.urlpatterns if "<code:code>" in str(pattern.pattern)]
OF_A_RECORD = [pattern.name for pattern in archive_urls.urlpatterns if "<slug:code>" in str(pattern.pattern)]
METHODS = ("get", "post", "put", "patch", "delete")
WORDS = {"text": "Good day", "word": "Hello", "key": "saddle/1", "own_ply": "0", "token": "a" * 16, "do": "withdraw"}


@pytest.fixture
def hidden():
    """Return a private table that has started, and its players."""
    people = [factories.person(name) for name in ("Player", "Opponent")]
    return factories.running_table(*people, visibility=Table.Visibility.PRIVATE), people


def of_table(name, table):
    more = {
        "take": [0],
        "plan_node": [0],
        "picture": [0, pictures.stamp()],
        "add_table_hook": ["json"],
        "table_hook": [0],
        "remove": [0],
        "show_seat": [0],
        "phone": [0],
        "earlier_round": [1],
        "at": [0],
        "at_round": [1],
    }
    return reverse(f"tables:{name}", args=[table.code, *more.get(name, [])])


def of_record(name, table):
    shown = ShownPlan.objects.filter(table=table).values_list("pk", flat=True).first() or 0
    more = {"step": [0], "picture": [0], "comment": [0], "variation": [shown], "variation_step": [shown, 1]}
    return reverse(f"archive:{name}", args=[table.code, *more.get(name, [])])


@pytest.mark.parametrize("name", AT_A_TABLE)
def test_a_private_table_is_no_address_for_strangers(hidden, name):
    """A private table does not exist for strangers: each request gets the response for a missing table."""
    table, _people = hidden
    nowhere = of_table(name, Table(code="22222222"))
    for client in (signed_in(factories.person("Stranger")), signed_in()):
        for method in ("get", "post"):
            found, missed = (getattr(client, method)(address, WORDS) for address in (of_table(name, table), nowhere))
            assert found.status_code == missed.status_code
            assert found.status_code in (302, 404, 405)
            assert found.status_code != 302 or found["Location"].startswith("/accounts/login/")
    assert (factories.fresh(table).seq, table.chat.count(), table.agreements.count()) == (0, 0, 0)


@pytest.mark.parametrize("name", OF_A_RECORD)
def test_a_private_record_is_for_those_who_sat_there(hidden, name):
    table, people = hidden
    archiving.shown_variation(factories.play_to_end(table), people[0])
    assert signed_in(factories.person("Stranger")).get(of_record(name, table)).status_code == 404
    assert signed_in().get(of_record(name, table)).status_code == 404
    # The game of this test has no analysis.
    expected = 404 if name == "analysis" else 200
    assert signed_in(people[0]).get(of_record(name, table), follow=True).status_code == expected


@pytest.mark.parametrize("name", OF_A_RECORD)
def test_a_game_that_is_being_played_has_no_record_even_for_its_players(name):
    people = [factories.person(name) for name in ("Player", "Opponent")]
    table = factories.running_table(*people)
    for user in (*people, None):
        assert signed_in(user).get(of_record(name, table)).status_code == 404


def test_a_cache_is_told_where_htmx_gets_something_else():
    table = factories.running_table(factories.person(), factories.person())
    ended = factories.play_to_end(factories.running_table(factories.person(), factories.person()))
    records = [of_record(name, ended) for name in OF_A_RECORD]
    differ = []
    for address in (*(of_table(name, table) for name in AT_A_TABLE), *records, "/", "/tables/", "/archive/", "/rules/gonzaga/"):
        whole, part = signed_in().get(address), signed_in().get(address, {"panel": "x"}, headers=HTMX)
        if (b"<html" in whole.content) != (b"<html" in part.content):
            differ.append(address)
            assert "HX-Request" in whole["Vary"], address
    table_pages, record_pages = (
        (of_table("detail", table), of_table("log", table)),
        (of_record("detail", ended), of_record("step", ended)),
    )
    assert differ == [*table_pages, *record_pages, "/archive/"]


def _addresses() -> Iterator[str]:
    """Yield one address for each of the project's URL patterns. allauth and the admin test their own patterns."""
    for prefix, patterns in _patterns("", get_resolver().url_patterns):
        for pattern in patterns:
            yield "/" + _filled(prefix + str(pattern.pattern))


def _patterns(prefix, found):
    yield prefix, [each for each in found if isinstance(each, URLPattern) and each.callback.__module__.startswith("tables.")]
    for each in found:
        if not isinstance(each, URLPattern):
            yield from _patterns(prefix + str(each.pattern), each.url_patterns)


def _filled(pattern: str) -> str:
    values = {"int": "0", "code": "22222222", "slug": "22222222", "token": "2" * 22, "str": "2" * 22}
    return re.sub(r"<(\w+):\w+>", lambda found: values[found[1]], pattern)


@pytest.mark.parametrize("address", sorted(_addresses()))
def test_a_method_nobody_asked_for_is_refused(address):
    """Other methods are refused. HEAD is allowed wherever GET is, because monitors and link checkers use it."""
    client = signed_in(factories.person())
    answers = {method: getattr(client, method)(address) for method in METHODS}
    refused = {method for method, answer in answers.items() if answer.status_code == 405}
    assert {"put", "patch", "delete"} <= refused
    assert refused != set(METHODS)
    for method in refused:
        allowed = {each.strip().lower() for each in answers[method]["Allow"].split(",")}
        assert allowed & set(METHODS) == set(METHODS) - refused
    assert client.head(address).status_code == answers["get"].status_code


def test_there_are_addresses_to_look_at():
    assert len(AT_A_TABLE) > 8
    assert len(OF_A_RECORD) > 3
    assert len(list(_addresses())) > 25


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["a page", "a part of it"])
@pytest.mark.parametrize("name", AT_A_TABLE)
def test_a_table_that_has_not_started_has_no_address_that_breaks(name, headers):
    """Every address of a waiting or cancelled table has an answer for its host, with and without a query."""
    host = factories.person("Host")
    waiting, cancelled = factories.open_table(host), factories.open_table(host)
    rewrite(Table.objects.filter(pk=cancelled.pk), status=Table.Status.ENDED)
    browser = signed_in(host)
    for table in (waiting, cancelled):
        for query in ({}, {"key": "saddle/1", "choice": "0"}):
            answer = browser.get(of_table(name, table), query, **headers)
            assert answer.status_code < 500, (table.status, query)
