// Daylight or lamplight by choice; without a choice the system decides. Runs in the head so that nothing flashes.
(() => {
  const KEY = "staffetta-theme";
  const root = document.documentElement;
  const read = () => { try { return localStorage.getItem(KEY); } catch { return null; } };
  const keep = (theme) => { try { localStorage.setItem(KEY, theme); } catch { /* private window: this page only */ } };
  root.classList.add("scripted");
  const chosen = read();
  if (chosen) root.dataset.theme = chosen;
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  document.addEventListener("DOMContentLoaded", () => {
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.hidden = false;
      button.addEventListener("click", () => keep(root.dataset.theme = isDark() ? "light" : "dark"));
    }
  });
})();
