// Keys, playing, the words beside the slider, clicks on the chart, and boxes that follow the step. Steps themselves are links and a
// form, and work without all this.
const STEPS = { ArrowLeft: "step-prev", ArrowRight: "step-next" };
const TURNS = { ArrowLeft: "step-turn-prev", ArrowRight: "step-turn-next" };
const ROUNDS = { "[": "step-round-prev", "]": "step-round-next" };
const MOMENTS = { ",": "step-moment-prev", ".": "step-moment-next" };
const ENDS = { Home: "step-first", End: "step-last" };
const SPEEDS = { slow: 4500, normal: 2200, fast: 900 };
// What a board marks as new.
const FRESH = '.fresh, .pr-fresh, use[href="#zn-new"]';

document.documentElement.classList.add("has-keys");

function wanted(event) {
  if (event.metaKey) return undefined;
  // On many keyboards a bracket takes AltGr, which some systems report as Ctrl and Alt.
  if (event.key in ROUNDS) return event.ctrlKey && !event.altKey ? undefined : ROUNDS[event.key];
  if (event.altKey || event.ctrlKey) return undefined;
  if (event.shiftKey) return TURNS[event.key];
  return STEPS[event.key] ?? MOMENTS[event.key] ?? (event.target.closest(".replay-steps") ? ENDS[event.key] : undefined);
}

document.addEventListener("keydown", (event) => {
  if (event.key === " " && !event.target.closest("a, button, input, select, textarea, summary, [data-map]") && document.getElementById("replay-play")) {
    event.preventDefault();
    return playing ? pause() : play();
  }
  // The map has arrow keys of its own, and so have fields; Home and End scroll the page unless the buttons have the focus.
  const button = wanted(event);
  if (!button || event.target.closest("input, select, textarea, [data-map]")) return;
  event.preventDefault();
  pause();
  follow(document.querySelector(`#${button}[href]`));
});

// A step is shown where it can be seen, whatever part of the page asked for it.
function follow(link) {
  if (!link) return;
  link.click();
  const stage = document.getElementById("stage");
  if (stage && stage.getBoundingClientRect().bottom < 120) stage.scrollIntoView({ block: "start" });
}

document.addEventListener("input", (event) => {
  if (event.target.id !== "step") return;
  pause();
  const words = event.target.dataset.words.replace("#", event.target.value);
  event.target.setAttribute("aria-valuetext", words);
  document.getElementById("step-words").textContent = words;
});

// Playing: the next step a while after the last one has come, until the end, or until somebody takes over.
let playing = null;
let speed = "normal";

function play() {
  isStarting = true;
  playing = playing ?? setTimeout(advance, document.querySelector("#step-next[href]") ? 0 : SPEEDS[speed] / 2);
  show();
}

function pause() {
  clearTimeout(playing);
  playing = null;
  show();
}

function advance() {
  const next = document.querySelector("#step-next[href]") ?? (isStarting ? document.querySelector("#step-first[href]") : null);
  isStarting = false;
  if (!next) return pause();
  const replay = document.getElementById("replay");
  htmx.ajax("GET", next.getAttribute("href"), { source: replay, target: replay, swap: "outerHTML" });
}

// Play at the end begins with the start.
let isStarting = false;

function show() {
  const button = document.getElementById("replay-play");
  const select = document.getElementById("replay-speed");
  if (!button) return;
  button.hidden = select.hidden = false;
  button.classList.toggle("on", playing !== null);
  button.setAttribute("aria-label", playing === null ? button.dataset.play : button.dataset.pause);
  button.title = button.getAttribute("aria-label");
  select.value = speed;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#replay-play")) {
    if (playing !== null) return pause();
    return play();
  }
  if (event.isTrusted && event.target.closest("#replay a, .ending a")) pause();
});
document.addEventListener("change", (event) => {
  if (event.target.id === "replay-speed") speed = event.target.value;
});
document.addEventListener("visibilitychange", () => { if (document.hidden) pause(); });
// Going back leads to where the reader was before playing, not through everything that was played.
document.addEventListener("htmx:beforeHistoryUpdate", (event) => {
  if (playing !== null && event.detail.history.type === "push") event.detail.history.type = "replace";
});
document.addEventListener("htmx:sendError", pause);
document.addEventListener("htmx:responseError", pause);

