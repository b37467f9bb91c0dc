// The service worker: the diary can be read while the server is away. Talk, memories and notes are never kept here.
// The server writes the release's path and files into it, so each release brings its own.
const STATIC = "{{static}}";
const FILES = JSON.parse('{{files}}');
const SHELL = "pawsona-static-{{hash}}";
const DAYS = "pawsona-days";
const KEPT = /^\/api\/v1\/(home|pets\/[^/]+\/(days(\/[\w-]+)?|tastes))$/;
const OWN_PAGES = /^\/(?!api\/|v1\/|static\/|pair$|care\/protocol|operate|sw\.js$)/;

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(tidy()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (url.pathname.startsWith(`${STATIC}/`)) event.respondWith(fromShell(request));
  else if (request.mode === "navigate" && OWN_PAGES.test(url.pathname)) event.respondWith(page(request));
  else if (KEPT.test(url.pathname)) event.respondWith(fresh(request));
});

async function fill() {
  const cache = await caches.open(SHELL);
  await cache.addAll(["/", ...FILES.map((name) => `${STATIC}/${name}`)]);
}

/** Releases before this one go when no page of theirs is open any more. */
async function tidy() {
  const old = (await caches.keys()).filter((name) => name.startsWith("pawsona-static-") && name !== SHELL);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function fromShell(request) {
  return (await caches.match(request, { cacheName: SHELL })) ?? fetch(request);
}

async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match("/", { cacheName: SHELL });
    if (kept) return kept;
    throw error;
  }
}

/** What the server says now; what it said last while it is away, marked as such. */
async function fresh(request) {
  const cache = await caches.open(DAYS);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    else if ([401, 403, 404].includes(answer.status)) await caches.delete(DAYS); // shut out, or nobody lives there
    return answer;
  } catch (error) {
    const kept = await cache.match(request);
    if (!kept) throw error;
    return new Response(kept.body, { headers: { "content-type": "application/json", "x-pawsona-kept": "1" } });
  }
}
