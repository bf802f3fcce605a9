// Examples come alive: what moves between two pictures is seen moving, and an example of several moves has a stage on which they
// come one at a time. Without this file the pictures stand beside or below each other.
(() => {
  "use strict";

  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const DURATION = 700;
  const REST = 1600;

  // The drawing of a moment, in the page itself so that its pieces can move; null where it cannot be had, as in a plain folder.
  const drawings = new Map();
  const drawing = (scene) => {
    const image = scene.querySelector(".table > img, .table > .drawn > svg");
    if (!(image instanceof HTMLImageElement)) {
      return Promise.resolve(image);
    }
    if (!drawings.has(image.src)) {
      drawings.set(image.src, fetch(image.src).then((answer) => (answer.ok ? answer.text() : "")).catch(() => ""));
    }
    return drawings.get(image.src).then((text) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      if (parsed.localName !== "svg" || !image.isConnected) {
        return scene.querySelector(".table > .drawn > svg");
      }
      const frame = document.createElement("span");
      frame.className = "drawn";
      parsed.querySelector("title")?.replaceChildren(image.alt);
      parsed.setAttribute("width", image.getAttribute("width"));
      parsed.setAttribute("height", image.getAttribute("height"));
      frame.append(document.importNode(parsed, true));
      image.replaceWith(frame);
      return frame.firstElementChild;
    });
  };

  // Each piece of a picture with the one in the other that it was: first those that stayed, then those of the same sort in order.
  const pairs = (before, after) => {
    const left = [...before.querySelectorAll("[data-piece]")];
    const found = new Map();
    const take = (piece, fits) => {
      const index = left.findIndex((other) => other.dataset.piece === piece.dataset.piece && fits(other));
      if (index >= 0) {
        found.set(piece, left.splice(index, 1)[0]);
      }
    };
    const pieces = [...after.querySelectorAll("[data-piece]")];
    for (const piece of pieces) {
      take(piece, (other) => other.dataset.at === piece.dataset.at);
    }
    for (const piece of pieces) {
      if (!found.has(piece)) {
        take(piece, () => true);
      }
    }
    return { pieces, found, gone: left };
  };

  const place = (piece) => piece.dataset.at.split(" ").map(Number);

  // Let the pieces of one picture come from where they were in another; nothing moves for who does not want that.
  const move = async (from, to, wanted = () => true) => {
    if (still.matches) {
      return;
    }
    const [before, after] = await Promise.all([drawing(from), drawing(to)]);
    if (!before || !after || !wanted()) {
      return;
    }
    const { pieces, found, gone } = pairs(before, after);
    const timing = { duration: DURATION, easing: "ease-in-out" };
    for (const piece of pieces) {
      const other = found.get(piece);
      if (!other) {
        piece.animate([{ opacity: 0 }, { opacity: 1 }], timing);
      } else if (other.dataset.at !== piece.dataset.at) {
        const [x, y] = place(piece);
        const [oldX, oldY] = place(other);
        piece.animate([{ transform: `translate(${oldX - x}px, ${oldY - y}px)` }, { transform: "none" }], timing);
      }
    }
    for (const piece of gone) {
      const ghost = piece.cloneNode(true);
      ghost.removeAttribute("data-piece");
      after.append(ghost);
      ghost.animate([{ opacity: 1 }, { opacity: 0 }], timing).finished.finally(() => ghost.remove());
    }
  };

  // A picture before and one after: the second shows how it came about. The page may have got the example from another script.
  if (!still.matches && location.protocol !== "file:") {
    document.documentElement.classList.add("lively");
  }
  document.addEventListener("click", (event) => {
    const positions = event.target.closest("button.replay")?.closest(".example")?.querySelectorAll(".position");
    if (positions) {
      move(positions[0], positions[positions.length - 1]);
    }
  });

  // The stage of an example with several moves.
  const list = document.querySelector(".moments");
  if (!list) {
    return;
  }
  const steps = [...list.children];
  let shown = 0;
  let playing = null;


  const show = (index, { moving = true, address = true } = {}) => {
    const last = shown;
    shown = index;
    steps.forEach((step, n) => step.classList.toggle("shown", n === index));
    if (address) {
      history.replaceState(null, "", `#${steps[index].id}`);
    }
    if (moving && Math.abs(index - last) === 1) {
      move(steps[last], steps[index], () => shown === index);
    }
  };

  const bar = document.createElement("div");
  const play = document.createElement("button");
  const all = document.createElement("button");
  bar.className = "stage-bar";
  play.type = all.type = "button";
  bar.append(play, all);
  list.before(bar);

  const pause = () => {
    clearInterval(playing);
    playing = null;
    play.textContent = list.dataset.play;
  };

  const go = () => {
    if (shown === steps.length - 1) {
      show(0, { moving: false });
    }
    play.textContent = list.dataset.pause;
    playing = setInterval(() => {
      if (shown < steps.length - 1) {
        show(shown + 1);
      }
      if (shown === steps.length - 1) {
        pause();
      }
    }, REST);
  };

  const stage = (on) => {
    list.classList.toggle("staged", on);
    all.textContent = on ? list.dataset.all : list.dataset.one;
    play.hidden = !on;
    if (!on) {
      pause();
    }
  };

  play.addEventListener("click", () => (playing === null ? go() : pause()));
  all.addEventListener("click", () => stage(!list.classList.contains("staged")));
  list.addEventListener("click", (event) => {
    const link = event.target.closest(".turn-over a");
    if (!link || !list.classList.contains("staged")) {
      return;
    }
    event.preventDefault();
    pause();
    const forward = link.rel === "next";
    show(shown + (forward ? 1 : -1));
    const links = [...steps[shown].querySelectorAll(".turn-over a")];
    (links.find((other) => other.rel === link.rel) ?? links[0])?.focus({ preventScroll: true });
  });
  const asked = () => Math.max(0, steps.findIndex((step) => `#${step.id}` === location.hash));
  addEventListener("hashchange", () => show(asked(), { address: false }));

  pause();
  stage(true);
  show(asked(), { moving: false, address: false });
})();
