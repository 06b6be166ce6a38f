"""Marks in the list of moves beside a replay: the same as in the log of the table."""

import re

import pytest

from tests.site import archiving, factories
from tests.site.views import page_of, signed_in

pytestmark = [pytest.mark.database, pytest.mark.django_db]


@pytest.fixture
def table():
    return archiving.finished(*(factories.person(name) for name in ("Anna", "Berto")))


def marked(page):
    """Return the set of CSS classes of each step's sentences."""
    lines = re.split(r'<a class="log-step"', page.partition('class="replay-log"')[2])[1:]
    return [{name for css in re.findall(r"<p\s+class=\"([^\"]*)\"", line) for name in css.split()} for line in lines]


def test_own_moves_are_marked_for_their_player(table):
    moves = list(table.moves.select_related("seat").order_by("seq"))
    for seat in table.seats.select_related("user"):
        marks = marked(page_of(signed_in(seat.user), f"/archive/{table.code}/"))
        assert len(marks) == len(moves)
        own = [move.seq for move, names in zip(moves, marks, strict=True) if "mine" in names]
        assert own
        assert {moves[seq].seat_id for seq in own} == {seat.pk}


def test_nobody_elses_are_and_tones_are_for_all(table):
    names = set().union(*marked(page_of(signed_in(), f"/archive/{table.code}/")))
    assert "mine" not in names
    assert {"faint", "chance"} <= names
