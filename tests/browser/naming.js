/* What is wrong with the names on a page: a link, button or field whose name does not hold the words that are to be seen on it
   (WCAG 2.5.3), a section with neither heading nor label, a time that machines read to the parts of a second. */
() => {
  const NAMED = "a[href], button, summary, input, select, textarea, [role=button], [role=link], [role=tab], [role=checkbox], [role=radio]";
  const UNSEEN = ".visually-hidden, title, desc, style, script, option, [aria-hidden=true]";
  const words = (text, drawn) => text.toLowerCase().replace(drawn ? /[^\p{L}]+/gu : /[^\p{L}\p{N}]+/gu, " ").trim();

  function seen(root) {
    let text = "";
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) text += node.data;
      if (node.nodeType !== Node.ELEMENT_NODE || node.matches(UNSEEN)) return;
      const { display, visibility } = getComputedStyle(node);
      if (display === "none" || visibility === "hidden") return;
      const space = display.startsWith("inline") ? "" : " ";
      text += space;
      node.childNodes.forEach(walk);
      text += space;
    };
    walk(root);
    return text;
  }

  function name(element) {
    const ids = element.getAttribute("aria-labelledby");
    if (!ids) return element.getAttribute("aria-label");
    return ids.split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  }

  const found = [];
  for (const element of document.querySelectorAll("[aria-label], [aria-labelledby]")) {
    if (!element.matches(NAMED) || !element.checkVisibility()) continue;
    // What is written into a drawing are numbers beside their signs, which its name tells in words.
    const drawn = element instanceof SVGElement || element.querySelector("svg") !== null;
    const label = element.matches("input, select, textarea") ? [...(element.labels ?? [])].map(seen).join(" ") : seen(element);
    if (!words(name(element), drawn).includes(words(label, drawn))) found.push(`${label.trim()} is called ${name(element)}`);
  }
  for (const section of document.querySelectorAll("section")) {
    const isNamed = section.querySelector("h1, h2, h3, h4, h5, h6, legend") || name(section);
    if (section.checkVisibility() && !isNamed) found.push(`a section has no heading: ${section.className}`);
  }
  for (const time of document.querySelectorAll("time[datetime]")) {
    if (/\.\d/.test(time.dateTime)) found.push(`a time is told to ${time.dateTime}`);
  }
  return found;
}
