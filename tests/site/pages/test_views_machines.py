"""Pages for machines: robots.txt, the sitemap, security.txt, and the metadata of public pages."""

import re
from html import unescape
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.urls import reverse

from tables.models import Table
from tables.selectors.archive import sitemap
from tests.site import archiving, factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NOINDEX = '<meta name="robots" content="noindex">'
PUBLIC = ["/", "/about/", "/tables/", "/rules/gonzaga/", "/rules/zena1814/", "/rules/principato/", "/archive/"]
PUBLIC += ["/archive/ratings/", "/archive/ratings/gonzaga/", "/archive/statistics/", "/archive/statistics/zena1814/"]


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto")]


@pytest.fixture
def night(people):
    return archiving.finished(*people, name="Night & <day>")


def told(page):
    """Return the metadata of a page: its description and its Open Graph tags."""
    found = re.findall(r'<meta (?:name|property)="(description|og:[^"]+)" content="([^"]*)">', page)
    return {name: unescape(content) for name, content in found}


def addresses(path, status=200):
    tree = ElementTree.fromstring(page_of(signed_in(), path, status))
    return [each.text for each in tree.iter() if each.tag.endswith("}loc")]


@pytest.mark.parametrize("address", PUBLIC)
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_a_public_page_says_what_it_is_in_the_language_of_its_reader(address, language):
    page = page_of(signed_in(), f"{address}?game=gonzaga", headers={"Accept-Language": language})
    found = told(page)
    assert NOINDEX not in page
    assert found["description"] == found["og:description"]
    assert found["og:title"]
    assert found["og:locale"].startswith(language)
    assert found["og:url"] == settings.SITE_URL + address, "whatever it was filtered by"
    assert f'<link rel="canonical" href="{settings.SITE_URL}{address}">' in page


def test_programs_may_fetch_what_people_give_them_and_nothing_else_of_theirs():
    """robots.txt allows calendar services and feed readers to fetch calendars and feeds, but no other private page.

    A header keeps search engines away from calendars and feeds.
    """
    rules = RobotFileParser()
    rules.parse(page_of(signed_in(), "/robots.txt").splitlines())
    token = "f" * 22
    names = ["feed_atom", "calendar_ics", "club_ics"]
    machines = [reverse(f"tables:{name}", args=[token, "abcdefgh"][: 1 + (name == "club_ics")]) for name in names]
    assert all(rules.can_fetch("Google-Calendar-Importer", settings.SITE_URL + address) for address in machines)
    assert not any(rules.can_fetch("Googlebot", settings.SITE_URL + address) for address in ("/my/", "/my/time/", "/staff/"))


def test_descriptions_are_translated_and_differ_from_page_to_page():
    texts = {
        told(page_of(signed_in(), address, headers={"Accept-Language": language}))["description"]
        for address in PUBLIC
        for language in ("en", "de", "it")
    }
    assert len(texts) == 3 * len(PUBLIC)


def test_all_other_pages_ask_not_to_be_listed(people, night):
    table = factories.running_table(*people, visibility=Table.Visibility.PRIVATE)
    client = signed_in(people[0])
    here = [reverse(f"tables:{name}", args=[table.code]) for name in ("detail", "log", "plan", "orders", "recap")]
    here += ["/my/", "/my/time/", "/mail/", "/accounts/profile/", f"/archive/{night.code}/1/", f"/archive/{night.code}/check/"]
    for address in here:
        page = client.get(address, follow=True).content.decode()
        assert NOINDEX in page, address
        assert "canonical" not in page
    for address, status in (("/accounts/login/", 200), ("/i/abcdefghijklmnopqrst/", 404), ("/nowhere/", 404)):
        assert NOINDEX in page_of(signed_in(), address, status)


def test_a_public_table_and_a_finished_game_say_what_they_are(people, night):
    for table in (factories.running_table(*people, name="Via & Emilia"), factories.open_table(people[0], seats=3)):
        page = page_of(signed_in(), table.get_absolute_url())
        assert NOINDEX not in page
        assert told(page)["description"] == (f"A game of Night Post for {table.seat_count} players, played by correspondence.")
    page = page_of(signed_in(), reverse("archive:detail", args=[night.code]))
    assert NOINDEX not in page
    assert told(page)["description"] == told(page)["og:description"]
    hidden = archiving.finished(*people, visibility=Table.Visibility.PRIVATE)
    page = page_of(signed_in(people[0]), reverse("archive:detail", args=[hidden.code]))
    assert NOINDEX in page
    assert not told(page)


def test_robots_are_told_what_is_theirs_and_where_the_map_is(django_assert_num_queries):
    with django_assert_num_queries(0):
        text = page_of(signed_in(), "/robots.txt")
    assert "Disallow: /my/\n" in text
    assert "Disallow: /archive/*/variations/\n" in text
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml\n" in text
    assert "/admin" not in text, "where the admin is need not be told"


def test_the_map_leads_to_every_public_page_and_every_public_game(people, night, monkeypatch):
    archiving.finished(*people, visibility=Table.Visibility.PRIVATE)
    factories.running_table(*people)
    monkeypatch.setattr(sitemap, "SHELF", 2)
    found = [place for part in addresses("/sitemap.xml") for place in addresses(part.removeprefix(settings.SITE_URL))]
    assert {settings.SITE_URL + address for address in PUBLIC} <= set(found)
    games = [place for place in found if re.search(r"/archive/[2-9a-z]{8}/$", place) and "ratings" not in place]
    assert games == [f"{settings.SITE_URL}/archive/{night.code}/"]
    for place in found:
        assert NOINDEX not in page_of(signed_in(), place.removeprefix(settings.SITE_URL)), place
    beyond = Table.objects.latest("pk").pk // 2 + 1
    assert signed_in().get(f"/sitemap/games-{beyond}.xml").status_code == 404
    assert signed_in().get("/sitemap/games-99999999999999999999999.xml").status_code == 404


def test_the_map_costs_every_visitor_one_query_a_part(people, night, django_assert_num_queries):
    for address in ("/sitemap.xml", "/sitemap/games-0.xml"):
        client = signed_in(people[0])
        with django_assert_num_queries(1 if address == "/sitemap.xml" else 2):
            response = client.get(address)
        assert set(response["Cache-Control"].split(", ")) == {"public", "max-age=3600"}
    with django_assert_num_queries(0):
        page_of(signed_in(), "/sitemap/pages.xml")


def test_whom_to_tell_of_a_hole(settings):
    assert signed_in().get("/.well-known/security.txt").status_code == 404
    settings.SECURITY_CONTACT = "mailto:security@staffetta.example"
    text = page_of(signed_in(), "/.well-known/security.txt")
    assert "Contact: mailto:security@staffetta.example\n" in text
    assert re.search(r"^Expires: \d{4}-\d\d-\d\dT00:00:00Z$", text, re.MULTILINE)
    assert "Preferred-Languages: en, de, it\n" in text
