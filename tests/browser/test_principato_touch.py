"""Touching of units and cubes in a player's own town in Principato, kept in step with the numbers in the panel."""

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from accounts.models import User
from engines.contract import When, encode
from engines.principato import ENGINE
from engines.principato.actions import FeedUnits
from engines.principato.state import Principality, State
from tables.models import Table
from tables.selectors.play import state as positions
from tables.services.play.advance import advance_table
from tests.browser.one_look import DESK, PHONE, in_one_look
from tests.principato.positions import play, position, realm, units
from tests.principato.scorings import scoring
from tests.rows import rewrite
from tests.site import factories

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BOTH = pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
TOWN = realm(
    *("muster_militia", "build_bank"), farms=2, banks=1, food=2, money=1, favour=2, militia=units(3), condottieri=units(1)
)
CROWD = realm(*("muster_militia", "build_bank"), farms=3, food=5, militia=units(13), favour=0)


def seated(state: State) -> tuple[Table, User]:
    """Return a table for two in this position, and the user who decides."""
    pending = next(each for each in ENGINE.pending(state.public) if each.when is When.NOW)
    table = factories.running_table(*[factories.person(name) for name in ("Anna", "Ben")], game="principato")
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    return table, table.seats.select_related("user").get(index=pending.seat).user


def own(table: Table, user: User) -> Principality:
    """Return the principality of a user as it is now."""
    seat = table.seats.get(user=user).index
    found: Principality = positions.seen(factories.fresh(table), None).public.realms[seat]
    return found


def unit(page: "Page", kind: str, number: int = 0) -> "Locator":
    return page.locator(f'#board .pr-realm.me [data-pr-unit="{kind}"]').nth(number)


def cube(page: "Page", kind: str, number: int = 0) -> "Locator":
    return page.locator(f'#board .pr-realm.me [data-pr-cube="{kind}"]').nth(number)


