// A stocktake: what is tapped, typed, scanned or photographed gets a UUID, so that it counts once, however often it is sent.
// Where a service worker is possible, it waits in the browser (`offline.js`). Then the page also knows the names and
// numbers of what is counted.

const box = document.querySelector('[data-offline][data-kind="stocktakes"]')
// Of photographs that wait.
const mostPhotos = 20
const mostBytes = 100_000_000
// Names that are suggested.
const most = 20
const outcomes = { expected: "it is here", misplaced: "it is not expected here", unknown: "unknown", again: "noted before" }

if (box) begin(box)

function begin(box) {
  const { sightings, names: namesPath } = box.dataset
  const field = document.getElementById("code")
  // The things to be counted: `{ number, name }`.
  let names = []
  let hasNames = false
  // Where the camera shows the outcome of a code, by the entry.
  const statuses = new Map()

  const queue = box.start({
    noun: "stocktake",

    take(form) {
      const action = form.getAttribute("action")
      if (action === box.dataset.close && queue.read().waiting.length > 0) {
        queue.tell("Some of what was seen waits for the network. Close the stocktake once it is sent.")
        return true
      }
      if (action !== sightings) return false
      const { photo, ...fields } = Object.fromEntries(new FormData(form))
      if (photo) photograph(photo)
      else if (fields.key || fields.product) tap(form, fields)
      else if (fields.code.trim()) enter(fields.code.trim(), fields.quantity)
      else {
        field.focus()
        return true
      }
      for (const input of form.querySelectorAll("#code, #quantity, [type=file]")) input.value = ""
      return true
    },

    fields: ({ id, at, fields }) => ({ ...fields, sighting: id, waited: Math.max(Date.now() - at, 0) }),

    phrase: ({ label }) => label,

    mark(waiting) {
      for (const { row, key, product } of rows()) {
        const isWaiting = waiting.some(({ fields }) => key ? fields.key === key : fields.product === product)
        row.classList.toggle("row--waiting", isWaiting)
      }
    },

    answered({ id, label }, { status, document: record }, entry, note) {
      const isRefused = status >= 300
      const text = isRefused
        ? status === 404 ? `${record.title}.` : record.detail ?? record.title
        : recordsOf(record).map(wording).join("; ")
      if (isRefused) note(`${text} Not noted:`, label)
      else {
        queue.tell(text, { isGood: true })
        recordsOf(record).forEach(removeRow)
      }
      if (statuses.has(id)) statuses.get(id).textContent = text
      return true
    },

    async keep(cache) {
      if (hasNames) return
      const response = await fetch(namesPath, { cache: "no-cache" })
      if (!response.ok) return
      await cache.put(namesPath, response.clone())
      names = (await response.json()).records
      hasNames = true
    },
  })
  recall()

  // The camera notes each code (`scan.js`).
  const scan = document.querySelector(`[data-scan][action="${CSS.escape(sightings)}"]`)
  if (scan) scan.enterCode = (code, status) => {
    if (!queue.isPossible()) return send(code, status)
    const { id, label } = enter(code)
    status.textContent = `${label}: waits to be sent`
    statuses.set(id, status)
  }
  field?.addEventListener("input", suggest)

  function see(fields, label, more = {}) {
    const count = fields.quantity?.trim()
    const entry = {
      id: crypto.randomUUID(), path: sightings, label: count ? `${count} × ${label}` : label, fields, ...more,
    }
    queue.wait(entry)
    return entry
  }

  // A name that one thing of the list has means that thing.
  function enter(code, quantity = "") {
    const text = code.toLowerCase()
    const found = names.filter(({ number, name }) => number.toLowerCase() === text || name.toLowerCase() === text)
    if (found.length !== 1) return see({ code, quantity }, code)
    const [{ number, name }] = found
    return see({ code: number, quantity }, `${number} ${name}`)
  }

  // Something that is counted once waits once.
  function tap(form, fields) {
    const isWaiting = queue.read().waiting.some((entry) => fields.key && entry.fields.key === fields.key)
    if (isWaiting && !fields.quantity) return
    see(fields, form.closest(".facts__row").querySelector("dd a").textContent)
  }

  async function photograph(photo) {
    const waiting = queue.read().waiting.filter(({ size }) => size)
    const bytes = waiting.reduce((sum, { size }) => sum + size, photo.size)
    if (waiting.length >= mostPhotos || bytes > mostBytes) {
      return queue.tell("No more photographs can wait. Go where there is a network, so that they are sent.")
    }
    const id = crypto.randomUUID()
    try {
      await queue.keepPhoto(id, photo)
    } catch {
      return queue.tell("This browser has no room for the photograph. It was not kept.")
    }
    const time = new Date().toLocaleTimeString([], { timeStyle: "short" })
    see({}, `Photograph of ${time}`, { id, size: photo.size })
  }

  function rows() {
    const forms = document.querySelectorAll(`.facts__row form[action="${CSS.escape(sightings)}"]`)
    return [...forms].map((form) => ({
      row: form.closest(".facts__row"), key: form.elements.key?.value, product: form.elements.product?.value,
    }))
  }

  // The page is updated after a while.
  function removeRow({ itemKey, product: seen }) {
    const found = rows().find(({ key, product }) => key ? itemKey === key : product === `${seen?.id}`)
    if (!found) return
    if (found.row.contains(document.activeElement)) found.row.nextElementSibling?.querySelector("button")?.focus()
    found.row.remove()
  }

  async function recall() {
    try {
      const kept = await (await caches.match(namesPath))?.json()
      if (kept && !hasNames) names = kept.records
    } catch {
      // Then names are not known.
    }
  }

  function suggest() {
    const text = field.value.trim().toLowerCase()
    const found = text.length < 2 ? [] : names.filter(({ name }) => name.toLowerCase().includes(text)).slice(0, most)
    field.list.replaceChildren(...found.map(({ number, name }) => new Option(name, number)))
  }

  // Without a service worker: forms send a key, and what got no answer is sent with the same one again.
  const unanswered = new Map()

  function keyOf(content) {
    if (!unanswered.has(content)) {
      // crypto.randomUUID is there on HTTPS alone.
      const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0"))
      unanswered.set(content, digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"))
    }
    return unanswered.get(content)
  }

  document.addEventListener("submit", ({ target: form, defaultPrevented }) => {
    if (defaultPrevented || form.getAttribute("action") !== sightings) return
    const values = [...new FormData(form)].filter(([name]) => name !== "sighting")
      .map(([name, value]) => [name, value.name ?? value, value.size, value.lastModified])
    const field = form.querySelector("[name=sighting]") ?? document.createElement("input")
    Object.assign(field, { type: "hidden", name: "sighting", value: keyOf(JSON.stringify(values)) })
    form.append(field)
  })

  async function send(code, status) {
    const body = new URLSearchParams({ code, sighting: keyOf(code) })
    const response = await fetch(sightings, { method: "POST", body, headers: { Accept: "application/json" } })
      .catch(() => null)
    if (response && response.status < 500) unanswered.delete(code)
    const answer = await response?.json().catch(() => null)
    status.textContent = response?.ok ? wording(answer) : answer?.detail ?? "The server does not answer. Try again."
  }
}

// A photograph has a record for each code.
function recordsOf(answer) {
  return answer.records ?? [answer]
}

function wording({ name, code, outcome }) {
  return `${name ?? code}: ${outcomes[outcome]}`
}
