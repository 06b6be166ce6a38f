// A guided game: the places that the bubble speaks of are lit, and on a phone the tab opens in which they lie.
const LIT = "guided";
let station = "";

function open(name) {
  const tab = document.querySelector(`#tabs [data-tab="${name}"]`);
  if (tab?.offsetParent && document.getElementById("table-page").dataset.tab !== name) tab.click();
}

function light() {
  for (const place of document.querySelectorAll(`.${LIT}`)) place.classList.remove(LIT);
  const bubble = document.querySelector("#guide [data-station]");
  if (!bubble) {
    // The guide has just ended: what is asked now lies on the board.
    if (station) open("turn");
    station = "";
    return;
  }
  if (bubble.dataset.lit) for (const place of document.querySelectorAll(bubble.dataset.lit)) place.classList.add(LIT);
  if (bubble.dataset.station === station) return;
  station = bubble.dataset.station;
  if (bubble.dataset.opens) open(bubble.dataset.opens);
  // After the scripts of the game, which show their own part of the board first.
  setTimeout(() => document.querySelector(`#board .${LIT}`)?.scrollIntoView({ block: "center", inline: "center" }), 300);
}

document.addEventListener("htmx:afterSettle", light);
light();
