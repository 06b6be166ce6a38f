/* Pages that the worker shows without a network: which boards are kept here, and how old they are. What the server's clock showed is
   told as it is; how long ago that was is measured by the clock of the device alone, which may be set wrong. */
(() => {
  "use strict";
  const language = document.documentElement.lang;
  const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

  function age(kept) {
    const seconds = Math.max((Date.now() - kept) / 1000, 0);
    const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[2];
    return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
  }

  /** ``kept``: when it was kept on this device; without it, nothing is said of its age. */
  function asOf(moment, kept) {
    const said = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(moment);
    return kept ? `${said} (${age(kept)})` : said;
  }

  const keptAt = (answer) => Number(answer?.headers.get("X-Kept-At"));

  function line(address, page, kept) {
    const link = document.createElement("a");
    const time = document.createElement("span");
    const item = document.createElement("li");
    link.href = address;
    link.textContent = page.querySelector("h1").textContent;
    time.className = "meta";
    time.textContent = asOf(new Date(page.querySelector("[data-as-of]").dateTime), kept);
    item.append(link, time);
    return item;
  }

  async function list(place) {
    const boards = await caches.open("boards");
    const kept = await boards.keys();
    const lines = await Promise.all(kept.toReversed().map(async (request) => {
      const answer = await boards.match(request);
      const text = await answer.text();
      return line(new URL(request.url).pathname, new DOMParser().parseFromString(text, "text/html"), keptAt(answer));
    }));
    place.querySelector("ul").append(...lines);
    place.hidden = !lines.length;
  }

  async function date() {
    const kept = "caches" in globalThis ? keptAt(await caches.match(location.pathname, { cacheName: "boards" })) : 0;
    for (const time of document.querySelectorAll("[data-as-of]")) time.textContent = asOf(new Date(time.dateTime), kept);
  }

  date();
  // A board is shown in place of its table only where that could not be reached.
  for (const notice of document.querySelectorAll("[data-is-offline]")) notice.hidden = location.pathname.startsWith("/app/");
  for (const link of document.querySelectorAll("[data-again]")) link.href = location.pathname.startsWith("/app/") ? "/" : location.href;
  const place = document.querySelector("[data-kept-boards]");
  if (place && "caches" in globalThis) list(place);
})();
