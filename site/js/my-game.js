// My game: shows the choice that the address holds, and puts together the rules that hold there. It comes after `table.js`.
(() => {
  "use strict";

  const { plain, fill, lasting, remembered, remember } = window.bastide;
  const {
    data, words, list, editions, boxes, byId, statementById, has, newest, editionName, boxName, choicesOf, decode, parameters,
    Problem, addNeeded, readAddress, playedAlone, written, tableOf, arranged,
  } = window.bastide.table;
  const $ = (id) => document.getElementById(id);

  // Files, each fetched once

  const fetched = new Map();
  const file = (name) => {
    if (!fetched.has(name)) {
      fetched.set(name, fetch(name).then((answer) => {
        if (!answer.ok) {
          throw new Error(answer.statusText);
        }
        return answer.json();
      }).catch((error) => {
        fetched.delete(name);
        throw error;
      }));
    }
    return fetched.get(name);
  };

  const made = (html) => {
    const template = document.createElement("template");
    template.innerHTML = html;
    return template.content;
  };
  const element = (name, properties = {}, ...children) => {
    const node = Object.assign(document.createElement(name), properties);
    node.append(...children);
    return node;
  };

  // A statement, as it is at this table

  const playedHere = (table, played) => played.split(" ").every((word) => {
    const [id, edition] = word.split("@");
    return editions[table.there.get(byId.get(id)?.n)] === edition;
  });

  const rule = (table, one, html) => {
    const node = made(html).firstElementChild;
    const box = boxes[one.box];
    node.querySelector(".from").textContent = boxName(box, table.there.get(box.n));
    const together = node.querySelector(".together");
    if (together) {
      const named = together.dataset.boxes.split(" ").map((id) => boxName(byId.get(id), table.there.get(byId.get(id).n)));
      together.textContent = fill(words.together, { boxes: named.join(", ") });
    }
    for (const beaten of node.querySelectorAll("[data-held]")) {
      if (table.ids.has(beaten.dataset.held)) {
        beaten.querySelector("a")?.setAttribute("href", `#${beaten.dataset.held}`);
      } else {
        beaten.remove();
      }
    }
    if (!node.querySelector("[data-held]")) {
      node.querySelector(".beats")?.remove();
    }
    for (const example of node.querySelectorAll("[data-example]")) {
      const { shows, options, played } = example.dataset;
      const seen = shows.split(" ").every((id) => table.ids.has(id))
        && options.split(" ").filter(Boolean).every((choice) => table.options.has(choice))
        && played.split(" ").every((word) => table.there.has(byId.get(word.split("@")[0])?.n));
      if (!seen) {
        example.remove();
      } else {
        example.addEventListener("toggle", () => example.open && unfold(example, table, box));
      }
    }
    return node;
  };

  // The picture of an example is fetched when it is unfolded.
  const filling = new WeakMap();
  const unfold = (example, table, box) => {
    if (!filling.has(example)) {
      filling.set(example, fillIn(example, table, box));
    }
    return filling.get(example);
  };
  const fillIn = async (example, table, box) => {
    example.querySelector(".failed")?.remove();
    try {
      const examples = await file(`examples-${box.id}.json`);
      const figure = made(examples[example.dataset.example]);
      if (playedHere(table, example.dataset.played)) {
        figure.querySelector(".elsewhere")?.remove();
      }
      example.append(figure);
    } catch {
      filling.delete(example);
      example.append(element("p", { className: "aside failed", textContent: words.failed }));
    }
  };

  // All points: of each line that there may be, the one that the statements of this table give

  const points = (table, lines) => {
    const first = (candidates) => candidates.find((id) => table.ids.has(id)) ?? "";
    const bodies = [];
    for (const kind of new Set(lines.slots.map((slot) => slot.kind))) {
      const own = lines.slots.filter((slot) => slot.kind === kind && first(slot.statements));
      bodies.push(...own.map((slot) => slot.groups[`${first(slot.completed)}|${first(slot.final)}`]));
      const scored = [["completed", own.some((slot) => first(slot.completed))], ["final", own.some((slot) => first(slot.final))]];
      const key = scored.map(([moment, there]) => (there ? moment : "")).join("|");
      bodies.push(...lines.changes.filter((one) => own.length && one.kind === kind && table.ids.has(one.statement)).map((one) => one.groups[key]));
    }
    for (const { head, rows } of lines.more) {
      const found = rows.filter(([id]) => table.ids.has(id));
      if (found.length) {
        bodies.push(`<tbody class="first">${head}${found.map(([, row]) => row).join("")}</tbody>`);
      }
    }
    if (!bodies.length) {
      return null;
    }
    const node = made(`<table class="points">${lines.head}${bodies.join("")}</table>`).firstElementChild;
    for (const link of node.querySelectorAll("a.page")) {
      const box = boxes[statementById.get(link.hash.slice(1)).box];
      link.textContent = boxName(box, table.there.get(box.n));
    }
    return node;
  };

  // The page

  const book = $("book");
  const problems = $("problems");
  const ready = document.querySelector(".ready");
  const count = $("count");
  const find = $("find");
  let choice = null;
  let opened = location.search;
  let turn = 0;

  const headline = (table) => {
    book.querySelector(".table-boxes").replaceChildren(...[...table.there].map(([n, edition]) => {
      const box = boxes[n];
      const line = element("li", {}, element("b", { textContent: boxName(box, edition) }), " ",
        element("span", { className: "tag", textContent: editionName(edition) }));
      const { modules } = choice.boxes.get(box);
      const notes = has(box.closed, edition) ? [words.closed] : [];
      const left = modules === null ? [] : box.modules.filter((module) => !modules.has(module));
      if (left.length) {
        const named = left.map((module) => box.pick.querySelector(`[value="${module}"][name="module"]`).closest("label").textContent.trim());
        notes.push(fill(words.without, { modules: list.format(named) }));
      }
      for (const option of box.options) {
        const here = choicesOf(option, edition);
        const value = here.find((known) => table.options.has(`${option.name}=${known.value}`));
        if (here.length > 1 && value) {
          const label = box.pick.querySelector(`[data-option="${option.name}"]`);
          notes.push(fill(words.option, {
            option: label.querySelector("span").textContent, value: label.querySelector(`[value="${value.value}"]`).textContent,
          }));
        }
      }
      line.append(...notes.map((note) => element("span", { className: "mark", textContent: note })));
      return line;
    }));
  };

  // What the printed rules of these editions call otherwise, of what the rules of this table name.
  const otherWords = (table, files) => {
    const found = new Map();
    for (const one of table.rules) {
      const { words: printed, named } = files.get(one.box);
      const there = printed[editions[table.there.get(one.box)]];
      for (const html of (named[one.id] ?? []).flatMap((id) => there[id] ?? [])) {
        const node = made(html);
        if (!found.has(node.textContent)) {
          found.set(node.textContent, node);
        }
      }
    }
    const line = $("other_words");
    line.hidden = !found.size;
    line.lastElementChild.replaceChildren(...[...found.values()].flatMap((node, n) => [...(n ? [", "] : []), node]));
  };

  const section = (id, title, level) => element("section", {}, element(`h${level}`, { id, textContent: title }));

  const chapter = ([id, title, parts], table, files) => {
    const node = section(id, title, 3);
    for (const [own, heading, found, box] of parts) {
      const into = own ? section(own, heading, 4) : node;
      if (box) {
        into.append(made(files.get(box.n).contents[editions[table.there.get(box.n)]] ?? ""));
      }
      into.append(...found.map((one) => rule(table, one, files.get(one.box).rules[one.id])));
      // The heading names the boxes already.
      into.classList.toggle("between", id === "part_rulings");
      if (into !== node) {
        node.append(into);
      }
    }
    return node;
  };

  const show = async () => {
    const mine = ++turn;
    const table = tableOf(choice);
    book.hidden = false;
    ready.hidden = true;
    headline(table);
    count.textContent = count.dataset.loading;
    let files;
    let lines;
    try {
      [lines, ...files] = await Promise.all([
        file("points.json"),
        ...[...table.there.keys()].map(async (n) => [n, await file(`rules-${boxes[n].id}.json`)]),
      ]);
    } catch {
      if (mine === turn) {
        count.textContent = words.failed;
        ready.hidden = false;
        $("other_words").hidden = true;
        $("parts").replaceChildren();
      }
      return;
    }
    if (mine !== turn) {
      return;
    }
    const found = arranged(table);
    files = new Map(files);
    otherWords(table, files);
    const nodes = found.map((one) => [one[0], one[1], chapter(one, table, files)]);
    const scores = points(table, lines);
    if (scores) {
      const all = section("part_points", words.points, 3);
      all.className = "all-points";
      const scroll = element("div", { className: "scroll", tabIndex: 0 }, scores);
      scroll.setAttribute("role", "region");
      scroll.setAttribute("aria-labelledby", "part_points");
      all.append(scroll);
      const chapters = data.chapters.map(([first]) => `part_${first}`);
      const after = nodes.findLastIndex(([id]) => id === `part_${data.points}`);
      const last = nodes.findLastIndex(([id]) => chapters.includes(id));
      nodes.splice((after < 0 ? last : after) + 1, 0, ["part_points", words.points, all]);
    }
    $("parts").replaceChildren(...nodes.map(([, , node]) => node));
    for (const node of $("parts").querySelectorAll("section:not(.all-points)")) {
      node.setAttribute("aria-labelledby", node.firstElementChild.id);
    }
    book.querySelector(".toc ol").replaceChildren(...nodes.map(([id, title]) => (
      element("li", {}, element("a", { href: `#${id}`, textContent: title })))));
    count.textContent = fill(count.dataset.words, { number: table.rules.length });
    narrow();
    arrive(table);
  };

  // The place in the address: it was not there yet when the page was opened.
  const arrive = (table) => {
    const id = decode(location.hash.slice(1));
    const elsewhere = $("elsewhere");
    elsewhere.hidden = !(statementById.has(id) && !table.ids.has(id));
    if (!elsewhere.hidden) {
      elsewhere.querySelector("a").href = words.statements.replace("index.html", `${id}/index.html`);
      elsewhere.querySelector("a").textContent = id;
    } else if (id && $(id)) {
      location.replace(location.href);
    }
  };

  const narrow = () => {
    const wanted = plain(find.value).split(/\s+/).filter(Boolean);
    const parts = $("parts");
    for (const node of parts.querySelectorAll(".rule")) {
      const text = wanted.length ? plain(node.textContent) : "";
      node.hidden = !wanted.every((word) => text.includes(word));
    }
    const some = (node) => !wanted.length || node.querySelector(".rule:not([hidden])");
    for (const node of parts.querySelectorAll("section")) {
      node.hidden = !some(node);
    }
    for (const node of parts.querySelectorAll(".contents, .sheet-link")) {
      node.hidden = wanted.length > 0;
    }
    $("none").hidden = Boolean(some(parts));
  };

  // The choice, as the form shows it

  const form = $("choice");
  const chooser = $("chooser");

  const showChoice = () => {
    $("look").textContent = editionName(choice.edition);
    for (const input of form.querySelectorAll("[name=edition]")) {
      input.checked = choice.edition === editions.indexOf(input.value);
    }
    const needed = new Set([...choice.boxes.keys()].flatMap((box) => box.needs));
    for (const box of boxes) {
      const own = choice.boxes.get(box);
      const tick = box.pick.querySelector("[name=box]");
      tick.checked = Boolean(own);
      tick.disabled = needed.has(box.n);
      box.pick.querySelector(".needed").hidden = !needed.has(box.n);
      box.pick.querySelector(".more").hidden = !own;
      if (!own) {
        continue;
      }
      const edition = own.edition ?? choice.edition;
      const select = box.pick.querySelector("[name=box-edition]");
      if (select) {
        select.value = editions[edition];
      }
      for (const closed of box.pick.querySelectorAll(".closed")) {
        closed.hidden = closed.dataset.edition !== editions[edition];
      }
      for (const module of box.pick.querySelectorAll("[name=module]")) {
        module.checked = own.modules === null || own.modules.has(module.value);
      }
      for (const option of box.options) {
        const label = box.pick.querySelector(`[data-option="${option.name}"]`);
        const here = choicesOf(option, edition).map(({ value }) => value);
        label.hidden = here.length < 2;
        for (const value of label.querySelectorAll("option")) {
          value.hidden = value.disabled = !here.includes(value.value);
        }
        const wanted = choice.options.get(option.name);
        label.querySelector("select").value = here.includes(wanted) ? wanted : here[0] ?? "";
      }
    }
  };

  const chooseEdition = (edition) => {
    for (const [box, own] of choice.boxes) {
      const before = own.edition ?? choice.edition;
      // What comes in the edition of the tiles goes along with them, if it exists there; what does not stays as it is.
      const follows = own.edition === null || own.edition === edition;
      own.edition = follows && has(box.there, edition) ? null : before;
    }
    choice.edition = edition;
    remember("edition", editions[edition]);
  };

  const chooseBox = (box, wanted) => {
    if (!wanted) {
      choice.boxes.delete(box);
      return;
    }
    choice.boxes.set(box, { edition: null, modules: null });
    addNeeded(choice.boxes);
    for (const [one, own] of choice.boxes) {
      if (own.edition === null && !has(one.there, choice.edition)) {
        own.edition = newest(one.there);
      }
    }
  };

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", ({ target }) => {
    const box = byId.get(target.closest(".pick")?.dataset.box);
    const own = box && choice.boxes.get(box);
    if (target.name === "edition") {
      chooseEdition(editions.indexOf(target.value));
    } else if (target.name === "box") {
      chooseBox(box, target.checked);
    } else if (target.name === "box-edition") {
      const edition = editions.indexOf(target.value);
      own.edition = edition === choice.edition ? null : edition;
    } else if (target.name === "module") {
      const ticked = [...box.pick.querySelectorAll("[name=module]:checked")].map((input) => input.value);
      own.modules = ticked.length === box.modules.length ? null : new Set(ticked);
    } else if (target.name === "option") {
      choice.options.set(target.closest("[data-option]").dataset.option, target.value);
    }
    go();
  });

  // What is ticked from the beginning is chosen too, when the reader says so.
  const go = () => {
    history.pushState(null, "", written(choice));
    opened = location.search;
    open();
  };
  form.addEventListener("click", ({ target }) => {
    if (target.matches("[name=edition]") && !isChosen()) {
      chooseEdition(editions.indexOf(target.value));
      go();
    }
  });

  // What the address says, or why it cannot be

  const begin = () => {
    const mine = editions.indexOf(remembered("edition"));
    const edition = mine < 0 ? editions.length - 1 : mine;
    const start = { edition, boxes: new Map(), options: new Map() };
    const alone = byId.get(playedAlone(edition)[0]);
    if (alone) {
      start.boxes.set(alone, { edition: null, modules: null });
    }
    return start;
  };

  const refuse = (message) => {
    turn += 1;
    problems.querySelector("ul").replaceChildren(element("li", { textContent: message }));
    problems.hidden = false;
    book.hidden = true;
    ready.hidden = false;
  };

  const isChosen = () => parameters().some(([key]) => ["edition", "with", "option"].includes(key));

  const open = () => {
    problems.hidden = true;
    const chosen = isChosen();
    try {
      choice = chosen ? readAddress() : begin();
    } catch (problem) {
      if (!(problem instanceof Problem)) {
        throw problem;
      }
      choice = /[?&]with=(&|$)/.test(location.search) && choice ? choice : begin();
      chooser.open = $("tiles").open = true;
      showChoice();
      refuse(problem.message);
      return;
    }
    showChoice();
    if (chosen) {
      show();
    } else {
      turn += 1;
      book.hidden = true;
      ready.hidden = false;
    }
  };

  window.addEventListener("popstate", () => {
    if (location.search !== opened) {
      opened = location.search;
      open();
    }
  });
  window.addEventListener("hashchange", () => {
    if (choice && !book.hidden) {
      const id = decode(location.hash.slice(1));
      if (statementById.has(id) && !$(id)) {
        arrive(tableOf(choice));
      } else {
        $("elsewhere").hidden = true;
      }
    }
  });
  find.addEventListener("input", narrow);

  $("read").addEventListener("click", () => {
    if (book.hidden) {
      go();
    }
    chooser.open = false;
    $("rules").focus({ preventScroll: true });
    $("rules").scrollIntoView();
  });
  $("copy").addEventListener("click", async () => {
    const button = $("copy");
    const address = lasting(location.href);
    address.hash = "";
    try {
      await navigator.clipboard.writeText(address.href);
      button.textContent = button.dataset.done;
    } catch {
      // Without the right to copy, the address is still in its line.
    }
  });
  $("print").addEventListener("click", () => window.print());
  $("print-all").addEventListener("click", async () => {
    const table = tableOf(choice);
    const folded = [...$("parts").querySelectorAll("[data-example]:not([open])")];
    await Promise.all(folded.map((example) => {
      example.open = true;
      return unfold(example, table, boxes[statementById.get(example.closest(".rule").id).box]);
    }));
    await Promise.allSettled([...$("parts").querySelectorAll("img")].map((image) => {
      image.loading = "eager";
      return image.decode();
    }));
    window.print();
    for (const example of folded) {
      example.open = false;
    }
  });

  form.hidden = false;
  book.querySelector(".filter").hidden = false;
  chooser.open = !parameters().some(([key]) => key === "with");
  $("tiles").open = !parameters().some(([key]) => key === "edition");
  open();
})();
