// The list of languages leads on by itself: to the language that was chosen before, or else to one that the browser is set to.
(() => {
  "use strict";
  const links = [...document.querySelectorAll("a[hreflang]")];
  const plain = (tag) => tag.toLowerCase().split("-")[0];
  let chosen = null;
  try {
    chosen = localStorage.getItem("bastide-language");
  } catch {
    // Nothing may be kept: the browser's languages are asked each time.
  }
  for (const tag of [chosen, ...navigator.languages].filter(Boolean)) {
    const link = links.find(({ hreflang }) => hreflang === tag) ?? links.find(({ hreflang }) => plain(hreflang) === plain(tag));
    if (link) {
      location.replace(link.href);
      return;
    }
  }
})();
