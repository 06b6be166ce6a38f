"""People who play with each other: with friends, in a club, and by standing orders; and two who sign up to play by letters."""

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.journeys import people
from tests.journeys.people import invitation, opens_a_table, play, signs_in, signs_up, sits_down
from tests.journeys.reading import reads
from tests.journeys.walker import DESK, PHONE

if TYPE_CHECKING:
    from tests.journeys.conftest import Arrive
    from tests.journeys.site import Site
    from tests.journeys.walker import Walker

STEWARD = "SELECT 1 FROM tables_seat JOIN tables_table t ON t.id = table_id WHERE code = ? AND steward_since IS NOT NULL"


def test_two_sign_up_and_sit_down(arrive: "Arrive") -> None:
    """One opens a table, and the other is sent its address. From then on they play by letters alone (letters.py)."""
    lucia, marco = arrive(DESK), arrive(PHONE)
    lucia.goes("/")
    lucia.presses('.site-header a[href="/accounts/signup/"]')
    signs_up(lucia, "Lucia")
    code = opens_a_table(lucia, "/tables/new/?for=friends&game=gonzaga")
    marco.goes(invitation(lucia))
    marco.presses('main a[href^="/accounts/signup/"]')
    signs_up(marco, "Marco")
    expect(marco.page).to_have_url(re.compile("/i/"))
    sits_down(marco)
    expect(marco.page).to_have_url(re.compile(f"/t/{code}/"))


def test_a_table_with_friends(arrive: "Arrive", site: "Site") -> None:
    """An invitation by name, a missed answer, the steward, the way back, the end, and another game."""
    anna, bruno = arrive(DESK), arrive(PHONE)
    for walker, name in ((anna, "anna"), (bruno, "bruno")):
        walker.goes("/accounts/login/")
        signs_in(walker, f"{name}@demo.test")
        walker.goes("/my/")
    before = len(site.post.mails()) - 1
    code = opens_a_table(anna, "/tables/new/?for=friends&game=principato", excused="0")
    anna.page.fill("[name=person]", "Bruno")
    anna.presses(f'form[action="/t/{code}/invite/"] .button')
    letter = site.post.wait("bruno@demo.test", after=before, has="/i/")
    bruno.goes(next(link for link in letter.links if "/i/" in link))
    sits_down(bruno)
    play(code, anna, bruno, most=3)
    late, other = who_is_asked(code, anna, bruno)
    late.goes("about:blank")
    site.time_runs_out(code)
    site.waits_for(STEWARD, code)
    # The letter about it waits for minutes, since the table was open a moment ago.
    late.goes("/my/")
    late.presses(f'main a[href="/t/{code}/"]')
    late.presses(f'form[action="/t/{code}/back/"] .button')
    expect(late.page.locator(f'form[action="/t/{code}/back/"]')).to_have_count(0)
    play(code, other, late)
    anna.goes(f"/t/{code}/")
    reads(anna)
    anna.goes(f"/t/{code}/")
    anna.presses(f'form[action="/t/{code}/rematch/"] .button')
    # A second invitation within an hour is no mail of its own.
    bruno.goes("/my/")
    bruno.presses('main a[href^="/i/"]')
    sits_down(bruno)
    play(people.code_of(bruno), anna, bruno, most=2)


def who_is_asked(code: str, *walkers: "Walker") -> tuple["Walker", "Walker"]:
    """The one of two who is asked, and the other."""
    for walker in walkers:
        walker.goes(f"/t/{code}/")
    one, two = sorted(walkers, key=lambda walker: not walker.page.locator("#panel[data-urgent]").count())
    return one, two


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
    """Plans are asked, and all that follows from them is ordered."""
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
    """Order the best turn of every round, whatever it brings; a fief that brings nothing goes to the church."""
    page = walker.page
    for form, field, value in (("take", "points", "1"), ("donate", "below", "1")):
        walker.goes(f"/t/{code}/orders/")
        walker.presses(f"#form-{form} > summary")
        page.fill(f"#form-{form} [name={field}]", value)
        if page.locator(f"#form-{form} [name=lasting]").count():
            page.check(f"#form-{form} [name=lasting]")
        walker.presses(f"#form-{form} .buttons .button:not(.plain)")
