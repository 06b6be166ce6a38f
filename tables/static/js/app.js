/* The site as an app: its worker, the number on its icon, boards for times without a network, and that nothing of a person
   stays on a device where they have signed out. Without scripts there is none of it, and everything else works as ever. */
(() => {
  "use strict";
  // Whose page this is: empty for a stranger, none at all for a page that looks at nobody.
  const { viewer } = document.body.dataset;
  const WHOSE = "staffetta-viewer";
  // So long somebody who signs out waits for this device to forget.
  const PATIENCE = 1500;
  const AGAIN = 60_000;
  const manifest = document.querySelector("link[rel=manifest]");
  if (!manifest || !("serviceWorker" in navigator) || !("caches" in globalThis)) return;

  const noted = () => { try { return localStorage.getItem(WHOSE) ?? ""; } catch { return ""; } };

  function note(whose) {
    try {
      if (whose) localStorage.setItem(WHOSE, whose);
      else localStorage.removeItem(WHOSE);
    } catch { /* private window: the server knows the devices too */ }
  }

  /** All that a worker has on this device: what it kept, what it showed, and itself, with which its subscription goes. */
  async function forget() {
    const workers = await navigator.serviceWorker.getRegistrations();
    const names = await caches.keys();
    await Promise.allSettled([
      ...names.map((name) => caches.delete(name)),
      ...workers.map(async (worker) => { for (const shown of await worker.getNotifications()) shown.close(); }),
      ...workers.map((worker) => worker.unregister()),
      navigator.clearAppBadge?.(),
    ]);
    // Last: should this page go before, the next one begins anew.
    note("");
  }

  function badge() {
    const place = document.getElementById("waiting-count");
    if (!place || !navigator.setAppBadge) return;
    const waiting = Number.parseInt(place.textContent, 10) || 0;
    const shown = waiting ? navigator.setAppBadge(waiting) : navigator.clearAppBadge();
    shown.catch(() => { /* no icon to put it on */ });
  }

  let asked = 0;
  async function keep() {
    const board = document.querySelector("link[data-keep-board]");
    if (!board || Date.now() < asked + AGAIN) return;
    asked = Date.now();
    const { active } = await navigator.serviceWorker.ready;  // never, where there is none
    active.postMessage({ keep: new URL(board.href).pathname, at: Date.now() }, []);
  }

  async function begin() {
    if (noted() !== viewer && noted()) await forget();
    if (!viewer) return;
    note(viewer);
    badge();
    document.addEventListener("htmx:afterSettle", badge);
    document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
    const language = document.documentElement.lang;
    await navigator.serviceWorker.register(`/sw.js?language=${language}`, { updateViaCache: "all" });
    keep();
  }

  // What is begun is finished first: a worker that registers after all was forgotten would stay.
  let begun = Promise.resolve();

  document.addEventListener("submit", async (event) => {
    if (!event.target.matches("[data-signs-out]")) return;
    event.preventDefault();
    await Promise.race([begun.then(forget).catch(() => {}), new Promise((done) => { setTimeout(done, PATIENCE); })]);
    event.target.submit();
  });
  if (viewer !== undefined) addEventListener("load", () => { begun = begin().catch(() => { /* a browser that allows no worker */ }); });
})();
