// Rows of a table (`data-reorder` on its body) are moved by a handle, or by Alt and an arrow key while
// something in the row has the focus. Each move is posted to the address that the row's own buttons
// post to; if that fails, the row goes back and a notice says so.

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
    if (event.altKey && (event.key === "ArrowUp" || event.key === "ArrowDown")) step(body, event)
  })
}

function drag(body, start) {
  start.preventDefault()
  const grip = start.target
  const row = grip.closest("tr")
  const list = body.closest(".list")
  const origin = row.rowIndex
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
      putBack(body, row, origin)
    } else if (row.rowIndex !== origin) {
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

function step(body, event) {
  const row = event.target.closest("tr")
  const up = event.key === "ArrowUp"
  const neighbour = up ? row?.previousElementSibling : row?.nextElementSibling
  if (!row || row.parentElement !== body) return

  event.preventDefault()
  if (!neighbour) {
    // The neighbour is on another page: the row's own button knows the way.
    row.querySelector(`[name=move][value=${up ? "up" : "down"}]`)?.click()
    return
  }
  const origin = row.rowIndex
  const focused = document.activeElement
  if (up) neighbour.before(row)
  else neighbour.after(row)
  focused.focus()
  row.scrollIntoView({ block: "nearest" })
  post(body, row, origin)
}

// Moves are posted one after another, so that a fast hand keeps its order.
let queue = Promise.resolve()

function post(body, row, origin) {
  const toIndex = Number(body.dataset.offset) + [...body.rows].indexOf(row)
  const form = row.querySelector("form.moves")
  row.classList.add("row--busy")
  queue = queue.then(() => send(form, toIndex)).then(
    () => say(`“${label(row)}” is now in place ${toIndex + 1}.`, ""),
    (fault) => {
      putBack(body, row, origin)
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

function putBack(body, row, origin) {
  row.remove()
  const index = origin - (body.closest("table").tHead?.rows.length ?? 0)
  body.insertBefore(row, body.rows[index] ?? null)
}

function label(row) {
  return row.querySelector(".row__link").textContent
}

function say(text, kind) {
  const notice = document.createElement("div")
  notice.className = `notice ${kind}`
  const words = document.createElement("p")
  words.className = "notice__text"
  words.dir = "auto"
  words.textContent = text
  notice.append(words)
  document.querySelector("[data-notices]").replaceChildren(notice)
}
