/* Table pages: what need not come again, where the focus goes after a swap, what is announced, and what is said when the site
   cannot be reached.
   Everything else is htmx; without JavaScript the same forms and links work by loading pages. */
(() => {
  "use strict";
  const notice = () => document.getElementById("notice");

  /** Says a sentence to everybody: shown above the panel and read out by screen readers. */
  function announce(text) {
    const place = notice();
    if (place) place.textContent = text;
  }

  function sentence(name) {
    const place = notice();
    return place ? place.dataset[name] : "";
  }

  // Parts of the page by the fingerprint of their text, as they came, before any script touched them. Requests say which of them
  // the page shows; in an answer an empty element stands for each that is the same still.
  const parts = new Map();
  const MOST = 400;

  function remember(root) {
    for (const part of root.querySelectorAll("[data-part]")) {
      const name = part.dataset.part;
      const kept = parts.get(name) ?? part.cloneNode(true);
      parts.delete(name);
      parts.set(name, kept);
    }
    for (const name of [...parts.keys()].slice(0, -MOST)) parts.delete(name);
  }

  // A part that is not here after all means a page that cannot be trusted: it is loaded again.
  function fill(root) {
    for (const same of root.querySelectorAll("[data-same]")) {
      const kept = parts.get(same.dataset.same);
      if (!kept) return location.reload();
      same.replaceWith(kept.cloneNode(true));
    }
  }

  remember(document);
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target.id === "pulse") return;
    const names = [...document.querySelectorAll("[data-part]")].map((part) => part.dataset.part);
    event.detail.headers["X-Kept-Parts"] = names.filter((name) => parts.has(name)).join(" ");
  });
  // Before it is swapped in: then htmx lends new elements the classes of old ones for a moment.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { fragment } }) => { fill(fragment); remember(fragment); });

  // Answers to an element that another answer has replaced meanwhile: htmx would look for their places in what was cut out with it.
  // News were older than that other answer; what came of something that was sent is shown, in the place of the same name.
  const watched = new WeakSet();
  document.addEventListener("htmx:beforeRequest", ({ target }) => {
    if (watched.has(target)) return;
    watched.add(target);
    target.addEventListener("htmx:beforeOnLoad", (event) => {
      if (event.target !== target || target.isConnected) return;
      event.preventDefault();
      if (sent(event)) deliver(event.detail);
    });
  });

  function deliver(detail) {
    const { xhr, target } = detail;
    const retarget = xhr.getResponseHeader("HX-Retarget");
    const place = document.querySelector(retarget ?? `#${target.id}`);
    if (!place || !(xhr.status === 200 || xhr.status === 422 || retarget)) return announce(sentence("failed"));
    const select = xhr.getResponseHeader("HX-Reselect");
    htmx.swap(place, xhr.response, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 20 }, { select, eventInfo: detail });
  }

  // Answers such as 404 or 413 come as whole pages with the target in a header: show them instead of dropping them.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status >= 400 && xhr.status !== 422 && xhr.getResponseHeader("HX-Retarget")) event.detail.shouldSwap = true;
  });

  // Polls fail silently; something a player sent never does.
  const sent = (event) => event.detail.requestConfig && event.detail.requestConfig.verb === "post";
  document.addEventListener("htmx:sendError", (event) => { if (sent(event)) announce(sentence("unreachable")); });
  document.addEventListener("htmx:timeout", (event) => { if (sent(event)) announce(sentence("unreachable")); });
  document.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail;
    if (!sent(event) || xhr.getResponseHeader("HX-Retarget")) return;
    // A site whose database is away says so in one sentence; a front that misses the site sends a page of its own.
    const plain = xhr.status === 503 && (xhr.getResponseHeader("Content-Type") || "").startsWith("text/plain");
    announce(plain ? xhr.responseText : sentence("failed"));
  });

  // After my own step the panel is new: its heading (or the refusal) takes the focus, so that nobody is left in nowhere. A page of
  // a game that is over begins with its headline.
  document.addEventListener("htmx:afterSettle", (event) => {
    const config = event.detail.requestConfig;
    if (event.target.id !== "panel" || !config || config.verb !== "post") return;
    const panel = document.getElementById("panel");
    const over = document.querySelector("#over:not([hidden]) h2");
    const start = over ?? (panel && (panel.querySelector("[role=alert]") || panel.querySelector("[data-focus]") || panel.querySelector("h2")));
    if (!start) return;
    if (start.tabIndex < 0) start.setAttribute("tabindex", "-1");
    start.focus({ preventScroll: true });
    if (over) scrollTo(0, 0);
    else start.scrollIntoView({ block: "nearest" });
  });

  // A chat line that was accepted leaves the field empty.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target.id === "say" && event.detail.successful) event.target.reset();
  });
})();
