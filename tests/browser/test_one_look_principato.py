"""Principato without scrolling: a full position for four is in view, and turns are made on the board."""

from itertools import combinations
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
# Hint or button for the next touch.
NEXT = "#panel .send-bar > :is(.phint, .button, form:not(.ppass, .pback) > .button)"
EVERYWHERE = ("#panel .send-bar", NEXT, "#panel .send-bar .button", "#tabs a", ".pr-slot", "[data-pr-card]")
ON_DESK = (
    *(".pr-year", ".pr-seals li > .seal", ".pr-realm.me .pr-scene", ".pr-realm.me .pr-tally > div", ".pgoal", ".pgoal-points"),
    *(".pr-others .pr-scene", ".pr-others h3", ".pr-others .pr-tally > div", "#panel-title", "#panel .clock-facts > summary"),
    *("#seats .players > li", "#seats .points", "#seats .pr-army", "#seats .pr-chip", ".pfavour .button"),
)
ON_PHONE = ("#status", ".pr-chips a", ".pr-years > .now")

# The script lists words that do not fit into their card, goal or chip.
BURST = """() => [...document.querySelectorAll("#board .pcard, .pgoal, .pr-chip, .pr-back, #tabs a, .send-bar .button")]
    .filter((each) => each.checkVisibility())
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.textContent.trim().replace(/\\s+/g, " "))"""


def fullness(state: State) -> int:
    """Return a weighted sum of the contents of all principalities."""
    return sum(
        realm.fields + realm.farms + realm.palazzi + realm.banks + realm.catapults + realm.food + realm.money
        + 2 * (realm.condottieri.count + realm.militia.count + len(realm.monuments) + len(realm.books) + len(realm.paintings))
        for realm in state.public.realms
    )  # fmt: skip


def begins_a_turn(state: State) -> bool:
    task = state.public.task
    return isinstance(task, AskTurn) and not task.done


def fullest(kind: str = "turn", language: str = "en", seats: int = 4) -> tuple[Table, User]:
    """Return a table for ``seats`` players at its fullest position with a decision of this kind, and the user who decides."""
    found = [(state, pending) for state, pending in asked(kind, played(seats)[0]) if pending.when is When.NOW]
    state, pending = max(
        (each for each in found if kind != "turn" or begins_a_turn(each[0])), key=lambda each: fullness(each[0])
    )
    people = [factories.person(name) for name in NAMES[:seats]]
    table = factories.running_table(*people, game="principato")
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    me: User = table.seats.select_related("user").get(index=pending.seat).user
    User.objects.filter(pk=me.pk).update(language=language)
    return table, me


def boxes(page: "Page", selector: str) -> list[dict[str, float]]:
    """Return the boxes of all shown elements."""
    found: list[dict[str, float]] = page.locator(selector).evaluate_all(
        "all => all.filter((each) => each.checkVisibility()).map((each) => each.getBoundingClientRect().toJSON())"
    )
    return [box for box in found if box["width"] > 1]


def overlaps(found: list[dict[str, float]]) -> list[tuple[dict[str, float], dict[str, float]]]:
    """Return the pairs of boxes that cover each other by more than a pixel."""
    return [
        (one, other)
        for one, other in combinations(found, 2)
        if min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
    ]


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
        expect(page.locator(".pr-display")).to_be_hidden()
    page.locator('#tabs [data-tab="turn"]').tap()
    page.locator(".pr-chips a").last.tap()
    expect(page.locator(".pr-others .pr-scene").last).to_be_in_viewport()


