// Rows of a table (`data-reorder` on its body) are moved by a handle, by their own buttons, or by Alt and
// an arrow key while something in the row has the focus. Each move is posted to the address that the row's
// buttons post to, with the order as this page has it; if that fails, the row goes back and a notice says so.
// The moved row stays where it is in the document, and the others pass it, so that it keeps pointer and focus.

const attached = new WeakSet()
attachAll()

// Lists and rows added by live updates are moved too.
document.addEventListener("live", attachAll)

function attachAll() {
  for (const body of document.querySelectorAll("[data-reorder]")) {
    if (!attached.has(body)) attach(body)
    addGrips(body)
  }
}

function addGrips(body) {
  // A user without access to moves has no buttons for them either.
  const moves = body.closest(".list").querySelector("template[data-moves]")?.content.firstElementChild
  for (const row of body.rows) {
    if (moves) addMoves(moves, row)
    if (row.querySelector(".grip") || !row.querySelector("form.moves")) continue
    const grip = document.createElement("span")
    grip.className = "grip"
    grip.setAttribute("aria-hidden", "true")
    row.cells[0].append(grip)
  }
}

// The buttons of the page's template, with the address and the name of the row.
function addMoves(moves, row) {
  const form = row.querySelector("form.moves")
    ?? row.querySelector(".cell-moves").appendChild(document.importNode(moves, true))
  form.action = moves.getAttribute("action").replace("{key}", row.id.slice(-36))
  for (const [index, { title }] of [...moves.children].entries()) {
    form.children[index].title = title.replace("{name}", () => label(row))
  }
}

function attach(body) {
  attached.add(body)
  body.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && event.isPrimary && event.target.matches(".grip")) drag(body, event)
  })
  body.addEventListener("keydown", (event) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
    const row = event.target.closest("tr")
    if (row?.parentElement !== body) return
    event.preventDefault()
    const direction = event.key === "ArrowUp" ? "up" : "down"
    // The neighbor may be on another page, so the row's button is used.
    if (!step(body, row, direction)) row.querySelector(`[name=move][value=${direction}]`)?.click()
  })
  body.addEventListener("submit", (event) => {
    if (!event.target.matches(".moves")) return
    const row = event.target.closest("tr")
    if (step(body, row, event.submitter?.value)) event.preventDefault()
  })
  // The browser goes to the row itself, and takes the focus away, until the page has loaded.
  addEventListener("load", () => setTimeout(() => focusTarget(body)))
}

// After a move to another page, the row that the address names has the focus, as it would have had here.
function focusTarget(body) {
  const row = location.hash && document.getElementById(location.hash.slice(1))
  if (row && row.parentElement === body && document.activeElement === document.body) {
    row.querySelector(".row__link").focus({ preventScroll: true })
  }
}

function step(body, row, direction) {
  const neighbor = direction === "up" ? row.previousElementSibling : row.nextElementSibling
  if (!neighbor || !row.querySelector("form.moves")) return false
  const origin = indexOf(row)
  place(row, indexOf(neighbor))
  row.scrollIntoView({ block: "nearest" })
  post(body, row, origin)
  return true
}

function indexOf(row) {
  return row.sectionRowIndex
}

// Brings a row to an index by taking its neighbors past it.
function place(row, index) {
  while (row.previousElementSibling && indexOf(row) > index) row.after(row.previousElementSibling)
  while (row.nextElementSibling && indexOf(row) < index) row.before(row.nextElementSibling)
}

// MARK: Dragging

