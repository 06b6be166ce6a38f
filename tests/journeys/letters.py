"""A game by email alone: the two players from together.py decide through the links of their emails, signed out."""

import time
from typing import TYPE_CHECKING

from tests.journeys.people import PASSWORD, address, signs_in
from tests.journeys.walker import DESK, PHONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.journeys.conftest import Arrive
    from tests.journeys.post import Mail
    from tests.journeys.site import Site
    from tests.journeys.walker import Walker

READERS = ("Lucia", "Marco")
CHOICE, OFFERED = "/d/", ".answers a"
# Seconds to wait for an email. It is held back for minutes if its reader may just have seen the news on the table page.
HELD = 300.0
TABLE_OF = "SELECT code FROM tables_table JOIN accounts_user ON host_id = accounts_user.id WHERE email = ?"
IS_RUNNING = "SELECT 1 FROM tables_table WHERE code = ? AND status = 'running'"


def test_a_game_by_letters_alone(arrive: "Arrive", site: "Site") -> None:
    """A game can be played by email alone.

    Each email with a decision is answered, and all its links are opened, signed out. Then each reader signs in on two screens
    and opens the links of all their emails.
    """
    stranger, answered, opened = arrive(PHONE), -1, set[str]()
    code = str(site.rows(TABLE_OF, address("Lucia"))[0][0])
    while site.rows(IS_RUNNING, code):
        letter = next_letter(site, answered)
        answers_by(stranger, next(link for link in letter.links if CHOICE in link))
        follows_links(stranger, [letter], opened)
        answered = letter.number
    for name in READERS:
        letters = [mail for mail in site.post.mails() if mail.to == address(name)]
        assert letters
        for screen in (DESK, PHONE):
            reader = arrive(screen)
            reader.goes("/accounts/login/")
            signs_in(reader, address(name), PASSWORD)
            follows_links(reader, letters, set())


def next_letter(site: "Site", after: int) -> "Mail":
    """Wait for an email after number ``after`` with a decision for one of the readers, and return it."""
    end = time.monotonic() + HELD
    while time.monotonic() < end:
        for mail in site.post.mails()[after + 1 :]:
            if mail.to in map(address, READERS) and any(CHOICE in link for link in mail.links):
                return mail
        time.sleep(0.1)
    raise AssertionError("nobody is asked by letter any more, and the game is not over")


def answers_by(walker: "Walker", link: str) -> None:
    """Choose the first option and send it, as long as there are decisions."""
    walker.goes(link)
    while walker.page.locator(OFFERED).count():
        walker.presses(OFFERED)
        walker.presses("button.main")


def follows_links(walker: "Walker", letters: "Sequence[Mail]", opened: set[str]) -> None:
    """Open every link of these emails, each address once."""
    for link in (link for mail in letters for link in mail.links):
        if link not in opened:
            opened.add(link)
            walker.goes(link)
