"""Principato in one look, and by one touch: the fullest position of a game for four is in view, a turn is made on the board."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from engines.contract import When, encode
from engines.principato.state import AskTurn, State
from tables.models import Move, Table
from tables.services.play.advance import advance_table
from tests.browser.one_look import DESK, PHONE, in_one_look
from tests.principato.pages.walkthrough import NAMES, asked, deal_alike, played
from tests.rows import rewrite
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
EVERYWHERE = ("#panel .send-bar", "#panel .send-bar .button", "#tabs a", ".pr-slot", "[data-pr-card]")
ON_DESK = (
    *(".pr-year", ".pr-seals li > .seal", ".pr-realm.me .pr-scene", ".pr-realm.me .pr-tally > div", ".pgoal", ".pgoal-points"),
    *(".pr-others .pr-scene", ".pr-others h3", ".pr-others .pr-tally > div", "#panel-title", "#panel .clock-facts > summary"),
    *("#seats .players > li", "#seats .points", "#seats .pr-army", "#seats .pr-chip", ".pfavour .button"),
)
ON_PHONE = ("#status", ".pr-chips a", ".pr-years > .now")

# Words that do not fit into the card, the goal or the chip that they stand on.
BURST = """() => [...document.querySelectorAll("#board .pcard, .pgoal, .pr-chip, .pr-back, #tabs a, .send-bar .button")]
    .filter((each) => each.checkVisibility())
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.textContent.trim().replace(/\\s+/g, " "))"""


def fullness(state: State) -> int:
    """How much lies in all principalities."""
    return sum(
        realm.fields + realm.farms + realm.palazzi + realm.banks + realm.catapults + realm.food + realm.money
        + 2 * (realm.condottieri.count + realm.militia.count + len(realm.monuments) + len(realm.books) + len(realm.paintings))
        for realm in state.public.realms
    )  # fmt: skip


def begins_a_turn(state: State) -> bool:
    task = state.public.task
    return isinstance(task, AskTurn) and not task.done


def fullest(kind: str = "turn", language: str = "en") -> tuple[Table, User]:
    """The position of a game for four in which the most lies on the table and somebody is asked that; and who that is."""
    found = [(state, pending) for state, pending in asked(kind, played(4)[0]) if pending.when is When.NOW]
    state, pending = max(
        (each for each in found if kind != "turn" or begins_a_turn(each[0])), key=lambda each: fullness(each[0])
    )
    people = [factories.person(name) for name in NAMES]
    table = factories.running_table(*people, game="principato")
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    me: User = table.seats.select_related("user").get(index=pending.seat).user
    User.objects.filter(pk=me.pk).update(language=language)
    return table, me


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_on_a_desk(sit, language, light):
    table, me = fullest(language=language)
    page = sit(me, **DESK, color_scheme=light)
    page.goto(f"/t/{table.code}/")
    in_one_look(page, *EVERYWHERE, *ON_DESK)
    assert page.evaluate(BURST) == []


@pytest.mark.parametrize("language", ["en", "de", "it"])
def test_on_a_phone(sit, language):
    table, me = fullest(language=language)
    page = sit(me, **PHONE)
    page.goto(f"/t/{table.code}/")
    in_one_look(page, *EVERYWHERE, *ON_PHONE, touched=True)
    assert page.evaluate(BURST) == []
    expect(page.locator(".pr-realm.me .pr-scene")).to_be_in_viewport()
    for tab, shown in {"hand": ".pgoal", "seats": "#seats .pr-army", "log": "#log-title", "more": ".zone"}.items():
        page.locator(f'#tabs [data-tab="{tab}"]').tap()
        expect(page.locator(shown).first).to_be_in_viewport(ratio=1)
        expect(page.locator("#board")).to_be_hidden()
    page.locator('#tabs [data-tab="turn"]').tap()
    page.locator(".pr-chips a").last.tap()
    expect(page.locator(".pr-others .pr-scene").last).to_be_in_viewport()


@pytest.mark.parametrize("kind", ["feed", "release"])
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_scoring(sit, kind, screen):
    table, me = fullest(kind)
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    in_one_look(page, "#panel .send-bar .button", "#tabs a", ".pr-slot", touched=screen is PHONE)
    if screen is DESK:
        in_one_look(page, ".pr-realm.me .pr-scene", ".pr-others .pr-scene", ".pgoal", "#seats .points", "#seats .pr-army")


def test_what_is_chosen_is_in_view_too(sit):
    """Whatever own card is chosen: on the board, and in the panel with all that can be changed and the way to go on."""
    table, me = fullest()
    for screen in (DESK, PHONE):
        page = sit(me, **screen)
        page.goto(f"/t/{table.code}/")
        for number in (0, 1):
            page.locator(f'[data-pr-card="{number}"]').click()
            in_one_look(page, *EVERYWHERE, ".pact.picked .pcard-name", touched=screen is PHONE)


def test_supply_and_scorings_lie_in_a_drawer(sit):
    table, me = fullest()
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    expect(page.locator("#stock")).to_be_hidden()
    page.locator('#tabs [data-tab="stock"]').click()
    in_one_look(page, ".pr-slot", ".pr-scene", ".pgoal", "#tabs a", "#stock", "#pr-military-title")
    page.get_by_text("Supply and box").click()
    expect(page.get_by_role("heading", name="Left for all")).to_be_visible()
    page.locator('#tabs [data-tab="turn"]').click()
    expect(page.locator("#stock")).to_be_hidden()


def act(page: "Page") -> int:
    """One action by touching cards alone: the first own card that can be used, else an exchange. Returns how many touches."""
    steps = page.locator(".draft-steps li").count()
    usable: Any = page.locator("[data-pr-card]:has(.pcard:not(.dead))")
    card = (usable if usable.count() else page.locator("[data-pr-card]")).first
    card.click()
    lasting = page.locator("#panel details.picked").count() and not page.locator('#panel .picked [name="take"]').count()
    (card if lasting else page.locator(".pr-slot.takeable .pr-touch").nth(1)).click()
    expect(page.locator(".draft-steps li")).to_have_count(steps + 1)
    return 2


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_turns_by_touching_board_and_button_alone(sit, transactional_db, monkeypatch, screen):
    """Two turns of each player, each of at most four touches and the button."""
    deal_alike(monkeypatch, b"lombards")
    people = [factories.person(name) for name in NAMES[:2]]
    table = factories.running_table(*people, game="principato")
    pages = {user.pk: sit(user, **screen) for user in people}
    for turn in range(1, 5):
        seat = table.seats.select_related("user").get(index=factories.waiting(table)[0].seat)
        page = pages[seat.user_id]
        page.goto(f"/t/{table.code}/")
        assert act(page) + act(page) <= 4
        page.locator("#panel .send-bar .button:not(.quiet)").click()
        expect(page.locator("#panel .draft-steps")).to_have_count(0)
        assert Move.objects.filter(table=table, seat__isnull=False).count() == 3 * turn
