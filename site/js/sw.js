// Keeps the site for a table without a connection. While there is one, pages come from the net and nothing old is shown; what they
// need is fetched ahead, file by file, as the list of the language says: a file whose hash has changed is fetched again.
"use strict";

const SCOPE = self.registration.scope;
const STORE = `bastide ${SCOPE}`;
const KNOWN = `${SCOPE}offline/known`; // what is stored: {files: {path: hash}, languages: [tag]}
const PATIENCE = 4000; // milliseconds to wait for a page that is stored
const AT_ONCE = 6;

const whole = (path) => SCOPE + path.split("/").map(encodeURIComponent).join("/");
const listOf = (language) => `${SCOPE}offline/${language}.json`;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// Fetching ahead

const running = new Map();
let last = Promise.resolve(); // One after the other: they share the note of what is stored.

self.addEventListener("message", (event) => {
  const { language, all } = event.data;
  const key = `${language} ${all}`;
  if (!running.has(key)) {
    last = last.catch(() => {}).then(() => keep(language, all));
    running.set(key, last.finally(() => running.delete(key)));
  }
  const done = running.get(key).then((complete) => event.source.postMessage({ language, complete: complete && all }));
  event.waitUntil(done.catch(() => {})); // Without a connection: the next page tries again.
});

async function read(cache, address) {
  return (await cache.match(address))?.json();
}

async function keep(language, all) {
  const answer = await fetch(listOf(language), { cache: "no-cache" });
  if (!answer.ok) throw new Error(answer.statusText);
  const cache = await caches.open(STORE);
  await cache.put(listOf(language), answer.clone());
  const list = await answer.json();
  const known = (await read(cache, KNOWN)) ?? { files: {}, languages: [] };
  known.languages = [...new Set([...known.languages, language])];
  const note = () => cache.put(KNOWN, new Response(JSON.stringify(known)));

  const missing = [list.first, all ? list.then : {}].flatMap(Object.entries).filter(([path, hash]) => known.files[path] !== hash);
  let complete = true;
  const fetchNext = async () => {
    for (let next = missing.shift(); next; next = missing.shift()) {
      const [path, hash] = next;
      // The hash in the address keeps an old copy on the way from being taken for the new one.
      const file = await fetch(`${whole(path)}?${hash}`).catch(() => undefined);
      if (file?.ok) {
        await cache.put(whole(path), await plain(file));
        known.files[path] = hash;
        if (missing.length % 50 === 0) await note();
      } else {
        complete = false;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));

  // What is on no list any more goes.
  const lists = await Promise.all(known.languages.map((tag) => read(cache, listOf(tag))));
  const wanted = new Set(lists.filter(Boolean).flatMap(({ first, then }) => [...Object.keys(first), ...Object.keys(then)]));
  for (const path of Object.keys(known.files)) {
    if (!wanted.has(path)) {
      await cache.delete(whole(path));
      delete known.files[path];
    }
  }
  await note();
  return complete;
}

// A browser refuses an answer that came by a redirect where a page was asked for.
async function plain(answer) {
  return answer.redirected ? new Response(await answer.blob(), { headers: answer.headers }) : answer;
}

// Answering

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(SCOPE) || request.headers.has("range")) return;
  event.respondWith(["image", "font"].includes(request.destination) ? fromStore(request) : fromNet(request));
});

function stored(request) {
  const { origin, pathname } = new URL(request.url);
  return caches.match(origin + (pathname.endsWith("/") ? `${pathname}index.html` : pathname), { cacheName: STORE });
}

// Pictures and fonts: a new one is shown from the second page on.
async function fromStore(request) {
  return (await stored(request)) ?? fetch(request);
}

async function fromNet(request) {
  const fetched = fetch(request, { cache: "no-cache" });
  const kept = await stored(request);
  try {
    const answer = await (kept ? Promise.race([fetched, after(PATIENCE)]) : fetched);
    if (answer && (answer.status < 500 || !kept)) return answer;
  } catch (error) {
    if (!kept) return request.mode === "navigate" ? instead(request) : Promise.reject(error);
  }
  return kept;
}

function after(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

// What a page is answered with that is not stored, without a connection.
async function instead(request) {
  const { origin, pathname } = new URL(request.url);
  const slashed = new Request(`${origin}${pathname}/`);
  if (!pathname.endsWith("/") && (await stored(slashed))) return Response.redirect(slashed.url);
  const cache = await caches.open(STORE);
  const known = (await read(cache, KNOWN)) ?? { languages: [] };
  const asked = (origin + pathname).slice(SCOPE.length).split("/")[0];
  const address = `${SCOPE}${known.languages.includes(asked) ? asked : known.languages[0]}/offline/index.html`;
  const page = await cache.match(address);
  if (!page) return Response.error();
  // It stands at another address, and its links are meant from its own.
  const text = (await page.text()).replace("<head>", `<head><base href="${address}">`);
  return new Response(text, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
