// Search while one types: rules and words that do not say it step aside. Without this script the form asks the site.
const field = document.getElementById("q");
const found = document.getElementById("found");
const rules = [...document.querySelectorAll(".rule")].map((rule) => [rule, rule.textContent.normalize("NFKC").toLowerCase()]);

field?.addEventListener("input", () => {
  const needles = field.value.normalize("NFKC").toLowerCase().split(/\s+/).filter(Boolean);
  for (const [rule, text] of rules) rule.hidden = !needles.every((needle) => text.includes(needle));
  for (const chapter of document.querySelectorAll(".chapter")) chapter.hidden = !chapter.querySelector(".rule:not([hidden])");
  found.textContent = rules.every(([rule]) => rule.hidden) ? found.dataset.none : "";
});
