// Rows of a table (`data-reorder` on its body) are moved by a handle, by their own buttons without a
// new page, or by Alt and an arrow key while something in the row has the focus. Each move is posted to
// the address that the buttons post to; if that fails, the row goes back and a notice says so.

for (const body of document.querySelectorAll("[data-reorder]")) attach(body)

function attach(body) {
  for (const row of body.rows) {
    const grip = document.createElement("span")
    grip.className = "grip"
    grip.setAttribute("aria-hidden", "true")
    row.cells[0].append(grip)
  }
  body.addEventListener("pointerdown", (event) => {
    if (event.button === 0 && event.target.matches(".grip")) drag(body, event)
  })
  body.addEventListener("keydown", (event) => {
    if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return
    const up = event.key === "ArrowUp"
    const row = event.target.closest("tr")
    event.preventDefault()
    if (step(body, row, up)) return
    // At the edge of the page the button knows the way, unless it is hidden at the edge of the list.
    if (button(row, up).checkVisibility({ visibilityProperty: true })) button(row, up).click()
  })
  body.addEventListener("submit", (event) => {
    const row = event.target.closest("tr")
    if (step(body, row, event.submitter?.value === "up")) event.preventDefault()
  })
}

function drag(body, start) {
  start.preventDefault()
  const grip = start.target
  const row = grip.closest("tr")
  const list = body.closest(".list")
  const origin = row.sectionRowIndex
  let startY = start.pageY
  grip.setPointerCapture(start.pointerId)
  row.classList.add("row--dragged")
  list.classList.add("list--dragging")

  const move = (event) => {
    scrollNearEdge(event.clientY)
    const next = row.nextElementSibling
    const previous = row.previousElementSibling
    const distance = event.pageY - startY
    if (next && distance > next.offsetHeight / 2) {
      startY += next.offsetHeight
      next.after(row)
    } else if (previous && distance < -previous.offsetHeight / 2) {
      startY -= previous.offsetHeight
      previous.before(row)
    }
    row.style.translate = `0 ${event.pageY - startY}px`
  }
  const end = (event) => {
    grip.removeEventListener("pointermove", move)
    grip.removeEventListener("pointerup", end)
    grip.removeEventListener("pointercancel", end)
    row.classList.remove("row--dragged")
    list.classList.remove("list--dragging")
    row.style.translate = ""
    if (event.type === "pointercancel") {
      put(body, row, origin)
    } else if (row.sectionRowIndex !== origin) {
      post(body, row, origin)
    }
  }
  grip.addEventListener("pointermove", move)
  grip.addEventListener("pointerup", end)
  grip.addEventListener("pointercancel", end)
}

function scrollNearEdge(y) {
  const edge = 80
  if (y < edge) scrollBy(0, -12)
  else if (y > innerHeight - edge) scrollBy(0, 12)
}

// Moves a row by one place. Answers false at the edge of the page, where only the server knows the
// neighbour.
function step(body, row, up) {
  const neighbour = up ? row.previousElementSibling : row.nextElementSibling
  if (!neighbour) return false

  const origin = row.sectionRowIndex
  const focused = document.activeElement
  if (up) neighbour.before(row)
  else neighbour.after(row)
  focused.focus()
  if (document.activeElement !== focused) button(row, !up).focus()
  row.scrollIntoView({ block: "nearest" })
  post(body, row, origin)
  return true
}

function button(row, up) {
  return row.querySelector(`[name=move][value=${up ? "up" : "down"}]`)
}

// Moves are posted one after another, so that a fast hand keeps its order.
let queue = Promise.resolve()

function post(body, row, origin) {
  const index = row.sectionRowIndex
  const toIndex = Number(body.dataset.offset) + index
  row.classList.add("row--busy")
  queue = queue.then(() => send(row.querySelector("form.moves"), toIndex)).then(
    () => say(`“${label(row)}” is now in place ${toIndex + 1}.`, "", () => {
      put(body, row, origin)
      post(body, row, index)
    }),
    (fault) => {
      put(body, row, origin)
      say(`“${label(row)}” was not moved: ${fault.message}`, "notice--fault")
    }
  ).finally(() => row.classList.remove("row--busy"))
}

async function send(form, toIndex) {
  const response = await fetch(form.action, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams({ toIndex }),
  }).catch(() => { throw new Error("the server does not answer.") })
  if (!response.ok) throw new Error(`the server answered ${response.status}.`)
}

function put(body, row, index) {
  row.remove()
  body.insertBefore(row, body.rows[index] ?? null)
}

function label(row) {
  return row.querySelector(".row__link").textContent
}

function say(text, kind, undo) {
  const notice = document.createElement("div")
  notice.className = `notice ${kind}`
  const words = document.createElement("p")
  words.className = "notice__text"
  words.dir = "auto"
  words.textContent = text
  notice.append(words)
  if (undo) {
    const button = document.createElement("button")
    button.className = "notice__action link-button"
    button.textContent = "Undo"
    button.addEventListener("click", undo, { once: true })
    notice.append(button)
  }
  document.querySelector("[data-notices]").replaceChildren(notice)
}
