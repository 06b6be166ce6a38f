"""Journeys of people who play together: friends, and two people who sign up to play by email."""

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
    """Two people sign up. One of them opens a table and sends the invitation link to the other.

    They play on by email alone in letters.py.
    """
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
    """A table with friends works: invitation by name, missed deadline, steward, return, end and rematch."""
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
    # The email about the missed deadline is held back for minutes, since the player had the table open a moment ago.
    late.goes("/my/")
    late.presses(f'main a[href="/t/{code}/"]')
    late.presses(f'form[action="/t/{code}/back/"] .button')
    expect(late.page.locator(f'form[action="/t/{code}/back/"]')).to_have_count(0)
    play(code, other, late)
    anna.goes(f"/t/{code}/")
    reads(anna)
    anna.goes(f"/t/{code}/")
    anna.presses(f'form[action="/t/{code}/rematch/"] .button')
    # A second invitation within an hour gets no email of its own.
    bruno.goes("/my/")
    bruno.presses('main a[href^="/i/"]')
    sits_down(bruno)
    play(people.code_of(bruno), anna, bruno, most=2)


def who_is_asked(code: str, *walkers: "Walker") -> tuple["Walker", "Walker"]:
    """Open the table for two players. Return the one who has to decide, and the other."""
    for walker in walkers:
        walker.goes(f"/t/{code}/")
    one, two = sorted(walkers, key=lambda walker: not walker.page.locator("#panel[data-urgent]").count())
    return one, two
