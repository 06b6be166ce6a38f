"""Partial updates: unchanged parts are not sent again, and a patched page equals a fresh load."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings
from playwright.sync_api import expect

from engines import registry
from engines.contract import When
from tables.models import Seat, Table
from tables.selectors.play import state
from tests.browser.freshness import is_fresh
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Page, Response

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAMES = pytest.mark.parametrize("game", ["gonzaga", "principato", "zena1814"])


def at_turn(table: Table) -> tuple[Seat, Any]:
    pending = next(one for one in factories.waiting(table) if one.when is When.NOW)
    return table.seats.select_related("user", "table").get(index=pending.seat), pending


def move(table: Table) -> None:
    """Make the next move as a bot would."""
    seat, pending = at_turn(table)
    chosen = registry.engine(table.game).bot(state.seen(factories.fresh(table), seat), pending)
    factories.send(seat, getattr(chosen, "actions", (chosen,))[0], key=pending.key)


def begun(game: str, moves: int = 9) -> Table:
    table = factories.running_table(factories.person("Anna"), factories.person("Ben"), game=game, rated=False)
    for _move in range(moves):
        move(table)
    return table


@contextmanager
def sent_to(page: "Page") -> Iterator[list[str]]:
    """Collect the text of each response that reaches the page."""
    came: list[str] = []

    def note(response: "Response") -> None:
        if "/t/" in response.url:
            came.append(response.text())

    page.on("response", note)
    yield came
    page.remove_listener("response", note)


@GAMES
def test_what_others_did_is_patched_into_the_page(sit, game):
    table = begun(game)
    watcher = table.seats.exclude(pk=at_turn(table)[0].pk).get().user
    page = sit(watcher)
    page.goto(f"/t/{table.code}/")
    with sent_to(page) as came:
        for _move in range(6):
            move(table)
            is_fresh(page, but=("panel",))
    assert sum(text.count("data-same=") for text in came) > 9 * 6
    expect(page.locator("[data-same]")).to_have_count(0)


def test_moves_and_steps_back_are_patched_into_the_page(sit):
    """Moves and undone steps of Gonzaga are patched into the page: a sealed plan, and a turn chosen on the map and sent."""
    table = begun("gonzaga", 8)
    page = sit(at_turn(table)[0].user)
    page.goto(f"/t/{table.code}/")
    for _move in range(4):
        seat, pending = at_turn(table)
        if page.locator(".slot:not(.optional)").count() == 0:
            move(table)
            is_fresh(page)
            continue
        if pending.kind == "plan":
            for name in ("region", "deed"):
                page.locator(f"#panel input[name={name}]:not([disabled])").first.check(force=True)
            page.get_by_role("button", name="Seal this plan").click()
        else:
            page.locator(".turn-list label").first.click()
            page.get_by_role("button", name="Send turn").last.click()
        expect(page.locator(f'[data-key="{pending.key}"]:not(.optional)')).to_have_count(0)
        is_fresh(page)
        assert factories.seat_of(table, seat.user).plies > seat.plies


def test_a_draft_and_what_is_taken_back_of_it_are_patched_into_the_page(sit):
    table = begun("principato", 0)
    page = sit(at_turn(table)[0].user)
    page.goto(f"/t/{table.code}/")
    page.locator('#board [data-pr-card="0"]').click()
    page.locator("#board .pr-slot").nth(2).locator(".pr-touch").click()
    expect(page.locator("#panel .trying")).to_be_visible()
    is_fresh(page)
    page.get_by_role("button", name="Undo step").click()
    expect(page.locator("#panel .trying")).to_have_count(0)
    is_fresh(page)


def test_a_part_that_is_not_there_loads_the_page_again(sit):
    table = begun("gonzaga")
    page = sit(at_turn(table)[0].user)
    page.goto(f"/t/{table.code}/")
    page.evaluate("document.body.dataset.before = 'yes'")
    page.route(lambda url: "panel=" in url, lambda route: route.fulfill(body=gone()))
    page.evaluate("htmx.trigger(document.body, 'table-changed')")
    page.wait_for_function("() => document.body && !document.body.dataset.before")
    page.unroute_all()
    expect(page.locator("#board [data-part]").first).to_be_attached()


def gone() -> str:
    return '<section id="board" class="board" hx-swap-oob="true"><svg><g data-same="never-was"></g></svg></section>'


def test_a_change_of_language_brings_the_words_of_that_language(sit):
    """A page that was open during a change of language gets its next texts in the new language."""
    table = begun("gonzaga")
    user = at_turn(table)[0].user
    page = sit(user)
    page.goto(f"/t/{table.code}/")
    type(user).objects.filter(pk=user.pk).update(language="de")
    move(table)
    page.evaluate("htmx.trigger(document.body, 'table-changed')")
    expect(page.locator('.hx[aria-label*="Stadt"]').first).to_be_attached()
    is_fresh(page, but=("orders", "leaving", "panel"))
    page.reload()


@pytest.mark.parametrize(("language", "typed"), [("en", "CAN'T"), ("de", "GRÖSSE")])
def test_rules_are_found_while_one_types_as_the_site_finds_them(
    page: "Page", live_server: Any, language: str, typed: str
) -> None:
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": live_server.url}])
    page.goto(f"/rules/gonzaga/?q={typed}")
    found = page.locator(".rule").count()
    page.goto("/rules/gonzaga/")
    page.locator("#q").fill(typed)
    assert found > 0
    expect(page.locator(".rule:visible")).to_have_count(found)
