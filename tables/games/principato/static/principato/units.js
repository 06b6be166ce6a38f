// Numbers by touching the own town: a unit that is touched gets a cube, is recruited or given back, a cube goes onto a unit; touched
// again it is taken back. What is marked there is what the fields of the panel say; they alone are enough. The server decides again.
const SVG = "http://www.w3.org/2000/svg";
// A touch means the nearest place that can be touched, this many pixels around it.
const FINGER = 22;
const CUBES = ["food", "money", "favour"];
// Which places were touched, for each form: units for each field, cubes for each kind.
const kept = new WeakMap();
let writing = false;

const town = () => document.querySelector("#board .pr-realm.me .pr-scene");
const numberOf = (element, name) => Number(element.getAttribute(name));
const box = (element) => ({ x: numberOf(element, "x"), y: numberOf(element, "y"), size: numberOf(element, "width") });
const within = (rect, x, y) => Math.hypot(Math.max(rect.left - x, 0, x - rect.right), Math.max(rect.top - y, 0, y - rect.bottom));

/** The fields that touches change now: of a scoring, of the card that is chosen, or of free moves, one kind of these at a time. */
function fields() {
  const turn = document.querySelector("#panel [data-pr-turn]");
  const chosen = turn?.dataset.card !== undefined;
  const whole = document.querySelector("#panel [data-pr-numbers]") ?? (chosen ? turn.querySelector(`[data-pr-act="${turn.dataset.card}"]`) : turn);
  const exchanging = chosen ? turn.dataset.way === "swap" : turn?.querySelector('[data-pr-exchange] [name="take"]:checked');
  if (!whole || exchanging || whole.closest("details:not([open])")) return [];
  const found = [...whole.querySelectorAll("[data-pr-put]")].filter((input) => chosen || !input.closest("[data-pr-act]"));
  const moved = found.filter((input) => input.form.dataset.half);
  const numbers = (moved.length ? moved : found).map((input) => {
    const [unit, what] = input.dataset.prPut.split(" ");
    return { input, form: input.form, unit, what, cube: CUBES.includes(what) ? what : "" };
  });
  return numbers.length || !chosen ? numbers : gains(whole);
}

/** A gain with cubes straight onto units is one of several answers: these cubes do not lie in the town yet. */
function gains(whole) {
  const form = whole.querySelector("form:has([type=radio][name=gain])");
  if (!form) return [];
  return [["militia", "food", 2], ["condottiere", "money", 3]].map(([unit, what, nth]) => ({ form, unit, what, nth, cube: "" }));
}

/** The answer of a gain like the one that is chosen, with another number of cubes straight onto the units. */
function gainWith({ form, nth }, number) {
  const wanted = form.querySelector("[name=gain]:checked")?.value.split("-").with(nth, String(number)).join("-");
  return [...form.querySelectorAll("[name=gain]")].find((each) => each.value === wanted);
}

const isMove = (form) => form.matches(".pmove");
// An empty field means its preset, which its placeholder shows.
const typed = (input) => Number(input.value === "" ? input.placeholder : input.value) || 0;
const answer = (form) => form.querySelector('input[name="choice"]:checked')?.value ?? "";

/** What a field says: of a scoring the ready answer that is chosen, of a free move nothing before it is touched. */
function count({ input, form, nth }) {
  if (!input) return Number(form.querySelector("[name=gain]:checked")?.value.split("-")[nth]) || 0;
  if (isMove(form) && !form.dataset.half) return 0;
  if (!form.matches("[data-pr-numbers]") || answer(form) === "own") return typed(input);
  return Number(answer(form).split("-")[input.dataset.prNth]) || 0;
}

function choose(radio) {
  radio.checked = true;
  const drawer = radio.closest("details.more");
  if (drawer) drawer.open = true;
  radio.dispatchEvent(new Event("change", { bubbles: true }));
}

function set(field, number, all) {
  const { input, form } = field;
  if (!input) return choose(gainWith(field, number));
  const said = all.map((each) => [each, each === field ? number : count(each)]);
  for (const [each, value] of said) if (each.form === form) each.input.value = value;
  if (isMove(form)) {
    if (number) form.dataset.half = "touched";
    else delete form.dataset.half;
    if (!number) input.value = input.min;
    const drawer = form.closest("details");
    if (number && drawer) drawer.open = true;
  }
  writing = true;
  for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
  writing = false;
  input.closest(".pown")?.scrollIntoView({ block: "nearest" });
}

