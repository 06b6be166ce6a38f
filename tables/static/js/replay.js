// Arrow keys, the words beside the slider, and the log that follows. Steps themselves are links and a form.
const STEPS = { ArrowLeft: "step-prev", ArrowRight: "step-next" };
const ENDS = { Home: "step-first", End: "step-last" };

document.documentElement.classList.add("has-keys");

document.addEventListener("keydown", (event) => {
  // The map has arrow keys of its own, and so have fields; Home and End scroll the page unless the buttons have the focus.
  const busy = event.target.closest("input, select, textarea, [data-map]");
  const wanted = STEPS[event.key] ?? (event.target.closest(".replay-steps") && ENDS[event.key]);
  if (busy || !wanted || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  document.querySelector(`#${wanted}[href]`)?.click();
});

document.addEventListener("input", (event) => {
  if (event.target.id !== "step") return;
  const words = event.target.dataset.words.replace("#", event.target.value);
  event.target.setAttribute("aria-valuetext", words);
  document.getElementById("step-words").textContent = words;
});

// Moves the log alone: scrollIntoView would move the page from under the reader.
function follow() {
  const box = document.querySelector(".replay-log");
  const here = box?.querySelector(".here");
  if (here) box.scrollTop += here.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
}

document.addEventListener("htmx:afterSwap", () => {
  follow();
  const happened = document.querySelector(".happened")?.innerText ?? "";
  document.getElementById("replay-said").textContent = `${document.getElementById("step-words").textContent}: ${happened}`;
});
follow();
