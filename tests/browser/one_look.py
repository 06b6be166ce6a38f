"""Check that elements are in view without scrolling, uncovered, and large enough to read and to touch."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

# For each selector, the script lists shown elements that are cut off by the window or a clipping parent, or covered in the
# middle. It also lists selectors without a shown element.
FAULTS = """(wanted) => wanted.flatMap((selector) => {
    const shown = [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility({ visibilityProperty: true }));
    const words = (each) => (each.getAttribute("aria-label") ?? each.textContent).trim().replace(/\\s+/g, " ").slice(0, 50);
    const outside = (box, frame) => box.left < frame.left - 1 || box.top < frame.top - 1
        || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
    const fault = (each) => {
        const box = each.getBoundingClientRect();
        if (outside(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return "out of the window";
        for (let around = each.parentElement; around; around = around.parentElement) {
            if (getComputedStyle(around).overflow === "visible") continue;
            if (outside(box, around.getBoundingClientRect())) return `cut by ${around.id || around.className}`;
        }
        const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
        return top && (each.contains(top) || top.contains(each)) ? "" : `covered by ${top?.outerHTML.slice(0, 60)}`;
    };
    if (!shown.length) return [`${selector}: nothing`];
    return shown.map((each) => [each, fault(each)]).filter(([, said]) => said)
        .map(([each, said]) => `${selector} ${words(each)}: ${said}`);
})"""

# The script lists each text smaller than 13 px once, except in drawings.
SMALL = """() => {
    const worded = (each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const small = [...document.querySelectorAll("main *, .site-header *")].filter((each) => !each.closest("svg")
        && each.checkVisibility({ visibilityProperty: true }) && worded(each)
        && parseFloat(getComputedStyle(each).fontSize) < 13);
    return [...new Set(small.map((each) => `${each.tagName}.${each.className}: ${each.textContent.trim().slice(0, 30)}`))];
}"""

# The script lists touch targets less than 44 px high, except links in running text.
TIGHT = """() => {
    const touched = "main :is(button, select, summary, a.button, #tabs a, label:has(input)), .sheet-grip";
    return [...document.querySelectorAll(touched)]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().height < 43.5)
        .map((each) => each.outerHTML.slice(0, 90));
}"""

# The script returns true if the page itself can be scrolled.
SCROLLS = """() => document.documentElement.scrollHeight > innerHeight + 1
    || document.documentElement.scrollWidth > innerWidth + 1"""


def in_one_look(page: "Page", *selectors: str, touched: bool = False) -> None:
    """Assert that all elements of ``selectors`` are whole, uncovered and in view, and that the page does not scroll.

    Texts must be large enough to read, and with ``touched`` also targets large enough to touch.
    """
    assert not page.evaluate(SCROLLS)
    faults = page.evaluate(FAULTS, list(selectors))
    assert faults == [], faults
    small = page.evaluate(SMALL)
    assert small == [], small
    if touched:
        tight = page.evaluate(TIGHT)
        assert tight == [], tight
