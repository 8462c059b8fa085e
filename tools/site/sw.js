/*
 * Keeps every file of the site, so that it works without a network once it was there. FILES, put in front of this by
 * tools/build_site.py, has a hash of each: what has not changed is not fetched again, and what is shown together was
 * made together.
 */

const SCOPE = self.registration.scope;
const CACHE = `cellwise ${SCOPE}`;
const TOGETHER = 6;

const key = (path) => new URL(`${path}?kept=${FILES[path]}`, SCOPE).href;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forget().then(() => self.clients.claim())));

async function keep() {
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map((request) => request.url));
  const missing = Object.keys(FILES).filter((path) => !there.has(key(path)));
  const one = async () => {
    for (let path = missing.shift(); path !== undefined; path = missing.shift()) await cache.put(key(path), await had(path));
  };
  await Promise.all(Array.from({ length: TOGETHER }, one));
}

/** Fetches a file past the browser's own cache, which may still have the one before. */
async function had(path) {
  const response = await fetch(new URL(path, SCOPE), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  // Some hosts send pages on to other addresses; a page that came so is refused as an answer later.
  return response.redirected ? new Response(await response.blob(), { headers: response.headers }) : response;
}

async function forget() {
  const cache = await caches.open(CACHE);
  const kept = new Set(Object.keys(FILES).map(key));
  const old = (await cache.keys()).filter((request) => !kept.has(request.url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** The file that an address of the site means; some hosts leave out endings. */
function fileOf(url) {
  const path = decodeURI(url.origin + url.pathname).slice(decodeURI(SCOPE).length);
  return [path, `${path}index.html`, `${path}/index.html`, `${path}.html`].find((one) => Object.hasOwn(FILES, one));
}

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(SCOPE)) return;
  const url = new URL(event.request.url);
  const file = fileOf(url);
  // Without the slash the page's own links would lead elsewhere: the host sends such an address on.
  if (file === undefined || (file.endsWith("/index.html") && !url.pathname.endsWith("/") && !url.pathname.endsWith(".html"))) return;
  event.respondWith(kept(file, event.request));
});

async function kept(file, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(key(file))) ?? fetch(request);
}
