"""Searches for clubs, tables, people and rules: upper and lower case, several scripts, and decomposed Unicode."""

import unicodedata

import pytest
from django.urls import reverse
from django.utils import translation

from accounts import names
from accounts.models import User
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


def test_signs_of_the_pattern_are_letters_like_others(somebody):
    tables = [factories.open_table(somebody, name=name) for name in ("100 % É", "a_b", "a\\b")]
    factories.open_table(somebody, name="axb 100")
    for table, query in zip(tables, ("% é", "A_", "A\\"), strict=True):
        assert list(Table.objects.filter(name__icontains=query)) == [table]


@pytest.mark.parametrize("query", ["FÜR", unicodedata.normalize("NFD", "für")])
def test_rules_are_found(query):
    with translation.override("de"):
        found, plain = ([learning.book(presenter(game), each).found for game in GAMES] for each in (query, "für"))
    assert found == plain
    assert sum(found)
