"""People who know the site: a club with a game of its own, and a game by standing orders."""

from typing import TYPE_CHECKING

from tests.journeys.people import opens_a_table, play, signs_in, sits_down
from tests.journeys.reading import reads
from tests.journeys.walker import DESK, PHONE

if TYPE_CHECKING:
    from tests.journeys.conftest import Arrive
    from tests.journeys.walker import Walker


def test_a_club_and_a_game_at_it(arrive: "Arrive") -> None:
    anna, dario = arrive(DESK), arrive(PHONE)
    for walker, name in ((anna, "anna"), (dario, "dario")):
        walker.goes("/accounts/login/")
        signs_in(walker, f"{name}@demo.test")
    anna.goes("/clubs/")
    anna.presses('main a[href="/clubs/new/"]')
    anna.page.fill("[name=name]", "Circolo dei Dispacci")
    anna.page.fill("[name=text]", "We play on Tuesdays.")
    anna.page.check("[name=joining][value=open]")
    anna.presses("main form.panel .button:not(.plain)")
    club = anna.page.url
    dario.goes(club)
    dario.presses('form[action$="/join/"] .button')
    code = opens_a_table(anna, f"/tables/new/?game=zena1814&club={club.rstrip('/').split('/')[-1]}")
    dario.goes(club)
    dario.presses(f'.table-row a[href="/t/{code}/"]')
    sits_down(dario)
    play(code, anna, dario, most=8)
    dario.goes(f"/t/{code}/concede/")
    dario.presses("main form.panel .button.danger")
    reads(dario)
    for page in ("", "chronicle/", "ratings/", "calendar/"):
        dario.goes(club + page)


def test_a_game_by_standing_orders(arrive: "Arrive") -> None:
    """A game can be played by standing orders: the players make only their plans, and orders make all other decisions."""
    chiara, dario = arrive(PHONE), arrive(DESK)
    for walker, name in ((chiara, "chiara"), (dario, "dario")):
        walker.goes("/accounts/login/")
        signs_in(walker, f"{name}@demo.test")
    code = opens_a_table(chiara, "/tables/new/?game=gonzaga")
    dario.goes("/tables/")
    dario.goes(f"/t/{code}/")
    sits_down(dario)
    for walker in (chiara, dario):
        orders(walker, code)
    play(code, chiara, dario)
    reads(chiara)


def orders(walker: "Walker", code: str) -> None:
    """Set two standing orders: play the best turn of every round if it scores at least one point, and donate otherwise."""
    page = walker.page
    for form, field, value in (("take", "points", "1"), ("donate", "below", "1")):
        walker.goes(f"/t/{code}/orders/")
        walker.presses(f"#form-{form} > summary")
        page.fill(f"#form-{form} [name={field}]", value)
        if page.locator(f"#form-{form} [name=lasting]").count():
            page.check(f"#form-{form} [name=lasting]")
        walker.presses(f"#form-{form} .buttons .button:not(.plain)")
