// The search: asks the index of the page's language, and shows what it finds. The address holds the question.
(() => {
  "use strict";

  const { fill } = window.bastide;
  const form = document.getElementById("search");
  const told = JSON.parse(document.getElementById("search_data").textContent);
  const place = { count: "search_count", help: "search_help", results: "search_results", more: "search_more", needs: "search_needs", ways: "search_ways" };
  for (const [name, id] of Object.entries(place)) {
    place[name] = document.getElementById(id);
  }
  const { q: field, box, edition } = form.elements;
  const kinds = [...form.querySelectorAll("input[name=kind]")];
  const narrow = form.querySelector("details");
  const choice = narrow.querySelector("summary .number");
  const everywhere = form.querySelector("button[type=button]");
  const PAGE = 10;
  const PAUSE = 160; // milliseconds after the last key until the search begins
  const REST = 1500; // milliseconds after which further typing is another question, to which the back button returns
  // Names of things come before what speaks of them; see generator/search/index.py for the fields.
  const WEIGHTS = { names: 30, title: 1, forms: 0.5, bare: 0.5 };

  // Words

  const HARD = { ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ı: "i", ß: "ss", æ: "ae", œ: "oe", þ: "th" };
  // As the index does it, whatever the language of the page; see generator/search/spelling.py.
  const easy = (text) => text.toLowerCase().replace(/[łøđðħıßæœþ]/g, (letter) => HARD[letter]);
  const bare = (text) => easy(text.normalize("NFD").replace(/\p{M}/gu, ""));
  const split = (text) => bare(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean);

  let spellings = []; // [{name, words: [[word, ...], ...]}], without accents

  const same = (one, other) => one.length === other.length && one.every((word, n) => word === other[n]);
  const holds = (words, phrase) => words.some((_, n) => same(words.slice(n, n + phrase.length), phrase));

  // Return the phrases to be marked: the words asked for, and all forms of each thing that they name.
  const phrases = (asked) => {
    const named = spellings.filter((entry) => entry.words.some((form) => holds(asked, form)));
    return named.flatMap((entry) => entry.words).sort((a, b) => b.length - a.length);
  };

  // Put a text into an element, with the words that were found marked.
  const mark = (element, text, asked, forms) => {
    const pieces = text.split(/([\p{L}\p{N}\p{M}]+)/u); // words stand at the odd places
    const words = pieces.map((piece, n) => (n % 2 ? bare(piece) : ""));
    const marked = new Array(pieces.length).fill(false);
    for (let n = 1; n < pieces.length; n += 2) {
      const hit = forms.find((form) => form.every((word, k) => words[n + 2 * k] === word));
      if (hit) {
        marked.fill(true, n, n + 2 * hit.length - 1);
      } else if (asked.some((word) => words[n].startsWith(word))) {
        marked[n] = true;
      }
    }
    for (let n = 0; n < pieces.length; ) {
      let end = n + 1;
      while (end < pieces.length && marked[end] === marked[n]) end += 1;
      const piece = pieces.slice(n, end).join("");
      if (marked[n]) {
        const node = document.createElement("mark");
        node.textContent = piece;
        element.append(node);
      } else {
        element.append(piece);
      }
      n = end;
    }
  };

  // How many letters must change, be added, left out or swapped to get from one word to another; more than most is most + 1.
  const distance = (a, b, most) => {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let before = [];
    let row = Array.from({ length: b.length + 1 }, (_, n) => n);
    for (let i = 1; i <= a.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= b.length; j += 1) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
      }
      [before, row] = [row, next];
    }
    return row[b.length];
  };

  // Return up to three names that are spelled almost like what was asked.
  const alike = (asked) => {
    const whole = asked.join(" ");
    const most = Math.max(1, Math.floor(whole.length / 4));
    return spellings
      .map(({ name, words }) => ({ name, off: Math.min(...words.map((form) => distance(whole, form.join(" "), most))) }))
      .filter(({ off }) => off <= most)
      .sort((a, b) => a.off - b.off)
      .slice(0, 3)
      .map(({ name }) => name);
  };

  // The index

  let engine = null;
  const load = () => {
    engine ??= (async () => {
      if (location.protocol === "file:") throw new Error("no browser reads modules from a folder");
      const [pagefind, words] = await Promise.all([
        import(new URL(told.index, document.baseURI)),
        fetch(new URL(told.spellings, document.baseURI)).then((answer) => answer.json()),
      ]);
      spellings = words.map(({ name, words: forms }) => ({ name, words: forms.map(split) }));
      const base = new URL("..", document.baseURI).pathname;
      const index = pagefind.createInstance({ baseUrl: base, noWorker: true, ranking: { metaWeights: WEIGHTS } });
      await index.filters(); // without them an answer counts nothing
      return index;
    })();
    return engine;
  };

  const filters = (state, but) => {
    const chosen = {};
    if (state.kind.length && but !== "kind") chosen.kind = { any: state.kind };
    if (state.box && but !== "box") chosen.box = state.box;
    if (state.edition && but !== "edition") chosen.edition = state.edition;
    return chosen;
  };
  const narrowed = (state) => state.kind.length > 0 || Boolean(state.box || state.edition);

  // The index takes words that it does not know for the beginning that it knows, were it one letter. Such an answer is none.
  const sensible = async (answer, words) => {
    if (!answer.results.length) return false;
    const [{ content, meta } = { content: words, meta: {} }] = await fetched(answer.results.slice(0, 1));
    const known = split([content, ...Object.values(meta)].join(" "));
    return split(words).every((word) => {
      const half = word.slice(0, Math.ceil(word.length / 2));
      return known.some((other) => other.startsWith(half)) || !known.some((other) => word.startsWith(other));
    });
  };

  // Search; where nothing at all has the words, search for what begins like the last of them.
  const ask = async (index, state) => {
    const chosen = filters(state);
    let words = easy(state.q.trim().replace(/\s+/g, " "));
    if (!words) return { answer: await index.search(null, { filters: chosen, sort: { place: "asc" } }), words };
    for (let cut = 0; cut < 4; cut += 1) {
      if (await sensible(await index.search(words), words)) {
        return { answer: await index.search(words, { filters: chosen }), words, cut: cut > 0 };
      }
      words = words.slice(0, -1);
      if (!(split(words).pop()?.length > 3)) break;
    }
    return { answer: { results: [], filters: {} }, words: "" };
  };

  // The texts of what was found; without a network, of those that were seen before.
  const fetched = async (results) => {
    const texts = await Promise.all(results.map((result) => result.data().catch(() => null)));
    return texts.filter(Boolean);
  };

  // How many would be found by each value of a choice, the other choices being as they are.
  const counts = async (index, state, words, answer) => {
    const found = {};
    for (const name of ["kind", "box", "edition"]) {
      const chosen = name === "kind" ? state.kind.length : state[name];
      const others = chosen && (words || !state.q.trim()) ? await index.search(words || null, { filters: filters(state, name) }) : answer;
      found[name] = others.filters[name] ?? {};
    }
    return found;
  };

  // What is shown

  const checks = (found) => {
    for (const input of kinds) {
      const number = found[input.value] ?? 0;
      input.closest("label").querySelector(".number").textContent = number;
      input.closest("label").classList.toggle("none", !number);
    }
  };
  const options = (select, found) => {
    for (const option of select.options) {
      if (!option.value) continue;
      option.dataset.name ??= option.textContent;
      const number = found[option.value] ?? 0;
      option.textContent = `${option.dataset.name} (${number})`;
      option.disabled = !number && !option.selected;
    }
  };

  const add = (tag, className, text, parent) => {
    const node = document.createElement(tag);
    if (className) node.className = className;
    if (text) node.textContent = text;
    parent.append(node);
    return node;
  };

  const item = (data, asked, forms) => {
    const one = (name) => data.filters[name]?.[0];
    const li = document.createElement("li");
    const lang = one("lang");
    const words = told.words;
    const home = words.boxes[one("home")];
    // A ruling with other boxes says which; any other statement, at which moment of the game it holds.
    const others = Object.keys(words.boxes).filter((id) => data.filters.box?.includes(id) && id !== one("home"));
    const section = one("section") === told.between && others.length ? others.slice(0, 2).map((id) => words.boxes[id]).join(" · ") : words.sections[one("section")];
    add("p", "kicker", [words.kinds[one("kind")], lang ? told.english : ""].filter(Boolean).join(" · "), li);
    const link = add("a", "", "", li);
    link.href = data.url.replace(/(#.*)\.html$/, "$1");
    add("span", "", [home, data.meta.title ?? section].filter(Boolean).join(" · "), link);
    if (data.content !== data.meta.title) {
      const text = add("p", "text", "", li);
      if (lang) text.lang = lang;
      mark(text, data.content, asked, forms);
    }
    const editions = Object.keys(words.editions).filter((id) => data.filters.edition?.includes(id));
    if (editions.length && editions.length < Object.keys(words.editions).length) {
      add("p", "tag", editions.map((id) => words.editions[id]).join(", "), li);
    }
    return li;
  };

  // Of those found first, what has just this name comes first, then what is also called so.
  const rank = (data, asked) => {
    const spelled = spellings.find((entry) => entry.name === data.meta.title);
    if (data.meta.title && same(split(data.meta.title), asked)) return data.filters.kind?.includes("box") ? 1 : 0;
    return spelled?.words.some((form) => same(form, asked)) ? 2 : 3;
  };

  const help = (state, asked) => {
    place.help.replaceChildren();
    place.help.className = "help";
    const button = (text, act) => add("button", "", text, place.help).addEventListener("click", act);
    if (narrowed(state)) button(told.everywhere, widen);
    const names = alike(asked);
    if (names.length) {
      add("p", "", told.meant, place.help);
      for (const name of names) {
        button(name, () => {
          field.value = name;
          field.focus();
          change(true);
        });
      }
    }
    place.help.hidden = !place.help.hasChildNodes();
  };

  let turn = 0; // of answers that come late, only that to the last question is shown
  const show = async (state) => {
    const mine = ++turn;
    const nothing = !state.q.trim() && !narrowed(state);
    everywhere.hidden = !narrowed(state);
    const { boxes, editions } = told.words;
    const chosen = kinds.filter((input) => input.checked).map((input) => input.nextElementSibling.textContent);
    choice.textContent = [...chosen, boxes[state.box], editions[state.edition]].filter(Boolean).join(", ");
    place.ways.hidden = !nothing;
    if (nothing) {
      place.results.replaceChildren();
      place.count.textContent = "";
      place.help.hidden = place.more.hidden = true;
      for (const number of form.querySelectorAll("label .number")) number.textContent = "";
      for (const select of [box, edition]) {
        for (const option of select.options) {
          option.textContent = option.dataset.name ?? option.textContent;
          option.disabled = false;
        }
      }
      return;
    }
    let index;
    try {
      index = await load();
    } catch {
      form.hidden = true;
      place.count.textContent = "";
      place.needs.textContent = location.protocol === "file:" ? told.folder : told.failed;
      place.needs.hidden = place.ways.hidden = false;
      return;
    }
    const { answer, words, cut } = await ask(index, state);
    const found = await counts(index, state, words, answer);
    const asked = split(words);
    const forms = phrases(asked);
    const first = await fetched(answer.results.slice(0, PAGE));
    if (mine !== turn) return;
    first.sort((a, b) => rank(a, asked) - rank(b, asked));
    checks(found.kind);
    options(box, found.box);
    options(edition, found.edition);
    const number = answer.results.length;
    place.results.replaceChildren(...first.map((data) => item(data, asked, forms)));
    place.help.hidden = true;
    place.ways.hidden = number > 0;
    if (!number) {
      const given = state.q.trim();
      place.count.textContent = fill(!narrowed(state) ? told.nothing : given ? told.nothing_here : told.nothing_chosen, { words: given });
      help(state, split(state.q));
    } else {
      place.count.textContent = [cut ? fill(told.alike, { words }) : "", fill(told.found, { number })].filter(Boolean).join(" ");
    }
    const more = async (focus) => {
      const begin = place.results.children.length;
      const next = await fetched(answer.results.slice(begin, begin + PAGE));
      if (mine !== turn || !next.length) return;
      place.results.append(...next.map((data) => item(data, asked, forms)));
      place.more.hidden = place.results.children.length >= number;
      if (focus) place.results.children[begin]?.querySelector("a").focus();
      history.replaceState({ shown: place.results.children.length }, "");
    };
    place.more.hidden = number <= PAGE;
    place.more.onclick = () => more(true);
    // Back from a page that was found: as much is shown as was shown before.
    const shown = history.state?.shown ?? 0;
    for (let page = 1; page < shown / PAGE && page < number / PAGE && mine === turn; page += 1) await more(false);
  };

  // The question: in the form, and in the address

  const asked = () => ({
    q: field.value,
    kind: kinds.filter((input) => input.checked).map((input) => input.value),
    box: box.value,
    edition: edition.value,
  });
  const address = (state) => {
    const query = new URLSearchParams();
    if (state.q.trim()) query.set("q", state.q.trim());
    for (const kind of state.kind) query.append("kind", kind);
    if (state.box) query.set("box", state.box);
    if (state.edition) query.set("edition", state.edition);
    return [location.pathname, String(query)].filter(Boolean).join("?");
  };

  let last = 0;
  const change = (apart) => {
    const state = asked();
    const to = address(state);
    if (to !== `${location.pathname}${location.search}`) {
      const now = Date.now();
      if (apart || now - last > REST) history.pushState({}, "", to);
      else history.replaceState({}, "", to);
      last = apart ? 0 : now;
    }
    show(state);
  };
  const widen = () => {
    for (const input of kinds) input.checked = false;
    box.value = edition.value = "";
    field.focus();
    change(true);
  };
  const read = () => {
    const query = new URLSearchParams(location.search);
    field.value = query.get("q") ?? "";
    for (const input of kinds) input.checked = query.getAll("kind").includes(input.value);
    for (const select of [box, edition]) {
      select.value = query.get(select.name) ?? "";
      if (select.selectedIndex < 0) select.value = "";
    }
    show(asked());
  };

  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(change, PAUSE, false);
  });
  field.addEventListener("pointerdown", () => load().catch(() => {}), { once: true });
  form.addEventListener("change", (event) => {
    if (event.target !== field) change(true);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    change(true);
    if (matchMedia("(pointer: coarse)").matches) field.blur(); // the keyboard covers what is found
  });
  everywhere.addEventListener("click", widen);
  window.addEventListener("popstate", read);

  form.hidden = false;
  place.needs.hidden = true;
  if (matchMedia("(min-width: 48rem)").matches) narrow.open = true;
  read();
  if (!field.value && matchMedia("(pointer: fine)").matches) field.focus();
})();
