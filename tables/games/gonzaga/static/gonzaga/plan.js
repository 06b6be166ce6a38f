// Planning: the region that is being chosen is edged on the map, a land that is touched chooses its card, and every card says
// what it allows together with what is chosen already. What a plan would allow comes from the server (turn.js lays it on the map).
const form = () => document.querySelector(".plan-form");
const chosen = (name) => form()?.querySelector(`[name="${name}"]:checked`);

// A turn that is tried on the map has the map for itself.
const busy = () => !form() || document.querySelector("[data-turn]:not([data-turn=sketch])");

function edge() {
  const lits = document.querySelector("[data-map] .gz .lits");
  if (!lits || busy()) return;
  const [land, old] = [chosen("region")?.dataset.land, lits.querySelector(".land-lit")];
  const href = land === undefined ? undefined : `#gz-land-${land}`;
  if (old?.getAttribute("href") === href) return;
  old?.remove();
  if (!href) return;
  const made = document.createElementNS("http://www.w3.org/2000/svg", "use");
  made.setAttribute("class", "land-lit");
  made.setAttribute("href", href);
  lits.prepend(made);
  lits.closest("svg").dispatchEvent(new CustomEvent("map:lit", { detail: [made] }));
}

// Asked for once for each plan; a plan that lies sealed is asked for when somebody opens it to replace it.
function sketch() {
  const place = form()?.querySelector("[data-sketch]");
  const plan = place && ["region", "deed", "privilege"].map((name) => chosen(name)?.value).join(" ");
  if (!place || busy() || place.dataset.sketch === plan || !chosen("region") || !chosen("deed") || form().closest("details:not([open])")) return;
  place.dataset.sketch = plan;
  place.dispatchEvent(new Event("sketch"));
}

function count() {
  if (!form()) return;
  const prospects = JSON.parse(form().querySelector('script[type="application/json"]').textContent);
  const [region, deed, privilege] = ["region", "deed", "privilege"].map((name) => chosen(name)?.value);
  for (const card of form().querySelectorAll(".play-card")) {
    const { name, value } = card.querySelector("input");
    const said = card.querySelector(".ways");
    if (!said || name === "privilege") continue;
    said.dataset.all ??= said.textContent;
    const words = name === "region" ? prospects[value]?.[deed] : prospects[region]?.[value];
    said.textContent = words?.[privilege ? 1 : 0] ?? said.dataset.all;
    said.hidden = !said.textContent;
  }
  tell(prospects[region]?.[deed]?.[privilege ? 1 : 0]);
}

// What is chosen so far in one sentence, and what its action asks for.
function tell(words) {
  const said = form().querySelector("[data-said]");
  const cards = ["region", "deed", "privilege"].map((name) => chosen(name)?.parentElement).filter(Boolean);
  if (!cards.length) return said.replaceChildren(said.dataset.said);
  const title = document.createElement("strong");
  title.textContent = cards.map((card) => [...card.querySelector(".title").childNodes].map((part) => part.textContent).join(" ")).join(", ");
  const text = (name) => chosen(name)?.parentElement.querySelector(".text").textContent;
  const more = [words && `${words}.`, text("deed"), text("privilege")].filter(Boolean);
  said.replaceChildren(title, more.length ? `: ${more.join(" ")}` : "");
}

// Hexes lie above the land: what is below the finger is looked through. Lands without a card of their own are the idle ones.
function touch(event) {
  if (busy() || !event.target.closest?.("[data-map] .gz") || event.target.closest(".hx.lit")) return;
  const land = document.elementsFromPoint(event.clientX, event.clientY)
    .map((each) => /(?:^|\s)land-(\d)/.exec(each.getAttribute("class"))?.[1]).find(Boolean);
  if (!land) return;
  const card = form().querySelector(`[data-land="${land}"]`) ?? form().querySelector('[name="region"]:not([data-land])');
  if (card && !card.disabled) card.click();
}

function start() {
  edge();
  count();
  sketch();
}

start();
document.addEventListener("htmx:load", start);
document.addEventListener("change", (event) => { if (event.target.form?.matches(".plan-form")) start(); });
document.addEventListener("click", touch);
