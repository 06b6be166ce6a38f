"""Faults that axe finds on a page, with its default rules.

Preloading is off, because axe would fetch style sheets and sounds again. Only a disabled rule and pages with sound need them.
"""

from typing import TYPE_CHECKING

from axe_playwright_python.base import AXE_SCRIPT

if TYPE_CHECKING:
    from playwright.sync_api import Page

type Fault = tuple[str, list[list[str]]]
RUN = """async () => (await axe.run({ resultTypes: ["violations"], preload: false }))
    .violations.map((fault) => [fault.id, fault.nodes.map((node) => node.target).slice(0, 3)])"""


def faults(page: "Page") -> list[Fault]:
    """Return the rules that the page breaks, each with the first elements that break it."""
    page.evaluate(AXE_SCRIPT)
    return [(rule, places) for rule, places in page.evaluate(RUN)]
