// A grid of photos (`data-photos`) loads more on scrolling: the photos of the next page are added, and its links
// replace those of the page before. Without this file the links lead from page to page.

const grid = document.querySelector("[data-photos]")
// The pages added to the first one.
const pages = []
if (grid && "IntersectionObserver" in window) follow()

function follow() {
  const observer = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) load()
  }, { rootMargin: "600px" })
  let isLoading = false
  watch()
  document.addEventListener("live", () => refresh().then(watch))

  function watch() {
    observer.disconnect()
    const next = nextLink()
    if (next) observer.observe(next)
  }

  async function load() {
    const next = nextLink()
    if (!next || isLoading) return
    isLoading = true
    try {
      const page = await read(next.href)
      pages.push(next.href)
      const count = grid.children.length
      show([page])
      document.querySelector("[data-photos-status]").textContent = `${grid.children.length - count} more photos`
      watch()
    } catch {
      // The link stays, for another attempt.
      observer.disconnect()
    } finally {
      isLoading = false
    }
  }
}

function nextLink() {
  return document.querySelector(".pages a[rel=next]")
}

async function read(address) {
  const answer = await fetch(address, { credentials: "same-origin" })
  if (!answer.ok) throw new Error(answer.statusText)
  return new DOMParser().parseFromString(await answer.text(), "text/html")
}

// A change elsewhere may be on any of the pages.
async function refresh() {
  if (pages.length === 0) return
  const { length } = pages
  const documents = await Promise.all(pages.map(read)).catch(() => null)
  if (!documents) return
  // Photos of a page that was added meanwhile would be removed.
  if (pages.length !== length) return refresh()
  const wanted = new Set(documents.flatMap((page) => photosOf(page).map((photo) => photo.id)))
  for (const photo of grid.querySelectorAll("[data-live-kept]")) {
    if (!wanted.has(photo.id)) photo.remove()
  }
  show(documents)
}

// Adds the missing photos, and sets the links of the last page.
function show(documents) {
  const known = new Set([...grid.children].map((photo) => photo.id))
  for (const photo of documents.flatMap(photosOf)) {
    if (known.has(photo.id)) continue
    photo.dataset.liveKept = ""
    grid.append(document.adoptNode(photo))
  }
  const links = documents.at(-1).querySelector(".pages")
  if (!links) return
  // A live update would restore the links of the first page.
  links.dataset.liveSkip = ""
  document.querySelector(".pages")?.replaceWith(document.adoptNode(links))
}

function photosOf(page) {
  return [...page.querySelectorAll("[data-photos] > li")]
}
