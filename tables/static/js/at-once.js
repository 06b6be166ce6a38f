/* For whoever wants it so: a choice is sent by the act that completes it. Loaded by their pages only, before the scripts of games.
   A draft is complete where its form says data-complete; a choice made on a board, where the game's script says "complete". */
(() => {
  "use strict";
  const refused = () => document.querySelector("#panel [role=alert]");

  // By its own red button, as if that were pressed; what is only filed or planned is not sent.
  function send(form) {
    if (!form?.matches('#panel form[action$="/act/"]') || refused()) return;
    form.requestSubmit(form.querySelector("button.button:not(.quiet):not([type=button])"));
  }

  document.addEventListener("complete", (event) => send(event.target));

  // Whoever steps back wants to choose anew.
  document.addEventListener("htmx:afterSettle", (event) => {
    const config = event.detail.requestConfig;
    if (event.target.id !== "panel" || config?.verb !== "post" || !config.path.endsWith("/draft/")) return;
    if (["back", "clear"].includes(config.parameters.do)) return;
    send(document.querySelector("#panel form[data-complete]"));
  });
})();
