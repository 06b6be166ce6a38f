// Search while one types: rules and words that do not say it step aside. Without this script the form asks the site.
// Upper case first: it makes ß an SS, as for the site's own search.
const folded = (text) => text.normalize("NFKC").toUpperCase().toLowerCase().replaceAll("'", "’").replaceAll("\u00ad", "");
const field = document.getElementById("q");
const found = document.getElementById("found");
const rules = [...document.querySelectorAll(".rule")].map((rule) => [rule, folded(rule.textContent)]);

field?.addEventListener("input", () => {
  const needles = folded(field.value).split(/\s+/).filter(Boolean);
  for (const [rule, text] of rules) rule.hidden = !needles.every((needle) => text.includes(needle));
  for (const chapter of document.querySelectorAll(".chapter")) chapter.hidden = !chapter.querySelector(".rule:not([hidden])");
  found.textContent = rules.every(([rule]) => rule.hidden) ? found.dataset.none : "";
});
