// The table of My game: what the address says is on it, which statements hold there, and in which order they are read.
// What holds is decided by data that was compiled when the site was built; here it is only looked up.
(() => {
  "use strict";

  const { fill } = window.bastide;
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("compiled").textContent);
  const words = JSON.parse($("words").textContent);
  const list = new Intl.ListFormat(document.documentElement.lang, { style: "long", type: "conjunction" });

  // What there is

  const editions = data.editions;
  const boxes = data.boxes.map(([id, there, closed, needs, modules, options], n) => ({
    n, id, there, closed, needs, modules,
    options: options.map(([name, values]) => ({ name, values: values.map(([value, mask]) => ({ value, mask })) })),
    pick: document.querySelector(`.pick[data-box="${id}"]`),
  }));
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const statements = data.statements.map(([id, box, section, there, needs, module, option, replaces, about], n) => (
    { n, id, box, section, there, needs, module, option, replaces, about }
  ));
  const statementById = new Map(statements.map((statement) => [statement.id, statement]));
  const has = (mask, edition) => Boolean(mask >> edition & 1);
  const all = (mask) => editions.map((_, n) => n).filter((n) => has(mask, n));
  const newest = (mask) => all(mask).at(-1);
  const everywhere = (1 << editions.length) - 1;

  const look = (edition) => document.querySelector(`.look input[value="${editions[edition]}"]`);
  const editionName = (edition) => look(edition).closest("label").querySelector(".name").textContent;
  const boxName = (box, edition) => words.boxes[box.id]?.[editions[edition]] ?? box.pick.querySelector(".name").textContent;
  const choicesOf = (option, edition) => option.values.filter(({ mask }) => has(mask, edition));

  // The address: the words of the command line. `+` stands for itself in it.

  const decode = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const parameters = () => location.search.slice(1).split("&").filter(Boolean).map((pair) => {
    const at = pair.indexOf("=");
    return at < 0 ? [decode(pair), ""] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
  });

  class Problem extends Error {
    constructor(kind, values) {
      super(fill(words.problems[kind], values));
    }
  }

  // A choice is {edition, boxes: Map(box -> {edition or null, modules or null}), options: Map(name -> value)}.

  const readEdition = (word) => {
    const edition = editions.indexOf(word.trim().toLowerCase());
    if (edition < 0) {
      throw new Problem("edition", { word: word.trim() });
    }
    return edition;
  };

  const readBox = (word) => {
    const match = /^([^@:]+)(?:@([^@:]+))?(?::([^@:]*))?$/.exec(word.trim());
    if (!match) {
      throw new Problem("form", { word: word.trim() });
    }
    const box = byId.get(match[1].trim().toLowerCase());
    if (!box) {
      throw new Problem("box", { word: match[1].trim() });
    }
    const edition = match[2] === undefined ? null : readEdition(match[2]);
    let modules = null;
    if (match[3] !== undefined) {
      modules = new Set(match[3].split(/[+\s]+/).map((one) => one.toLowerCase()).filter(Boolean));
      for (const module of modules) {
        if (!box.modules.includes(module)) {
          throw new Problem("module", { box: boxName(box), word: module });
        }
      }
    }
    return [box, { edition, modules }];
  };

  const addNeeded = (chosen) => {
    for (const box of chosen.keys()) {
      for (const needed of box.needs) {
        if (!chosen.has(boxes[needed])) {
          chosen.set(boxes[needed], { edition: null, modules: null });
        }
      }
    }
  };

  const readAddress = () => {
    const given = parameters();
    const last = (name) => given.filter(([key]) => key === name).at(-1)?.[1];
    const choice = { edition: null, boxes: new Map(), options: new Map() };
    const named = last("edition");
    choice.edition = named === undefined ? null : readEdition(named);
    const table = last("with");
    const listed = table === undefined ? playedAlone(choice.edition) : table.split(",");
    if (table !== undefined && !table.trim()) {
      throw new Problem("nothing", {});
    }
    for (const word of listed) {
      const [box, own] = readBox(word);
      if (choice.boxes.has(box)) {
        throw new Problem("twice", { box: boxName(box) });
      }
      choice.boxes.set(box, own);
    }
    const own = [...choice.boxes.values()].map(({ edition }) => edition);
    const mixed = own.every((edition) => edition !== null);
    if (choice.edition === null && mixed) {
      choice.edition = Math.max(...own);
    }
    addNeeded(choice.boxes);
    if (choice.edition === null) {
      const free = [...choice.boxes].filter(([, { edition }]) => edition === null).map(([box]) => box);
      const common = newest(free.reduce((mask, box) => mask & box.there, everywhere));
      if (common === undefined) {
        throw new Problem("common", { boxes: list.format(free.map((box) => boxName(box))) });
      }
      choice.edition = common;
    }
    for (const [box, one] of choice.boxes) {
      const edition = one.edition ?? choice.edition;
      if (!has(box.there, edition)) {
        throw new Problem("published", {
          box: boxName(box), edition: editionName(edition), editions: list.format(all(box.there).map(editionName)),
        });
      }
      one.edition = edition === choice.edition ? null : edition;
    }
    for (const [key, word] of given) {
      if (key === "option") {
        const [name, value] = readOption(choice, word);
        choice.options.set(name, value);
      }
    }
    return choice;
  };

  const playedAlone = (edition) => boxes.filter(({ needs, there }) => !needs.length && (edition === null || has(there, edition)))
    .slice(0, 1).map(({ id }) => id);

  const readOption = (choice, word) => {
    const [name, value] = [...word.split("="), ""].slice(0, 2).map((part) => part.trim().toLowerCase());
    for (const [box, one] of choice.boxes) {
      const edition = one.edition ?? choice.edition;
      const option = box.options.find((known) => known.name === name);
      if (option && choicesOf(option, edition).length) {
        if (!choicesOf(option, edition).some((known) => known.value === value)) {
          const label = box.pick.querySelector(`[data-option="${name}"] span`).textContent;
          throw new Problem("value", { option: label, word: value, edition: editionName(edition) });
        }
        return [name, value];
      }
    }
    throw new Problem("option", { word: name });
  };

  const written = (choice) => {
    const inOrder = boxes.filter((box) => choice.boxes.has(box));
    const table = inOrder.map((box) => {
      const { edition, modules } = choice.boxes.get(box);
      const only = modules === null ? "" : `:${box.modules.filter((one) => modules.has(one)).join("+")}`;
      return `${box.id}${edition === null ? "" : `@${editions[edition]}`}${only}`;
    });
    const options = inOrder.flatMap((box) => box.options.flatMap((option) => {
      const here = choicesOf(option, choice.boxes.get(box).edition ?? choice.edition);
      const value = choice.options.get(option.name);
      return here.some((known) => known.value === value) && value !== here[0].value ? [`&option=${option.name}=${value}`] : [];
    }));
    return `?edition=${editions[choice.edition]}&with=${table.join(",")}${options.join("")}`;
  };

  // What holds

  const tableOf = (choice) => {
    const there = new Map(boxes.filter((box) => choice.boxes.has(box)).map((box) => [box.n, choice.boxes.get(box).edition ?? choice.edition]));
    const played = new Set();
    const options = new Set();
    for (const [n, edition] of there) {
      const { modules } = choice.boxes.get(boxes[n]);
      boxes[n].modules.filter((module) => modules === null || modules.has(module)).forEach((module) => played.add(module));
      for (const option of boxes[n].options) {
        const here = choicesOf(option, edition).map(({ value }) => value);
        const wanted = choice.options.get(option.name);
        if (here.length) {
          options.add(`${option.name}=${here.includes(wanted) ? wanted : here[0]}`);
        }
      }
    }
    const held = statements.filter((one) => there.has(one.box)
      && has(one.there, there.get(one.box))
      && one.needs.every((box) => there.has(box))
      && (!one.module || played.has(one.module))
      && (!one.option || options.has(one.option)));
    const replaced = new Set(held.flatMap(({ replaces }) => replaces));
    const rules = held.filter((one) => !replaced.has(one.n));
    return { there, options, rules, ids: new Set(rules.map(({ id }) => id)) };
  };

  // What of all this is on the page, as [id, heading, [[id or "", heading, statements]]]

  const arranged = (table) => {
    const inSection = (section) => table.rules.filter((one) => one.section === section);
    const parts = [];
    for (const sections of data.chapters) {
      const found = sections.filter((section) => inSection(section).length);
      if (found.length) {
        parts.push([`part_${sections[0]}`, words.titles[sections[0]], found.map((section) => (
          section === sections[0] ? ["", "", inSection(section)] : [`part_${section}`, words.titles[section], inSection(section)]
        ))]);
      }
    }
    const pairs = new Map();
    for (const one of inSection(data.rulings)) {
      const about = one.about.filter((n) => table.there.has(n));
      const needed = new Set(about.flatMap((n) => boxes[n].needs));
      const own = about.filter((n) => !needed.has(n));
      const key = [...(own.length > 1 ? own : about)].sort((a, b) => a - b);
      pairs.set(String(key), [key, [...(pairs.get(String(key))?.[1] ?? []), one]]);
    }
    if (pairs.size) {
      const order = [...pairs.values()].sort(([a], [b]) => {
        const at = a.findIndex((n, place) => n !== b[place]);
        return at < 0 ? a.length - b.length : b[at] === undefined ? 1 : a[at] - b[at];
      });
      parts.push(["part_rulings", words.rulings, order.map(([key, found], n) => [
        `rulings_${n + 1}`, list.format(key.map((box) => boxName(boxes[box], table.there.get(box)))), found,
      ])]);
    }
    parts.push([`part_${data.contents}`, words.titles[data.contents],
      [...table.there].filter(([n, edition]) => !has(boxes[n].closed, edition)).map(([n, edition]) => [
        `contents_${boxes[n].id}`, boxName(boxes[n], edition), inSection(data.contents).filter(({ box }) => box === n), boxes[n],
      ])]);
    return parts;
  };

  window.bastide.table = {
    data, words, list, editions, boxes, byId, statementById, has, newest, editionName, boxName, choicesOf, decode, parameters,
    Problem, addNeeded, readAddress, playedAlone, written, tableOf, arranged,
  };
})();
