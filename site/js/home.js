// The choice of tiles: it leads to the reader's own rulebook in that edition, and is remembered on this device, for this site alone.
(() => {
  "use strict";

  const { remembered, remember } = window.bastide;
  const looks = [...document.querySelectorAll(".look")];

  function show() {
    const mine = looks.find((look) => look.dataset.edition === remembered("edition"));
    for (const look of looks) {
      look.classList.toggle("mine", look === mine);
      look.querySelector(".yours").hidden = look !== mine;
    }
    for (const link of document.querySelectorAll("[data-with-edition]")) {
      link.search = mine ? `?edition=${mine.dataset.edition}` : "";
    }
  }

  for (const look of looks) {
    const link = look.querySelector("[data-table]");
    link.href = link.dataset.table;
    for (const way of look.querySelectorAll("a")) {
      way.addEventListener("click", () => remember("edition", look.dataset.edition));
    }
  }
  show();
  // Whoever comes back by the back button sees the choice too.
  window.addEventListener("pageshow", show);
})();
