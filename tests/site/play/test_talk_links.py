"""Links in table chat: a mentioned move or round becomes a link to its position if the reader can open it."""

import pytest
from django.urls import reverse

from tables.present.play import references
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def table():
    return factories.running_table(*(factories.person(name) for name in ("Anna", "Berto")))


@pytest.fixture
def ended(table):
    factories.play_to_end(table)
    return factories.fresh(table)


def link(table, view, number, text):
    return f'<a href="{reverse(f"tables:{view}", args=[table.code, number])}">{text}</a>'


def test_moves_and_rounds_that_exist_are_links(ended):
    said = references.linked("Look at #3, then R2 Bari!", ended)
    assert said == f"Look at {link(ended, 'at', 3, '#3')}, then {link(ended, 'at_round', 2, 'R2')} Bari!"


@pytest.mark.parametrize("text", ["#9999", "R99", "R0", "a#3", "R2D2", "##3", "/#3", "BR2", "#12345"])
def test_what_names_none_stays_as_it_is(ended, text):
    assert references.linked(text, ended) == text


def test_everything_else_is_escaped(ended):
    said = references.linked('<b>#3</b>\n<a href="x">R1</a>', ended)
    first, second = link(ended, "at", 3, "#3"), link(ended, "at_round", 1, "R1")
    assert said == f"&lt;b&gt;{first}&lt;/b&gt;<br>&lt;a href=&quot;x&quot;&gt;{second}&lt;/a&gt;"


def test_a_round_that_nobody_may_open_yet_is_no_link(table):
    assert references.linked("R1 and #0", table) == f"R1 and {link(table, 'at', 0, '#0')}"


def test_the_talk_of_a_page_has_the_links(table):
    anna = table.seats.first().user
    table.chat.create(user=anna, text="Why #0?", at=factories.NOW)
    page = page_of(signed_in(anna), table.get_absolute_url())
    assert f"Why {link(table, 'at', 0, '#0')}?" in page
