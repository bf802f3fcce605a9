// What `bastide serve` answers where a built site has its service worker: it clears away one that was here before, and keeps nothing.
"use strict";
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  const clear = async () => {
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
    await registration.unregister();
  };
  event.waitUntil(clear());
});
