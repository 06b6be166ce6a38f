"""Full log: shows table talk between the moves, and has a filter for it."""

import re
from datetime import timedelta

import pytest

from tables.models import ChatMessage, Move, Relation
from tests.rows import rewrite
from tests.site import archiving, factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]
MINUTE = timedelta(minutes=1)


@pytest.fixture
def people():
    return [factories.person(name) for name in ("Anna", "Berto")]


@pytest.fixture
def table(people):
    """Play a game, set its moves one minute apart, and return its table."""
    table = archiving.witnessed(people, most=70).table
    for move in table.moves.all():
        rewrite(Move.objects.filter(pk=move.pk), at=factories.NOW + move.seq * MINUTE)
    return table


def says(table, person, text, after):
    ChatMessage.objects.create(table=table, user=person, text=text, at=factories.NOW + after * MINUTE + MINUTE / 2)


def log(table, person=None, before=""):
    return page_of(signed_in(person), f"{table.get_absolute_url()}log/{before}")


def test_a_line_stands_between_the_moves_it_was_said_between(table, people):
    says(table, people[0], "Well <played> #3", after=table.seq - 1)
    page = log(table, people[1])
    [line] = re.findall(r'<li class="talk">.*?</li>', page, re.DOTALL)
    assert "Well &lt;played&gt; <a href=" in line
    assert str(people[0]) in line
    assert page.index(f'id="move-{table.seq - 1}"') < page.index(line) < page.index(f'id="move-{table.seq}"')
    assert '<option value="talk">' in page


def test_each_page_has_what_was_said_in_its_time(table, people):
    says(table, people[0], "early words", after=0)
    says(table, people[0], "late words", after=table.seq)
    newest = log(table)
    [before] = re.findall(r'rel="next" href="(\?before=\d+)"', newest)
    assert ("late words" in newest, "early words" in newest) == (True, False)
    older = log(table, before=before)
    assert ("late words" in older, "early words" in older) == (False, True)


def test_who_is_muted_is_left_out(table, people):
    says(table, people[0], "some words", after=table.seq)
    Relation.objects.create(owner=people[1], other=people[0], kind=Relation.Kind.MUTED, made_at=factories.NOW)
    assert "some words" not in log(table, people[1])
    assert "some words" in log(table)


def test_a_practice_table_has_no_talk(table):
    type(table).objects.filter(pk=table.pk).update(practice=True)
    assert '<option value="talk">' not in log(table, table.host)


def test_the_page_of_the_table_filters_moves_alone(table, people):
    assert '<option value="talk">' not in page_of(signed_in(people[0]), table.get_absolute_url())
