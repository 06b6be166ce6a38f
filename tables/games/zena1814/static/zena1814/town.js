// A shortcut for the pointer: a card in the town leads to its place in the form. Every form works without this.
const offers = () => [...document.querySelectorAll("#panel [data-laid]")];
const lying = (number) => document.getElementById(`laid-${number}`);

/** Cards light up while they can be influenced. */
function mark() {
  for (const card of document.querySelectorAll("#board .zc.takeable")) card.classList.remove("takeable");
  for (const offer of offers()) lying(offer.dataset.laid)?.classList.add("takeable");
}

/** The drawer with the offer opens, and its first control is ready. */
function lead(offer) {
  const drawer = offer.closest("details");
  if (drawer) drawer.open = true;
  offer.scrollIntoView({ block: "center" });
  offer.querySelector("button, select, input:not([type=hidden])")?.focus({ preventScroll: true });
}

document.addEventListener("click", (event) => {
  const card = event.target.closest("#board .zc.takeable");
  const offer = card && offers().find((each) => card.id === `laid-${each.dataset.laid}`);
  if (offer) lead(offer);
});
document.addEventListener("htmx:afterSettle", mark);
mark();
