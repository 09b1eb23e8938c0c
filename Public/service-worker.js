// Opens a page that `offline.js` has kept without a network, with the style sheet, the script and the icons that it needs:
// the shopping list, and open stocktakes. Nothing else is served from here.

// How long a page may take, in milliseconds, before the kept one is shown.
const patience = 4000

addEventListener("install", () => skipWaiting())
addEventListener("activate", (event) => event.waitUntil(clients.claim()))
addEventListener("fetch", (event) => {
  const { request } = event
  if (request.method !== "GET") return
  if (request.mode === "navigate") event.respondWith(page(request))
  else if (new URL(request.url).search.startsWith("?v=")) event.respondWith(file(request))
})

async function page(request) {
  const kept = await find(request.url)
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

function find(request) {
  return caches.match(request, { ignoreVary: true })
}