function drag(body, start) {
  start.preventDefault()
  const row = start.target.closest("tr")
  const list = body.closest(".list")
  const origin = indexOf(row)
  const held = start.clientY - row.getBoundingClientRect().top
  let pointerY = start.clientY
  let frame = requestAnimationFrame(scroll)
  start.target.setPointerCapture(start.pointerId)
  row.classList.add("row--dragged")
  list.classList.add("list--dragging")

  // Passes as many neighbors as the pointer has passed, then lies under the pointer.
  function follow() {
    while (row.previousElementSibling && pointerY < middle(row.previousElementSibling)) {
      row.after(row.previousElementSibling)
    }
    while (row.nextElementSibling && pointerY > middle(row.nextElementSibling)) {
      row.before(row.nextElementSibling)
    }
    row.style.translate = ""
    row.style.translate = `0 ${pointerY - held - row.getBoundingClientRect().top}px`
  }

  function scroll() {
    const distance = scrollDistance(pointerY)
    if (distance) {
      scrollBy({ top: distance, behavior: "instant" })
      follow()
    }
    frame = requestAnimationFrame(scroll)
  }

  function move(event) {
    if (event.pointerId !== start.pointerId) return
    pointerY = event.clientY
    follow()
  }

  function finish(isKept) {
    cancelAnimationFrame(frame)
    listening.abort()
    row.classList.remove("row--dragged")
    list.classList.remove("list--dragging")
    row.style.translate = ""
    if (!isKept) place(row, origin)
    else if (indexOf(row) !== origin) post(body, row, origin)
  }

  const listening = new AbortController()
  const listen = (type, handler) =>
    document.addEventListener(type, handler, { signal: listening.signal, capture: true })
  listen("pointermove", move)
  listen("scroll", follow)
  listen("pointerup", (event) => {
    if (event.pointerId !== start.pointerId) return
    move(event)
    finish(true)
  })
  listen("pointercancel", (event) => {
    if (event.pointerId === start.pointerId) finish(false)
  })
  listen("keydown", (event) => {
    if (event.key !== "Escape") return
    event.preventDefault()
    event.stopPropagation()
    finish(false)
  })
}

function middle(row) {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

// The scroll distance for a pointer near the upper or lower edge: the nearer, the farther.
function scrollDistance(y) {
  const edge = 110
  if (y < edge) return -Math.ceil((edge - y) / 6)
  if (y > innerHeight - edge) return Math.ceil((y - innerHeight + edge) / 6)
  return 0
}

// MARK: Saving

// The reason why a move was not saved, for people.
class Refusal extends Error {}

// Moves are posted one after another, so that fast moves keep their order.
let queue = Promise.resolve()

function post(body, row, origin, words = "now") {
  const offset = Number(body.dataset.offset)
  const index = indexOf(row)
  // Going down, the row takes the place of the one that is above it now; going up, of the one below.
  const displaced = index > origin ? row.previousElementSibling : row.nextElementSibling
  const fields = {
    toIndex: offset + index,
    fromIndex: offset + origin,
    inPlaceOf: displaced.id.slice(-36),
  }
  row.classList.add("row--busy")
  document.dispatchEvent(new Event("moved"))
  queue = queue.then(() => send(row.querySelector("form.moves"), fields)).then(
    () => say(`“${label(row)}” is ${words} in place ${(offset + index + 1).toLocaleString("en-US")}.`, "", {
      label: "Undo",
      action() {
        const present = indexOf(row)
        place(row, origin)
        if (present !== origin) post(body, row, present, "back")
        row.querySelector(".row__link").focus()
      },
    }),
    (fault) => {
      place(row, origin)
      // Any other error is a fault of this script, whose text does not help the user.
      const reason = fault instanceof Refusal ? fault.message : "the page could not send it."
      say(`“${label(row)}” was not moved: ${reason}`, "notice--fault", {
        label: "Load the list again",
        action() { location.reload() },
      })
    }
  ).finally(() => row.classList.remove("row--busy"))
}

async function send(form, fields) {
  const response = await fetch(form.action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams(fields),
  }).catch(() => { throw new Refusal("the server does not answer.") })
  if (response.ok) return
  const problem = await response.json().catch(() => null)
  throw new Refusal(problem?.detail ?? `the server answered ${response.status}.`)
}

function label(row) {
  return row.querySelector(".row__link").textContent
}

function say(text, kind, { label, action }) {
  const notice = document.createElement("div")
  notice.className = `notice ${kind}`
  const words = document.createElement("p")
  words.className = "notice__text"
  words.dir = "auto"
  words.textContent = text
  const button = document.createElement("button")
  button.type = "button"
  button.className = "notice__action link-button"
  button.textContent = label
  button.addEventListener("click", () => {
    notice.remove()
    action()
  })
  notice.append(words, button)
  document.querySelector("[data-notices]").replaceChildren(notice)
}
