// Follows changes by others: an open list or record is updated in place, without losing the focus, the scroll
// position, or the input. An open form reports changes of its record.
// A browser has few connections to one server, so a hidden list closes its connection.

// A rejected form stays as it is until it is corrected: its address has nothing to follow.
const isRefused = document.querySelector("main :is([aria-invalid], .faults)") !== null
const live = isRefused ? null : document.querySelector('link[rel="alternate"][type="text/event-stream"]')
// The page of a form stays as it is when its record changes.
const isForm = live?.href.includes("editing=yes")
// A page that is expensive to make (`data-live-pause`) is loaded less often; the pause is in milliseconds.
const pause = Number(document.querySelector("[data-live-pause]")?.dataset.livePause ?? 150)
let timer
let source

if (live && (isForm || !document.hidden)) follow()
if (live) {
  addEventListener("pagehide", () => source?.close())
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); })
  document.addEventListener("visibilitychange", () => {
    if (isForm) return
    if (document.hidden) source?.close()
    else follow()
  })
}

function follow() {
  source = new EventSource(live.href)
  // The page is loaded again for changes before the first event.
  if (!isForm) source.addEventListener("open", later)
  for (const kind of ["insert", "move", "delete", "update", "totals", "reload"]) {
    source.addEventListener(kind, () => (isForm ? tell(kind) : later()))
  }
  // A server that has too many windows open is asked again; a lost connection comes back by itself.
  source.addEventListener("error", ({ target }) => {
    if (target.readyState !== EventSource.CLOSED) return
    // A record that was deleted before the stream opened has none: the page itself says so.
    if (!isForm) later()
    setTimeout(() => { if (target === source) follow() }, 30_000)
  })
  source.addEventListener("editing", (event) => tellOfEditors(JSON.parse(event.data).windows))
}

// Changes that waited were sent. A page with a fault is replaced by one that is followed.
document.addEventListener("sent", () => (isRefused ? location.replace(location.href) : later()))

function later() {
  timer ??= setTimeout(refresh, pause)
}

// The number of rows moved in this window.
let moves = 0
document.addEventListener("moved", () => { moves += 1 })

async function refresh() {
  timer = undefined
  // A row that is being dragged is not updated.
  if (document.querySelector(".row--dragged, .row--busy")) return later()
  const movesBefore = moves
  const response = await fetch(location.href, { cache: "no-cache", headers: { Accept: "text/html" } }).catch(() => null)
  if (response?.status === 404) return tell("delete")
  if (!response?.ok) return
  const page = new DOMParser().parseFromString(await response.text(), "text/html")
  // A response to an earlier request shows the row at its former position.
  if (moves !== movesBefore || document.querySelector(".row--dragged")) return later()
  const focused = document.activeElement
  const row = focused?.matches("[data-in-place] button") ? focused.closest("tr") : null
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling
  morph(document.querySelector("main"), page.querySelector("main"))
  document.dispatchEvent(new Event("live"))
  if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true })
  // If the button of a row is gone, the same button of the next row gets the focus.
  if (row?.isConnected === false) neighbor?.querySelector("[data-in-place] button")?.focus()
}

// Makes one element equal to another and keeps equal parts, so that focus, selection and input stay.
function morph(from, to) {
  if (from.isEqualNode(to) || from.matches("[data-notices], [data-live-skip]")) return
  morphAttributes(from, to)
  if (from.matches("input, textarea, select")) return
  const kept = new Map([...from.children].filter((child) => child.id).map((child) => [child.id, child]))
  let place = from.firstChild
  for (const wanted of [...to.childNodes]) {
    const match = matching(wanted, place, kept)
    if (!match) {
      from.insertBefore(document.importNode(wanted, true), place)
      continue
    }
    if (match === place) place = place.nextSibling
    else from.insertBefore(match, place)
    if (match.nodeType === Node.ELEMENT_NODE) morph(match, wanted)
    else if (match.nodeValue !== wanted.nodeValue) match.nodeValue = wanted.nodeValue
  }
  while (place) {
    const next = place.nextSibling
    // Scripts add the handles of rows, and further pages of a grid.
    if (!(place.nodeType === Node.ELEMENT_NODE && place.matches(".grip, [data-live-kept]"))) place.remove()
    place = next
  }
}

function matching(wanted, place, kept) {
  if (wanted.id) {
    const match = kept.get(wanted.id)
    return match?.nodeName === wanted.nodeName ? match : null
  }
  return place && !place.id && place.nodeName === wanted.nodeName ? place : null
}

// Users open folds, and scripts hide elements, so both stay as they are.
function morphAttributes(from, to) {
  const kept = ["open", "hidden"]
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !kept.includes(name)) from.removeAttribute(name)
  }
  for (const { name, value } of to.attributes) {
    if (!kept.includes(name) && from.getAttribute(name) !== value) from.setAttribute(name, value)
  }
}

function tell(kind) {
  if (kind === "delete") return note("live-record", "This was deleted in another window.")
  if (kind !== "update") return
  note("live-record", "This was changed in another window meanwhile. Open it again to see how it is now.")
}

function tellOfEditors(count) {
  const text = count === 1 ? "Another window has this open to edit." : `${count} other windows have this open to edit.`
  if (count > 0) note("live-editing", text)
  else document.getElementById("live-editing")?.remove()
}

function note(id, text) {
  const notices = document.querySelector("[data-notices]")
  let notice = document.getElementById(id)
  if (!notice) {
    notice = document.createElement("p")
    notice.id = id
    notice.className = "notice notice--warning"
    notices.append(notice)
  }
  notice.textContent = text
}

// A form that changes a row of a list (`data-in-place`) is sent without leaving the page, so that the scroll position
// stays.
document.addEventListener("submit", async (event) => {
  const form = event.target
  if (!live || !form.matches("[data-in-place]")) return
  event.preventDefault()
  const row = form.closest("tr")
  if (row.classList.contains("row--busy")) return
  row.classList.add("row--busy")
  const { name, value } = event.submitter
  const response = await fetch(form.action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams({ [name]: value }),
  }).catch(() => null)
  row.classList.remove("row--busy")
  if (!response?.ok) return location.reload()
  refresh()
})
