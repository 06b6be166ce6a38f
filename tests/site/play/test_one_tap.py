"""Two taps for every move: the first tap chooses or opens something, and only the second tap sends it."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from django.test import Client

from engines import registry
from engines.contract import Pending, When, decode, encode, view
from tables.games.gonzaga import words
from tables.games.principato import words as principato_words
from tables.games.specimen import words as specimen_words
from tables.games.zena1814 import frame
from tables.models import Draft, FiledAnswer, Move, StandingOrder, Table
from tables.selectors.play.state import seen as state_of
from tables.services.play.advance import advance_table
from tests.principato.pages import walkthrough
from tests.rows import rewrite
from tests.site import factories
from tests.site.pressing import Press, presses
from tests.site.views import page_of, signed_in
from tests.zena1814.pages import walkthrough as zena_walkthrough

# Buttons that may act on the first tap: withdrawing a queued turn and waiting for others lose nothing.
HARMLESS = {"wait", "withdraw"}
# Games in which all choices are made on the map or in a list.
WITHOUT_BUTTONS = {"gonzaga"}
KINDS = {
    "specimen": specimen_words.ASKED,
    "gonzaga": words.ASKED,
    "principato": principato_words.ASKED,
    "zena1814": frame.ASKED,
}


@cache
def positions(game: str) -> tuple[tuple[Any, Pending], ...]:
    """Return one position for each kind and urgency of decision in a game."""
    found: dict[tuple[str, When, bool], tuple[Any, Pending]] = {}
    for state in _states(game):
        for asked in registry.engine(game).pending(state.public):
            found.setdefault((asked.kind, asked.when, asked.sealed), (state, asked))
    return tuple(found.values())


def _states(game: str) -> Iterator[Any]:
    if game == "zena1814":
        for seats, mode, seed in ((3, "expert", 1), (2, "expert", 2), (3, "expert", 3)):
            yield from zena_walkthrough.played(seats, mode, seed)[0]
    elif game == "principato":
        for feeding in ("in_order", "sealed"):
            yield from walkthrough.played(3, feeding)[0]
    else:
        yield from _at_random(game)


def _at_random(game: str) -> Iterator[Any]:
    engine, dice = registry.engine(game), random.Random(4)
    for seats in (3, 2):
        state = engine.start(decode(engine.Options, b"{}"), seats, b"staffetta" * 4).state
        while now := [each for each in engine.pending(state.public) if each.when is When.NOW]:
            asked = dice.choice(now)
            yield state
            state = engine.apply(state, asked.seat, dice.choice(list(engine.legal(view(state, asked.seat), asked)))).state


def table_at(state: Any, game: str) -> Table:
    """Return a table with this position and no standing orders."""
    people = [factories.person(name) for name in ("Anna", "Ben", "Carla")[: len(state.hands)]]
    table = factories.running_table(*people, game=game)
    StandingOrder.objects.all().delete()
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    return table


def every_page(game: str) -> Iterator[tuple[Table, Pending, Client, str]]:
    """Yield a table at each of the ``positions`` of a game, with its decision and the deciding player's client and panel."""
    for state, asked in positions(game):
        table = table_at(state, game)
        client = signed_in(table.seats.select_related("user").get(index=asked.seat).user)
        yield table, asked, client, panel_of(page_of(client, f"/t/{table.code}/"))


def panel_of(page: str) -> str:
    """Return the panel of the page, without standing orders and agreements."""
    start = page.index('<section id="panel"')
    return page[start : page.index('<div id="orders"', start)]


def is_red(css: str) -> bool:
    """True if a button is styled like the button that sends a move."""
    return "button" in css.split() and not {"quiet", "choose", "plain"} & set(css.split())


@pytest.mark.parametrize("game", KINDS)
def test_every_kind_of_decision_is_looked_at(game):
    assert {asked.kind for _state, asked in positions(game)} == set(KINDS[game])


@pytest.mark.django_db
@pytest.mark.parametrize("game", KINDS)
def test_a_tap_chooses_and_the_red_button_sends(game):
    chosen = sum(looked_at(*each) for each in every_page(game))
    assert chosen or game in WITHOUT_BUTTONS


def looked_at(table: Table, asked: Pending, client: Client, panel: str) -> int:
    """Press the buttons of the panel, and check that only red ones send. Return the number of buttons that choose a step."""
    for press in presses(panel):
        if press.address.endswith(("/act/", "/file/")) and not HARMLESS & set(press.sent.get("do", ())):
            sends_nothing(table, asked, client, press)
    choosing = [press for press in presses(panel) if press.address.endswith("/draft/") and press.sent["key"] == [asked.key]]
    for press in one_of_each(choosing):
        assert not is_red(press.css), (asked, press)
        assert client.post(press.address, press.sent).status_code == 302
        drafted = panel_of(page_of(client, f"/t/{table.code}/"))
        assert 'class="draft-steps"' in drafted
        red = [each for each in presses(drafted) if is_red(each.css) and each.sent["key"] == [asked.key]]
        assert len(red) <= 1, (asked, red)
        assert all(each.address.endswith(("/act/", "/file/")) for each in red)
        if not red or press is not choosing[-1]:
            Draft.objects.all().delete()
            continue
        assert client.post(red[0].address, red[0].sent).status_code == 302
        is_filed = red[0].address.endswith("/file/")
        assert FiledAnswer.objects.exists() if is_filed else Move.objects.filter(table=table).count() > 1, (asked, red)
        assert not Draft.objects.exists()
    return len(choosing)


def sends_nothing(table: Table, asked: Pending, client: Client, press: Press) -> None:
    """Assert that pressing a button sends no new move, because the browser or the site refuses it.

    The only exception is an answer that is already sealed: it may be sealed again.
    """
    before = (factories.fresh(table).state, FiledAnswer.objects.count())
    moves = Move.objects.count()
    client.post(press.address, press.sent)
    assert (factories.fresh(table).state, FiledAnswer.objects.count()) == before, (asked, press)
    public = state_of(factories.fresh(table), None).public
    open_now = [one for one in registry.engine(table.game).pending(public) if [one.key] == press.sent["key"]]
    assert Move.objects.count() == moves or any(one.sealed and one.when is When.MAY for one in open_now), (asked, press)


def one_of_each(choosing: Sequence[Press]) -> Sequence[Press]:
    """Return the last press of each kind of action or form."""
    found = {press.sent.get("compose", press.sent.get("action", [""]))[-1].partition(",")[0]: press for press in choosing}
    return list(found.values())