// Links inside a drawing are followed like those beside it; opened in another window they lead to the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".chart-drawing a, .chart-numbers a, .stops a");
  const replay = document.getElementById("replay");
  if (!link || !replay || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  // The end knows no eyes; whoever reads from a seat stays there.
  const eyes = link.closest(".ending") ? location.search : "";
  htmx.ajax("GET", link.getAttribute("href") + eyes, { source: replay, target: replay, swap: "outerHTML" });
  if (link.closest(".ending")) document.getElementById("stage").scrollIntoView({ block: "start" });
});

// Moves boxes alone: scrollIntoView would move the page from under the reader.
function boxes() {
  const eyes = document.querySelector(".eyes");
  const chosen = eyes?.querySelector("[aria-current]");
  if (chosen) eyes.scrollLeft = chosen.offsetLeft - (eyes.clientWidth - chosen.offsetWidth) / 2;
  for (const box of document.querySelectorAll(".replay-log, .moments")) {
    const here = box.querySelector(".here");
    if (here) box.scrollTop += here.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
  }
  for (const board of document.querySelectorAll("[data-stage-board]")) reveal(board);
}

// Every box of the board that scrolls comes up where most of what is new is seen at once.
function reveal(board) {
  const inside = [board, ...board.querySelectorAll("*")];
  for (const box of inside.filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)) {
    const { overflowX, overflowY } = getComputedStyle(box);
    if (![overflowX, overflowY].some((each) => each === "auto" || each === "scroll")) continue;
    const frame = box.getBoundingClientRect();
    const drawn = [...box.querySelectorAll(FRESH)].filter((each) => each.getClientRects().length);
    const at = drawn.map((each) => each.getBoundingClientRect())
      .map((each) => ({ x: each.left + each.width / 2 - frame.left, y: each.top + each.height / 2 - frame.top }));
    const [wide, high] = [box.clientWidth / 2, box.clientHeight / 2];
    const near = (one) => at.filter((other) => Math.abs(other.x - one.x) < wide * .8 && Math.abs(other.y - one.y) < high * .8);
    const [best] = at.map(near).sort((one, other) => other.length - one.length);
    if (!best) continue;
    const middle = (way) => (Math.min(...best.map((one) => one[way])) + Math.max(...best.map((one) => one[way]))) / 2;
    box.scrollLeft += middle("x") - wide;
    box.scrollTop += middle("y") - high;
  }
}

// The stage ends with the window, whatever stands above it.
function fit() {
  const stage = document.getElementById("stage");
  if (!stage || stage.closest(".replay").previousElementSibling?.id === "over") return;
  stage.style.setProperty("--stage-top", `${Math.round(stage.getBoundingClientRect().top + scrollY)}px`);
}

// What the reader has opened stays open from step to step, and the focus stays where it is. htmx gives it to what has the same id,
// but to what comes hidden before `show`, or cannot be seen yet, it cannot.
let opened = [];
let focused = "";
document.addEventListener("htmx:beforeSwap", () => {
  opened = [...document.querySelectorAll("#replay details[id][open]")].map((each) => each.id);
  focused = document.activeElement?.closest("#replay") ? document.activeElement.id : "";
});

function refocus() {
  if (focused && document.activeElement === document.body) document.getElementById(focused)?.focus({ preventScroll: true });
}

document.addEventListener("htmx:afterSwap", () => {
  for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
  fit();
  show();
  refocus();
  const happened = document.querySelector(".happened")?.innerText ?? "";
  document.getElementById("replay-said").textContent = `${document.getElementById("step-words").textContent}: ${happened}`;
});
// The map has been set up by then.
document.addEventListener("htmx:afterSettle", () => {
  refocus();
  boxes();
  if (playing === null) return;
  clearTimeout(playing);
  if (document.querySelector("#step-next[href]")) playing = setTimeout(advance, SPEEDS[speed]);
  else pause();
});
addEventListener("resize", () => { fit(); boxes(); });
fit();
show();
boxes();
