// Comfort only: every page is complete without this file.
(() => {
  "use strict";

  // What the scripts of single pages use too: they come after this one.

  // A text as it is compared with what is typed: without accents, in lower case.
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase(document.documentElement.lang);

  // A sentence with values in the places of its {names}.
  const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

  // The address of a page that is passed on: on the web, that of its folder.
  const lasting = (href) => {
    const address = new URL(href);
    if (address.protocol !== "file:") {
      address.pathname = address.pathname.replace(/index\.html$/, "");
    }
    return address;
  };

  // What this site keeps on this device. Not every reader lets a page keep things: then it is asked for again.
  const remembered = (name) => {
    try {
      return localStorage.getItem(`bastide-${name}`);
    } catch {
      return null;
    }
  };
  const remember = (name, value) => {
    try {
      localStorage.setItem(`bastide-${name}`, value);
    } catch {
      // Nothing may be kept.
    }
  };

  window.bastide = { plain, fill, lasting, remembered, remember };

  // A field that narrows a long list to the entries with certain words.
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
      try {
        await navigator.clipboard.writeText(lasting(anchor.href).href);
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
    if (hreflang) remember("language", hreflang);
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
