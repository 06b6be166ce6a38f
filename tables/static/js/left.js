/* Words of time follow the clock: "9 minutes left" counts down on a page that stays open. Each says how many seconds were left when
   the page was made, so that a device whose clock is wrong counts right all the same. The server writes the same words. */
(() => {
  "use strict";
  const UNITS = [["week", 604_800], ["day", 86_400], ["hour", 3_600], ["minute", 60]];
  // Months are not of one length: what is that far off stays as the server wrote it.
  const LONGEST = 28 * 86_400;
  const EVERY = 5_000;
  const ends = new WeakMap();

  function words(count, unit) {
    const number = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" });
    return number.format(count).replace(" ", "\u00A0");
  }

  /** Two units at most, the second only where it is the next smaller one. */
  function length(seconds) {
    const first = Math.max(UNITS.findIndex(([, size]) => seconds >= size), 0);
    if (seconds < 60) return words(0, "minute");
    const [unit, size] = UNITS[first];
    const [next, part] = UNITS[first + 1] ?? ["", Infinity];
    const rest = Math.floor((seconds % size) / part);
    return [words(Math.floor(seconds / size), unit), ...(rest ? [words(rest, next)] : [])].join(", ");
  }

  function follow() {
    for (const place of document.querySelectorAll("[data-left]")) {
      if (!ends.has(place)) ends.set(place, Date.now() + place.dataset.left * 1000);
      const seconds = (ends.get(place) - Date.now()) / 1000;
      const said = seconds > 0 ? place.dataset.words.replace("{}", length(seconds)) : place.dataset.over;
      if (seconds < LONGEST && place.textContent !== said) place.textContent = said;
    }
  }

  follow();
  setInterval(follow, EVERY);
  for (const event of ["visibilitychange", "htmx:afterSettle"]) document.addEventListener(event, follow);
  addEventListener("pageshow", follow);
})();
