// A guided game: the places that the bubble speaks of are lit, and on a phone the tab opens in which they lie.
const LIT = "guided";
let station = "";

function light() {
  for (const place of document.querySelectorAll(`.${LIT}`)) place.classList.remove(LIT);
  const bubble = document.querySelector("#guide [data-station]");
  if (!bubble) return;
  if (bubble.dataset.lit) for (const place of document.querySelectorAll(bubble.dataset.lit)) place.classList.add(LIT);
  if (bubble.dataset.station === station) return;
  station = bubble.dataset.station;
  const tab = bubble.dataset.opens && document.querySelector(`#tabs [data-tab="${bubble.dataset.opens}"]`);
  const page = document.getElementById("table-page");
  if (tab?.offsetParent && page.dataset.tab !== bubble.dataset.opens) tab.click();
  // After the scripts of the game, which show their own part of the board first.
  setTimeout(() => document.querySelector(`#board .${LIT}`)?.scrollIntoView({ block: "center", inline: "center" }), 300);
}

document.addEventListener("htmx:afterSettle", light);
light();
