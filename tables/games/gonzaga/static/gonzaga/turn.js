// Choosing a turn on the map: only legal turns are known here, so only legal places light up. The server decides again.
const SVG = "http://www.w3.org/2000/svg";
const fill = (words, values) => words.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

class Chooser {
  constructor(panel, svg) {
    this.panel = panel;
    this.svg = svg;
    this.data = JSON.parse(panel.querySelector('script[type="application/json"]').textContent);
    this.hexes = new Map([...svg.querySelectorAll(".hx")].map((hex) => [Number(hex.dataset.i), hex]));
    this.ghosts = svg.querySelector(".ghosts");
    this.edges = svg.querySelector(".edges");
    this.say = panel.querySelector("[data-pick]");
    this.own = panel.querySelector("[data-own]");
    this.send = panel.querySelector("[data-send]");
    this.near = svg.closest("[data-map]").querySelector("[data-map-pick]");
    this.add = panel.querySelector("[data-add-pick]");
    panel.querySelector("[data-map-choice]").hidden = false;
    if (this.add) this.add.parentElement.hidden = false;
    this.nearSend = this.near?.querySelector("[data-map-send]");
    if (this.near) {
      this.near.hidden = false;
      this.nearSend.textContent = (this.send ?? this.add).textContent;
    }
    this.listen();
    this.mode(this.data.fiefs.length ? "fiefs" : this.data.weddings.length ? "weddings" : "donate");
  }

  listen() {
    const stop = { signal: (this.stop = new AbortController()).signal };
    this.panel.addEventListener("click", (event) => this.press(event.target), stop);
    this.panel.addEventListener("change", (event) => this.listed(event.target), stop);
    this.near?.addEventListener("click", (event) => this.press(event.target), stop);
    this.svg.addEventListener("click", (event) => this.touch(event.target.closest(".hx")), stop);
    this.svg.addEventListener("keydown", (event) => this.key(event), stop);
  }

  press(target) {
    const mode = target.closest("[data-mode]")?.dataset.mode;
    if (mode) this.mode(mode);
    if (target.closest("[data-turn-piece]")) this.next();
    if (target.closest("[data-clear]")) this.mode(this.kind);
    if (target.closest("[data-add-pick]")) this.file();
    if (target.closest("[data-map-send]")) this.submit();
  }

