/* The service worker. It keeps two things and nothing else: the shell of a page that says there is no network, and boards of public
   tables as an onlooker sees them. Both are asked for without cookies, so that nothing of a person can be in them
   (docs/decisions/0030-what-the-worker-keeps.md). Whatever is sent, and whatever htmx asks for, does not pass through here.
   The view that serves this file says before it what belongs to the shell. */
"use strict";
const { version, shell, offline, icon, badge, key, renew } = self.STAFFETTA;
const SHELL = `shell-${version}`;
const BOARDS = "boards";
const MOST_BOARDS = 30;
const BOARD = /^\/app\/[a-z]{2}\/t\/([2-9a-hjkmnp-z]{8})\/$/;
const language = new URLSearchParams(self.location.search).get("language");
const page = offline[language] ?? offline.en;

function anonymous(address, cache) {
  return new Request(address, { credentials: "omit", redirect: "error", cache });
}

async function fill() {
  const kept = await caches.open(SHELL);
  await kept.addAll([page, ...shell].map((address) => anonymous(address, "reload")));
  await self.skipWaiting();
}

async function tidy() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL && name !== BOARDS).map((name) => caches.delete(name)));
  // Pages come as fast as without a worker: they are asked for while it wakes up.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  await renewed().catch(() => { /* no push service: the page of ways says what to do */ });
}

async function renewed() {
  const known = await self.registration.pushManager?.getSubscription();
  if (known && text(known.options.applicationServerKey) !== key) await subscribe(known);
}

function text(buffer) {
  const letters = btoa(String.fromCodePoint(...new Uint8Array(buffer ?? [])));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The site has another key, or the push service another address for this browser: the site is told under the old address. */
async function subscribe(old, fresh = null) {
  const { pushManager } = self.registration;
  if (!old || !key) return;
  if (!fresh) await old.unsubscribe();
  const bytes = Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.codePointAt(0));
  const made = fresh ?? await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes });
  const [p256dh, auth] = ["p256dh", "auth"].map((name) => text(made.getKey(name)));
  const body = new URLSearchParams({ old: old.endpoint, endpoint: made.endpoint, p256dh, auth, site_key: key });
  await fetch(renew, { method: "POST", body });
}

/** Keep the board of a public table, with when that was on the clock of the page; one that is no longer public, or over, goes. */
async function keep(address, at) {
  const [, code] = BOARD.exec(address) ?? [];
  if (!code) return;
  const answer = await fetch(anonymous(address, "no-store"));
  const boards = await caches.open(BOARDS);
  const place = `/t/${code}/`;
  if (answer.status === 404 || answer.status === 200) await boards.delete(place);
  if (answer.status === 200) await boards.put(place, stamped(answer, at));
  const kept = await boards.keys();
  await Promise.all(kept.slice(0, -MOST_BOARDS).map((old) => boards.delete(old)));
}

function stamped(answer, at) {
  const headers = new Headers(answer.headers);
  headers.set("X-Kept-At", at);
  return new Response(answer.body, { status: answer.status, headers });
}

async function opened(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    const boards = await caches.open(BOARDS);
    const kept = await boards.match(event.request, { ignoreSearch: true, ignoreVary: true });
    return kept ?? (await caches.match(page, { cacheName: SHELL, ignoreVary: true })) ?? Response.error();
  }
}

async function loaded(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request.url, { cacheName: SHELL, ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

let shown = Promise.resolve();

/** What is told on this device, one after the other: a newer message about the same table takes the place of an older one. */
function show(told) {
  shown = shown.catch(() => {}).then(() => display(told));
  return shown;
}

async function display(told) {
  await self.registration.showNotification(told.title, {
    body: told.body,
    lang: told.language,
    tag: told.tag,
    renotify: true,
    timestamp: told.at,
    icon,
    badge,
    data: { url: told.url },
    actions: [{ action: "open", title: told.button }],
  });
  if (told.badge) await self.navigator.setAppBadge?.(told.badge);
  else await self.navigator.clearAppBadge?.();
}

/** A window that shows the page already comes to the front; else another of ours goes there, or a new one opens. */
async function open(address) {
  const { origin, pathname } = new URL(address);
  if (origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => new URL(each.url).pathname === pathname);
  if (there) await there.focus();
  else await self.clients.openWindow(address);
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
self.addEventListener("pushsubscriptionchange", (event) => {
  event.waitUntil(subscribe(event.oldSubscription, event.newSubscription));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});
self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("message", (event) => { if (event.data?.keep) event.waitUntil(keep(event.data.keep, event.data.at).catch(() => {})); });
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin || request.headers.has("HX-Request")) return;
  if (request.mode === "navigate") event.respondWith(opened(event));
  else if (shell.includes(address.pathname)) event.respondWith(loaded(request));
});
