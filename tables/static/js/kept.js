/* What is half chosen in the panel is kept in this window: it outlives a reload and the moves of others, and goes with its decision.
   Kept are the fields of every [data-keep], and what a game's script notes there as data-half. It runs before the scripts of games. */
(() => {
  "use strict";
  // At one screen each seat has its own: nobody finds what another has half chosen.
  const place = `kept ${document.body.dataset.seat ?? ""}${location.pathname}${location.search}`;
  addEventListener("pageshow", ({ persisted }) => { if (persisted && document.body.dataset.seat) location.reload(); });
  const wholes = () => [...document.querySelectorAll("[data-keep]")];
  const hidden = (whole, name) => whole.querySelector(`input[name="${name}"]`)?.value ?? "";
  // Which seat chooses what, at which of its moves: another decision begins with nothing chosen.
  const identity = (whole) => [whole.dataset.keep, hidden(whole, "key"), hidden(whole, "own_ply")].join(" ");
  const fields = (whole) => [...whole.querySelectorAll("input:not([type=hidden]), select, textarea")]
    .filter((field) => field.name && field.closest("[data-keep]") === whole);
  const ticked = (field) => field.type === "radio" || field.type === "checkbox";

  function read() {
    try { return JSON.parse(sessionStorage.getItem(place)) ?? {}; } catch { return {}; }
  }

  function write(all) {
    try {
      if (Object.keys(all).length) sessionStorage.setItem(place, JSON.stringify(all));
      else sessionStorage.removeItem(place);
    } catch { /* Without storage a reload forgets it. */ }
  }

  function initial(field) {
    if (ticked(field)) return field.defaultChecked;
    return field.options ? [...field.options].find((option) => option.defaultSelected)?.value ?? field.options[0]?.value : field.defaultValue;
  }

  const now = (field) => (ticked(field) ? field.checked : field.value);

  /** A field by its name, and its value or its place among those of that name. */
  const names = (all) => all.map((field) => `${field.name} ${ticked(field) ? field.value : all.filter((each) => each.name === field.name).indexOf(field)}`);

  function save(whole) {
    const all = fields(whole);
    const named = names(all);
    const chosen = all.flatMap((field, place) => (now(field) === initial(field) ? [] : [[named[place], now(field), field.selectedOptions?.[0]?.text]]));
    const kept = read();
    delete kept[identity(whole)];
    if (chosen.length || whole.dataset.half) kept[identity(whole)] = { chosen, half: whole.dataset.half };
    write(kept);
  }

  function restore(whole, { chosen, half }) {
    const all = fields(whole);
    const named = names(all);
    for (const [name, value, text] of chosen) {
      const field = all[named.indexOf(name)];
      if (!field || field.disabled) continue;
      if (ticked(field)) field.checked = value;
      else {
        if (field.options && ![...field.options].some((option) => option.value === value)) field.add(new Option(text, value));
        field.value = value;
      }
    }
    if (half) whole.dataset.half = half;
    const drawer = whole.closest("details.more");
    if (drawer) drawer.open = true;
  }

  function start() {
    const kept = read();
    const open = wholes();
    for (const whole of open) {
      if ("kept" in whole.dataset) continue;
      whole.dataset.kept = "";
      if (kept[identity(whole)]) restore(whole, kept[identity(whole)]);
    }
    const wanted = new Set(open.map(identity));
    write(Object.fromEntries(Object.entries(kept).filter(([name]) => wanted.has(name))));
  }

  for (const kind of ["change", "input", "half"]) {
    document.addEventListener(kind, ({ target }) => { const whole = target.closest?.("[data-keep]"); if (whole) save(whole); });
  }
  document.addEventListener("htmx:load", start);
  start();
})();