def test_the_hand_of_a_phone_holds_goals_cards_and_supply_together(sit):
    table, me = fullest()
    page = sit(me, **PHONE)
    page.goto(f"/t/{table.code}/")
    page.locator(".pr-others").evaluate("others => others.scrollIntoView()")
    page.locator('#tabs [data-tab="hand"]').tap()
    in_one_look(page, ".pgoal", ".pr-realm.me .pr-cards .pcard", ".pr-realm.me .pr-tally > div", "#tabs a", touched=True)
    page.get_by_text("General supply and box").tap()
    page.get_by_role("heading", name="Still available").scroll_into_view_if_needed()
    expect(page.get_by_role("heading", name="Still available")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("language", ["en", "de", "it"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_opponents_are_seen_together(sit, screen, seats, language):
    """All opponents are in view at every number of seats.

    A desktop shows them without scrolling, and up to two opponents with their cards. A phone shows them side by side."""
    table, me = fullest(seats=seats, language=language)
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    others = boxes(page, ".pr-others > .pr-realm")
    assert len(others) == seats - 1
    rows = len({round(each["top"]) for each in others})
    if screen is DESK:
        in_one_look(page, ".pr-others .pr-scene", ".pr-others .pr-tally > div", *([".pr-others .pcard"] if seats < 4 else []))
        assert rows == 1
        parts = (".pr-realm.me > *", "#hand > *", ".pr-others > .pr-realm > *", "#panel")
        assert overlaps([each for part in parts for each in boxes(page, part)]) == []
    else:
        assert rows == {2: 1, 3: 1, 4: 2}[seats]
        in_one_look(page, *EVERYWHERE, *ON_PHONE, touched=True)
    assert page.evaluate(BURST) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_towns_leave_no_hole_on_a_desk(sit, seats):
    """Opponents' towns fill the width, as in the replay. In a game for two, both towns have about the same size."""
    table, me = fullest(seats=seats)
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    others = boxes(page, ".pr-others > .pr-realm")
    left, right = (0 if seats > 2 else 400), boxes(page, "#seats")[0]["left"]
    edges = [left, *(edge for each in others for edge in (each["left"], each["right"])), right]
    assert all(abs(gap[1] - gap[0]) < 16 for gap in zip(edges[::2], edges[1::2], strict=True)), edges
    bottom = max(each["bottom"] for part in (".pr-others > .pr-realm", "#hand") for each in boxes(page, part))
    assert bottom > DESK["viewport"]["height"] - 16
    if seats == 2:
        own, other = boxes(page, ".pr-realm.me .pr-scene")[0], boxes(page, ".pr-others .pr-scene")[0]
        assert abs(own["width"] - other["width"]) < 60
    else:
        assert boxes(page, ".pr-realm.me .pr-scene")[0]["bottom"] <= min(each["top"] for each in others)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_spectators_see_all_towns_beside_each_other(sit, seats):
    """The towns of all players fill the width; four towns take two rows."""
    table, _me = fullest(seats=seats)
    page = sit(factories.person("Zoe"), **DESK)
    page.goto(f"/t/{table.code}/")
    in_one_look(page, ".pr-others .pr-scene", ".pr-others .pr-tally > div", *([".pr-others .pcard"] if seats < 4 else []))
    realms = boxes(page, ".pr-others > .pr-realm")
    assert len({round(each["top"]) for each in realms}) == {2: 1, 3: 1, 4: 2}[seats]
    assert min(each["left"] for each in realms) < 16
    assert boxes(page, "#seats")[0]["left"] - max(each["right"] for each in realms) < 16
    assert overlaps(boxes(page, ".pr-others > .pr-realm > *")) == []


def test_passing_is_the_small_way_out(sit):
    """The pass button is less than half as wide as the foot, next to a hint about the next touch."""
    table, me = fullest()
    for screen in (DESK, PHONE):
        page = sit(me, **screen)
        page.goto(f"/t/{table.code}/")
        foot, passing = (page.locator(f"#panel {part}").bounding_box() for part in (".send-bar", ".ppass .button"))
        assert passing["width"] < foot["width"] / 2
        expect(page.locator("#panel .send-bar > .phint:visible")).to_have_text(
            "Choose one of your two cards, or take a favour."
        )


@pytest.mark.parametrize("kind", ["feed", "release"])
@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_a_scoring(sit, kind, screen):
    """A phone shows the player's own town first, since its units can be touched."""
    table, me = fullest(kind)
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    seen = ".pr-slot" if screen is DESK else ".pr-realm.me .pr-scene"
    in_one_look(page, "#panel .send-bar .button", "#tabs a", seen, touched=screen is PHONE)
    if screen is DESK:
        in_one_look(page, ".pr-realm.me .pr-scene", ".pr-others .pr-scene", ".pgoal", "#seats .points", "#seats .pr-army")


def test_what_is_chosen_is_in_view_too(sit):
    """A chosen own card is in view on the board, and in the panel with its options and the next button."""
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
    page.get_by_text("General supply and box").click()
    expect(page.get_by_role("heading", name="Still available")).to_be_visible()
    page.locator('#tabs [data-tab="turn"]').click()
    expect(page.locator("#stock")).to_be_hidden()


def act(page: "Page") -> int:
    """Make one action by touching cards alone, and return the number of touches.

    It uses the first usable own card, otherwise an exchange.
    """
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
    """Each of two turns per player needs at most four touches and the button."""
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
