"""Number fields with a preset: typing replaces it, and two buttons change it by one."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from engines import registry
from engines.contract import Pending, When, encode
from tables.models import Table
from tables.services.play.advance import advance_table
from tests.browser.one_look import DESK, PHONE
from tests.principato.pages.walkthrough import NAMES, asked, panel, played
from tests.rows import rewrite
from tests.site import factories
from tests.zena1814.pages import walkthrough

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
OPEN = """() => {
    for (const each of document.querySelectorAll("main details:not([data-pr-act], [data-pr-exchange])")) each.open = true;
}"""
PRESETS = 'main input[type="number"]:is([placeholder]:not([placeholder=""]), [value]:not([value=""]))'


def at(state: Any, pending: Pending, game: str = "principato", seats: int = len(NAMES)) -> tuple[Table, User]:
    """Return a table in this position, and the user who has to decide."""
    people = [factories.person(name) for name in walkthrough.NAMES[:seats]]
    table = factories.running_table(*people, game=game)
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    return table, table.seats.select_related("user").get(index=pending.seat).user


def recruiting(state: Any, pending: Pending) -> int | None:
    """Return the place of an own card that recruits units, or None."""
    return next((play.place for play in panel(state, pending).get("plays", ()) if play.form == "recruit"), None)


def positions() -> dict[str, tuple[Any, Pending]]:
    """Return positions by name: an own card can recruit, a cube can move onto a unit, and the two decisions of a scoring."""
    turns = [each for each in asked("turn", played(4)[0]) if each[1].when is When.NOW]
    return {
        "recruit": next(each for each in turns if recruiting(*each) is not None),
        "station": next(each for each in turns if panel(*each)["moves"] and recruiting(*each) is None),
        "feed": next(asked("feed", played(4)[0])),
        "release": next(asked("release", played(4)[0])),
    }


def opened(page: "Page") -> list["Locator"]:
    """Open all parts that hide a number field with a preset, and return these fields."""
    page.evaluate(OPEN)
    return [each for each in page.locator(PRESETS).all() if each.is_visible()]


def takes_what_is_typed(page: "Page") -> int:
    """Assert that one typed key replaces the preset of each field, and return the number of fields."""
    fields = opened(page)
    for field in fields:
        field.click()
        page.keyboard.press("2")
        expect(field).to_have_value("2")
    return len(fields)


def counts_by_buttons(page: "Page") -> None:
    """Assert that two buttons change each field, by touch and by keyboard, and that no field goes below its minimum."""
    for field in opened(page):
        around = field.locator("xpath=..")
        less, more = around.get_by_role("button").all()
        for button in (less, more):
            box = button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= 43.5
        field.fill("1")
        more.press("Enter")
        expect(field).to_have_value("2" if int(field.get_attribute("max") or 9) > 1 else "1")
        less.press("Enter")
        less.click()
        less.click()
        expect(field).to_have_value(field.get_attribute("min") or "")


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_numbers_of_panels(sit, transactional_db, screen):
    for kind, position in positions().items():
        table, me = at(*position)
        page = sit(me, **screen)
        page.goto(f"/t/{table.code}/")
        if (place := recruiting(*position)) is not None:
            page.locator(f'[data-pr-card="{place}"]').click()
        assert takes_what_is_typed(page), kind
        counts_by_buttons(page)


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_numbers_of_an_answer_ahead_about_dice(sit, transactional_db, screen):
    """Number fields work in a queued decision about dice in Zena: the maximum for a modifier, and coins."""
    dice = walkthrough.asked("dice", walkthrough.played(5)[0])
    position = next(each for each in dice if each[1].when is not When.NOW and each[0].public.families[each[1].seat].coins > 1)
    table, me = at(*position, game="zena1814", seats=5)
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    assert takes_what_is_typed(page) == 2
    counts_by_buttons(page)


def test_numbers_of_panels_without_scripts(sit, transactional_db):
    """A field is empty with the preset as its placeholder. Left empty, it means the preset."""
    table, me = at(*positions()["recruit"])
    page = sit(me, **DESK, java_script_enabled=False)
    page.goto(f"/t/{table.code}/")
    page.locator(".pact:has(input[name=count]) > summary").first.click()
    field = page.locator("input[name=count]:visible").first
    preset = field.get_attribute("placeholder")
    for typed, wanted in (("2", "2"), ("", preset)):
        field.click()
        page.keyboard.type(typed)
        expect(field).to_have_value(typed)
        page.locator(".pact:has(input[name=count]) .ptake:has(input[name=take])").first.click()
        page.get_by_role("button", name="Add to turn").first.click()
        expect(page.locator(".draft-steps li")).to_contain_text(f"{wanted} ")
        page.get_by_role("button", name="Undo step").click()
        page.locator(".pact:has(input[name=count]) > summary").first.click()


@pytest.mark.parametrize("address", ["/t/{code}/orders/", "/t/{code}/plan/"])
@pytest.mark.parametrize("game", registry.PLAYABLE)
def test_numbers_of_orders_and_plans(sit, transactional_db, game, address):
    table = factories.running_table(*[factories.person(name) for name in ("Anna", "Ben")], game=game)
    page = sit(table.seats.select_related("user").get(index=0).user, **DESK)
    page.goto(address.format(code=table.code))
    takes_what_is_typed(page)
    counts_by_buttons(page)


@pytest.mark.parametrize("game", registry.PLAYABLE)
def test_numbers_of_orders_and_plans_without_scripts(sit, transactional_db, game):
    """Typing after a click replaces the preset, since the preset is a placeholder."""
    table = factories.running_table(*[factories.person(name) for name in ("Anna", "Ben")], game=game)
    page = sit(table.seats.select_related("user").get(index=0).user, **DESK, java_script_enabled=False)
    for address in ("/t/{code}/orders/", "/t/{code}/plan/"):
        page.goto(address.format(code=table.code))
        for summary in page.locator("main details:not([open]) > summary").all():
            if summary.is_visible():
                summary.click()
        fields = [each for each in page.locator(PRESETS).all() if each.is_visible()]
        for field in fields:
            field.click()
            page.keyboard.type("2")
            expect(field).to_have_value("2")
    assert fields, "a plan has a number to begin after"
