// Keeps the shopping list (`data-offline`) for times without a network. What is ticked off or added waits in this browser
// until it is sent, in order: at once, or when the network is back. It belongs to the session in which it was made:
// signing out, and any other session, removes it. The service worker, which serves the page then, needs encryption or
// this machine.

const storeName = "homeowner.groceries"
// In milliseconds: how long an answer may take, when it is tried again, and when the page says that something waits.
const patience = 5000
const pause = 10_000
const slow = 1000

const box = document.querySelector("[data-offline]")
if (box) begin(box, `${storeName} ${box.dataset.list}`)

const signIn = document.querySelector("[data-signed-out]")
if (signIn) forgetBeside(signIn)
document.addEventListener("submit", (event) => {
  if (event.target.getAttribute("action")?.endsWith("/sign-out")) forgetBeside(event.target)
})

function forgetBeside(form) {
  forget(`${storeName} ${new URL("groceries", form.action).pathname}`)
}

// Removes a list and whatever waits for it.
async function forget(name) {
  try {
    const lost = JSON.parse(localStorage.getItem(name))?.waiting.length
    localStorage.removeItem(name)
    if (lost) tell(`${changes(lost)} not sent: you are signed out now.`)
    await caches.delete(name)
  } catch {
    // Then nothing was kept either.
  }
}

