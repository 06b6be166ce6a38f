// The page explains itself: whatever a pointer rests on, the keyboard stops at or a finger stays on says what it is, and why it
// cannot be had. The words come once per game and language; without this script they stand on the page of rules.
const page = document.getElementById("main");
const { game } = document.querySelector("[data-game]").dataset;
const REST = 450;
const PRESS = 420;
const MOVED = 10;
const MOST = 5;
const GAP = 10;

let fetched = null;
const glossary = () => fetched ??= fetch(`/rules/${game}/words/${document.documentElement.lang}.json`)
  .then((answer) => answer.json()).catch(() => ({ entries: [], labelled: {}, reasons: [] }));

const box = document.createElement("div");
box.id = "explained";
box.className = "explained";
box.popover = "manual";
box.setAttribute("role", "tooltip");
document.body.append(box);

let shown = null;
let timer = 0;
let last = { x: 0, y: 0 };

const isOpen = () => box.matches(":popover-open");

// What one element is: entries whose selectors it matches, and those whose names it says, called as it says them.
function entriesOf(element, { entries, labelled }) {
  const found = entries.filter(([on]) => on && element.matches(on)).map((entry) => [entry, entry[1]]);
  for (const [on, inside] of Object.entries(labelled)) {
    if (!element.matches(on)) continue;
    const label = inside ? element.querySelector(inside)?.textContent : element.getAttribute("aria-label") ?? element.textContent;
    for (const part of (label ?? "").split(/[,:] /).map((each) => each.trim())) {
      const said = `${part.toLowerCase()} `;
      const named = entries.filter(([, name]) => said.startsWith(`${name.toLowerCase()} `));
      const exactly = named.filter(([, name]) => said === `${name.toLowerCase()} `);
      found.push(...(exactly.length ? exactly : named).map((entry) => [entry, part]));
    }
  }
  return found;
}

const chain = (element) => {
  const found = [];
  for (let each = element; each && each !== page; each = each.parentElement) found.push(each, ...(each.control ? [each.control] : []));
  return found;
};

// What is to be said of these elements, the nearest first: why not, then up to MOST entries.
function explained(elements, words) {
  const told = new Map();
  let anchor = null;
  for (const element of elements) {
    for (const [entry, name] of entriesOf(element, words)) {
      if (told.size < MOST && !told.has(entry)) told.set(entry, name);
      anchor ??= element;
    }
  }
  const places = Object.keys(words.labelled).filter((on) => !words.labelled[on]);
  const label = elements.find((element) => places.some((on) => element.matches(on)));
  const shut = elements.find((element) => element.matches(":disabled"));
  const event = new CustomEvent("explain", { bubbles: true, detail: [] });
  elements[0]?.dispatchEvent(event);
  const titled = elements.find((element) => element.title);
  const known = new Set([...words.entries.map(([, name]) => name.toLowerCase()), ...[...told.keys()].map(([, , said]) => said.toLowerCase())]);
  const why = words.reasons.filter(([on]) => shut?.matches(on)).map(([, sentence]) => sentence);
  const reasons = [...event.detail, ...why, titled?.title].filter((why) => why && !known.has(why.toLowerCase()));
  anchor = titled ?? anchor ?? (why.length ? shut : null);
  if (!anchor || !(told.size || event.detail.length || why.length)) return null;
  return { anchor, titled, heading: label?.getAttribute("aria-label")?.split(", ")[0], reasons, told };
}

function made(tag, text, css = "") {
  const element = document.createElement(tag);
  element.textContent = text;
  if (css) element.className = css;
  return element;
}

function place(anchor, point) {
  const rect = anchor.getBoundingClientRect();
  const isLarge = rect.width > innerWidth / 2 || rect.height > innerHeight / 3;
  const at = isLarge && point ? { left: point.x, right: point.x, top: point.y, bottom: point.y } : rect;
  const { offsetWidth: width, offsetHeight: height } = box;
  const left = Math.min(Math.max((at.left + at.right - width) / 2, GAP), innerWidth - width - GAP);
  const above = at.top - height - GAP;
  const below = at.bottom + GAP;
  const top = above >= GAP ? above : below + height <= innerHeight ? below : GAP;
  box.style.left = `${left}px`;
  box.style.top = `${top}px`;
}

