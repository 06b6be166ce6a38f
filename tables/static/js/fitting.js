/* What is for another number of seats than the table has cannot be chosen; without scripts the form says so once it was sent. */
(() => {
  "use strict";
  const seats = document.querySelector("select[name=seats]");
  const bound = [...document.querySelectorAll("option[data-seats]")];
  if (!seats || !bound.length) return;

  function fit() {
    for (const option of bound) {
      option.disabled = option.dataset.seats !== seats.value;
      if (option.disabled && option.selected) option.closest("select").selectedIndex = 0;
    }
  }

  seats.addEventListener("change", fit);
  fit();
})();
