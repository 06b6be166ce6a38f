// Choosing a turn on the map: only legal turns are known here, so only legal places light up. The server decides again.
const SVG = "http://www.w3.org/2000/svg";
// On a small board a finger means the nearest lit hex, this many pixels around it.
const SMALL = matchMedia("(max-width: 47.99rem)");
const FINGER = 34;
// As many placements of a plan are marked on the map with their points.
const MARKED = 6;
// Where a castle stands beside an emblem, and how large, as in board/pieces.py.
const BESIDE = [-15.5, -14.5, 0.72];
const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

class Chooser {
  constructor(panel, svg) {
    this.panel = panel;
    this.svg = svg;
    this.data = JSON.parse(panel.querySelector('script[type="application/json"]').textContent);
    this.rows = this.data.fiefs;
    this.hexes = new Map([...svg.querySelectorAll(".hx")].map((hex) => [Number(hex.dataset.i), hex]));
    this.ghosts = svg.querySelector(".ghosts");
    this.lits = svg.querySelector(".lits");
    this.corners = corners(svg.querySelector("#gz-hex"));
    this.edges = svg.querySelector(".edges");
    this.say = panel.querySelector("[data-pick]");
    this.own = panel.querySelector("[data-own]");
    this.send = panel.querySelector("[data-send]");
    this.add = panel.querySelector("[data-add-pick]");
    this.form = panel.querySelector("form") ?? panel;
    this.unworthy = this.send?.textContent;
    panel.querySelector("[data-map-choice]").hidden = false;
    if (this.add) this.add.parentElement.hidden = false;
    this.listen();
    this.begin();
  }

  begin() {
    const ticked = this.form.querySelector("input[name=action]:checked");
    const half = this.form.dataset.half;
    this.mode(this.data.fiefs.length ? "fiefs" : this.data.weddings.length ? "weddings" : "donate");
    if (half) this.resume(JSON.parse(half));
    else if (ticked) { ticked.checked = true; this.listed(ticked); }
  }

  // What was half chosen before a reload, or before others moved; what cannot be played any more says why.
  resume({ kind, touched, cells }) {
    if (kind !== "donate" && !this.data[kind].length) return;
    this.mode(kind);
    if (kind === "weddings") for (const index of cells) this.touchRing(index);
    if (kind !== "fiefs" || !touched.length) return;
    this.touched = touched;
    this.found = this.covering(touched.at(-1));
    this.place = this.found.findIndex((row) => String(row[0]) === String(cells));
    if (this.place < 0) return this.touchFief(this.touched.pop());
    this.light();
    this.show(this.found[this.place]);
  }

  // Noted at the form, where js/kept.js keeps it.
  note(cells) {
    if (cells) this.form.dataset.half = JSON.stringify({ kind: this.kind, touched: this.touched, cells });
    else delete this.form.dataset.half;
    this.form.dispatchEvent(new Event("half", { bubbles: true }));
  }

  listen() {
    const stop = { signal: (this.stop = new AbortController()).signal };
    this.panel.addEventListener("click", (event) => this.press(event.target), stop);
    this.panel.addEventListener("change", (event) => {
      this.listed(event.target);
      if (event.target.type === "radio") this.finish(event.target.name === "action");
    }, stop);
    this.svg.addEventListener("click", (event) => {
      this.touch(this.nearest(event) ?? event.target.closest(".hx"));
      this.finish();
    }, stop);
    this.svg.addEventListener("keydown", (event) => this.key(event), stop);
    this.svg.addEventListener("explain", ({ target, detail }) => {
      if (target.matches(".hx:not(.lit)") && this.kind !== "donate") detail.push(this.why(Number(target.dataset.i)));
    }, stop);
  }

  press(target) {
    const mode = target.closest("[data-mode]")?.dataset.mode;
    if (mode) { this.mode(mode); this.finish(); }
    const way = target.closest("[data-turn-piece]")?.dataset.turnPiece;
    if (way) this.next(Number(way));
    if (target.closest("[data-clear]")) this.mode(this.kind);
    if (target.closest("[data-add-pick]")) this.file();
  }

