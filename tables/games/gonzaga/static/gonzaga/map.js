// The map: zoom by buttons and pinch, and arrow keys that walk from hex to hex (one tab stop).
// What the player looked at, kept when the board is swapped for a newer one.
let kept = null;
const DESK = matchMedia("(min-width: 48rem)");
// Hexes of fewer pixels are too small to see what is tried there: they are magnified.
const SMALL = 40;
const CLOSE = 48;

function zoomable(frame) {
  const view = frame.querySelector(".map-view");
  const svg = view.querySelector("svg");
  const { width: wide, height: high } = svg.viewBox.baseVal;
  frame.querySelector(".map-tools").hidden = false;
  // The width at which all of the map is in the view, whose height is fixed by the window or grows with the map to its limit.
  const height = () => parseFloat(getComputedStyle(view).maxHeight) || view.offsetHeight;
  const whole = () => Math.floor(Math.min(view.offsetWidth, height() * wide / high));
  const natural = () => view.clientWidth;
  let width = svg.clientWidth;
  let fitted = false;

  const setWidth = (wanted, x = view.clientWidth / 2, y = view.clientHeight / 2) => {
    const next = Math.min(Math.max(wanted, whole()), natural() * 6);
    const ratio = next / width;
    const left = (view.scrollLeft + x) * ratio - x;
    const top = (view.scrollTop + y) * ratio - y;
    width = next;
    fitted = next <= whole();
    svg.style.width = `${next}px`;
    svg.style.minWidth = "0";
    view.scrollTo(left, top);
    keep();
  };
  const keep = () => { kept = { fitted, width, left: view.scrollLeft, top: view.scrollTop }; };

  let begun = false;
  let lit = [];
  const begin = () => {
    begun = true;
    if (kept) {
      const { left, top } = kept;
      setWidth(kept.fitted ? whole() : kept.width);
      view.scrollTo(left, top);
    } else if (DESK.matches) {
      setWidth(whole());
    } else {
      view.scrollTo((view.scrollWidth - view.clientWidth) / 2, 0);
    }
    show(view, lit.filter((each) => each.isConnected));
  };
  // In a tab that is not open the map has no size: it begins when the tab opens, and keeps its width when the tab closes.
  const fit = () => {
    if (!frame.isConnected || !view.clientWidth) return;
    if (!begun) begin();
    else if (fitted) setWidth(whole());
  };
  fit();
  new ResizeObserver(fit).observe(view);
  view.addEventListener("scroll", keep, { passive: true });
  svg.addEventListener("map:lit", ({ detail }) => {
    lit = detail;
    show(view, lit);
  });
  svg.addEventListener("map:near", ({ detail: hexes }) => {
    const size = hexes[0].getBoundingClientRect().width;
    if (size && size < SMALL) setWidth(width * CLOSE / size);
    centre(view, hexes);
  });
  frame.addEventListener("click", (event) => {
    const kind = event.target.closest("[data-zoom]")?.dataset.zoom;
    if (kind === "in") setWidth(width * 1.35);
    if (kind === "out") setWidth(width / 1.35);
    if (kind === "fit") setWidth(whole());
  });

  let start = null;
  const spread = (touches) => Math.hypot(touches[0].clientX - touches[1].clientX, touches[0].clientY - touches[1].clientY);
  view.addEventListener("touchstart", (event) => {
    start = event.touches.length === 2 ? { gap: spread(event.touches), width } : null;
  }, { passive: true });
  view.addEventListener("touchmove", (event) => {
    if (!start || event.touches.length !== 2) return;
    event.preventDefault();
    const box = view.getBoundingClientRect();
    const x = (event.touches[0].clientX + event.touches[1].clientX) / 2 - box.left;
    const y = (event.touches[0].clientY + event.touches[1].clientY) / 2 - box.top;
    setWidth(start.width * spread(event.touches) / start.gap, x, y);
  }, { passive: false });
  draggable(view);
}

// Scrolls to the middle of these hexes, unless all of them are in view.
function centre(view, hexes) {
  const frame = view.getBoundingClientRect();
  const boxes = hexes.map((hex) => hex.getBoundingClientRect());
  const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])));
  const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
  if (left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom) return;
  view.scrollBy((left + right - frame.left - frame.right) / 2, (top + bottom - frame.top - frame.bottom) / 2);
}

// Scrolls to where most of these hexes are seen at once, unless nearly as many are seen already.
function show(view, hexes) {
  const frame = view.getBoundingClientRect();
  const [halfWide, halfHigh] = [view.clientWidth / 2, view.clientHeight / 2];
  const boxes = hexes.map((hex) => hex.getBoundingClientRect());
  const at = boxes.map((box) => ({ x: (box.left + box.right) / 2 - frame.left, y: (box.top + box.bottom) / 2 - frame.top }));
  const seen = (x, y) => at.filter((one) => Math.abs(one.x - x) < halfWide && Math.abs(one.y - y) < halfHigh).length;
  const [best] = at.map((one) => ({ ...one, count: seen(one.x, one.y) })).sort((a, b) => b.count - a.count);
  if (best && seen(halfWide, halfHigh) < best.count * 0.8) view.scrollBy(best.x - halfWide, best.y - halfHigh);
}

// A mouse drags the map; fingers scroll it by themselves.
function draggable(view) {
  let from = null;
  view.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && event.button === 0) from = { x: event.clientX, y: event.clientY, left: view.scrollLeft, top: view.scrollTop, moved: false };
  });
  view.addEventListener("pointermove", (event) => {
    if (!from) return;
    const dx = event.clientX - from.x;
    const dy = event.clientY - from.y;
    from.moved ||= Math.hypot(dx, dy) > 6;
    if (from.moved) view.scrollTo(from.left - dx, from.top - dy);
  });
  const end = () => { setTimeout(() => { from = null; }); };
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
  view.addEventListener("click", (event) => { if (from?.moved) event.stopPropagation(); }, { capture: true });
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

// The nearest hex in the direction of the arrow; sideways distance counts double.
function nextHex(hexes, here, [dx, dy]) {
  const x = Number(here.getAttribute("x"));
  const y = Number(here.getAttribute("y"));
  let best = null;
  let least = Infinity;
  for (const hex of hexes) {
    const ahead = (hex.getAttribute("x") - x) * dx + (hex.getAttribute("y") - y) * dy;
    const aside = Math.abs((hex.getAttribute("x") - x) * dy) + Math.abs((hex.getAttribute("y") - y) * dx);
    const cost = ahead + 2 * aside;
    if (ahead > 5 && cost < least) [best, least] = [hex, cost];
  }
  return best;
}

function walkable(frame) {
  const layer = frame.querySelector(".hexes");
  if (!layer) return;
  const hexes = [...layer.querySelectorAll(".hx")];
  layer.addEventListener("keydown", (event) => {
    const way = WAYS[event.key];
    const here = event.target.closest(".hx");
    if (!way || !here) return;
    event.preventDefault();
    const next = nextHex(hexes, here, way);
    if (!next) return;
    here.setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

function start() {
  for (const frame of document.querySelectorAll("[data-map]")) {
    if (frame.dataset.ready) continue;
    frame.dataset.ready = "yes";
    zoomable(frame);
    walkable(frame);
  }
}

start();
// Whatever part of the page loads first: a newer map is ready before the scripts that light up its hexes.
document.addEventListener("htmx:load", start);
