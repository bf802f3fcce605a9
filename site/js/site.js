// Comfort only: every page is complete without this file.
(() => {
  "use strict";

  // A field that narrows a long list to the entries with certain words.
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase(document.documentElement.lang);
  for (const place of document.querySelectorAll("[data-filter]")) {
    const items = [...document.querySelectorAll(place.dataset.filter)].map((node) => [node, plain(node.textContent)]);
    const groups = place.dataset.group ? [...document.querySelectorAll(place.dataset.group)] : [];
    const label = document.createElement("label");
    const input = document.createElement("input");
    const none = document.createElement("p");
    input.type = "search";
    label.append(place.dataset.label, " ", input);
    none.textContent = place.dataset.none;
    none.setAttribute("role", "status");
    none.hidden = true;
    place.append(label, none);
    input.addEventListener("input", () => {
      const words = plain(input.value).split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const [node, text] of items) {
        node.hidden = !words.every((word) => text.includes(word));
        shown += node.hidden ? 0 : 1;
      }
      for (const group of groups) {
        group.hidden = !group.querySelector(place.dataset.filter + ":not([hidden])");
      }
      none.hidden = shown > 0;
    });
  }

  // A page that has moved leads on by itself, but not to a place in the page: that is kept here.
  const moved = document.querySelector("a[data-moved]");
  if (moved && location.hash) {
    location.replace(moved.href + location.hash);
  }

  // Beside the link of a rule, a button that copies its address: the one that stays. It says so in words, and for those who do not see it.
  for (const anchor of document.querySelectorAll("[data-copy] a.anchor")) {
    const words = anchor.closest("[data-copy]").dataset;
    const button = document.createElement("button");
    const said = document.createElement("span");
    button.type = "button";
    button.className = "copy";
    button.textContent = words.copy;
    said.setAttribute("role", "status");
    said.className = "said";
    button.addEventListener("click", async () => {
      const address = new URL(anchor.href);
      if (address.protocol !== "file:") {
        address.pathname = address.pathname.replace(/index\.html$/, "");
      }
      try {
        await navigator.clipboard.writeText(address.href);
        said.textContent = words.copied;
      } catch {
        said.textContent = words.notCopied;
      }
      setTimeout(() => { said.textContent = ""; }, 4000);
    });
    anchor.after(" ", button, " ", said);
  }

  // Another language shows the same place of the page, with the same choices: both may have changed since the page was opened.
  const languages = document.querySelector(".languages details");
  languages?.addEventListener("toggle", () => {
    for (const link of languages.querySelectorAll("a[hreflang]")) {
      const address = new URL(link.href);
      address.search = location.search;
      address.hash = location.hash;
      link.href = address.href;
    }
  });
  languages?.addEventListener("click", ({ target }) => {
    const { hreflang } = target.closest("a") ?? {};
    try {
      if (hreflang) localStorage.setItem("language", hreflang);
    } catch {
      // Nothing may be kept: the list of languages asks the browser then.
    }
  });

  // The site is kept for a table without a connection: the language of the page, all of it unless data is to be saved.
  const worker = document.currentScript?.dataset.worker;
  if (worker && location.protocol.startsWith("http") && "serviceWorker" in navigator) {
    const all = !navigator.connection?.saveData;
    const language = document.documentElement.lang;
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      const told = document.getElementById("is_kept");
      if (told && data.language === language) told.hidden = !data.complete;
    });
    // A preview has no worker, and some readers forbid it.
    navigator.serviceWorker
      .register(worker)
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => active.postMessage({ language, all }))
      .catch(() => {});
  }
})();
