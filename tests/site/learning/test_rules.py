"""Rules pages: chapters with an address for each rule, examples, search, glossary, and all rules on one page."""

import html
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from engines import registry
from tables.games.registry import presenter
from tables.present import learning
from tests.site import factories
from tests.site.selecting import elements
from tests.site.views import page_of, signed_in

ROOT = Path(__file__).resolve().parents[3]
LANGUAGES = [code for code, _name in settings.LANGUAGES]
GAMES = [engine.slug for engine in registry.engines()]
TOLD = [slug for slug in GAMES if presenter(slug).reading.rulebook()]
OURS = ("letters", "cards")


@pytest.mark.parametrize("game", TOLD)
def test_rules_are_numbered_as_the_engine_numbers_them(game):
    numbered = (ROOT / "engines" / game / "RULES.md").read_text()
    chapters = presenter(game).reading.rulebook()
    ids = [rule.id for chapter in chapters for rule in chapter.rules]
    assert len({*ids, *(chapter.id for chapter in chapters)}) == len(ids) + len(chapters)
    assert [
        each for each in ids if each.partition("-")[0] not in OURS and not re.search(rf"\b{re.escape(each)}\b", numbered)
    ] == []
    assert sum(bool(rule.example) for chapter in chapters for rule in chapter.rules) >= 3


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", TOLD)
def test_every_rule_and_every_word_has_an_address(client, game, language):
    page = elements(page_of(client, f"/rules/{game}/", headers={"accept-language": language}))
    ids = [each.attributes["id"] for each in page if "id" in each.attributes]
    assert len(set(ids)) == len(ids)
    leads = {
        each.attributes["href"][1:] for each in page if each.attributes.get("href", "").startswith("#") and each.tag == "a"
    }
    assert leads - set(ids) == set()
    with translation.override(language):
        book = learning.book(presenter(game))
        said = " ".join(each.said for each in page)
    assert {rule.id for chapter in book.chapters for rule in chapter.rules} <= set(ids)
    assert {f"word-{entry.key}" for entry in book.entries} <= set(ids)
    assert all(entry.words in said for entry in book.entries)


@pytest.mark.parametrize("game", TOLD)
def test_whatever_the_glossary_refers_to_stands_on_the_page(game):
    entries = {entry.key: entry.rule for entry in learning.book(presenter(game)).entries}
    told = {entry.key for entry in presenter(game).reading.glossary() if entry.rule}
    assert {key for key in told if not entries[key]} == set()


@pytest.mark.django_db
def test_a_search_shows_what_says_it_and_marks_it(client):
    page = html.unescape(page_of(client, "/rules/gonzaga/?q=KING ring"))
    rules = [each for each in elements(page) if each.meets(".rule")]
    assert 0 < len(rules) < 15
    assert all("king" in rule.said.lower() and "ring" in rule.said.lower() for rule in rules)
    assert {each.said.lower() for each in elements(page) if each.tag == "mark"} == {"king", "ring"}
    assert f"{len(rules)} matches found." in page


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["<script>", "&amp", "zzz", "(", "\x00", "a" * 500])
def test_a_search_for_anything_is_a_page(client, query):
    page = client.get("/rules/zena1814/", {"q": query})
    assert page.status_code == 200
    assert b"<script>&" not in page.content
    assert b"<mark><script>" not in page.content


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_on_one_page_are_reached_from_the_rules(client, game):
    assert f'href="/rules/{game}/aid/"' in page_of(client, f"/rules/{game}/") or not presenter(game).reading.rulebook()
    assert "<h1>" in page_of(client, f"/rules/{game}/aid/")


@pytest.mark.django_db
def test_tables_and_invitations_lead_to_rules_and_to_the_one_page():
    host, guest = factories.person("Anna"), factories.person("Ben")
    waiting = factories.open_table(host, game="gonzaga")
    running = factories.running_table(host, guest, game="gonzaga")
    for user, address in ((host, f"/t/{waiting.code}/"), (guest, f"/i/{waiting.invite}/"), (host, f"/t/{running.code}/")):
        page = page_of(signed_in(user), address)
        assert 'href="/rules/gonzaga/"' in page, address
        assert 'href="/rules/gonzaga/aid/"' in page, address


@pytest.mark.parametrize("address", ["/rules/nothing/", "/rules/nothing/aid/"])
def test_a_game_that_is_not_there_has_no_rules(client, address):
    assert client.get(address).status_code == 404
