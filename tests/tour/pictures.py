"""Pictures of `make tour`, saved in docs/img/tour/: full boards on desktop and phone, in light and dark mode.

Games, names and the clock are the same on every run, so a picture changes only with its contents.
"""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Page

from accounts.models import User
from engines import chance
from engines.contract import When, encode
from engines.zena1814 import ENGINE as ZENA1814
from tables.models import Table
from tables.services.play.advance import advance_table
from tests.browser import test_one_look_gonzaga as gonzaga
from tests.browser import test_one_look_principato as principato
from tests.browser.conftest import session_cookie
from tests.browser.one_look import DESK, PHONE
from tests.rows import rewrite
from tests.site import archiving, factories
from tests.zena1814 import fullest as zena1814

pytestmark = pytest.mark.django_db(transaction=True)
PLACE = Path(__file__).resolve().parents[2] / "docs" / "img" / "tour"
QUALITY = 75
# A browser draws a few edges differently on each run. Up to 40 pixels may differ by 24 or more of 255.
EDGES, FAINT = 40, 24
MOST_BYTES = 2 * 1024 * 1024
NAMES = ("Anna", "Bruno", "Clara", "Dario", "Elena")
SCREENS = {"desk": DESK, "phone": PHONE}
LIGHTS = {"light": "day", "dark": "night"}
MOVES_REPLAYED = 40

type Position = Callable[[], tuple[Table, User]]


def of_gonzaga() -> tuple[Table, User]:
    """Return a table at the last turn of a four-player game, and the player to move."""
    return gonzaga.last("turn")


def of_zena1814() -> tuple[Table, User]:
    """Create a table of five families in the sixth round. Return the table and the player to move."""
    state = zena1814.fullest()
    table = factories.running_table(*map(factories.person, NAMES), game="zena1814")
    rewrite(Table.objects.filter(pk=table.pk), state=encode(state).decode())
    advance_table(table_id=table.pk, now=factories.NOW)
    seat = next(each.seat for each in ZENA1814.pending(state.public) if each.when is When.NOW)
    return table, table.seats.select_related("user").get(index=seat).user


def of_a_replay() -> tuple[Table, User]:
    """Play a Gonzaga game, end it by agreement and archive it. Return its table and the first player."""
    people = [factories.person(name) for name in NAMES[:3]]
    witnessed = archiving.witnessed(people, game="gonzaga", most=MOVES_REPLAYED)
    for user in people:
        archiving.ending.agree_to_end(table_id=witnessed.table.pk, user=user, now=factories.NOW)
    return archiving.archived(factories.fresh(witnessed.table)), people[0]


TABLES: dict[str, tuple[Position, str]] = {
    "gonzaga": (of_gonzaga, "Letters to the Doge"),
    "principato": (principato.fullest, "Three good years"),
    "zena1814": (of_zena1814, "Under the Lanterna"),
}


@pytest.fixture(autouse=True)
def _alike(monkeypatch: pytest.MonkeyPatch, time_machine) -> None:
    """Make random draws the same on every run, and stop the clock."""
    monkeypatch.setattr(chance, "game_key", lambda *_parts: b"staffetta".ljust(32))
    time_machine.move_to(factories.NOW, tick=False)


@pytest.fixture(scope="module", autouse=True)
def _not_too_heavy():
    """Check the total size of the pictures after the tests, because every clone of the repository downloads them."""
    PLACE.mkdir(parents=True, exist_ok=True)
    yield
    assert sum(picture.stat().st_size for picture in PLACE.iterdir()) <= MOST_BYTES


@pytest.fixture
def open_page(chromium, live_server):
    """Yield a function that opens a user's own window without animations and with a stopped clock."""
    windows = []

    def opened(user: User, light: str, **screen) -> Page:
        window = chromium.new_context(
            base_url=live_server.url, locale="en-GB", timezone_id="UTC", color_scheme=light, reduced_motion="reduce", **screen
        )
        windows.append(window)
        window.clock.set_fixed_time(factories.NOW)
        window.add_cookies([session_cookie(user, live_server.url)])
        return window.new_page()

    yield opened
    for window in windows:
        window.close()


def named(table: Table, title: str) -> None:
    """Name the table, and remove the numbers that tests add to user names."""
    Table.objects.filter(pk=table.pk).update(name=title)
    for user in User.objects.all():
        User.objects.filter(pk=user.pk).update(display_name=re.sub(r" \d+$", "", user.display_name))


def photograph(page: Page, name: str) -> None:
    """Save a picture of the window once its fonts and images have loaded. Keep the old picture if it looks the same."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    taken = page.screenshot(type="jpeg", quality=QUALITY, animations="disabled", caret="hide")
    kept = PLACE / f"{name}.jpg"
    if not (kept.exists() and looks_alike(kept.read_bytes(), taken)):
        kept.write_bytes(taken)


def looks_alike(one: bytes, other: bytes) -> bool:
    """True if two pictures have the same size and differ in few pixels."""
    first, second = (Image.open(BytesIO(each)).convert("RGB") for each in (one, other))
    if first.size != second.size:
        return False
    differing = ImageChops.difference(first, second).convert("L").histogram()
    return sum(differing[FAINT:]) <= EDGES


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", TABLES)
def test_the_table(open_page, game, screen, light):
    position, title = TABLES[game]
    table, me = position()
    named(table, title)
    page = open_page(me, light, **SCREENS[screen])
    page.goto(f"/t/{table.code}/")
    photograph(page, f"{game}-{screen}-{LIGHTS[light]}")


def test_a_replay(open_page):
    table, me = of_a_replay()
    named(table, "Winter at Mantova")
    page = open_page(me, "light", **DESK)
    page.goto(f"/archive/{table.code}/{MOVES_REPLAYED - 7}/")
    photograph(page, "replay-desk-day")