async function begin(box, name) {
  const { list } = box.dataset
  const field = document.querySelector(".entry [name=entry]")
  let isPossible = isSecureContext && navigator.serviceWorker !== undefined
  // The session of this page; null until the server was reached.
  let session = null
  let isReached = navigator.onLine
  let isSending = false
  let timer

  // What is kept: the session of the kept page, the changes that wait, and what became of others.
  const read = () => ({ session: null, waiting: [], told: [], ...JSON.parse(localStorage.getItem(name) ?? "{}") })
  function change(body) {
    const state = read()
    body(state)
    localStorage.setItem(name, JSON.stringify(state))
    show()
  }

  document.addEventListener("submit", (event) => {
    if (!isPossible) return
    const form = event.target
    const row = form.closest("tr[data-version]")
    if (form.matches(".entry")) enter()
    else if (row && form.matches("[data-in-place]")) tick(row, form.getAttribute("action"), event.submitter)
    else return
    event.preventDefault()
    event.stopPropagation()
    send()
  }, { capture: true })
  try {
    if (!isPossible) throw new Error("not encrypted")
    await navigator.serviceWorker.register(box.dataset.offline, { scope: list })
    localStorage.setItem(`${storeName} test`, "")
    localStorage.removeItem(`${storeName} test`)
  } catch (error) {
    isPossible = false
    return tellOnce(box, error)
  }
  addEventListener("storage", (event) => { if (event.key === name) show() })
  addEventListener("online", send)
  document.addEventListener("visibilitychange", () => { if (!document.hidden) send() })
  document.addEventListener("live", async () => {
    if (document.querySelector("[data-signed-out]")) session = null
    show()
    await send()
    await keep()
  })
  show()
  await send()
  await keep()

  function enter() {
    const text = field.value.trim()
    if (text === "") return
    const key = crypto.randomUUID()
    wait({ id: key, path: list, label: text, fields: { entry: text, key } })
    field.value = ""
    field.focus()
  }

  function tick({ dataset: { title, key, version } }, path, button) {
    const known = read().waiting.find(({ id }) => id === path)
    if (!known) return wait({ id: path, path, label: title, fields: { ticked: button.value, key, version } })
    // The first tap may be on its way, so the second one is sent too.
    const ticked = known.fields.ticked === "yes" ? "no" : "yes"
    change(({ waiting }) => Object.assign(waiting.find(({ id }) => id === path).fields, { ticked }))
  }

  function wait(entry) {
    change((state) => state.waiting.push({ ...entry, session: session ?? state.session }))
  }

  // Sends what waits, oldest first. Another tab may do the same: the server knows keys and versions.
  async function send() {
    if (isSending) return
    isSending = true
    clearTimeout(timer)
    const late = setTimeout(() => { isReached = false; show() }, slow)
    let hasSent = false
    try {
      isReached = session !== null || await learn()
      for (let entry; isReached && (entry = read().waiting[0]);) {
        isReached = await sendOne(entry)
        hasSent ||= isReached
      }
    } finally {
      clearTimeout(late)
      isSending = false
      if (read().waiting.length > 0) timer = setTimeout(send, pause)
      show()
    }
    if (hasSent && isReached) document.dispatchEvent(new Event("sent"))
  }

  // Asks for the session, and removes what was made in another one. Returns whether more can be sent.
  async function learn() {
    const answer = await ask(box.dataset.session)
    if (![200, 401, 403].includes(answer?.status)) return false
    session = answer.document.session ?? null
    if (!session) {
      await forget(name)
      return false
    }
    const before = read()
    // What was made before the first answer belongs to it.
    const own = before.waiting.filter((entry) => (entry.session ??= session) === session)
    change((state) => Object.assign(state, { session, waiting: own }))
    const lost = before.waiting.length - own.length
    if (lost > 0) tell(`${changes(lost)} not sent: you are signed in differently now.`)
    if (before.session !== session) await caches.delete(name)
    return true
  }

  // Returns whether the next one can be sent.
  async function sendOne(entry) {
    const fields = new URLSearchParams({ ...entry.fields, session: entry.session })
    const answer = await ask(entry.path, { method: "POST", body: fields })
    if (!answer || [408, 425, 429].includes(answer.status) || answer.status >= 500) return false
    const { status, document: record } = answer
    if ([401, 403].includes(status) && !await learn()) return false
    if (status === 200 && entry.fields.ticked) settle(entry.path, record)
    // The server shows what is wrong with a line.
    const isFaulty = status === 422 && entry.fields.entry && !document.hidden && field.value === ""
    change((state) => {
      // It may be gone: removed, or sent by another tab.
      const known = state.waiting.find(({ id }) => id === entry.id)
      if (!known) return
      const end = (text) => {
        state.waiting.splice(state.waiting.indexOf(known), 1)
        if (text) state.told.push(text)
      }
      if (record.current) {
        merge(known, record.current, state.told)
      } else if (status === 404 || status === 409) {
        end(`“${entry.label}” was removed elsewhere.`)
      } else if (status >= 300) {
        end(isFaulty ? "" : `“${entry.label}” was refused: ${record.detail ?? record.title}`)
      } else if (known.fields.ticked !== entry.fields.ticked) {
        known.fields.version = record.version
      } else {
        if (status === 201) tell(`“${record.summary}” is on the list.`, { isGood: true })
        end(entry.fields.entry && status === 200 ? `It was on the list already: “${record.summary}” now.` : "")
      }
    })
    if (!isFaulty) return true
    field.value = entry.label
    field.form.submit()
    return false
  }

  // A tick of a line that was changed elsewhere: both changes count.
  function merge(known, { summary, isTicked, version }, told) {
    if (summary !== known.label) told.push(`“${known.label}” was changed elsewhere: it is “${summary}” now.`)
    else if (isTicked !== (known.fields.ticked === "yes")) told.push(`“${summary}” was changed elsewhere too.`)
    known.label = summary
    known.fields.version = version
  }

  // Shows a ticked line as it is, until the page is updated.
  function settle(path, { isTicked, version }) {
    const form = document.querySelector(`form[action="${CSS.escape(path)}"]`)
    if (!form) return
    form.querySelector(".tick").value = isTicked ? "no" : "yes"
    form.closest("tr").dataset.version = version
  }

  // The status and document of an answer; null if it does not arrive whole, or is not the program's.
  async function ask(path, options = {}) {
    try {
      const headers = { Accept: "application/json" }
      const signal = AbortSignal.timeout(patience)
      const response = await fetch(path, { cache: "no-store", headers, signal, ...options })
      return { status: response.status, document: await response.json() }
    } catch {
      return null
    }
  }

  // Keeps the page as the server makes it, and the files that it needs.
  async function keep() {
    const kept = session
    if (!kept || read().session !== kept) return
    try {
      const response = await fetch(list, { cache: "no-cache", headers: { Accept: "text/html" } })
      if (!response.ok || response.redirected) return
      const page = new DOMParser().parseFromString(await response.clone().text(), "text/html")
      const parts = page.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src], use")
      const paths = new Set([...parts].map((part) => (part.getAttribute("href") ?? part.getAttribute("src")).split("#")[0]))
      const cache = await caches.open(name)
      for (const path of paths) {
        if (await cache.match(path, { ignoreVary: true })) continue
        const file = await fetch(path)
        // A server of another version has other files.
        if (!file.headers.get("Cache-Control")?.includes("immutable")) return
        await cache.put(path, file)
      }
      await cache.put(list, response)
      for (const { url } of await cache.keys()) {
        const { pathname, search } = new URL(url)
        if (pathname !== list && !paths.has(pathname + search)) await cache.delete(url)
      }
    } catch {
      // The network is gone again. What was kept before stays.
    }
    // Another tab may have signed out meanwhile.
    if (read().session !== kept) await caches.delete(name)
  }

  // Shows on the page what waits, and what became of it.
  function show() {
    const { waiting, told } = read()
    box.hidden = isReached || waiting.length === 0
    box.querySelector("[data-waiting-heading]").textContent =
      waiting.length === 1 ? "1 change waits for the network" : `${waiting.length} changes wait for the network`
    box.querySelector("[data-waiting-list]").replaceChildren(...waiting.map(line))
    for (const button of document.querySelectorAll("[data-in-place] .tick")) {
      const entry = waiting.find(({ id }) => id === button.form.getAttribute("action"))
      button.closest("tr").classList.toggle("row--waiting", Boolean(entry))
      button.classList.toggle("tick--on", entry ? entry.fields.ticked === "yes" : button.value === "no")
    }
    if (told.length === 0) return
    localStorage.setItem(name, JSON.stringify({ ...read(), told: [] }))
    for (const text of told) tell(text)
  }

  function line({ id, label, fields }) {
    const item = document.createElement("li")
    const text = document.createElement("span")
    text.dir = "auto"
    text.textContent = fields.entry ? `Add “${label}”`
      : fields.ticked === "yes" ? `Tick off “${label}”` : `Put “${label}” back`
    const button = document.createElement("button")
    Object.assign(button, { type: "button", className: "button button--small", textContent: "Remove" })
    button.setAttribute("aria-label", `Do not: ${text.textContent}`)
    button.addEventListener("click", () => change((state) => {
      state.waiting = state.waiting.filter((other) => other.id !== id)
    }))
    item.append(text, button)
    return item
  }
}

