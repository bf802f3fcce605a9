// Only in pages that `bastide serve` shows: a page is loaded again when something was edited, and stays where it was scrolled to.
(() => {
  "use strict";
  const own = document.currentScript.dataset;
  const place = `bastide-live ${location.pathname}`;
  const wrong = "wrong" in document.documentElement.dataset;

  // A page of errors has another height: the place of the page that it stands for is kept until that is back.
  const kept = sessionStorage.getItem(place);
  if (kept !== null && !wrong) {
    sessionStorage.removeItem(place);
    if (!location.hash) addEventListener("load", () => scrollTo(0, Number(kept)));
  }

  const look = async () => {
    try {
      const version = await (await fetch(own.version, { cache: "no-store" })).text();
      if (version !== own.shown) {
        if (!wrong) sessionStorage.setItem(place, String(scrollY));
        location.reload();
        return;
      }
    } catch {
      // The program was stopped; it may be started again.
    }
    setTimeout(look, document.hidden ? 2000 : 300);
  };
  document.addEventListener("visibilitychange", () => document.hidden || look());
  look();
})();
