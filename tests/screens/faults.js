// What cannot be read on a page as it stands in the window: a list of [kind, place, words].
(purposes) => {
  const found = new Map();
  const tell = (kind, at, words) => {
    const place = path(at);
    found.set(`${kind} ${place}`, [kind, place, String(words).trim().replace(/\s+/g, " ").slice(0, 60)]);
  };
  const path = (element) => {
    const names = [];
    for (let at = element; at && at !== document.body && names.length < 4; at = at.parentElement) {
      const classes = [...at.classList].slice(0, 3).map((name) => `.${name}`).join("");
      names.unshift(at.localName + (at.id ? `#${at.id.replace(/\d+/g, "N")}` : "") + classes);
    }
    return names.join(" > ");
  };
  // Browsers have dictionaries or fetch them later: what must be readable cannot wait for them.
  const plain = new CSSStyleSheet();
  plain.replaceSync("* { hyphens: manual !important }");
  document.adoptedStyleSheets = [plain];

  const styles = new Map();
  const style = (element) => styles.get(element) ?? styles.set(element, getComputedStyle(element)).get(element);
  const boxes = new Map();
  const boxOf = (element) => boxes.get(element) ?? boxes.set(element, element.getBoundingClientRect()).get(element);
  const clips = (value) => value === "hidden" || value === "clip";
  const scrolls = (value) => value === "auto" || value === "scroll";
  const isOn = (element, purpose) => purposes[purpose].some((selector) => element.closest(selector));
  // For screen readers alone: a window of one pixel.
  const isHeard = (element) => {
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const its = style(at);
      if (its.clipPath === "inset(50%)" || (its.position === "absolute" && clips(its.overflowX) && boxOf(at).width <= 1)) return true;
    }
    return false;
  };
  const opaque = (colour) => { const parts = colour.match(/[\d.]+/g) ?? []; return colour.startsWith("rgb") ? (parts[3] ?? 1) > .4 : colour !== "transparent"; };
  const frameBody = clips(style(document.body).overflowY) || clips(style(document.documentElement).overflowY);

  // Where a box ends up that its ancestors clip, and which of them cut it off: what can be scrolled to is not cut off.
  function shown(rect, from, slack) {
    let { left, right, top, bottom } = rect;
    let cut = null;
    let fixed = false;
    for (let at = from; at && at !== document.body && at !== document.documentElement; at = at.parentElement) {
      const its = style(at);
      if (!at.ownerSVGElement && (its.overflowX !== "visible" || its.overflowY !== "visible") && its.display !== "inline" && its.display !== "contents") {
        const box = boxOf(at);
        const over = { x: left < box.left - 1.5 || right > box.right + 1.5, y: top < box.top - slack || bottom > box.bottom + slack };
        if (!cut && ((over.x && clips(its.overflowX)) || (over.y && clips(its.overflowY)))) cut = at;
        if (its.overflowX !== "visible") { left = Math.max(left, box.left); right = Math.min(right, box.right); }
        if (its.overflowY !== "visible") { top = Math.max(top, box.top); bottom = Math.min(bottom, box.bottom); }
      }
      if (its.position === "fixed") { fixed = true; break; }
    }
    const seen = right - left > 1 && bottom - top > 1;
    if (seen && !cut && (right > innerWidth + 1.5 || left < -1.5)) cut = document.body;
    if (seen && !cut && (frameBody || fixed) && (bottom > innerHeight + slack || top < -slack)) cut = document.body;
    return { left, right, top, bottom, cut, seen };
  }

  const root = document.documentElement;
  if (root.scrollWidth > innerWidth + 1) tell("wider than the window", document.body, root.scrollWidth);

  // Lines of words, as far as they show.
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const words = node.data.trim();
    const parent = node.parentElement;
    if (!words || /^(script|style|noscript|template|title|desc|option|textarea)$/.test(parent.localName)) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (isHeard(parent) || parent.closest(".skip")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((each) => each.width > .5 && each.height > .5);
    const drawn = !!parent.closest("svg");
    let named = false;
    for (let at = parent; at && !named; at = at.parentElement) named = [at.title, at.getAttribute("aria-label")].some((name) => name?.includes(words.replaceAll("\u00ad", "")));
    const visibles = rects.map((rect) => shown(rect, parent, rect.height * .3));
    for (const visible of visibles) {
      if (visible.cut && !drawn && !named && !isOn(parent, "cut")) tell("cut", parent, `${words} [by ${path(visible.cut)}]`);
      if (visible.seen) lines.push({ node, parent, drawn, words, rect: visible });
    }
    if (!drawn && rects.length > 1 && !isOn(parent, "broken") && style(parent).writingMode === "horizontal-tb") {
      for (const word of node.data.matchAll(/[^\s\u00ad\u200b\u2010\-–—/·…]+/g)) {
        if (/[@_=]|\w\.\w/.test(word[0])) continue;
        const letters = [...word[0]].map((_letter, place) => {
          range.setStart(node, word.index + place);
          range.setEnd(node, word.index + place + 1);
          return [...range.getClientRects()].at(-1);
        }).filter((each) => each?.width > .5);
        if (letters.length && letters.at(-1).top > letters[0].bottom - letters[0].height * .3) tell("broken word", parent, word[0]);
      }
    }
    // Inside what has an edge or a ground of its own; a drawing that clips is a window on something larger.
    const canvas = drawn ? parent.closest("svg:not(svg svg)") : null;
    if (!isOn(parent, "outside") && !(canvas && style(canvas).overflow !== "visible")) {
      for (let at = canvas?.parentElement ?? parent; at && at !== document.body; at = at.parentElement) {
        const its = style(at);
        if (its.display === "contents" || its.display === "inline") continue;
        const edged = opaque(its.backgroundColor) || its.backgroundImage !== "none" || parseFloat(its.borderLeftWidth) || parseFloat(its.borderRightWidth);
        if (edged) {
          const box = boxOf(at);
          const high = rects[0]?.height ?? 0;
          const out = visibles.filter((each) => each.seen).find((each) => each.left < box.left - 1.5 || each.right > box.right + 1.5 || each.bottom > box.bottom + high * .35 || each.top < box.top - high * .35);
          const inner = scrolls(its.overflowX) || scrolls(its.overflowY) || clips(its.overflowX);
          if (out && !inner) tell("outside", parent, `${words} [of ${path(at)}]`);
          break;
        }
        if (its.position === "absolute" || its.position === "fixed") break;
        if (scrolls(its.overflowX) || scrolls(its.overflowY)) break;
      }
    }
  }

  // Pictures.
  const signs = [];
  for (const picture of document.querySelectorAll("img, canvas, svg")) {
    if (picture.ownerSVGElement || !picture.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isHeard(picture)) continue;
    if (picture.localName === "svg" && [...picture.children].every((each) => /^(defs|symbol|style|title)$/.test(each.localName))) continue;
    const box = boxOf(picture);
    if (box.width < 2 || box.height < 2) { tell("picture without area", picture, `${box.width} × ${box.height}`); continue; }
    if (picture.localName === "img" && picture.complete && !picture.naturalWidth) tell("picture that did not load", picture, picture.src);
    if (box.width <= 48 && box.height <= 60) {
      const visible = shown(box, picture.parentElement, 2);
      if (visible.cut && !isOn(picture, "cut")) tell("cut", picture, `sign [by ${path(visible.cut)}]`);
      if (visible.seen) signs.push({ node: picture, parent: picture, drawn: false, words: "sign", rect: visible });
    }
  }

  // What lies on each other.
  const all = [...lines.filter((each) => !each.drawn), ...signs].sort((one, other) => one.rect.top - other.rect.top);
  const inset = (rect) => { const deep = (rect.bottom - rect.top) * .22; return { left: rect.left + 1.5, right: rect.right - 1.5, top: rect.top + deep, bottom: rect.bottom - deep }; };
  all.forEach((each) => { each.core = inset(each.rect); });
  all.forEach((one, number) => {
    for (let next = number + 1; next < all.length; next += 1) {
      const other = all[next];
      if (other.rect.top > one.rect.bottom) break;
      if (one.node === other.node || one.parent.contains(other.parent) && one.words === "sign" || other.parent.contains(one.parent) && other.words === "sign") continue;
      const wide = Math.min(one.core.right, other.core.right) - Math.max(one.core.left, other.core.left);
      const high = Math.min(one.core.bottom, other.core.bottom) - Math.max(one.core.top, other.core.top);
      if (wide > 1 && high > 1 && !isOn(one.parent, "overlap") && !isOn(other.parent, "overlap") && !layered(one.parent, other.parent)) tell("overlap", one.parent, `${one.words.slice(0, 24)} | ${other.words.slice(0, 24)} [${path(other.parent)}]`);
    }
  });
  // One of them lies in something that is fixed or stuck above what scrolls.
  function layered(one, other) {
    const layer = (element) => { for (let at = element; at; at = at.parentElement) if (/fixed|sticky/.test(style(at).position)) return at; return null; };
    return layer(one) !== layer(other);
  }

  // Covered by something that cannot be seen through.
  for (const { parent, rect, words, drawn } of [...lines, ...signs]) {
    const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
    if (drawn || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
    const top = document.elementFromPoint(x, y);
    if (!top || top.contains(parent) || parent.contains(top) || top.closest("label")?.contains(parent)) continue;
    let shown = false;
    const lies = (box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
    for (let at = top; at && !at.contains(parent); at = at.parentElement) shown ||= lies(boxOf(at)) && opaque(style(at).backgroundColor) && style(at).opacity > .3;
    if (shown && !layered(parent, top) && !isOn(parent, "overlap")) tell("covered", parent, `${words.slice(0, 30)} [by ${path(top)}]`);
  }

  // Links that nothing keeps apart.
  for (const link of document.querySelectorAll("a[href]")) {
    const next = link.nextElementSibling;
    if (next?.localName !== "a" || link.closest("svg") || !link.checkVisibility() || !next.checkVisibility() || isHeard(link) || isHeard(next)) continue;
    if ([link, next].some((each) => opaque(style(each).backgroundColor) || parseFloat(style(each).borderLeftWidth) || parseFloat(style(each).paddingRight) > 3)) continue;
    let between = "";
    for (let at = link.nextSibling; at !== next; at = at.nextSibling) between += at.textContent;
    const words = (element) => { const range = document.createRange(); range.selectNodeContents(element); return [...range.getClientRects()]; };
    const [one, other] = [words(link).at(-1), words(next)[0]];
    const isBeside = one && other && Math.abs(one.bottom - other.bottom) < 4;
    if (!between.trim() && isBeside && other.left - one.right < 9) tell("links run together", link, `${link.textContent} | ${next.textContent}`);
  }

  // Buttons of more than three lines.
  for (const button of document.querySelectorAll("button, .button, [role=button], summary")) {
    const own = lines.filter((each) => button.contains(each.parent)).map((each) => each.rect).sort((one, other) => one.top - other.top);
    let count = 0;
    let end = -Infinity;
    for (const rect of own) { const middle = (rect.top + rect.bottom) / 2; if (middle > end) { count += 1; end = rect.bottom; } }
    if (count > 3 && !isOn(button, "tall")) tell("tall button", button, `${count} lines: ${button.textContent}`);
  }

  // What scrolls sideways, but what is meant to.
  for (const element of document.querySelectorAll("body *")) {
    if (element.ownerSVGElement || !scrolls(style(element).overflowX) || element.scrollWidth <= element.clientWidth + 1 || !element.clientWidth) continue;
    if (/^(input|textarea|select|pre)$/.test(element.localName) || isHeard(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
    if (!isOn(element, "sideways")) tell("scrolls sideways", element, `${element.scrollWidth} in ${element.clientWidth}`);
  }

  // A line around something that its surroundings cut off.
  for (const element of document.querySelectorAll(".guided")) {
    if (element.ownerSVGElement || !element.checkVisibility({ visibilityProperty: true })) continue;
    const its = style(element);
    const wide = parseFloat(its.outlineWidth) + parseFloat(its.outlineOffset);
    const box = boxOf(element);
    const visible = shown({ left: box.left - wide, right: box.right + wide, top: box.top - wide, bottom: box.bottom + wide }, element.parentElement, 1);
    const cutSideways = visible.left > box.left - wide + 1 || visible.right < box.right + wide - 1;
    const cut = cutSideways || (visible.cut !== null);
    if (its.outlineStyle !== "none" && visible.seen && cut) tell("light cut", element, visible.cut ? path(visible.cut) : "by what scrolls");
  }
  return [...found.values()];
}