function changes(count) {
  return count === 1 ? "1 change was" : `${count} changes were`
}

// Without a service worker the list needs the network, as without this file. The page says so once, if that lasts.
function tellOnce(box, error) {
  const isRefused = error.name === "SecurityError"
  if (isSecureContext && navigator.serviceWorker && !isRefused) return
  const isUntrusted = isRefused && location.protocol === "https:"
  const text = isUntrusted
    ? "This browser does not trust the certificate of this server, so the list needs the network."
    : "The list needs the network here."
  try {
    if (localStorage.getItem(`${storeName}.told`) === text) return
    localStorage.setItem(`${storeName}.told`, text)
  } catch {
    return
  }
  tell(text, { path: box.dataset.help, label: isUntrusted ? "How to trust it" : "Why" })
}

// Adds a notice. Of good ones, only the last one stays.
function tell(text, { path, label, isGood = false } = {}) {
  const notice = document.createElement("p")
  notice.className = isGood ? "notice" : "notice notice--warning"
  notice.textContent = text
  if (path) {
    const link = document.createElement("a")
    Object.assign(link, { href: path, textContent: label })
    notice.append(" ", link)
  }
  if (isGood) {
    document.getElementById("line-added")?.remove()
    notice.id = "line-added"
  }
  document.querySelector("[data-notices]").append(notice)
}
