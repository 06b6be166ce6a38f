/* Number fields with a preset: buttons beside them for one less and one more, and what is typed takes the place of the preset.
   Without this script the preset is the placeholder of an empty field, which means it. */
(() => {
  "use strict";
  const { less, more } = document.currentScript.dataset;

  function step(input, by) {
    if (by < 0) input.stepDown();
    else input.stepUp();
    for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
  }

  function button(input, sign, words, by) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button quiet";
    made.textContent = sign;
    made.setAttribute("aria-label", `${words}: ${input.ariaLabel}`);
    made.addEventListener("click", () => step(input, by));
    return made;
  }

  function enhance(input) {
    if (input.value === "" && input.placeholder !== "") input.defaultValue = input.placeholder;
    if (input.value === "" || input.closest(".stepper")) return;
    const focused = document.activeElement === input;
    input.ariaLabel ??= [...input.labels].map((label) => label.textContent.trim().replace(/\s+/g, " ")).join(" ");
    const around = document.createElement("span");
    around.className = "stepper";
    input.replaceWith(around);
    around.append(button(input, "−", less, -1), input, button(input, "+", more, 1));
    for (const kind of ["focus", "click"]) input.addEventListener(kind, () => input.select());
    if (focused) input.focus();
  }

  const start = () => document.querySelectorAll('main input[type="number"]').forEach(enhance);
  document.addEventListener("htmx:load", start);
  start();
})();
