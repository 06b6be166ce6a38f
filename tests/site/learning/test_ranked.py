"""Highest-scoring turns: shown in unrated games, and in rated games only if the host has allowed it."""

import json
import re

import pytest

from engines.contract import When, encode
from tables.models import Table
from tables.services.play.advance import advance_table
from tests.gonzaga.pages.walkthrough import asked, played
from tests.rows import rewrite
from tests.site import factories
from tests.site.views import page_of, signed_in

pytestmark = pytest.mark.django_db
BEST = "Highest-scoring turns"


def page_at(kind: str, **more: bool) -> str:
    """Create a table at the first position with a decision of this kind. Return the deciding seat's page."""
    state, pending = next(asked(kind, When.NOW, played()[0]))
    table = factories.running_table(*[factories.person(name) for name in ("Anna", "Ben", "Clara")], game="gonzaga", **more)
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    return page_of(signed_in(table.seats.get(index=pending.seat).user), f"/t/{table.code}/")


def said(page: str) -> dict:
    """Return the JSON data for the panel's script."""
    return json.loads(re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page)[1])


@pytest.mark.parametrize(("more", "ranked"), [({}, False), ({"ranks": True}, True), ({"rated": False}, True)])
def test_turns_are_ranked_unless_the_game_is_rated(more, ranked):
    page = page_at("turn", **more)
    assert (BEST in page) == ranked
    assert ('<span class="points">' in page.partition('id="panel"')[2]) == ranked
    rows = said(page)["fiefs"]
    by_points, by_place = sorted(rows, key=lambda row: -row[1]), sorted(rows, key=lambda row: row[0])
    assert [row[1] for row in rows] == [row[1] for row in (by_points if ranked else by_place)]


def test_without_ranks_all_turns_can_be_chosen_all_the_same():
    page = page_at("turn").partition('id="gz-all"')[2].partition("</select>")[0]
    labels = re.findall(r"<option[^>]*>([^<]+)</option>", page)
    assert len(labels) > 5
    assert labels[:-1] == sorted(labels[:-1])
    assert not any(label[0].isdigit() for label in labels)


@pytest.mark.parametrize(("more", "ranked"), [({}, False), ({"ranks": True}, True), ({"rated": False}, True)])
def test_cards_of_a_plan_say_what_is_best_there_too(more, ranked):
    words = json.dumps(said(page_at("plan", **more)))
    assert "way" in words
    assert ("best" in words) == ranked


@pytest.mark.parametrize("ticked", [True, False])
def test_the_host_says_so_when_the_table_is_opened(ticked):
    host = factories.person("Anna")
    form = {"game": "gonzaga", "seats": "2", "bots": "0", "visibility": "public", "word": "one", "token": "t" * 20}
    pace = re.search(r'name="pace" value="(\w+)"', page_of(signed_in(host), "/tables/new/?game=gonzaga"))[1]
    sent = form | {"pace": pace} | ({"ranks": "on"} if ticked else {})
    answer = signed_in(host).post("/tables/new/", sent)
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    table = Table.objects.get(host=host)
    assert (table.ranks, table.ranks_turns) == (ticked, ticked)
    assert ("shows the highest-scoring turns" in page_of(signed_in(host), f"/t/{table.code}/")) == ticked
