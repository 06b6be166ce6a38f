// A turn by touching cards: an own card, then the one of the display that is taken for it; the other way round it is an exchange. The forms in the panel do the work,
// and alone they are enough; the server decides again. Numbers of a scoring follow what is typed.
const cards = () => [...document.querySelectorAll("#board [data-pr-card]")];
const slots = () => [...document.querySelectorAll("#board .pr-slots > .pr-slot:not(.pr-pile)")];
const face = (slot) => slot.querySelector(".pr-touch");

/** The turn that is put together in the panel; none while it is folded up or there is nothing left to choose. */
function turn() {
  const found = document.querySelector("#panel [data-pr-turn]");
  return found && !found.closest("details:not([open])") && found.querySelector("[data-pr-act]") ? found : null;
}

const act = (here, card) => here.querySelector(`[data-pr-act="${card}"]`);
const exchange = (here) => here.querySelector("[data-pr-exchange] form");
const takesOf = (form) => [...(form?.querySelectorAll('input[name="take"]') ?? [])];

/** The card of the display that was touched first, before an own one. */
const taken = (here) => (here.dataset.card === undefined ? takesOf(exchange(here)).find((take) => take.checked) : undefined);

/** The form that a card of the display completes: the use of the own card if it is exchanged afterwards, else an exchange. */
function completing(here) {
  if (here.dataset.card === undefined) return exchange(here);
  const form = act(here, here.dataset.card).querySelector("form");
  return here.dataset.way !== "swap" && takesOf(form).length ? form : exchange(here);
}

/** The place on the board of a card to take. Of a turn to come only the cards farthest to the right are still there. */
function place(take) {
  return parseInt(take.value, 10) + slots().length - takesOf(take.form).length;
}

/** What can be touched is lit, what is chosen is marked, and what the draft has moved carries the number of its step. */
function mark() {
  const here = turn();
  const takes = here ? takesOf(completing(here)) : [];
  const lit = takes.map(place);
  const chosen = takes.filter((take) => take.checked).map(place);
  for (const [number, slot] of slots().entries()) {
    slot.classList.toggle("takeable", lit.includes(number));
    slot.classList.toggle("taken", chosen.includes(number));
    const button = face(slot);
    if (button) button.disabled = !lit.includes(number);
  }
  for (const card of cards()) {
    const mine = here?.dataset.card === card.dataset.prCard;
    card.disabled = !here;
    card.classList.toggle("lit", Boolean(here) && !mine);
    card.classList.toggle("picked", Boolean(mine));
    card.setAttribute("aria-pressed", String(Boolean(mine)));
  }
  for (const each of here?.querySelectorAll("[data-pr-act]") ?? []) each.classList.toggle("picked", each.dataset.prAct === here.dataset.card);
  for (const each of here?.querySelectorAll("[data-pr-hint]") ?? []) {
    const owner = each.closest("[data-pr-act]");
    each.hidden = owner ? here.dataset.way === "swap" && !owner.matches(".shut") : here.dataset.card !== undefined || Boolean(taken(here));
  }
  for (const each of here?.querySelectorAll("[data-pr-add]") ?? []) {
    each.hidden = here.dataset.card !== each.dataset.prAdd || here.dataset.way === "swap" || takesOf(each.form).length > 0;
  }
  for (const each of here?.querySelectorAll("[data-pr-next]") ?? []) {
    each.hidden = here.dataset.card === undefined || Boolean(here.querySelector("[data-pr-add]:not([hidden])"));
  }
  for (const each of here?.querySelectorAll("[data-pr-give]") ?? []) each.hidden = !taken(here);
  for (const each of here?.querySelectorAll("[data-pr-swap]") ?? []) {
    each.hidden = !takesOf(each.form).length;
    each.setAttribute("aria-pressed", String(here.dataset.way === "swap"));
  }
  number();
}

/** A number stands in the name of its card, where it covers nothing. */
function stamp(place, step) {
  for (const each of [place, place?.querySelector(".pcard-name")]) if (each) each.dataset.step = step;
}

/** Cards that the draft has moved: the one given lies in the display, the one taken among the own. */
function number() {
  for (const each of document.querySelectorAll("#board [data-step]")) delete each.dataset.step;
  for (const [index, step] of [...document.querySelectorAll("#panel [data-pr-step]")].entries()) {
    const action = JSON.parse(step.dataset.prStep);
    const card = document.querySelector(`#board [data-pr-card="${action.card}"]`);
    stamp(card, index + 1);
    const slot = Number.isInteger(action.take) && !step.closest("[data-filing]") ? slots()[action.take] : null;
    stamp(slot, index + 1);
  }
}

