// The browser knows where it is: sign-up sends the guess along, the profile offers it.
(() => {
  let zone;
  try { zone = Intl.DateTimeFormat().resolvedOptions().timeZone; } catch { /* an old browser: the server falls back */ }
  if (!zone) return;
  for (const input of document.querySelectorAll("input[data-guess-time-zone]")) input.value = zone;
  for (const button of document.querySelectorAll("button[data-offer-time-zone]")) {
    const select = document.getElementById(button.dataset.offerTimeZone);
    const known = [...select.options].some((option) => option.value === zone);
    const show = () => { button.parentElement.hidden = !known || select.value === zone; };
    for (const name of button.querySelectorAll("[data-zone]")) name.textContent = zone.replaceAll("_", " ");
    button.addEventListener("click", () => { select.value = zone; show(); select.focus(); });
    select.addEventListener("change", show);
    show();
  }
})();