  key(event) {
    const hex = event.target.closest(".hx");
    if (!hex) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); this.touch(hex); }
    if (event.key === "r" || event.key === "R") this.next();
    if (event.key === "Escape") this.mode(this.kind);
  }

  mode(kind) {
    this.kind = kind;
    this.here = null;
    this.found = [];
    this.place = 0;
    for (const button of this.panel.querySelectorAll("[data-mode]")) button.setAttribute("aria-pressed", String(button.dataset.mode === kind));
    this.panel.querySelector("[data-turn-piece]").disabled = kind !== "fiefs";
    this.draw([]);
    const lit = kind === "donate" ? [] : this.data[kind].map((row) => (kind === "fiefs" ? row[0] : [row[0][0]]));
    this.light(lit);
    this.svg.dispatchEvent(new CustomEvent("map:lit", { detail: [...new Set(lit.flat())].map((index) => this.hexes.get(index)) }));
    if (kind !== "donate") this.clear();
    if (kind === "donate") this.choose({ type: "Donate" }, [], this.data.words.donate.replace("{points}", "3"), 3);
    else this.tell(kind === "fiefs" ? this.data.words.start_fief : this.data.words.start_wedding);
  }

  light(groups) {
    const lit = new Set(groups.flat());
    this.svg.dataset.picking = "";
    for (const [index, hex] of this.hexes) {
      hex.classList.toggle("lit", lit.has(index));
      hex.classList.toggle("picked", index === this.here);
    }
  }

  touch(hex) {
    if (!hex || this.kind === "donate") return;
    const index = Number(hex.dataset.i);
    if (this.kind === "fiefs") this.touchFief(index);
    else this.touchRing(index);
  }

  touchFief(index) {
    if (index === this.here && this.found.length) return this.next();
    this.here = index;
    this.found = this.data.fiefs.filter((row) => row[0].includes(index));
    this.place = 0;
    this.light(this.data.fiefs.map((row) => row[0]));
    if (this.found.length) return this.show(this.found[0]);
    this.draw([]);
    this.clear();
    this.tell(fill(this.data.words.nothing, { place: this.name(index) }));
  }

  next() {
    if (this.kind !== "fiefs" || !this.found.length) return;
    this.place = (this.place + 1) % this.found.length;
    this.show(this.found[this.place]);
  }

  touchRing(index) {
    const both = this.data.weddings.find((row) => row[0][0] === this.here && row[0][1] === index);
    const alone = this.data.weddings.find((row) => row[0][0] === index && row[0].length === 1);
    if (both) return this.show(both);
    if (!alone) return this.tell(fill(this.data.words.nothing, { place: this.name(index) }));
    this.here = index;
    this.light(this.data.weddings.filter((row) => row[0][0] === index).map((row) => row[0].slice(1)));
    this.show(alone, this.data.weddings.some((row) => row[0][0] === index && row[0].length === 2) ? this.data.words.second : "");
  }

  show(row, more = "") {
    const [cells, points, mine = 0, leagues = []] = row;
    const words = this.data.words;
    const places = this.sorted(cells).map((cell) => this.name(cell)).join(", ");
    const title = fill(this.kind === "fiefs" ? words.fief : cells.length > 1 ? words.rings : words.ring, { places });
    const notes = [fill(words.points, { points }), ...leagues.map((sea) => fill(words.league, { sea: this.data.seas[sea] }))];
    if (mine) notes.push(fill(words.mine, { count: mine }));
    if (this.found.length > 1) notes.push(fill(words.count, { number: this.place + 1, total: this.found.length, place: this.name(this.here) }));
    if (more) notes.push(more);
    this.draw(cells);
    const action = this.kind === "fiefs" ? { type: "PlaceFief", cells } : { type: "HoldWedding", first: cells[0], second: cells[1] ?? null };
    this.choose(action, notes, title, points);
  }

  // Sites have a label that does not begin with a letter and a number.
  sorted(cells) { return [...cells].sort((a, b) => /^[A-Z]\d/.test(this.name(a)) - /^[A-Z]\d/.test(this.name(b))); }

  name(index) { return this.hexes.get(index).getAttribute("aria-label").split(",")[0]; }

  draw(cells) {
    const fiefs = this.kind === "fiefs";
    const under = fiefs ? cells.map((cell) => this.ghost(cell, "ghost-under")) : [];
    this.edges.replaceChildren(...(fiefs ? cells.map((cell) => this.ghost(cell, "ghost-edge")) : []));
    this.ghosts.replaceChildren(...under, ...cells.map((cell) => this.ghost(cell, fiefs ? "ghost" : "ghost-ring")));
  }

  ghost(cell, kind) {
    const hex = this.hexes.get(cell);
    const tag = kind === "ghost-ring" ? "circle" : "use";
    const made = document.createElementNS(SVG, tag);
    made.setAttribute("class", `${kind} ${this.data.css}`);
    const facts = tag === "use" ? { href: "#gz-hex", x: hex.getAttribute("x"), y: hex.getAttribute("y") } : { cx: hex.getAttribute("x"), cy: hex.getAttribute("y"), r: 19 };
    for (const [key, value] of Object.entries(facts)) made.setAttribute(key, value);
    return made;
  }

  choose(action, notes, title, points) {
    this.action = JSON.stringify(action);
    this.label = `${points} · ${title}`;
    if (this.own) {
      this.own.disabled = false;
      this.own.value = this.action;
      this.own.checked = true;
    }
    if (this.add) this.add.disabled = false;
    this.tell(title, notes);
  }

  clear() {
    this.action = null;
    for (const chosen of this.send?.form.querySelectorAll("input[name=action]:checked") ?? []) chosen.checked = false;
    if (this.own) this.own.disabled = true;
    if (this.add) this.add.disabled = true;
  }

  // The bar on the map does what the panel's own button does, for whoever cannot see the panel.
  submit() {
    if (this.send) this.send.form.requestSubmit(this.send);
    else this.file();
  }

  // The bar keeps its place below the map whatever is chosen, so that nothing moves under a finger.
  beside(said, notes) {
    if (!this.near) return;
    this.near.querySelector("[data-map-pick-text]").textContent = [said, ...(notes ?? [])].join(" · ");
    this.near.querySelector("[data-turn-piece]").disabled = this.found.length < 2;
    this.nearSend.disabled = this.add ? !this.action : !this.send.form.querySelector("input[name=action]:checked");
  }

  // A turn has a title and notes; a hint is one plain sentence.
  tell(said, notes = null) {
    this.beside(said, notes);
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
    this.found = [];
    const said = [...input.closest("label").children].map((part) => part.textContent.trim()).filter(Boolean);
    this.tell(said.join(" · "));
    this.draw(cells);
    const first = this.hexes.get(cells[0]);
    first?.scrollIntoView({ block: "nearest", inline: "nearest" });
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

let chooser = null;

function start() {
  const panel = document.querySelector("[data-turn]");
  const svg = document.querySelector("[data-map] svg");
  if (chooser && (chooser.panel !== panel || chooser.svg !== svg)) {
    chooser.stop.abort();
    if (chooser.near) chooser.near.hidden = true;
    chooser.draw([]);
    chooser.light([]);
    delete chooser.svg.dataset.picking;
    chooser = null;
  }
  if (!chooser && panel && svg?.querySelector(".hx")) chooser = new Chooser(panel, svg);
}

start();
document.addEventListener("htmx:load", start);
