// Touching the board and the hand: what lies there is a button of the form in the panel. Every form works without this.
const page = document.querySelector(".table-page");
const form = () => document.getElementById("zp-form");
const steps = (figure) => [...document.querySelectorAll(`#panel [data-figure="${figure}"][data-to]`)];

/** Places light up for a figure that was touched; touched again, or with Escape, it stays where it is. */
function pick(figure) {
  const chosen = figure && steps(figure).length ? figure : "";
  if (page) page.dataset.figure = chosen;
  for (const own of document.querySelectorAll("#board .zn-own")) own.classList.toggle("picked", own.dataset.figure === chosen);
  for (const old of document.querySelectorAll("#board [data-own]")) old.remove();
  for (const step of chosen ? steps(chosen) : []) {
    const place = document.getElementById(`area-${step.dataset.to}`);
    const go = document.createElement("button");
    go.className = "zt-go";
    go.dataset.own = "";
    go.setAttribute("form", "zp-form");
    go.name = step.name;
    go.value = step.value;
    go.setAttribute("aria-label", step.getAttribute("aria-label"));
    place?.append(go);
  }
  return chosen;
}

/** Which figure a card of the hand is sent out with: the one chosen in the panel. */
const chip = (which) => document.querySelector(`#panel .zp-chip${which}`);
function sends(value) {
  const chosen = chip('[aria-pressed="true"]');
  return chosen && value.includes("SealFigure") ? JSON.stringify({ ...JSON.parse(value), figure: chosen.dataset.sends }) : value;
}

/** htmx knows only the buttons within a form: the value of one beside it is put in for a moment. */
function press(action) {
  const value = document.createElement("input");
  value.type = "hidden";
  value.name = "action";
  value.value = sends(action);
  form()?.append(value);
  form()?.requestSubmit();
  value.remove();
}

/** On a phone a place that was tapped shows its cards alone. */
const small = matchMedia("(max-width: 68.74rem)");
function enter(area) {
  if (page) page.dataset.place = area;
  for (const place of document.querySelectorAll(".zq")) place.classList.toggle("open", place.dataset.area === area);
}

/** The part of the form that a card or a figure leads to is open and in view. */
function lead(id) {
  const part = document.getElementById(id);
  const drawer = part?.closest("details");
  if (drawer) drawer.open = true;
  part?.scrollIntoView({ block: "nearest" });
}

/** What is chosen from the hand shows the hand on a phone, what is asked about a card shows that card. */
let led = "";
function begin() {
  const key = document.querySelector("#panel .slot")?.dataset.key ?? "";
  if (key === led) return;
  led = key;
  const hand = document.querySelector("#panel .slot")?.querySelector(".zp-of-place, .zp-of-discard, .zp-of-festa");
  if (small.matches && page?.dataset.tab === "turn" && hand) document.querySelector('#tabs [data-tab="hand"]')?.click();
  const asked = document.querySelector("#board .zc.asked");
  const box = document.getElementById("places");
  if (!asked || !box) return;
  const place = asked.closest(".zq").getBoundingClientRect();
  const frame = box.getBoundingClientRect();
  if (small.matches) box.scrollTop += place.top - frame.top;
  else asked.scrollIntoView({ block: "nearest" });
}

document.addEventListener("click", (event) => {
  const figure = event.target.closest?.("#panel .zp-chip");
  if (figure) {
    for (const each of document.querySelectorAll("#panel .zp-chip")) each.setAttribute("aria-pressed", String(each === figure));
    return;
  }
  const place = small.matches && event.target.closest?.(".table-page .zq h3 a, .table-page .zq-back a");
  if (place) {
    event.preventDefault();
    event.stopPropagation();
    const left = page?.dataset.place;
    enter(place.closest(".zq")?.dataset.area ?? "");
    const focus = document.querySelector(page?.dataset.place ? ".zq-back a" : `#area-${left} h3 a`);
    focus?.focus({ preventScroll: true });
    return;
  }
  const target = event.target.closest?.("#board [form], #hand [form], #board .zn-own, #board a.zt-go, #hand a.zt-go");
  if (!target) return;
  event.preventDefault();
  event.stopPropagation();
  if (target.matches("[form]")) {
    press(target.value);
    pick("");
  } else if (target.dataset.value) {
    press(target.dataset.value);
  } else if (target.dataset.figure) {
    const chosen = pick(page?.dataset.figure === target.dataset.figure ? "" : target.dataset.figure);
    if (chosen) lead(`move-${chosen}`);
  } else {
    lead(target.getAttribute("href").slice(1));
  }
}, true);
document.addEventListener("keydown", (event) => { if (event.key === "Escape" && page?.dataset.figure) pick(""); });
document.addEventListener("htmx:afterSettle", () => {
  pick(page?.dataset.figure);
  enter(page?.dataset.place ?? "");
  // What was just chosen in an open place stays in view when the sheet has grown.
  document.querySelector("#board .zq.open .zc:is(.fresh, :has(.fresh))")?.scrollIntoView({ block: "nearest" });
  begin();
});
begin();