function show(found, point, focused = null) {
  hide();
  if (!found) return;
  const list = document.createElement("dl");
  for (const [[, , words], name] of found.told) list.append(made("dt", name), made("dd", words));
  const reasons = found.reasons.map((why) => made("p", why, "why"));
  box.replaceChildren(...(found.heading ? [made("p", found.heading, "what")] : []), ...reasons, list);
  shown = { ...found, title: found.titled?.title, focused };
  found.titled?.removeAttribute("title");
  focused?.setAttribute("aria-describedby", box.id);
  box.showPopover();
  place(found.anchor, point);
}

function hide() {
  clearTimeout(timer);
  if (!shown) return;
  if (shown.titled) shown.titled.title = shown.title;
  if (shown.focused?.getAttribute("aria-describedby") === box.id) shown.focused.removeAttribute("aria-describedby");
  shown = null;
  if (isOpen()) box.hidePopover();
}

// What lies at a point, the uppermost first. Pointers go through what is disabled, which has most to explain.
function within(x, y) {
  const all = document.elementsFromPoint(x, y).filter((element) => element !== page && page.contains(element));
  const isAt = ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom;
  const shut = [...(all[0]?.querySelectorAll(":disabled") ?? [])].filter((each) => isAt(each.getBoundingClientRect()));
  return [...shut, ...all.flatMap((element) => (element.control ? [element, element.control] : [element]))];
}
const same = (one, other) => one && other && one.anchor === other.anchor && [...one.told.keys()].join() === [...other.told.keys()].join();

// A mouse explains what it rests on, until it moves on to something else.
async function rest(x, y) {
  const found = explained(within(x, y), await glossary());
  if (last.x !== x || last.y !== y || same(found, shown)) return;
  show(found, { x, y });
}
document.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse") return;
  last = { x: event.clientX, y: event.clientY };
  if (shown && !shown.focused && !shown.anchor.contains(event.target) && !event.target.contains(shown.anchor)) hide();
  clearTimeout(timer);
  timer = setTimeout(rest, REST, last.x, last.y);
});

// A finger that stays explains; one that taps plays.
let pressed = null;
document.addEventListener("pointerdown", (event) => {
  clearTimeout(timer);
  hide();
  pressed = null;
  if (event.pointerType === "mouse" || !page.contains(event.target)) return;
  const press = { x: event.clientX, y: event.clientY, held: false };
  pressed = press;
  timer = setTimeout(async () => {
    const found = explained(within(press.x, press.y), await glossary());
    if (pressed !== press || !found) return;
    press.held = true;
    show(found, press);
  }, PRESS);
}, { capture: true });
document.addEventListener("pointermove", (event) => {
  if (pressed && !pressed.held && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > MOVED) pressed = clearTimeout(timer) ?? null;
});
document.addEventListener("pointerup", () => { if (pressed && !pressed.held) clearTimeout(timer); });
document.addEventListener("pointercancel", () => { if (pressed && !pressed.held) clearTimeout(timer); pressed = null; });
// A held finger neither plays nor opens the menu of the browser, which would take the finger away.
document.addEventListener("click", (event) => {
  if (!pressed?.held) return;
  event.preventDefault();
  event.stopPropagation();
  pressed = null;
}, { capture: true });
document.addEventListener("contextmenu", (event) => {
  if (pressed && event.target.closest(".board, .hand, .panel :disabled, .panel button, .panel label")) event.preventDefault();
}, { capture: true });

// What is underlined with dots is there to be asked.
document.addEventListener("click", async ({ target }) => {
  const hint = target.closest?.(".hinted");
  if (hint) show(explained(chain(hint), await glossary()), null, hint);
});

// The keyboard: what somebody goes to is explained after a moment, and read out as its description; where the page itself puts the
// focus after a move, an explanation would lie over the question.
let goes = -Infinity;
addEventListener("keydown", ({ key, timeStamp }) => { goes = ["Enter", " ", "Escape"].includes(key) ? -Infinity : timeStamp; }, { capture: true });
document.addEventListener("focusin", ({ target, timeStamp }) => {
  if (timeStamp - goes > REST || !page.contains(target) || !target.matches(":focus-visible") || !chain(target).some((each) => each.matches(".board, .hand, .panel"))) return;
  hide();
  timer = setTimeout(async () => {
    const found = explained(chain(target).slice(0, 3), await glossary());
    if (document.activeElement === target) show(found, null, target);
  }, REST);
});
document.addEventListener("focusout", () => { if (!shown || shown.focused) hide(); });
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isOpen()) return;
  event.stopImmediatePropagation();
  hide();
}, { capture: true });
document.addEventListener("scroll", () => { if (isOpen()) hide(); }, { capture: true, passive: true });
document.addEventListener("htmx:afterSettle", () => { if (shown && !shown.anchor.isConnected) hide(); });