/** What is half chosen is noted at the turn, where js/kept.js keeps it for as long as this step lasts. */
function note(here) {
  const { card, way } = here.dataset;
  const swapping = exchange(here)?.closest("details").open ?? false;
  if (card === undefined && !swapping) delete here.dataset.half;
  else here.dataset.half = JSON.stringify({ card, way, swapping });
  here.dispatchEvent(new Event("half", { bubbles: true }));
}

function pick(here, card) {
  if (card === undefined) delete here.dataset.card;
  else here.dataset.card = card;
  const chosen = card === undefined ? null : act(here, card);
  here.dataset.way = chosen && !chosen.querySelector("form") ? "swap" : "use";
  for (const each of here.querySelectorAll("details[data-pr-act]")) each.open = each === chosen;
  if (chosen) exchange(here)?.closest("details").removeAttribute("open");
  note(here);
  mark();
  chosen?.scrollIntoView({ block: "nearest" });
}

/** An own card: chosen at the first touch; at the second one it is used, unless a card must be taken for it. */
function touchOwn(here, card) {
  const form = act(here, card).querySelector("form");
  if (taken(here)) give(exchange(here), card);
  else if (here.dataset.card !== card) pick(here, card);
  else if (form && !takesOf(form).length && here.dataset.way !== "swap") form.requestSubmit();
  else pick(here, undefined);
}

function touchSlot(here, slot) {
  const form = completing(here);
  const take = takesOf(form).find((each) => place(each) === slots().indexOf(slot));
  if (!take) return;
  take.checked = here.dataset.card !== undefined || !take.checked;
  form.dispatchEvent(new Event("half", { bubbles: true }));
  mark();
  if (here.dataset.card !== undefined) give(form, here.dataset.card);
}

/** The exchange is added to the turn; where a card is used first, its form knows which one is given. */
function give(form, card) {
  const given = form.querySelector(`input[name="card"][type="radio"][value="${card}"]`);
  if (given) given.checked = true;
  form.requestSubmit();
}

function restore() {
  const here = turn();
  if (here?.dataset.half && here.dataset.card === undefined) {
    const { card, way, swapping } = JSON.parse(here.dataset.half);
    if (card !== undefined && act(here, card)) {
      pick(here, card);
      if (way === "swap" && exchange(here)) here.dataset.way = way;
      note(here);
    } else if (swapping) exchange(here)?.closest("details").setAttribute("open", "");
  }
  mark();
}

/** Typed numbers are meant as the answer, and the strength they lead to stands beside them; a dash if it cannot be reached. */
function count(form) {
  const fields = [...form.querySelectorAll(".pfields input")];
  const shown = form.querySelector("[data-pr-strength]");
  if (!shown) return;
  const cubes = fields.reduce((sum, field) => sum + (Number(field.value === "" ? field.placeholder : field.value) || 0), 0);
  const strength = Number(shown.dataset.prStrength) + 2 * cubes;
  const possible = strength <= Number(shown.dataset.prBest);
  shown.textContent = possible ? String(strength).replace("-", "−") : "–";
  shown.hidden = false;
}

document.addEventListener("click", (event) => {
  const here = turn();
  if (!here) return;
  const swap = event.target.closest("[data-pr-swap]");
  const card = event.target.closest("#board [data-pr-card]");
  const slot = event.target.closest("#board .pr-slots > .pr-slot:not(.pr-pile)");
  if (swap) { here.dataset.way = here.dataset.way === "swap" ? "use" : "swap"; note(here); mark(); }
  else if (card) touchOwn(here, card.dataset.prCard);
  else if (slot) touchSlot(here, slot);
});
document.addEventListener("change", mark);
// A drawer of the panel that is opened or shut by hand is a choice as well.
document.addEventListener("toggle", (event) => {
  const here = turn();
  const chosen = event.target.closest?.("details[data-pr-act]");
  if (here && chosen) {
    if (chosen.open && here.dataset.card !== chosen.dataset.prAct) pick(here, chosen.dataset.prAct);
    else if (!chosen.open && here.dataset.card === chosen.dataset.prAct) pick(here, undefined);
  } else if (here && event.target.matches?.("[data-pr-exchange]")) {
    if (event.target.open && here.dataset.card !== undefined) pick(here, undefined);
    note(here);
  }
  mark();
}, true);
document.addEventListener("htmx:afterSettle", restore);
document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-pr-numbers]");
  if (!form || !event.target.closest(".pfields")) return;
  form.querySelector('input[name="choice"][value="own"]').checked = true;
  count(form);
});
restore();
