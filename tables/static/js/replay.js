// Arrow keys and the slider of a replay. Without this module the links and the form's button do the same.
const go = (address) =>
  window.htmx.ajax("GET", address, { target: "#replay", swap: "outerHTML" }).then(() => history.pushState({}, "", address));

const press = (rel) => document.querySelector(`.replay-steps a[rel="${rel}"]`)?.click();

const KEYS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };

document.addEventListener("keydown", (event) => {
  const busy = event.target.closest("input, select, textarea, [data-map], svg");
  if (busy || event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
  event.preventDefault();
  press(KEYS[event.key]);
});

document.addEventListener("change", (event) => {
  if (event.target.id !== "step") return;
  const base = event.target.dataset.address.replace(/0\/$/, "");
  const eyes = event.target.form.elements.eyes;
  go(`${base}${event.target.value}/${eyes ? `?eyes=${eyes.value}` : ""}`);
});

document.addEventListener("htmx:afterSwap", () => document.querySelector(".replay-log .here")?.scrollIntoView({ block: "nearest" }));
window.addEventListener("popstate", () => location.reload());
