/* A board without a script of its own can be touched: what says data-action there chooses as the button of the panel with that
   value does. The panel alone is enough for the keyboard and without scripts. */
const page = document.querySelector("main");
const buttonOf = (place) => [...document.querySelectorAll('#panel button[name="action"]')].find((each) => each.value === place.dataset.action);

function mark() {
  for (const place of document.querySelectorAll("#board [data-action]")) place.classList.toggle("takeable", Boolean(buttonOf(place)));
}

document.addEventListener("click", (event) => {
  const place = event.target.closest?.("#board [data-action]");
  if (place) buttonOf(place)?.click();
});
// Whatever changes the board or the panel: an answer, a step of the others, a draft.
new MutationObserver(mark).observe(page, { childList: true, subtree: true });
mark();
