/* A button that copies what stands in a field; without scripts the field can be marked and copied by hand, and the button stays away. */
(() => {
  "use strict";
  for (const button of document.querySelectorAll("[data-copy]")) {
    const field = document.getElementById(button.dataset.copy);
    const told = button.closest(".field")?.querySelector("[role=status]");
    button.hidden = false;
    button.addEventListener("click", async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        // Outside https a browser has no clipboard to write to, but copies what is marked.
        if (!document.execCommand("copy")) return;
      }
      if (told) told.textContent = button.dataset.done;
    });
  }
})();
