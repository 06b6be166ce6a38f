/* The frame of a table page: one drawer at a time beside the board, on a phone a sheet below it that grows.
   Without this script all parts of the page follow each other and the tabs are links to them. */
(() => {
  "use strict";
  const page = document.getElementById("table-page");
  const tabs = document.getElementById("tabs");
  const grip = document.getElementById("sheet-grip");
  if (!page || !tabs) return;

  const phone = matchMedia("(max-width: 68.74rem)");
  // Whether the parts lie in a window that does not scroll, rather than after each other.
  const framed = () => getComputedStyle(document.body).overflow === "hidden";
  const link = (name) => tabs.querySelector(`[data-tab="${name}"]`);
  const icon = document.querySelector('link[rel="icon"]');
  const urgent = () => document.getElementById("panel")?.hasAttribute("data-urgent") ?? false;

  // Which tab shows a part of the page, named by its id or that of something in it.
  function tabOf(id) {
    const part = id ? document.getElementById(id) : null;
    const drawers = [...tabs.querySelectorAll("[data-tab]")].map((tab) => tab.getAttribute("href"));
    const whole = part?.closest([...drawers, "#panel", "#board"].join(", "));
    if (!whole) return null;
    // A drawer that a game adds lies on the board of a phone.
    if (phone.matches && whole.closest("#board")) return "turn";
    return whole.id === "panel" || whole.id === "board" ? "turn" : whole.id;
  }

  function open(name) {
    page.dataset.tab = name;
    for (const tab of tabs.querySelectorAll("[data-tab]")) {
      if (tab.dataset.tab === name) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
    delete link(name)?.dataset.news;
    if (name === "aid" || name === "orders") for (const drawer of page.querySelectorAll(`#${name}, #${name} > details`)) drawer.open = true;
  }

  // On a phone the sheet shows what is asked, all of it, or only that something is.
  const SIZES = ["half", "up", "down"];
  function resize(size) {
    page.dataset.sheet = size;
    grip.setAttribute("aria-expanded", String(size !== "down"));
  }

  function mark(name) {
    const tab = link(name);
    if (tab && page.dataset.tab !== name) tab.dataset.news = "";
  }

  function signal() {
    if (!icon) return;
    icon.dataset.calm ??= icon.href;
    icon.href = urgent() ? tabs.dataset.iconTurn : icon.dataset.calm;
  }

  tabs.addEventListener("click", (event) => {
    const tab = event.target.closest("[data-tab]");
    if (!tab) return;
    if (!framed()) return;
    event.preventDefault();
    const name = tab.dataset.tab;
    if (name === "turn" && page.dataset.tab === "turn" && phone.matches) resize(page.dataset.sheet === "down" ? "half" : "down");
    open(name);
  });
  tabs.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    const all = [...tabs.querySelectorAll("[data-tab]")].filter((tab) => tab.offsetParent);
    const next = all[(all.indexOf(document.activeElement) + way + all.length) % all.length];
    next?.focus();
    event.preventDefault();
  });
  grip.hidden = false;
  grip.addEventListener("click", () => resize(SIZES[(SIZES.indexOf(page.dataset.sheet) + 1) % SIZES.length]));
  addEventListener("hashchange", () => { const name = tabOf(location.hash.slice(1)); if (name) open(name); });
  page.addEventListener("click", (event) => {
    const target = event.target.closest('a[href^="#"]');
    const name = target && tabOf(target.getAttribute("href").slice(1));
    if (!name) return;
    open(name);
    if (name === "turn" && target.closest("#status")) resize("half");
  });

  // What came while one was reading something else gets a dot; a new question raises the sheet.
  let asked = urgent();
  let lines = document.querySelectorAll("#chat-lines li").length;
  let last = document.querySelector("#log-lines > li:last-child")?.id;
  document.addEventListener("htmx:afterSettle", () => {
    const count = document.querySelectorAll("#chat-lines li").length;
    if (count > lines) mark("chat");
    lines = count;
    const newest = document.querySelector("#log-lines > li:last-child")?.id;
    if (newest !== last) mark("log");
    last = newest;
    if (!document.querySelector("#live[hx-get]")) document.body.classList.remove("table-body");
    if (urgent() !== asked) {
      asked = urgent();
      if (asked) { mark("turn"); resize("half"); }
      signal();
    }
  });

  // The part that a heading of the panel or a refusal stands in is in view when it takes the focus.
  document.addEventListener("focusin", (event) => {
    const name = event.target.closest?.("#panel") && "turn";
    if (name && page.dataset.tab !== "turn" && page.dataset.tab !== "hand") open("turn");
  });

  // What explains things comes after everything else; its words come when somebody first points at one.
  addEventListener("load", () => { import(page.dataset.explain); }, { once: true });

  // What was saved from the panel is told there, so the sheet shows it.
  const saved = location.hash === "#saved" && document.getElementById("saved");
  // Whoever is sent to the panel is to see it, also where nothing more is asked.
  const size = asked || location.hash === "#panel" || !document.getElementById("live") ? "half" : "down";
  resize(saved && saved.closest("#panel") ? "up" : size);
  open(tabOf(location.hash.slice(1)) ?? "turn");
  if (saved) saved.focus();
  signal();
})();
