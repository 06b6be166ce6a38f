// Keys, the words beside the slider, clicks on the chart, and boxes that follow the step. Steps themselves are links and a form.
const STEPS = { ArrowLeft: "step-prev", ArrowRight: "step-next" };
const TURNS = { ArrowLeft: "step-turn-prev", ArrowRight: "step-turn-next" };
const ROUNDS = { "[": "step-round-prev", "]": "step-round-next" };
const ENDS = { Home: "step-first", End: "step-last" };

document.documentElement.classList.add("has-keys");

function wanted(event) {
  if (event.metaKey) return undefined;
  // On many keyboards a bracket takes AltGr, which some systems report as Ctrl and Alt.
  if (event.key in ROUNDS) return event.ctrlKey && !event.altKey ? undefined : ROUNDS[event.key];
  if (event.altKey || event.ctrlKey) return undefined;
  if (event.shiftKey) return TURNS[event.key];
  return STEPS[event.key] ?? (event.target.closest(".replay-steps") ? ENDS[event.key] : undefined);
}

document.addEventListener("keydown", (event) => {
  // The map has arrow keys of its own, and so have fields; Home and End scroll the page unless the buttons have the focus.
  const button = wanted(event);
  if (!button || event.target.closest("input, select, textarea, [data-map]")) return;
  event.preventDefault();
  document.querySelector(`#${button}[href]`)?.click();
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "step") return;
  const words = event.target.dataset.words.replace("#", event.target.value);
  event.target.setAttribute("aria-valuetext", words);
  document.getElementById("step-words").textContent = words;
});

// Links inside a drawing are followed like those beside it; opened in another window they lead to the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".chart-drawing a, .chart-numbers a");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  const replay = document.getElementById("replay");
  htmx.ajax("GET", link.getAttribute("href"), { source: replay, target: replay, swap: "outerHTML" });
});

// Moves boxes alone: scrollIntoView would move the page from under the reader.
function follow() {
  const eyes = document.querySelector(".eyes");
  const chosen = eyes?.querySelector("[aria-current]");
  if (chosen) eyes.scrollLeft = chosen.offsetLeft - (eyes.clientWidth - chosen.offsetWidth) / 2;
  for (const box of document.querySelectorAll(".replay-log, .moments")) {
    const here = box.querySelector(".here");
    if (here) box.scrollTop += here.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
  }
}

// What the reader has opened stays open from step to step.
let opened = [];
document.addEventListener("htmx:beforeSwap", () => {
  opened = [...document.querySelectorAll("#replay details[id][open]")].map((each) => each.id);
});

document.addEventListener("htmx:afterSwap", () => {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  follow();
  const happened = document.querySelector(".happened")?.innerText ?? "";
  document.getElementById("replay-said").textContent = `${document.getElementById("step-words").textContent}: ${happened}`;
});
follow();
