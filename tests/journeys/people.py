"""Steps around accounts and tables: signing up and in, opening a table, taking a seat, and playing together."""

import re
import time
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.journeys.hands import MOST, answers
from tests.journeys.post import SOON

if TYPE_CHECKING:
    from tests.journeys.walker import Walker

PASSWORD = "zafferano e lettere"
# Password of all demo users.
DEMO = "staffetta"
WORD = "corriere"
CODE = re.compile(r"\b\d{4}-\d{4}\b")
# Shortest times to decide, in hours, so that no email is held back to be combined with others.
QUICK = {"decision": 3, "reply": 2, "grace": 0, "bank": 0, "increment": 0, "cap": 0}
HOUR = "60"


def address(name: str) -> str:
    """Return the email address of a new user."""
    return f"{name.lower()}@example.org"


def signs_up(walker: "Walker", name: str) -> None:
    """Fill in and send the sign-up form on the page, and enter the code from the email. Note a fault if the email is late."""
    page, post = walker.page, walker.site.post
    page.fill("[name=display_name]", name)
    page.fill("[name=email]", address(name))
    page.fill("[name=password1]", PASSWORD)
    walker.presses("main form .button")
    asked_at = time.time()
    letter = post.wait(address(name))
    if letter.at > asked_at + SOON:
        walker.notes(f"the mail with the code came {letter.at - asked_at:.0f} s after the page that asks for it")
    code = CODE.search(letter.text)
    assert code
    page.fill("[name=code]", code[0])
    walker.presses("main form .button:not(.quiet)")


def signs_in(walker: "Walker", mail: str, password: str = DEMO) -> None:
    """Fill in and send the sign-in form on the page."""
    walker.page.fill("[name=login]", mail)
    walker.page.fill("[name=password]", password)
    walker.presses("main form .button:not(.plain)")


def opens_a_table(walker: "Walker", at: str, **more: str) -> str:
    """Open a table for two with deadlines of hours by the form at this address, and return its code."""
    page = walker.page
    walker.goes(at)
    page.select_option("[name=seats]", "2")
    if page.locator("[name=mode]").count():
        page.select_option("[name=mode]", "beginner")
    page.check("[name=pace][value=custom]")
    for part, hours in QUICK.items():
        page.fill(f"[name=own-{part}_0]", str(hours))
        page.select_option(f"[name=own-{part}_1]", HOUR)
    for summary in page.locator("main details.silence > summary").all():
        summary.click()
    page.fill("[name=word]", WORD)
    for name, value in more.items():
        page.select_option(f"[name={name}]", value)
    walker.looks()
    walker.presses("main form.panel .button:not(.plain)")
    expect(page).to_have_url(re.compile(r"/t/\w{8}/$"))
    return code_of(walker)


def sits_down(walker: "Walker") -> None:
    """Take a free seat at the table on the page, with the word that the table requires."""
    walker.page.fill("[name=word]", WORD)
    walker.presses('form[action$="/join/"] .button')


def code_of(walker: "Walker") -> str:
    """Return the code of the table on the page."""
    return walker.page.url.split("/t/")[1][:8]


def invitation(walker: "Walker") -> str:
    """Return the invitation link from the page of a waiting table."""
    return str(walker.page.locator("#invite-link").input_value())


def play(code: str, *walkers: "Walker", most: int = MOST) -> None:
    """Make at most ``most`` decisions, each by the first player who has one, until the game is over.

    Fails if no player has a decision, or if ``MOST`` decisions do not end the game.
    """
    for number in range(most):
        for walker in walkers:
            walker.goes(f"/t/{code}/")
            if walker.page.locator("#over .podium").count():
                return
            if answers(walker, number):
                # The first player may have the next decision too.
                break
        else:
            raise AssertionError(f"nobody is asked anything at table {code}, and the game is not over")
    assert most < MOST, f"the game at table {code} does not end"
