"""Searches for clubs, tables, people and rules: upper and lower case, several scripts, and decomposed Unicode."""

import unicodedata

import pytest
from django.urls import reverse
from django.utils import translation

from accounts import names
from accounts.models import User
from config import characters
from engines import registry
from tables.games.registry import presenter
from tables.models import Club, Table
from tables.present import learning
from tables.selectors.clubs import clubs
from tables.selectors.staff import clubs as staff_clubs
from tables.selectors.staff import trouble
from tables.services.clubs import founding
from tests.site import archiving, factories
from tests.site.views import signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
GAMES = [engine.slug for engine in registry.engines()]
SOUGHT = {
    "French": ("Soirée ÉCHECS", "échecs"),
    "French, other way": ("soirée échecs", "ÉCHECS"),
    "decomposed": ("Soirée Échecs", unicodedata.normalize("NFD", "échecs")),
    "Greek": ("Ζήνα", "ΖΉΝΑ"),
    "Czech": ("Žena a stůl", "ŽENA A STŮL"),
    "Cyrillic": ("Клуб Друзей", "клуб друз"),
    "Arabic, copied from a page": ("نادي الشطرنج 9", "\u2068نادي الشطرنج 9\u2069"),
}


@pytest.fixture
def somebody():
    return factories.person("Anna")


@pytest.fixture
def operator():
    return User.objects.create_superuser("operator@example.org", display_name="Operator")


@pytest.mark.parametrize(("name", "query"), SOUGHT.values(), ids=SOUGHT)
def test_clubs_and_tables_are_found_by_their_names(somebody, operator, name, query):
    club = founding.found_club(user=somebody, name=name, now=factories.NOW)
    Club.objects.filter(pk=club.pk).update(outsiders=Club.Outsiders.PAGE)
    table = factories.open_table(somebody, name=name)
    founding.found_club(user=somebody, name="Other", now=factories.NOW)
    factories.open_table(somebody, name="Other")
    assert [each.pk for each in clubs.clubs_matching(None, query)] == [club.pk]
    assert [each.pk for each in staff_clubs.clubs_called(query)] == [club.pk]
    assert [each.pk for each in trouble.tables_called(query)] == [table.pk]
    query = names.searched(query)  # Django's own search does not normalise the query.
    page = signed_in(operator).get(reverse("admin:tables_table_changelist"), {"q": query}).context["cl"]
    assert [each.pk for each in page.result_list] == [table.pk]


@pytest.mark.parametrize(("name", "query"), [("Éloïse", "ÉLOÏ"), ("Ζήνα", "ζήνα"), ("ZOË", "zoë")])
def test_people_are_found_in_the_archive(somebody, name, query):
    somebody.display_name = name
    somebody.save()
    ended = archiving.finished(somebody, factories.person("Ben"))
    assert ended.code in signed_in().get("/archive/", {"player": query}).content.decode()


def test_what_is_copied_from_a_page_is_found(somebody, operator):
    """Pages isolate names in right-to-left scripts. Copied names contain these characters."""
    club = founding.found_club(user=somebody, name="שלום 12", now=factories.NOW)
    Club.objects.filter(pk=club.pk).update(outsiders=Club.Outsiders.PAGE)
    table = factories.open_table(somebody, name="שלום 12")
    for query in (str(characters.isolated(club.name)), f"\u200f{club.name}\u200e", "שלום\u00ad 12"):
        assert [each.pk for each in clubs.clubs_matching(None, query)] == [club.pk]
        assert [each.pk for each in staff_clubs.clubs_called(query)] == [club.pk]
        assert [each.pk for each in trouble.tables_called(query)] == [table.pk]
        page = signed_in(operator).get(reverse("admin:tables_table_changelist"), {"q": query}).context["cl"]
        assert [each.pk for each in page.result_list] == [table.pk]


def test_codes_are_found_in_capitals_and_between_blanks(somebody):
    club = founding.found_club(user=somebody, name="Zena", now=factories.NOW)
    table = factories.open_table(somebody)
    for change in (str.upper, " {} ".format):
        assert [each.pk for each in staff_clubs.clubs_called(change(club.slug))] == [club.pk]
        assert [each.pk for each in trouble.tables_called(change(table.code))] == [table.pk]


def test_own_clubs_are_sorted_alike_in_every_script(somebody):
    for name in ("Zena", "échecs", "alba"):
        founding.found_club(user=somebody, name=name, now=factories.NOW)
    names = [row.club.name for row in clubs.clubs_of(somebody)]
    assert names == ["alba", "Zena", "échecs"]


def test_signs_of_the_pattern_are_letters_like_others(somebody):
    tables = [factories.open_table(somebody, name=name) for name in ("100 % É", "a_b", "a\\b")]
    factories.open_table(somebody, name="axb 100")
    for table, query in zip(tables, ("% é", "A_", "A\\"), strict=True):
        assert list(Table.objects.filter(name__icontains=query)) == [table]


@pytest.mark.parametrize(("language", "query", "word"), [("en", "can't", "can’t"), ("de", "GRÖSSE", "Größe")])
def test_rules_are_found_and_marked_however_they_are_typed(language, query, word):
    with translation.override(language):
        books = [learning.book(presenter(game), query) for game in GAMES]
        plain = [learning.book(presenter(game), word).match_count for game in GAMES]
    assert [book.match_count for book in books] == plain
    texts = [
        text for book in books for chapter in book.chapters for rule in chapter.rules for text in (rule.words, rule.example)
    ]
    texts += [text for book in books for entry in book.entries for text in (entry.name, entry.words)]
    assert any(f"<mark>{word.lower()}</mark>" in str(text).lower() for text in texts)


@pytest.mark.parametrize("query", ["FÜR", unicodedata.normalize("NFD", "für")])
def test_rules_are_found(query):
    with translation.override("de"):
        found, plain = ([learning.book(presenter(game), each).match_count for game in GAMES] for each in (query, "für"))
    assert found == plain
    assert sum(found)
