"""What axe finds on a page: every rule that it has by itself, on what is there.

It need not fetch all style sheets and sounds anew first: that is for a rule that is switched off, and for pages with sound.
"""

from typing import TYPE_CHECKING

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

type Fault = tuple[str, list[list[str]]]
RUN = """async () => (await axe.run({ resultTypes: ["violations"], preload: false }))
    .violations.map((fault) => [fault.id, fault.nodes.map((node) => node.target).slice(0, 3)])"""


def faults(page: "Page") -> list[Fault]:
    """Which rules are broken, and the first places where each is."""
    page.evaluate(AXE_SCRIPT)
    return [(rule, places) for rule, places in page.evaluate(RUN)]
