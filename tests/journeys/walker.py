"""Person at a browser who inspects every page they come to."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tests.browser.one_look import FAULTS
from tests.browser.test_zena1814 import raise_sheet

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response

    from tests.journeys.site import Site

DESK = {"viewport": {"width": 1280, "height": 800}, "has_touch": True}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Status of an email's link once its decision has been made.
GONE = 410
# Parts of an address that vary.
CODED = re.compile(r"[2-9a-hjkmnp-z]{8}|.*\d.*|.{21,}")
# The script returns true once all requests but the pulse are answered and their content is in place.
SETTLED = "() => !document.querySelector('.htmx-request:not(#pulse), .htmx-settling, .htmx-swapping, .htmx-added')"
# Next button to press at a table.
NEXT = "#panel .slot:not(.optional) .send-bar .button:not(.quiet):not([hidden])"
# The script lists pictures that do not load, drawings of boards without an area, and content wider than its box.
LOOK = """async () => {
    const found = [];
    const shown = (each) => each.checkVisibility({ visibilityProperty: true });
    const named = (each) => each.id ? `#${each.id}` : [each.tagName.toLowerCase(), ...each.classList].join(".");
    const words = (each) => `${named(each)} “${each.textContent.trim().replace(/\\s+/g, " ").slice(0, 40)}”`;
    await document.fonts.ready;
    for (const picture of document.images) picture.loading = "eager";
    await Promise.all([...document.images].map((picture) =>
        picture.decode().catch(() => found.push(`the picture ${picture.currentSrc || picture.src} does not load`))));
    for (const board of document.querySelectorAll("#board, [data-stage-board], .chosen:has(svg)")) {
        if (!shown(board)) continue;
        const boxes = [...board.querySelectorAll("svg")].map((drawing) => drawing.getBoundingClientRect());
        const area = Math.max(0, ...boxes.map((box) => box.width * box.height));
        if (area < 10000) found.push(`the drawing in ${named(board)} has an area of ${Math.round(area)} pixels`);
    }
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth + 1) found.push(`the page is ${wide} pixels wide in a window of ${innerWidth}`);
    const worded = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    // As tests/screens/faults.js has it: words that are cut are there in full where a name says them.
    const isNamed = (each) => {
        const cut = each.textContent.replaceAll("\u00ad", "").trim();
        for (let at = each; at; at = at.parentElement)
            if ([at.title, at.getAttribute("aria-label")].some((name) => name?.includes(cut))) return true;
        return false;
    };
    for (const each of document.querySelectorAll("body *:not(svg *, svg, input, select, textarea)")) {
        // What only screen readers read is a few pixels wide; what scrolls may be wider.
        if (each.clientWidth < 16 || each.scrollWidth <= each.clientWidth + 1 || !shown(each)) continue;
        const { overflowX } = getComputedStyle(each);
        const most = ["hidden", "clip"].includes(overflowX) ? 1 : overflowX === "visible" && worded(each) ? 8 : Infinity;
        if (each.scrollWidth <= each.clientWidth + most || isNamed(each)) continue;
        found.push(`${words(each)} is ${each.clientWidth} pixels wide and what is in it ${each.scrollWidth}`);
    }
    return found;
}"""


class Walker:
    """Separate browser window with one page. ``faults`` are problems of the pages, requests and console, each with its page."""

    def __init__(self, browser: "Browser", site: "Site", screen: dict[str, Any], seen: Counter[str]) -> None:
        self.site, self.screen, self.seen = site, screen, seen
        self.faults: list[str] = []
        self.context = browser.new_context(base_url=site.url, locale="en-GB", **screen)
        self.context.on("console", self._hear)
        self.context.on("weberror", lambda error: self.notes(str(error.error)))
        self.context.on("response", self._answered)
        self.context.on("requestfailed", self._failed)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(20_000)

    def goes(self, address: str) -> None:
        """Load a page and inspect it."""
        self.page.goto(address)
        self.looks()

    def presses(self, target: "str | Locator") -> None:
        """Press an element, and inspect the result. If the element is hidden, open the panel first."""
        chosen = self.page.locator(target) if isinstance(target, str) else target
        if not chosen.first.is_visible():
            self._opens_the_panel()
        chosen.first.click()
        self.looks()

    def reloads(self) -> None:
        """Reload the page and inspect it."""
        self.page.reload()
        self.looks()

    def looks(self) -> None:
        """Inspect the page as it is now, and save a picture if it has faults."""
        self.settles()
        self.seen[self.where] += 1
        known = len(self.faults)
        for fault in self.page.evaluate(LOOK):
            self.notes(fault)
        # A person who has asked for a hint reads on below.
        if self.page.locator(NEXT).locator("visible=true").count() and not self.page.locator("#hint form").count():
            for fault in self.page.evaluate(FAULTS, [f"{NEXT}:not([disabled])"]):
                self.notes(f"what is to be pressed next is not in view: {fault}")
        if len(self.faults) > known:
            self.page.screenshot(path=self.site.folder / "pictures" / f"{len(self.faults)} {self.where.replace('/', ' ')}.png")

    def settles(self) -> None:
        """Wait until all requests of the page but the pulse are answered."""
        self.page.wait_for_load_state()
        self.page.wait_for_function(SETTLED)

    def _opens_the_panel(self) -> None:
        """Select the tab of the turn, if the page shows it, and raise the sheet with the panel."""
        tab = self.page.locator('#tabs [data-tab="turn"]:not([aria-current])')
        if tab.is_visible():
            tab.click()
        raise_sheet(self.page)

    @contextmanager
    def at_width_of(self, screen: dict[str, Any]) -> Iterator[None]:
        """Continue on another screen during the block."""
        self.page.set_viewport_size(screen["viewport"])
        self.reloads()
        yield
        self.page.set_viewport_size(self.screen["viewport"])
        self.reloads()

    def leaves(self) -> None:
        """Close the window."""
        self.context.close()

    @property
    def where(self) -> str:
        """Path of the page, with a star for every code."""
        path = self.page.url.removeprefix(self.site.url).partition("?")[0].partition("#")[0]
        return "/".join("*" if CODED.fullmatch(part) else part for part in path.split("/"))

    def notes(self, fault: str) -> None:
        """Note a fault of the page, once."""
        line = f"{self.where} at {self.page.viewport_size['width']}: {fault}"  # type: ignore[index]  # every window has a size
        if line not in self.faults:
            self.faults.append(line)

    def _hear(self, message: "ConsoleMessage") -> None:
        if message.type in ("error", "warning") and f"status of {GONE}" not in message.text:
            self.notes(f"the console says: {message.text}")

    def _answered(self, response: "Response") -> None:
        if response.status >= 400 and response.status != GONE:
            self.notes(f"{response.request.method} {response.url.removeprefix(self.site.url)} answered {response.status}")

    def _failed(self, request: "Request") -> None:
        # A page that is left stops its loading requests.
        if request.failure != "net::ERR_ABORTED":
            self.notes(f"{request.method} {request.url}: {request.failure}")
