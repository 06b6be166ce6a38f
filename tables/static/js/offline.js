/* Pages that the worker shows without a network: which boards are kept here, and how old they are. */
(() => {
  "use strict";
  const language = document.documentElement.lang;
  const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60]];

  function age(moment) {
    const seconds = (Date.now() - moment) / 1000;
    const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[2];
    return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(seconds / length), unit);
  }

  function asOf(moment) {
    return `${new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(moment)} (${age(moment)})`;
  }

  function line(address, page) {
    const link = document.createElement("a");
    const time = document.createElement("span");
    const item = document.createElement("li");
    link.href = address;
    link.textContent = page.querySelector("h1").textContent;
    time.className = "meta";
    time.textContent = asOf(new Date(page.querySelector("[data-as-of]").dateTime));
    item.append(link, time);
    return item;
  }

  async function list(place) {
    const boards = await caches.open("boards");
    const kept = await boards.keys();
    const lines = await Promise.all(kept.toReversed().map(async (request) => {
      const text = await (await boards.match(request)).text();
      return line(new URL(request.url).pathname, new DOMParser().parseFromString(text, "text/html"));
    }));
    place.querySelector("ul").append(...lines);
    place.hidden = !lines.length;
  }

  for (const time of document.querySelectorAll("[data-as-of]")) time.textContent = asOf(new Date(time.dateTime));
  // A board is shown in place of its table only where that could not be reached.
  for (const notice of document.querySelectorAll("[data-is-offline]")) notice.hidden = location.pathname.startsWith("/app/");
  for (const link of document.querySelectorAll("[data-again]")) link.href = location.pathname.startsWith("/app/") ? "/" : location.href;
  const place = document.querySelector("[data-kept-boards]");
  if (place && "caches" in globalThis) list(place);
})();
