// The filters of the catalogue of tiles, and the finder. Without this file all tiles are there, and a table of their edges.
// What it shows is what `bastide find-tile` says: see catalog/holes.py.
(() => {
  "use strict";

  const { plain, fill } = window.bastide;
  const form = document.getElementById("tile_finder");
  const words = JSON.parse(document.getElementById("tile_words").textContent);
  const language = document.documentElement.lang;
  const ANY = "?";
  const OPEN = ANY.repeat(4);
  const letters = [ANY, ...words.edges.map((edge) => edge.letter)];
  const kinds = new Map(words.edges.map((edge) => [edge.letter, edge]));
  const plurals = new Intl.PluralRules(language);

  const counted = (forms, count) => fill(forms[plurals.select(count)] ?? forms.other ?? Object.values(forms)[0], {count});
  const pairs = (text) => text.split(" ").map((pair) => pair.split(":"));
  const quarter = (edges, turns) => edges.slice(4 - turns) + edges.slice(0, 4 - turns);

  // The tiles, as the page has them

  const boxes = [...document.querySelectorAll(".tile-box")];
  const tiles = boxes.flatMap((section) =>
    [...section.querySelectorAll("li.tile")].map((node) => ({
      node,
      section,
      box: section.dataset.box,
      design: node.dataset.design,
      tile: node.dataset.tile,
      outlines: node.dataset.edges.split(" "),
      at: (node.dataset.at ?? "0,0").split(" ").map((place) => place.split(",").map(Number)),
      has: new Set(node.dataset.has.split(" ")),
      counts: new Map(pairs(node.dataset.counts).map(([edition, count]) => [edition, Number(count)])),
      text: plain(`${node.textContent} ${node.querySelector("img").alt} ${section.querySelector("h2").textContent}`),
      letter: node.querySelector(".letter-mark"),
      count: node.querySelector(".count"),
      countText: node.querySelector(".count").textContent,
      when: node.querySelector(".when"),
      lying: node.querySelector(".lying"),
    })),
  );

  // What is chosen: in the form, and in the address

  const sides = [...form.querySelectorAll(".beyond")];
  const all = (name) => [...form.querySelectorAll(`[name="${name}"]`)];
  const fields = {edition: form.elements.edition, mark: form.elements.mark, text: form.elements.text};
  const known = (select, value) => [...select.options].some((option) => option.value === value);
  const nothing = () => ({edges: OPEN, edition: "", boxes: new Map(), features: new Set(), mark: "", text: ""});
  let chosen = nothing();
  let strange = [];

  function read(query) {
    const found = nothing();
    strange = [];
    const given = new URLSearchParams(query);
    const edges = (given.get("edges") ?? OPEN).trim().toUpperCase();
    if (edges.length === 4 && [...edges].every((letter) => letters.includes(letter))) {
      found.edges = edges;
    } else {
      strange.push(given.get("edges"));
    }
    for (const name of ["edition", "mark"]) {
      const value = given.get(name) ?? "";
      if (known(fields[name], value)) {
        found[name] = value;
      } else {
        strange.push(value);
      }
    }
    const list = (name) => (given.get(name) ?? "").split(",").map((word) => word.trim()).filter(Boolean);
    for (const word of [...list("box"), ...list("with")]) {
      const [box, edition = ""] = word.split(":")[0].toLowerCase().split("@");
      if (all("box").some((input) => input.value === box) && known(fields.edition, edition)) {
        found.boxes.set(box, edition);
      } else {
        strange.push(word);
      }
    }
    for (const word of list("feature")) {
      if (all("feature").some((input) => input.value === word)) {
        found.features.add(word);
      } else {
        strange.push(word);
      }
    }
    found.text = given.get("text") ?? "";
    return found;
  }

  function query() {
    const given = new URLSearchParams();
    const set = (name, value) => value && given.set(name, value);
    set("edges", chosen.edges === OPEN ? "" : chosen.edges);
    set("edition", chosen.edition);
    set("box", [...chosen.boxes].map(([box, edition]) => (edition ? `${box}@${edition}` : box)).join(","));
    set("feature", [...chosen.features].join(","));
    set("mark", chosen.mark);
    set("text", chosen.text.trim());
    // These may stand in a query as they are, and are easier to read and to type.
    return String(given).replaceAll("%3F", "?").replaceAll("%2C", ",").replaceAll("%40", "@");
  }

  let last = "";
  function remember(what) {
    const there = location.pathname + (query() ? `?${query()}` : "");
    // What is done to one thing again and again is one step back.
    history[what === last ? "replaceState" : "pushState"](null, "", there);
    last = what;
  }

  // Which tiles that means

  function fits(tile) {
    return tile.outlines.flatMap((edges, square) =>
      [0, 1, 2, 3]
        .filter((turns) => [...quarter(edges, turns)].every((letter, n) => [ANY, letter].includes(chosen.edges[n])))
        .map((turns) => ({square, degrees: 90 * turns})),
    );
  }

  const editionOf = (box) => chosen.boxes.get(box) || chosen.edition;

  function shown(tile) {
    const edition = editionOf(tile.box);
    return (
      (chosen.boxes.size === 0 || chosen.boxes.has(tile.box)) &&
      (!edition || tile.counts.has(edition)) &&
      [...chosen.features].every((feature) => tile.has.has(feature)) &&
      (!chosen.mark || tile.has.has(chosen.mark)) &&
      plain(chosen.text).split(/\s+/).every((word) => tile.text.includes(word))
    );
  }

  // What is seen of it

  const SMALL = 44;

  // A tile as it lies in the hole; of several squares, with a frame round the one that is in it. `side` is that of a square.
  function lay(tile, {square, degrees}, side) {
    const lying = tile.lying.cloneNode(true);
    const picture = lying.querySelector("img");
    lying.classList.add(`turned-${degrees}`);
    if (side) {
      picture.alt = "";
    }
    if (tile.at.length === 1) {
      return lying;
    }
    const columns = 1 + Math.max(...tile.at.map(([x]) => x));
    const rows = 1 + Math.max(...tile.at.map(([, y]) => y));
    const there = document.createElement("span");
    there.className = "there";
    there.style.left = `${(100 * tile.at[square][0]) / columns}%`;
    there.style.top = `${(100 * tile.at[square][1]) / rows}%`;
    there.style.width = `${100 / columns}%`;
    there.style.height = `${100 / rows}%`;
    lying.append(there);
    const room = document.createElement("span");
    room.className = "room";
    room.append(lying);
    const [across, down] = degrees % 180 ? [rows, columns] : [columns, rows];
    room.style.width = `${across * (side ?? picture.width / columns)}px`;
    room.style.height = `${down * (side ?? picture.width / columns)}px`;
    picture.style.height = side ? `${rows * side}px` : "";
    return room;
  }

  function said(ways) {
    const degrees = [...new Set(ways.map((way) => way.degrees))];
    if (degrees.length === 4) {
      return words.anyWay;
    }
    const list = new Intl.ListFormat(language, {type: "disjunction"});
    return list.format(degrees.map((n) => (n ? fill(words.turned, {degrees: n}) : words.asDrawn)));
  }

  function show(tile, ways) {
    const edition = editionOf(tile.box);
    tile.count.textContent = edition ? `${tile.counts.get(edition)} ×` : tile.countText;
    if (tile.when) {
      tile.when.hidden = Boolean(edition);
    }
    tile.node.querySelector(".fit")?.remove();
    const link = tile.node.querySelector("a");
    const open = chosen.edges === OPEN;
    link.replaceChildren(open ? tile.lying : lay(tile, ways[0]));
    tile.node.dataset.ways = open ? "" : ways.map((way) => `${way.square}:${way.degrees}`).join(" ");
    if (open) {
      return;
    }
    const fit = document.createElement("div");
    fit.className = "fit";
    for (const sentence of tile.at.length > 1 ? [said(ways), words.alone] : [said(ways)]) {
      const text = document.createElement("p");
      text.className = "ways";
      text.textContent = sentence;
      fit.append(text);
    }
    if (ways.length > 1) {
      const others = document.createElement("div");
      others.className = "others";
      for (const way of ways.slice(1)) {
        others.append(lay(tile, way, SMALL));
      }
      fit.append(others);
    }
    tile.node.append(fit);
  }

  function apply() {
    const designs = new Set();
    const printed = new Map();
    let certain = true;
    for (const tile of tiles) {
      const ways = shown(tile) ? fits(tile) : [];
      tile.node.hidden = ways.length === 0;
      if (tile.node.hidden) {
        continue;
      }
      show(tile, ways);
      designs.add(tile.design);
      const edition = editionOf(tile.box);
      certain &&= Boolean(edition);
      // Two faces of a tile are one tile.
      printed.set(tile.tile, edition ? tile.counts.get(edition) : 0);
    }
    for (const section of boxes) {
      section.hidden = !section.querySelector("li.tile:not([hidden])");
    }
    tell(designs.size, [...printed.values()].reduce((sum, count) => sum + count, 0), certain);
  }

  function tell(designs, count, certain) {
    const status = form.querySelector(".count-line");
    const middle = form.querySelector(".hole-middle");
    const filtered = query() !== "";
    const number = certain ? count : designs;
    const unit = counted(certain ? words.tiles : words.designs, number);
    const sayings = [];
    if (strange.length) {
      sayings.push(fill(words.unknown, {things: strange.join(", ")}));
    }
    if (designs === 0) {
      const alone = chosen.edges !== OPEN && query() === `edges=${chosen.edges}`;
      sayings.push(chosen.edges === OPEN ? words.nothing : alone ? words.nothingFits : words.nothingFitsSo);
    } else {
      const values = {designs: counted(words.designs, designs), tiles: counted(words.tiles, count)};
      sayings.push(fill(certain ? words.counted : words.uncounted, values));
    }
    status.textContent = sayings.join(" ");
    middle.querySelector("b").textContent = number;
    middle.querySelector("span").textContent = unit.replace(String(number), "").trim();
    form.querySelector("#open_hole").hidden = chosen.edges === OPEN;
    document.getElementById("all_tiles").classList.toggle("narrowed", filtered);
    form.querySelector("#show_all").hidden = !filtered;
  }

  function set() {
    sides.forEach((side, n) => {
      const kind = kinds.get(chosen.edges[n]);
      const picture = side.querySelector("img");
      const word = side.querySelector(".word");
      side.classList.toggle("known", Boolean(kind));
      picture.hidden = !kind;
      if (kind) {
        picture.src = kind.src;
      }
      side.querySelector(".letter-mark").textContent = chosen.edges[n];
      word.textContent = kind ? kind.name : words.anything;
      word.lang = kind?.lang || language;
      side.setAttribute("aria-label", fill(words.side, {side: side.dataset.name, thing: word.textContent}));
    });
    fields.edition.value = chosen.edition;
    fields.mark.value = chosen.mark;
    if (fields.text.value.trim() !== chosen.text.trim()) {
      fields.text.value = chosen.text;
    }
    for (const input of all("box")) {
      const edition = chosen.boxes.get(input.value);
      const own = input.parentNode.querySelector(".tag");
      input.checked = chosen.boxes.has(input.value);
      own.hidden = !edition;
      own.textContent = edition ? [...fields.edition.options].find((option) => option.value === edition).text : "";
    }
    for (const input of all("feature")) {
      input.checked = chosen.features.has(input.value);
    }
    const ticked = [...form.querySelectorAll(":checked:is(input)")].map((input) => input.parentNode.textContent);
    const others = [chosen.mark && fields.mark.selectedOptions[0].text, chosen.text];
    const names = [...ticked, ...others].map((text) => text.trim().replace(/\s+/g, " ")).filter(Boolean);
    form.querySelector(".chosen").textContent = names.join(", ");
    apply();
  }

  function changed(what) {
    strange = [];
    remember(what);
    set();
  }

  // What the reader does

  function turn(n, letter) {
    chosen.edges = chosen.edges.slice(0, n) + letter + chosen.edges.slice(n + 1);
    changed(`edge ${n}`);
  }

  sides.forEach((side, n) => {
    const step = (by) => letters[(letters.indexOf(chosen.edges[n]) + by + letters.length) % letters.length];
    side.addEventListener("click", () => turn(n, step(1)));
    side.addEventListener("keydown", (event) => {
      const letter = event.key.toUpperCase();
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      if (letters.includes(letter)) {
        turn(n, letter);
      } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        event.preventDefault();
        turn(n, step(event.key === "ArrowUp" ? -1 : 1));
      }
    });
  });

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    const {name, value, checked} = event.target;
    if (name === "box") {
      if (checked) {
        chosen.boxes.set(value, "");
      } else {
        chosen.boxes.delete(value);
      }
    } else if (name === "feature") {
      chosen.features[checked ? "add" : "delete"](value);
    } else {
      chosen[name] = value;
    }
    changed(name === "text" ? name : `${name} ${value}`);
  });
  form.querySelector("#open_hole").addEventListener("click", () => {
    chosen.edges = OPEN;
    changed("open");
  });
  form.querySelector("#show_all").addEventListener("click", () => {
    chosen = nothing();
    changed("all");
  });

  function go() {
    last = "";
    chosen = read(location.search);
    set();
  }

  window.addEventListener("popstate", go);
  form.hidden = false;
  // On a phone the tiles that fit are not to be pushed off by a long list of boxes.
  form.querySelector("details").open = matchMedia("(min-width: 48rem)").matches;
  document.querySelector(".jump").hidden = true;
  go();
})();
