/* The recap plays at the table: one sentence after another, and what each is about is lit on the board. News play by
   themselves in the line that tells of them, unless the reader wants no motion: nothing else moves for it, and a touch elsewhere
   ends it. A reader who asks for it gets buttons and arrow keys. Without this script the line leads to the page with the list. */
(() => {
  "use strict";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  // Milliseconds that a sentence stays: so many, more for each letter, and at most.
  const [LEAST, LETTER, MOST] = [900, 30, 5000];
  let lines = [];
  let at = 0;
  let timer = 0;
  const recap = () => document.getElementById("recap");
  const button = () => recap()?.querySelector("[data-recap]");
  const telling = () => recap()?.querySelector(".telling");
  const framed = () => getComputedStyle(document.body).overflow === "hidden";
  // The newest move that was told, by seat: at one screen several people have one address.
  const key = () => `told:${button().dataset.seat}`;
  const told = () => Number(sessionStorage.getItem(key()) ?? -1);

  async function open(isAsked) {
    const from = button();
    const answer = await fetch(from.dataset.recap, { headers: { "HX-Request": "true" } }).catch(() => null);
    const text = answer?.ok && !answer.redirected ? await answer.text() : "";
    if (!from.isConnected || telling()) return;
    if (!text) return isAsked ? recap().querySelector("a").click() : undefined;
    from.insertAdjacentHTML("afterend", text.trim());
    lines = [...telling().querySelectorAll("[data-seq]")];
    const first = isAsked ? 0 : lines.findIndex((line) => Number(line.dataset.seq) > told());
    if (first < 0 || !lines.length) return close();
    recap().classList.toggle("asked", isAsked);
    play(first);
    if (isAsked) telling().querySelector('[data-tell="play"]').focus();
  }

  function close() {
    stop();
    dim();
    const from = button();
    if (from) sessionStorage.setItem(key(), from.dataset.seq);
    const isHeld = telling()?.contains(document.activeElement);
    telling()?.remove();
    recap()?.classList.remove("asked");
    if (isHeld) from?.focus();
  }

  function dim() {
    for (const each of document.querySelectorAll(".told")) each.classList.remove("told");
  }

  function show(number) {
    dim();
    at = Math.min(Math.max(number, 0), lines.length - 1);
    lines.forEach((line, index) => { line.hidden = index !== at; });
    telling().querySelector("[data-tell-count]").textContent = `${at + 1} / ${lines.length}`;
    const { seq, spot } = lines[at].dataset;
    if (lines[at + 1]?.dataset.seq !== seq) sessionStorage.setItem(key(), seq);
    const lit = spot ? [...document.getElementById("table-page").querySelectorAll(spot)] : [];
    for (const each of lit) each.classList.add("told");
    // What plays by itself moves nothing from under a finger.
    if (framed() && recap().classList.contains("asked")) lit.find((each) => each.getClientRects().length)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function play(number) {
    show(number);
    timer = setTimeout(next, Math.min(LEAST + LETTER * lines[at].textContent.trim().length, MOST));
    face();
  }

  function next() {
    if (at + 1 < lines.length) return play(at + 1);
    if (!recap().classList.contains("asked")) return close();
    stop();
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    if (telling()) face();
  }

  function face() {
    const switcher = telling().querySelector('[data-tell="play"]');
    switcher.classList.toggle("on", timer !== 0);
    switcher.setAttribute("aria-label", timer ? switcher.dataset.pause : switcher.dataset.play);
  }

  function step(way) {
    stop();
    recap().classList.add("asked");
    show(at + way);
  }

  const DEEDS = {
    back: () => step(-1),
    on: () => step(1),
    skip: close,
    play: () => {
      if (timer) return step(0);
      recap().classList.add("asked");
      play(at + 1 < lines.length ? at : 0);
    },
  };

  document.addEventListener("click", (event) => {
    const deed = event.target.closest("[data-tell]")?.dataset.tell;
    if (deed) return DEEDS[deed]();
    if (event.target.closest("[data-recap]")) open(true);
  });
  document.addEventListener("pointerdown", (event) => {
    if (telling() && !recap().contains(event.target) && !recap().classList.contains("asked")) close();
  });
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!telling() || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Escape") return close();
    if (!way || event.target.closest("input, select, textarea, [data-map], #tabs")) return;
    event.preventDefault();
    step(way);
  });

  function begin() {
    const from = button();
    if (!from) return;
    from.hidden = false;
    if (!calm.matches && !document.hidden && recap().offsetParent && told() < Number(from.dataset.seq)) open(false);
  }
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if (detail.target.id !== "recap") return;
    clearTimeout(timer);
    timer = 0;
    dim();
    begin();
  });
  begin();
})();
