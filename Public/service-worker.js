// Opens the shopping list without a network, with the style sheet, the script and the icons of its page. `offline.js`
// puts them into the cache. Nothing else is served from here.

const list = new URL(registration.scope).pathname
const cacheName = `homeowner.groceries ${list}`
// How long a page may take, in milliseconds, before the kept one is shown.
const patience = 4000

addEventListener("install", () => skipWaiting())
addEventListener("activate", (event) => event.waitUntil(clients.claim()))
addEventListener("fetch", (event) => {
  const { request } = event
  const { pathname, search } = new URL(request.url)
  if (request.method !== "GET") return
  if (request.mode === "navigate") {
    if (pathname === list && search === "") event.respondWith(page(request))
  } else if (search.startsWith("?v=")) {
    event.respondWith(file(request))
  }
})

async function page(request) {
  const kept = await find(list)
  if (!kept) return fetch(request)
  const answer = fetch(request).then(
    // A proxy answers for a server that it does not reach.
    (response) => [502, 504].includes(response.status) ? kept : response,
    () => kept)
  return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, patience, kept))])
}

// The address of a file changes with its content.
async function file(request) {
  return await find(request) ?? fetch(request)
}

async function find(request) {
  return (await caches.open(cacheName)).match(request, { ignoreVary: true })
}
