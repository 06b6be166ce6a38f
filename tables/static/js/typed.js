/* What somebody has half typed in a [data-typed] form is kept in this window: it outlives a reload and going back, and goes once
   it is sent or its writer signs out. Without scripts a browser restores forms as it can. */
(() => {
  "use strict";
  // Whose page this is: empty for a stranger, none at all for a page that looks at nobody.
  const { viewer: person, seat: viewer = person } = document.body.dataset;
  const MARK = "typed ";
  const mine = `${MARK}${viewer} `;
  const place = (field) => `${mine}${new URL(field.form.action).pathname} ${field.id || field.name}`;
  const typed = (root, which) => [...root.querySelectorAll(`[data-typed] textarea${which}`)];

  /** Does something with what is kept, where the browser keeps anything. */
  function keeping(change) {
    try { change(sessionStorage); } catch { /* Without storage a reload forgets it. */ }
  }

  const forgetOthers = () => keeping((kept) => {
    for (const name of Object.keys(kept)) if (name.startsWith(MARK) && !name.startsWith(mine)) kept.removeItem(name);
  });
  const sent = (form) => { for (const field of typed(form.parentNode, "")) if (field.form === form) keeping((kept) => kept.removeItem(place(field))); };

  function restore() {
    for (const field of typed(document, ":not([data-restored])")) {
      field.dataset.restored = "";
      keeping((kept) => { if (field.value === field.defaultValue) field.value = kept.getItem(place(field)) ?? field.value; });
    }
  }

  document.addEventListener("input", ({ target: field }) => {
    if (!field.matches("[data-typed] textarea")) return;
    if (field.value === field.defaultValue) keeping((kept) => kept.removeItem(place(field)));
    else keeping((kept) => kept.setItem(place(field), field.value));
  });
  document.addEventListener("submit", ({ target: form }) => {
    if (form.matches("[data-signs-out]")) keeping((kept) => kept.clear());
    else if (form.matches("[data-typed]:not([hx-post])")) sent(form);
  });
  // What could not be sent stays.
  document.addEventListener("htmx:afterRequest", ({ target: form, detail }) => {
    if (detail.successful && form.matches("[data-typed]")) sent(form);
  });
  document.addEventListener("htmx:load", restore);
  if (viewer !== undefined) forgetOthers();
  restore();
})();
