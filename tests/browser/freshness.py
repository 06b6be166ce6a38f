"""Comparison of a page patched by htmx with a fresh load of it."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SECTIONS = (
    "table-facts",
    "status",
    "banner",
    "recap",
    "board",
    "hand",
    "log",
    "chat-lines",
    "orders",
    "seats",
    "leaving",
    "panel",
)

# The script first fetches the latest changes by other players. It returns each section as shown and as the site sends it now.
# Traces of scripts and users are removed: classes, widths, open parts, typed or ticked values, previews of a choice, a recap.
BOTH = """async (sections) => {
    const chosen = ["aria-pressed", "data-step", "data-ready", "data-picking", "data-kept", "data-half"];
    const attributes = ["style", "open", "hidden", "disabled", "tabindex", ...chosen];
    const load = async () => new DOMParser().parseFromString(await (await fetch(location.pathname)).text(), "text/html");
    const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
    const known = (root) => root.getElementById("live")?.getAttribute("hx-get") ?? "";
    if (known(document)) {
        const came = new Promise((done) => document.addEventListener("htmx:afterRequest", (event) => {
            if (event.detail.requestConfig.path.includes("panel=")) done();
        }));
        htmx.trigger(document.body, "table-changed");
        await Promise.race([came, wait(5000)]);
    }
    await wait(60);
    let fresh = await load();
    // News may have been on their way already, and older: the next are asked for.
    for (let left = 50; left && known(document) !== known(fresh); left -= 1) {
        if (left % 10 === 0) htmx.trigger(document.body, "table-changed");
        await wait(100);
        fresh = await load();
    }
    const plain = (root, id) => {
        const section = root.getElementById(id)?.cloneNode(true);
        if (!section) return "";
        for (const each of section.querySelectorAll(".lits, .ghosts, .edges, [data-pick], [data-send]")) each.replaceChildren();
        for (const each of section.querySelectorAll("input[type=hidden], [data-own], option, .telling")) each.remove();
        for (const each of section.querySelectorAll(".stepper")) {
            const field = each.querySelector("input");
            field.removeAttribute("aria-label");
            if (field.placeholder) field.removeAttribute("value");
            each.replaceWith(field);
        }
        for (const each of section.querySelectorAll("[data-all]")) {
            each.textContent = each.dataset.all;
            delete each.dataset.all;
        }
        for (const each of section.querySelectorAll("[data-said]")) each.textContent = each.dataset.said;
        for (const each of [section, ...section.querySelectorAll("*")]) {
            each.classList.remove("lit", "guided", "open", "picked", "takeable", "taken", "told");
            each.classList.remove("htmx-request", "htmx-settling", "htmx-added");
            if (!each.getAttribute("class")) each.removeAttribute("class");
            for (const name of attributes) each.removeAttribute(name);
            if (each.getAttribute("aria-describedby") === "explained") each.removeAttribute("aria-describedby");
        }
        return section.innerHTML.replace(/<!--[^]*?-->/g, "").replace(/\\s+/g, " ");
    };
    return Object.fromEntries(sections.map((id) => [id, [plain(document, id), plain(fresh, id)]]));
}"""
LIVES = """() => "htmx" in window && document.getElementById("board") !== null"""
LEFT = re.compile(r"\([^()<]*?\d[^()<]*?\)|<span data-left=.*?</span>")


def is_table(page: "Page") -> bool:
    """Return whether the page shows a table that has begun and runs its scripts."""
    return re.search(r"/t/\w+/(#.*)?$", page.url) is not None and bool(page.evaluate(LIVES))


def is_fresh(page: "Page", *, but: tuple[str, ...] = ()) -> None:
    """Assert that the page shows what a fresh load would. ``but`` names sections that may be older.

    Remaining times, in brackets or in words that follow the clock, are ignored: sections were rendered at different moments.
    """
    both = page.evaluate(BOTH, [name for name in SECTIONS if name not in but])
    for name, texts in both.items():
        shown, fresh = (LEFT.sub("(…)", text) for text in texts)
        assert shown == fresh, f"#{name}: {difference(shown, fresh)}"


def difference(one: str, other: str) -> str:
    """Return excerpts of both texts around their first difference."""
    start = next(
        (at for at, (here, there) in enumerate(zip(one, other, strict=False)) if here != there), min(len(one), len(other))
    )
    return f"…{one[max(start - 80, 0) : start + 160]}… but …{other[max(start - 80, 0) : start + 160]}…"
