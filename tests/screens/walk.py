"""Check of pages as a browser shows them: at desktop and phone width, and a table's page with each drawer open."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from accounts.models import User
from tests.browser.conftest import session_cookie

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.screens.world import Visit

LANGUAGES = ("en", "de", "it")
DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
MEASURE = (Path(__file__).parent / "faults.js").read_text()
# Elements that look faulty on purpose, by the kind of fault, with the reason.
MEANT: dict[str, dict[str, str]] = {
    "cut": {},
    "broken": {
        "code, pre, kbd": "addresses, codes and records are broken anywhere; a hyphen would change them",
        '[lang=""]': "typed by people, in a language that nobody knows",
    },
    "outside": {},
    "overlap": {},
    "empty": {},
    "tall": {".pr-touch": "a whole card of Principato, which is touched anywhere"},
    "sideways": {
        ".eyes": "whose eyes a replay is seen with: one line of tabs, which a finger moves, above a board that needs the room",
        ".pr-shelf, .pr-strip": "on a phone without tabs, cards and principalities next to each other, which a finger moves",
        ".map-view": "a map larger than its window, which a finger and the keyboard move",
        ".scroll-x": "a wide table in a window of its own, which the keyboard reaches and scrolls",
    },
}
# A window that nobody sees may draw no frame and never be idle, so both waits end after a second.
SETTLED = """() => document.fonts.ready.then(() => new Promise((done) => {
    setTimeout(done, 1000);
    requestAnimationFrame(() => requestAnimationFrame(done));
}))"""
# The page reacts to a new window size in separate tasks, so a second check waits until the page is idle.
IDLE = "() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 }))"
TABS = "#tabs a[data-tab]"


class Fault(NamedTuple):
    """Fault of a page: its kind, element and text, and the page, language, width and drawer."""

    kind: str
    element: str
    words: str
    where: str


def faults(page: "Page") -> list[list[str]]:
    """Check a loaded page twice. Return kind, element and text of each fault that both checks find."""
    meant = {kind: list(selectors) for kind, selectors in MEANT.items()}
    first: list[list[str]] = page.evaluate(MEASURE, meant)
    if not first:
        return first
    page.evaluate(IDLE)
    again = [found[:2] for found in page.evaluate(MEASURE, meant)]
    return [found for found in first if found[:2] in again]


def walk(page: "Page", url: str, visits: Iterable["Visit"], language: str) -> Iterator[Fault]:
    """Set the language of all users, visit every address as its user, and yield each fault of its page."""
    User.objects.update(language=language)
    before: User | None = None
    for visit in visits:
        if visit.user != before:
            page.context.clear_cookies()
            if visit.user is not None:
                page.context.add_cookies([session_cookie(visit.user, url)])
            before = visit.user
        page.set_viewport_size(DESK)  # type: ignore[arg-type]
        page.goto(visit.address)
        yield from at_both_widths(page, f"{visit.address} {language}")


def at_both_widths(page: "Page", name: str) -> Iterator[Fault]:
    """Yield each fault of a loaded page, at desktop and phone width."""
    for size in (DESK, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate(SETTLED)
        for drawer in _drawers(page):
            for kind, element, words in faults(page):
                yield Fault(kind, element, words, f"{name} {size['width']} {drawer}".strip())


def _drawers(page: "Page") -> Iterator[str]:
    """Open each drawer of a table's page, the first drawer last, and yield its name. Yield "" once for any other page."""
    names = [tab.get_attribute("data-tab") or "" for tab in page.locator(TABS).all() if tab.is_visible()]
    for name in [*names[1:], *names[:1]]:
        page.locator(f"{TABS}[data-tab={name}]").dispatch_event("click")
        yield name
    if not names:
        yield ""


def told(found: Iterable[Fault]) -> str:
    """Return one line for each faulty element, with the first page, width and drawer where it was found."""
    first: dict[tuple[str, str], Any] = {}
    for fault in found:
        first.setdefault((fault.kind, fault.element), fault)
    return "\n".join(f"{fault.kind}: {fault.element}\n    {fault.words!r} at {fault.where}" for fault in first.values())