  nearest({ target, clientX, clientY }) {
    if (!SMALL.matches || target.closest(".hx.lit")) return null;
    let [best, least] = [null, FINGER];
    for (const hex of this.svg.querySelectorAll(".hx.lit")) {
      const box = hex.getBoundingClientRect();
      const gap = Math.hypot((box.left + box.right) / 2 - clientX, (box.top + box.bottom) / 2 - clientY);
      if (gap < least) [best, least] = [hex, gap];
    }
    return best;
  }

  key(event) {
    const hex = event.target.closest(".hx");
    if (!hex) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.touch(hex); this.finish(); }
    if (event.key === "r" || event.key === "R") this.next(event.shiftKey ? -1 : 1);
    if (event.key === "n" || event.key === "N") this.jump(hex, event.shiftKey ? -1 : 1);
    if (event.key === "Escape") this.mode(this.kind);
  }

  // What was just touched leaves nothing open, neither another position nor a second ring: js/at-once.js may send it.
  finish(complete = this.action && !this.isOpen) {
    if (complete) this.form.dispatchEvent(new Event("complete", { bubbles: true }));
  }

  // To the next hex that can be chosen, from north-west to south-east.
  jump(hex, way) {
    const lit = [...this.svg.querySelectorAll(".hx.lit")];
    const next = lit[(lit.indexOf(hex) + way + lit.length + (way < 0 && !lit.includes(hex))) % lit.length];
    if (!next) return;
    this.stopAt(next);
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // Where Tab enters the map.
  stopAt(hex) {
    for (const each of this.svg.querySelectorAll('.hx[tabindex="0"]')) each.setAttribute("tabindex", "-1");
    hex.setAttribute("tabindex", "0");
  }

  mode(kind) {
    this.kind = kind;
    this.isOpen = false;
    this.touched = [];
    this.found = [];
    this.place = 0;
    for (const button of this.panel.querySelectorAll("[data-mode]")) button.setAttribute("aria-pressed", String(button.dataset.mode === kind));
    this.draw([]);
    this.light();
    this.svg.dispatchEvent(new CustomEvent("map:lit", { detail: [...this.lit()].map((index) => this.hexes.get(index)) }));
    if (kind !== "donate") this.clear();
    if (kind === "donate") this.choose({ type: "Donate" }, [], this.data.words.donate.replace("{points}", "3"), 3, []);
    else this.tell(kind === "fiefs" ? this.data.words.start_fief : this.data.words.start_wedding);
  }

  // What can be touched: all that a fief can cover; first rings, or beside a first ring those of a second one.
  lit() {
    if (this.kind === "donate") return new Set();
    if (this.kind === "fiefs") return new Set(this.data.fiefs.flatMap((row) => row[0]));
    const [here] = this.touched;
    const beside = this.data.weddings.filter((row) => row[0][0] === here).flatMap((row) => row[0].slice(1));
    return new Set(here === undefined ? this.data.weddings.map((row) => row[0][0]) : beside);
  }

  // One dotted line around all that can be touched, and a dot in each hex of it: quieter than names and terrain.
  light() {
    const lit = this.lit();
    this.svg.dataset.picking = this.panel.dataset.turn;
    for (const [index, hex] of this.hexes) {
      hex.classList.toggle("lit", lit.has(index));
      hex.classList.toggle("picked", this.touched.includes(index));
    }
    if (this.was?.size === lit.size && [...lit].every((index) => this.was.has(index))) return;
    this.was = lit;
    if (lit.size && !this.svg.querySelector(".hx:focus")) this.stopAt(this.hexes.get([...lit][0]));
    this.lits.replaceChildren(this.made("path", "lit-edge", { d: this.outline([...lit]) }), ...this.marks([...lit]));
  }

  marks(lit) { return lit.map((index) => this.made("circle", "lit-dot", { cx: this.at(index, "x"), cy: this.at(index, "y"), r: 3.6 })); }

  dim() {
    this.lits.replaceChildren();
    for (const hex of this.hexes.values()) hex.classList.remove("lit", "picked");
  }

  at(index, axis) { return Number(this.hexes.get(index).getAttribute(axis)); }

  // Edges that two of the hexes share are inside. Corners are told apart by their rounded place.
  outline(indexes) {
    const edges = new Map();
    for (const index of indexes) {
      const ring = this.corners.map(([x, y]) => [x + this.at(index, "x"), y + this.at(index, "y")]);
      ring.forEach((from, place) => {
        const to = ring[(place + 1) % ring.length];
        const key = [from, to].map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).sort().join(" ");
        if (edges.has(key)) edges.delete(key);
        else edges.set(key, `M${from}L${to}`);
      });
    }
    return [...edges.values()].join("");
  }

  made(tag, css, facts) {
    const made = document.createElementNS(SVG, tag);
    made.setAttribute("class", css);
    for (const [key, value] of Object.entries(facts)) made.setAttribute(key, value);
    return made;
  }

  touch(hex) {
    if (!hex || this.kind === "donate") return;
    const index = Number(hex.dataset.i);
    if (this.kind === "fiefs") this.touchFief(index);
    else this.touchRing(index);
  }

  // The same hex again is the next position on it. Another one keeps the position that is shown if it covers that hex, too;
  // else the first one that covers all hexes touched is shown, or, if there is none, the first that covers the new one.
  touchFief(index) {
    if (index === this.touched.at(-1) && this.found.length) return this.next();
    const shown = this.found[this.place];
    this.touched = [...this.touched.filter((each) => each !== index), index];
    this.found = this.covering(index);
    if (!this.found.length) return this.refuse(index);
    this.place = Math.max(this.found.indexOf(shown), 0);
    if (!this.coversAll(this.found[this.place])) this.touched = [index];
    this.light();
    this.show(this.found[this.place]);
  }

  // The positions that cover a hex: first those that cover all that was touched, then by what they bring.
  covering(index) {
    return this.rows.filter((row) => row[0].includes(index)).sort((a, b) => this.coversAll(b) - this.coversAll(a));
  }

  coversAll(row) { return this.touched.every((each) => row[0].includes(each)); }

  refuse(index) {
    this.touched = [index];
    this.found = [];
    this.light();
    this.draw([]);
    this.clear();
    this.tell(this.why(index));
  }

  // Why no turn covers a hex; of rings only that none does.
  why(index) {
    const because = this.kind === "fiefs" && this.data.words[this.data.shut[index]];
    return fill(because || this.data.words.nothing, { place: this.name(index) });
  }

  next(way = 1) {
    if (!this.found.length) return;
    this.place = (this.place + way + this.found.length) % this.found.length;
    this.show(this.found[this.place]);
  }

  touchRing(index) {
    const both = this.data.weddings.find((row) => row[0][0] === this.touched[0] && row[0][1] === index);
    const alone = this.data.weddings.find((row) => row[0][0] === index && row[0].length === 1);
    if (both) return this.show(both);
    if (!alone) return this.tell(this.why(index));
    this.touched = [index];
    this.light();
    this.show(alone, this.data.weddings.some((row) => row[0][0] === index && row[0].length === 2) ? this.data.words.second : "");
  }

  show(row, more = "") {
    const [cells, points, mine = 0, leagues = []] = row;
    const words = this.data.words;
    const places = this.sorted(cells).map((cell) => this.name(cell)).join(", ");
    const title = fill(this.kind === "fiefs" ? words.fief : cells.length > 1 ? words.rings : words.ring, { places });
    const notes = [fill(words.points, { points }), ...leagues.map((sea) => fill(words.league, { sea: this.data.seas[sea] }))];
    if (mine) notes.push(fill(words.mine, { count: mine }));
    const [number, total] = [this.place + 1, this.found.length];
    if (total > 1) notes.push(fill(words.count, { number, total, place: this.touched.length && this.name(this.touched.at(-1)) }));
    if (more) notes.push(more);
    this.isOpen = this.found.length > 1 || Boolean(more);
    this.draw(cells);
    const action = this.kind === "fiefs" ? { type: "PlaceFief", cells } : { type: "HoldWedding", first: cells[0], second: cells[1] ?? null };
    this.choose(action, notes, title, points, cells);
    if (SMALL.matches) this.near(cells);
  }

  // A small map is moved to a turn and magnified; on a large one it comes into view.
  near(cells) {
    const hexes = cells.map((cell) => this.hexes.get(cell));
    if (SMALL.matches && hexes.length) this.svg.dispatchEvent(new CustomEvent("map:near", { detail: hexes }));
    else hexes[0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  sorted(cells) { return [...cells].sort((a, b) => this.isSite(b) - this.isSite(a)); }

  // Sites have a label that does not begin with a letter and a number.
  isSite(cell) { return !/^[A-Z]\d/.test(this.name(cell)); }

  name(index) { return this.hexes.get(index).getAttribute("aria-label").split(",")[0]; }

  draw(cells) {
    const fiefs = this.kind === "fiefs";
    const css = this.data.css;
    const hex = (cell, kind, more = {}) => this.made("use", kind, { href: "#gz-hex", x: this.at(cell, "x"), y: this.at(cell, "y"), ...more });
    const ring = (cell, kind) => this.made("circle", kind, { cx: this.at(cell, "x"), cy: this.at(cell, "y"), r: 19 });
    if (!fiefs) {
      this.edges.replaceChildren();
      this.ghosts.replaceChildren(...cells.map((cell) => ring(cell, "ghost-ring-under")), ...cells.map((cell) => ring(cell, `ghost-ring ${css}`)));
      return;
    }
    this.edges.replaceChildren(this.made("path", "ghost-edge", { d: this.outline(cells) }));
    this.ghosts.replaceChildren(
      this.made("path", "ghost-under", { d: this.outline(cells) }),
      ...cells.map((cell) => hex(cell, `ghost ${css}`)),
      ...cells.map((cell) => hex(cell, "ghost-pat", { fill: `url(#gz-pat-${css})` })),
    );
    this.edges.append(...this.castles(cells));
  }

  // Above the emblems like those of fiefs that lie there, beside an emblem smaller.
  castles(cells) {
    const place = this.data.fiefs.findIndex((row) => String(row[0]) === String(cells));
    return (this.data.castles[place] ?? []).map((number) => {
      const [x, y, site] = [this.at(cells[number], "x"), this.at(cells[number], "y"), this.isSite(cells[number])];
      const [right, down, scale] = site ? BESIDE : [0, 0, 1.1];
      return this.made("use", "castle", { href: "#gz-castle", transform: `translate(${x + right} ${y + down}) scale(${scale})` });
    });
  }

  choose(action, notes, title, points, cells) {
    this.action = JSON.stringify(action);
    this.label = `${points} · ${title}`;
    this.offer(points);
    if (this.own) {
      this.own.disabled = false;
      this.own.value = this.action;
      this.own.checked = true;
    }
    if (this.add) this.add.disabled = false;
    this.tell(title, notes);
    this.note(cells);
  }

  clear() {
    this.action = null;
    this.offer();
    for (const chosen of this.send?.form.querySelectorAll("input[name=action]:checked") ?? []) chosen.checked = false;
    if (this.own) this.own.disabled = true;
    if (this.add) this.add.disabled = true;
    this.note();
  }

  // What is offered beside a choice: other positions if there are any, taking it back, and what sending brings.
  offer(points = null) {
    for (const button of this.panel.querySelectorAll("[data-turn-piece]")) button.disabled = this.found.length < 2;
    const clear = this.panel.querySelector("[data-clear]");
    if (clear) clear.hidden = points === null;
    const { worth, worthOne } = this.send?.dataset ?? {};
    if (worth) this.send.textContent = points === null ? this.unworthy : fill(Number(points) === 1 ? worthOne : worth, { points });
  }

  // A turn has a title and notes; a hint is one plain sentence.
  tell(said, notes = null) {
    if (!notes) return this.say.replaceChildren(said);
    const title = document.createElement("strong");
    title.textContent = said;
    this.say.replaceChildren(title, notes.join(" · "));
  }

  // A turn picked in the list shows its ghost on the map.
  listed(input) {
    if (input.name !== "action" || !input.value || input === this.own) return;
    const action = JSON.parse(input.value);
    const cells = action.cells ?? [action.first, action.second].filter((cell) => cell != null);
    this.kind = action.type === "HoldWedding" ? "weddings" : "fiefs";
    this.touched = [];
    this.found = [];
    const label = input.closest("label");
    if (!label) this.clear();
    this.offer(label?.querySelector(".points")?.textContent.trim() ?? null);
    const said = label ? [...label.children].map((part) => part.textContent.trim()).filter(Boolean) : [input.selectedOptions[0].text];
    this.tell(said.join(" · "));
    this.draw(cells);
    this.note();
    this.near(cells);
  }

  file() {
    const selects = [...this.panel.querySelectorAll('select[name="action"]')];
    const select = selects.find((each) => !each.value) ?? selects.at(-1);
    if (!select || !this.action) return;
    let option = [...select.options].find((each) => each.value === this.action);
    if (!option) select.add(option = new Option(this.label, this.action));
    option.selected = true;
    select.focus();
  }
}

// A plan that is being chosen: what it would allow now lies on the map, the best first, each with its points. Nothing of it is sent.
class Sketcher extends Chooser {
  begin() {
    this.rows = [...this.data.fiefs, ...this.data.weddings];
    this.ranks = "ranks" in this.panel.dataset;
    if (this.ranks) this.rows.sort((a, b) => b[1] - a[1] || (b[2] ?? 0) - (a[2] ?? 0));
    this.mode(this.data.fiefs.length ? "fiefs" : "weddings");
    this.found = this.rows;
    this.show(this.rows[0]);
  }

  // What is not lit chooses another region (plan.js).
  touch(hex) { if (hex?.matches(".lit")) this.touchFief(Number(hex.dataset.i)); }

  note() {}

  finish() {}

  lit() { return new Set((this.data.fiefs.length ? this.data.fiefs : this.data.weddings).flatMap((row) => row[0])); }

  // The best ones that do not lie on each other, beside the land that is chosen.
  marks() {
    const land = this.lits.querySelectorAll(".land-lit");
    if (!this.ranks) return [...land];
    const taken = new Set();
    const apart = this.rows.filter(([cells]) => cells.every((cell) => !taken.has(cell)) && cells.forEach((cell) => taken.add(cell)) === undefined);
    return [...land, ...apart.slice(0, MARKED).flatMap((row) => [this.made("path", "mark-edge", { d: this.outline(row[0]) }), ...this.badge(row)])];
  }

  // The points, on a hex without an emblem if there is one.
  badge([cells, points]) {
    const bare = cells.find((cell) => !this.isSite(cell));
    const [x, y] = [this.at(bare ?? cells[0], "x"), this.at(bare ?? cells[0], "y") - (bare === undefined ? 19 : 0)];
    const text = this.made("text", "mark-points", { x, y: y + 4.5 });
    text.textContent = points;
    return [this.made("circle", "mark-under", { cx: x, cy: y, r: 10.5 }), text];
  }

  show(row) {
    this.kind = this.data.fiefs.includes(row) ? "fiefs" : "weddings";
    super.show(row);
    this.edges.append(...this.badge(row));
  }

  // In few words: points and sites, and which of how many it is; all of it in the title.
  tell(title, notes) {
    if (!notes) return;
    const [cells, points] = this.found[this.place];
    const sites = cells.filter((cell) => this.isSite(cell));
    const places = (sites.length ? sites : cells).map((cell) => this.name(cell)).join(", ");
    super.tell(`${points} · ${places}`, this.found.length > 1 ? notes.slice(-1) : []);
    this.say.title = [title, ...notes].join(" · ");
  }
}

// The corners of the hexagon that all hexes are drawn from: a path of one absolute point and steps from each to the next.
function corners(path) {
  const numbers = path.getAttribute("d").match(/-?\d*\.?\d+/g).map(Number);
  let [x, y] = [0, 0];
  return Array.from({ length: numbers.length / 2 }, (_, place) => [x += numbers[2 * place], y += numbers[2 * place + 1]]);
}

let chooser = null;

function start() {
  const panel = document.querySelector("[data-turn]");
  const svg = document.querySelector("[data-map] .gz");
  if (chooser && (chooser.panel !== panel || chooser.svg !== svg)) {
    chooser.stop.abort();
    chooser.draw([]);
    chooser.dim();
    delete chooser.svg.dataset.picking;
    chooser = null;
  }
  if (!chooser && panel && svg?.querySelector(".hx")) chooser = new (panel.dataset.turn === "sketch" ? Sketcher : Chooser)(panel, svg);
}

start();
document.addEventListener("htmx:load", start);