/** All places of the own town, with what of them is marked. */
function read() {
  const all = fields();
  const svg = all.length ? town() : null;
  if (!svg) return { all: [], units: [], cubes: [], svg: town() };
  const niches = [...svg.querySelectorAll("[data-pr-niche]")];
  const units = [...svg.querySelectorAll('[data-pr-unit]:not([data-pr-unit="catapult"])')].map((element) => {
    const kind = element.dataset.prUnit;
    const niche = kind === "stand" ? null : niches.shift();
    return { element, kind, niche, room: Number(element.dataset.prMany ?? 1), bare: niche?.dataset.prNiche === "place", put: [] };
  });
  const cubes = CUBES.flatMap((kind) => [...svg.querySelectorAll(`[data-pr-cube="${kind}"]`)].map((element) => ({ element, kind, used: false })));
  for (const field of all) fill(field, units, cubes);
  return { all, units, cubes, svg };
}

const takes = (unit, { unit: kind, what }) => unit.kind === kind && (!CUBES.includes(what) || unit.bare);
const free = (unit) => unit.put.length < unit.room;
const left = (cubes, kind) => cubes.filter((each) => each.kind === kind && !each.used);

/** Marks as many places as the field says: first those that were touched. */
function fill(field, units, cubes) {
  const touched = kept.get(field.form) ?? {};
  for (let open = count(field), order = [...touched[field.what + field.unit] ?? []]; open > 0; open -= 1) {
    const wanted = units[order.shift()];
    const unit = wanted && takes(wanted, field) && free(wanted) ? wanted : units.find((each) => takes(each, field) && free(each));
    if (!unit) break;
    unit.put.push(field);
    if (!field.cube) continue;
    const stock = left(cubes, field.cube);
    const cube = stock.find((each) => touched[field.cube]?.includes(cubes.indexOf(each))) ?? stock[0];
    if (cube) cube.used = true;
  }
}

const more = (field) => (field.input ? count(field) < Number(field.input.max) : Boolean(gainWith(field, count(field) + 1)));
const room = (field, { units, cubes }) => more(field) && (!field.cube || left(cubes, field.cube).length > 0)
  && units.some((unit) => takes(unit, field) && free(unit));

/** The field that a touched unit adds to: its own kind of cube before favour. */
const adding = (unit, board) => (free(unit) ? board.all.find((field) => takes(unit, field) && room(field, board)) : undefined);

/** The field that a touched cube adds to: where cubes of the other kind do not suffice. */
function using(kind, board) {
  const short = (field) => {
    const bare = board.units.filter((unit) => takes(unit, field)).reduce((sum, unit) => sum + unit.room - unit.put.length, 0);
    const other = board.all.find((each) => each.unit === field.unit && each.cube !== kind);
    return bare - (other ? left(board.cubes, other.cube).length : 0);
  };
  return board.all.filter((field) => field.cube === kind && room(field, board)).sort((one, two) => short(two) - short(one))[0];
}

const canTouch = (board) => [
  ...board.units.filter((unit) => unit.put.length || adding(unit, board)),
  ...board.cubes.filter((cube) => cube.used || using(cube.kind, board)),
];

/** Notes which places are marked, and changes the field by so many. */
function change(field, by, board, unit, cube) {
  const { all, units, cubes } = board;
  for (let times = Math.abs(by); times > 0; times -= 1) {
    if (by > 0) unit.put.push(field);
    else unit.put.splice(unit.put.lastIndexOf(field), 1);
  }
  if (field.cube && cube) cube.used = by > 0;
  else if (field.cube) cubes.filter((each) => each.kind === field.cube && each.used === by < 0).slice(0, Math.abs(by)).forEach((each) => { each.used = by > 0; });
  const notes = {};
  for (const each of all.filter(({ form }) => form === field.form)) {
    notes[each.what + each.unit] = units.flatMap((one, index) => one.put.filter((put) => put === each).map(() => index));
    if (each.cube) notes[each.cube] = cubes.flatMap((one, index) => (one.used && one.kind === each.cube ? [index] : []));
  }
  kept.set(field.form, notes);
  set(field, count(field) + by, all);
}

