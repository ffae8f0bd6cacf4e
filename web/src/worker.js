// The service worker: keeps this build's files, so that the page starts and plays without a network. `VERSION` and
// `FILES` are written above by the build. Of the server's answers only the list of games is kept.
const CACHE = `tischlein-${VERSION}`;
const ROOT = new URL("./", location.href);
const INDEX = new URL("index.html", ROOT).href;
const SHELL = ["index.html", "look.js", "manifest.webmanifest", "icon.svg", ...FILES].map((name) => new URL(name, ROOT).href);
const GAMES = new URL("api/games", ROOT).href;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([...SHELL, GAMES]))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("tischlein-") && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The newest answer, or the last one that was kept. */
async function ask(request) {
  try {
    const answer = await fetch(request);
    if (answer.ok) void (await caches.open(CACHE)).put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(request);
    if (!kept) throw error;
    const headers = new Headers(kept.headers);
    headers.set("X-Kept", "yes"); // so that the page does not believe that it is connected
    return new Response(kept.body, { status: kept.status, headers });
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match(INDEX)));
  } else if (SHELL.includes(request.url)) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  } else if (request.url === GAMES) {
    event.respondWith(ask(request));
  }
});
