// Shortcuts for the pointer, and numbers that follow what is typed. Every form works without this; the server decides again.
const slots = () => [...document.querySelectorAll("#board .pr-slots > .pr-slot:not(.pr-pile)")];
const takes = () => [...document.querySelectorAll('#panel details input[name="take"]')].filter((take) => !take.closest("details:not([open])"));

/** The place on the board of a card to take. Of a turn to come only the cards farthest to the right are still there. */
function place(take) {
  const offered = take.closest("fieldset").querySelectorAll('input[name="take"]').length;
  return parseInt(take.value, 10) + slots().length - offered;
}

/** Cards of the display light up while one is to be taken, and show which one is chosen. */
function mark() {
  const open = takes();
  const offered = open.map(place);
  const chosen = open.filter((take) => take.checked).map(place);
  for (const [number, slot] of slots().entries()) {
    slot.classList.toggle("takeable", offered.includes(number));
    slot.classList.toggle("taken", chosen.includes(number));
  }
}

/** A card touched on the board is the one to take in the open form. */
function touch(slot) {
  const take = takes().find((each) => place(each) === slots().indexOf(slot));
  if (!take) return;
  take.checked = true;
  mark();
}

/** Typed numbers are meant as the answer, and the strength they lead to stands beside them; a dash if it cannot be reached. */
function count(form) {
  const fields = [...form.querySelectorAll(".pfields input")];
  const shown = form.querySelector("[data-pr-strength]");
  if (!shown) return;
  const cubes = fields.reduce((sum, field) => sum + (Number(field.value) || 0), 0);
  const strength = Number(shown.dataset.prStrength) + 2 * cubes;
  const possible = strength <= Number(shown.dataset.prBest);
  shown.textContent = possible ? String(strength).replace("-", "−") : "–";
  shown.hidden = false;
}

document.addEventListener("click", (event) => {
  const slot = event.target.closest("#board .pr-slots > .pr-slot:not(.pr-pile)");
  if (slot) touch(slot);
});
document.addEventListener("change", mark);
document.addEventListener("toggle", mark, true);
document.addEventListener("htmx:afterSettle", mark);
document.addEventListener("input", (event) => {
  const form = event.target.closest("[data-pr-numbers]");
  if (!form || !event.target.closest(".pfields")) return;
  form.querySelector('input[name="choice"][value="own"]').checked = true;
  count(form);
});