function touchUnit(unit, board) {
  const field = adding(unit, board);
  if (field) return change(field, 1, board, unit);
  for (const each of new Set(unit.put)) {
    const back = unit.put.filter((put) => put === each).length;
    if (each.input || gainWith(each, count(each) - back)) change(each, -back, board, unit);
  }
}

function touchCube(cube, board) {
  const field = cube.used ? board.all.findLast((each) => each.cube === cube.kind && count(each)) : using(cube.kind, board);
  const unit = cube.used ? board.units.findLast((each) => each.put.includes(field)) : board.units.find((each) => takes(each, field) && free(each));
  if (field && unit) change(field, cube.used ? -1 : 1, board, unit, cube);
}

function make(name, attributes, text = "") {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

const copy = (glyph, { x, y, size }) => make("use", { href: `#pr-${glyph}`, x, y, width: size, height: size });

/** A rim around a place: dotted if it can be touched, solid if it is marked. */
function rim(element, niche, marked) {
  const { x, y, size } = box(element);
  const foot = niche ? box(niche).y + box(niche).size : y + size;
  return make("rect", { class: marked ? "pr-picked" : "pr-can", x: x - 1, y: y - 1, width: size + 2, height: foot - y + 2, rx: 5 });
}

function drawn(unit) {
  const parts = [rim(unit.element, unit.niche, unit.put.length > 0)];
  const { x, y, size } = box(unit.element);
  const what = unit.put.at(-1)?.what;
  if (what === "back") parts.push(make("path", { class: "pr-away", d: `M${x + 6} ${y + 6}L${x + size - 6} ${y + size - 6}M${x + size - 6} ${y + 6}L${x + 6} ${y + size - 6}` }));
  else if (what) parts.push(copy(what, box(unit.niche ?? unit.element)));
  if (unit.put.length && unit.room > 1) {
    const [middle, height] = [x + 8, y + 14];
    parts.push(make("circle", { class: "pr-token", cx: middle, cy: height, r: 15 }), make("text", { class: "pr-sign", x: middle, y: height, dy: 6.5, "text-anchor": "middle" }, String(unit.put.length)));
  }
  return parts;
}

function mark() {
  const board = read();
  const places = canTouch(board);
  board.svg?.querySelector(".pr-marks")?.remove();
  if (places.length) {
    const marks = make("g", { class: "pr-marks", "data-own": "" });
    for (const place of places) marks.append(...("put" in place ? drawn(place) : [rim(place.element, null, place.used)]));
    board.svg.append(marks);
  }
  for (const hint of document.querySelectorAll("#panel [data-pr-hint-touch]")) hint.hidden = !places.length;
  for (const button of document.querySelectorAll("#panel [data-pr-move]")) {
    button.hidden = !button.form?.dataset.half || !board.all.some(({ form }) => form === button.form);
  }
}

/** The place that a touch means: the one it lies in, of several the smallest, else the nearest one. */
function meant({ clientX, clientY }, board) {
  const near = canTouch(board).map((place) => {
    const rects = [place.element, place.niche].filter(Boolean).map((element) => element.getBoundingClientRect());
    const away = Math.min(...rects.map((rect) => within(rect, clientX, clientY)));
    return { place, away, size: rects[0].width };
  });
  return near.filter(({ away }) => away <= FINGER).sort((one, two) => one.away - two.away || one.size - two.size)[0]?.place;
}

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#board .pr-realm.me .pr-scene")) return;
  const board = read();
  const place = meant(event, board);
  if (!place) return;
  if ("put" in place) touchUnit(place, board);
  else touchCube(place, board);
  mark();
});
// A number of a free move that is changed in the panel is meant as well, as if its unit had been touched.
document.addEventListener("input", ({ target }) => {
  const form = target.matches?.(".pmove [data-pr-put]") && !writing ? target.form : null;
  for (const each of form ? document.querySelectorAll("#panel .pmove") : []) {
    if (each === form && target.value !== target.defaultValue) each.dataset.half = "touched";
    else delete each.dataset.half;
    each.dispatchEvent(new Event("half", { bubbles: true }));
  }
});
for (const kind of ["input", "change", "half", "htmx:afterSettle"]) document.addEventListener(kind, mark);
for (const kind of ["click", "toggle"]) document.addEventListener(kind, () => queueMicrotask(mark), true);
mark();
