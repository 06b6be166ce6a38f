/* The page of ways to be told: this device is set up for messages, once its owner asks for it and the browser allows it. */
(() => {
  "use strict";
  const place = document.querySelector("[data-push]");
  if (!place || !("serviceWorker" in navigator) || !("PushManager" in globalThis) || !("Notification" in globalThis)) return;
  const part = (name) => place.querySelector(`[data-push-${name}]`);
  const show = (name) => { for (const each of ["offer", "denied", "lacking"]) part(each).hidden = each !== name; };

  function bytes(text) {
    return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.codePointAt(0));
  }

  function text(buffer) {
    const letters = btoa(String.fromCodePoint(...new Uint8Array(buffer ?? [])));
    return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  /** The subscription of this browser, made with the key that the site has now; one of an older key is given up. */
  async function subscribed() {
    const { pushManager } = await navigator.serviceWorker.ready;
    const known = await pushManager.getSubscription();
    if (known && text(known.options.applicationServerKey) === place.dataset.push) return known;
    await known?.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(place.dataset.push) });
  }

  async function tell(subscription) {
    const token = JSON.parse(document.body.getAttribute("hx-headers"))["x-csrftoken"];
    const body = new URLSearchParams({
      endpoint: subscription.endpoint,
      p256dh: text(subscription.getKey("p256dh")),
      auth: text(subscription.getKey("auth")),
      site_key: place.dataset.push,
    });
    const answer = await fetch(place.dataset.address, { method: "POST", body, headers: { "X-CSRFToken": token } });
    if (answer.ok && !answer.redirected) return location.reload();
    say((await answer.json().catch(() => ({}))).error ?? place.dataset.failed);
  }

  function say(words) {
    part("said").textContent = words;
    part("said").hidden = false;
  }

  async function setUp() {
    part("said").hidden = true;
    if ((await Notification.requestPermission()) !== "granted") return show(Notification.permission === "denied" ? "denied" : "offer");
    await tell(await subscribed());
  }

  /** A device that was set up with an older key of the site is set up anew without a question. */
  async function begin() {
    if (Notification.permission === "denied") return show("denied");
    show("known" in place.dataset ? "nothing" : "offer");
    if ("old" in place.dataset && Notification.permission === "granted") await tell(await subscribed());
  }

  part("offer").querySelector("button").addEventListener("click", () => setUp().catch(() => say(place.dataset.failed)));
  begin().catch(() => say(place.dataset.failed));
})();