def touch(target: "Locator") -> None:
    """Touch the middle of a drawing, even where another drawing covers it."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    target.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def numbers(page: "Page") -> list[int]:
    return [int(each.input_value()) for each in page.locator("#panel [data-pr-numbers] [data-pr-put]").all()]


def marked(page: "Page") -> "Locator":
    return page.locator("#board .pr-marks .pr-picked")


@BOTH
def test_units_are_supplied_by_touching_them(sit, screen):
    """A touch gives a unit a cube of its own kind, or a favour if there is none left; a second touch takes it back.

    The button sends the decision."""
    table, me = seated(scoring(TOWN, TOWN))
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    in_one_look(page, ".pr-realm.me .pr-scene", "#panel .send-bar .button", touched=screen is PHONE)
    for number in range(3):
        touch(unit(page, "militia", number))
    touch(unit(page, "condottiere"))
    assert numbers(page) == [2, 1, 1, 0]
    expect(page.locator('input[name="choice"][value="own"]')).to_be_checked()
    expect(marked(page)).to_have_count(4 + 4)
    touch(unit(page, "militia", 1))
    assert numbers(page) == [1, 1, 1, 0]
    expect(marked(page)).to_have_count(3 + 3)
    expect(page.locator("[data-pr-strength]")).to_have_text("2")
    page.get_by_role("button", name="Supply units").click()
    expect(page.locator("#log-lines")).to_contain_text("supplies units")
    fed = own(table, me)
    assert (fed.militia, fed.condottieri, fed.food, fed.favour) == (units(3, 1, 1), units(1, 1), 1, 1)


def test_a_cube_is_touched_where_it_lies(sit):
    """A touched favour goes to units for which there are not enough other cubes. A second touch takes it back."""
    table, me = seated(scoring(TOWN, TOWN))
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    touch(cube(page, "favour"))
    assert numbers(page) == [0, 0, 1, 0]
    touch(cube(page, "food", 1))
    assert numbers(page) == [1, 0, 1, 0]
    touch(cube(page, "favour"))
    assert numbers(page) == [1, 0, 0, 0]
    touch(cube(page, "food", 1))
    assert numbers(page) == [0, 0, 0, 0]
    expect(marked(page)).to_have_count(0)


def test_the_board_shows_what_the_panel_says(sit):
    """Ready-made choices, the − and + buttons and a reload mark units as touches do. Further touches change that choice."""
    table, me = seated(scoring(TOWN, TOWN))
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    page.get_by_text("As many as possible", exact=True).click()
    expect(marked(page)).to_have_count(4 + 4)
    touch(unit(page, "condottiere"))
    assert numbers(page) == [2, 0, 1, 0]
    page.locator("[data-pr-numbers] .stepper .button").first.click()
    expect(marked(page)).to_have_count(2 + 2)
    page.reload()
    expect(marked(page)).to_have_count(2 + 2)
    assert numbers(page) == [1, 0, 1, 0]
    page.get_by_text("None", exact=True).click()
    expect(marked(page)).to_have_count(0)


@BOTH
def test_units_are_given_back_by_touching_them(sit, screen):
    state = scoring(TOWN, TOWN)
    for seat in (0, 1):
        state = play(state, seat, FeedUnits()).state
    table, me = seated(state)
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    touch(unit(page, "militia", 2))
    touch(unit(page, "condottiere"))
    touch(unit(page, "militia", 0))
    assert numbers(page) == [1, 2]
    expect(page.locator("#board .pr-away")).to_have_count(3)
    touch(unit(page, "militia", 2))
    assert numbers(page) == [1, 1]
    expect(page.locator("#board .pr-away")).to_have_count(2)


@BOTH
def test_cubes_are_moved_by_two_touches(sit, screen):
    """A touch on a unit and then on the button in the foot moves a cube."""
    table, me = seated(position(TOWN, TOWN))
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    move = page.locator("#panel [data-pr-move]:visible")
    expect(move).to_have_count(0)
    touch(unit(page, "militia", 1))
    expect(move).to_have_text("Move cubes")
    in_one_look(page, "#panel [data-pr-move]", touched=screen is PHONE)
    touch(unit(page, "militia", 1))
    expect(move).to_have_count(0)
    expect(page.locator("#panel .send-bar > .phint:visible")).to_have_count(1)
    touch(unit(page, "militia", 1))
    touch(unit(page, "militia", 2))
    move.click()
    expect(page.locator(".draft-steps li")).to_contain_text("2 food")
    touch(unit(page, "condottiere"))
    move.click()
    expect(page.locator(".draft-steps li")).to_have_count(2)
    expect(page.locator("#board .pr-realm.me .pr-picked")).to_have_count(0)


def test_a_number_of_a_move_that_is_as_before_is_no_choice(sit):
    """Without a touch on the board, too, the turn can be sent again once the number is as it was."""
    table, me = seated(position(TOWN, TOWN))
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    move, number = page.locator("#panel [data-pr-move]:visible"), page.locator(".pmove [data-pr-put]").first
    page.locator(".pmove").first.evaluate("form => { const fold = form.closest('details'); if (fold) fold.open = true; }")
    number.fill("2")
    expect(move).to_have_count(1)
    number.fill("1")
    expect(move).to_have_count(0)
    page.reload()
    expect(move).to_have_count(0)
    expect(page.locator("#panel .send-bar .phint:visible")).to_have_count(1)


def test_an_empty_number_means_what_its_field_shows(sit):
    table, me = seated(position(TOWN, TOWN))
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    page.locator('[data-pr-card="0"]').click()
    field = page.locator(".pact.picked input[name=count]")
    field.fill("")
    expect(field).to_have_attribute("placeholder", "1")
    expect(marked(page)).to_have_count(1)


@BOTH
def test_a_whole_turn_with_units_is_touched(sit, screen):
    """A whole turn is made by touch: empty places on the wall add or remove units, cards are exchanged, a cube is moved."""
    table, me = seated(position(TOWN, TOWN))
    page = sit(me, **screen)
    page.goto(f"/t/{table.code}/")
    page.locator('[data-pr-card="0"]').click()
    field = page.locator(".pact.picked input[name=count]")
    expect(field).to_have_value("1")
    expect(marked(page)).to_have_count(1)
    touch(unit(page, "stand", 1))
    expect(field).to_have_value("2")
    touch(unit(page, "stand", 0))
    expect(field).to_have_value("1")
    touch(unit(page, "stand", 0))
    page.locator("#board .pr-slot").nth(1).locator(".pr-touch").click()
    expect(page.locator(".draft-steps li")).to_contain_text("2 militia")
    touch(unit(page, "militia", 4))
    page.locator("#panel [data-pr-move]:visible").click()
    expect(page.locator(".draft-steps li")).to_have_count(2)
    page.locator("#board .pr-slot").nth(2).locator(".pr-touch").click()
    page.locator('[data-pr-card="1"]').click()
    expect(page.locator(".draft-steps li")).to_have_count(3)
    page.get_by_role("button", name="Send turn").click()
    expect(page.locator("#panel-title")).to_have_text("It is not your turn")
    assert own(table, me).militia == units(5, 1)


def test_a_gain_is_touched_onto_units(sit):
    """A touch on a unit chooses the harvest option that puts food onto it. A second touch takes the food back."""
    farmer = realm("harvest", "build_bank", fields=2, farms=3, food=0, militia=units(2))
    table, me = seated(position(farmer, farmer))
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    page.locator('[data-pr-card="0"]').click()
    chosen = page.locator(".pact.picked [name=gain]:checked")
    assert chosen.input_value() == "2-0-0-0"
    for number, answer in ((1, "2-0-1-0"), (0, "2-0-2-0"), (1, "2-0-1-0")):
        touch(unit(page, "militia", number))
        assert chosen.input_value() == answer
        expect(marked(page)).to_have_count(int(answer[4]))
    page.locator("#board .pr-slot").nth(1).locator(".pr-touch").click()
    expect(page.locator(".draft-steps li")).to_contain_text("1 food straight onto")


def test_a_crowd_is_touched_one_by_one(sit):
    """Each touch on a group of units adds one cube. A touch on a full group takes all its cubes back."""
    table, me = seated(scoring(CROWD, CROWD))
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    for fed in range(1, 6):
        touch(unit(page, "militia"))
        assert numbers(page) == [fed]
        expect(page.locator("#board .pr-marks .pr-sign")).to_have_text(str(fed))
    touch(unit(page, "militia"))
    assert numbers(page) == [0]


def test_nothing_is_touched_while_others_play(sit):
    """No marks are shown and touches have no effect in the town of a player without a decision, and in opponents' towns."""
    table, me = seated(position(TOWN, TOWN))
    other = table.seats.select_related("user").exclude(user=me).get().user
    page = sit(other, **DESK)
    page.goto(f"/t/{table.code}/")
    expect(page.locator(".pr-marks")).to_have_count(0)
    page = sit(me, **DESK)
    page.goto(f"/t/{table.code}/")
    expect(page.locator(".pr-others [data-pr-unit]")).to_have_count(0)
