// Keeps a page (`data-offline`) for times without a network. Changes wait in this browser until they are sent, in order:
// at once, or when the network is back. They belong to the session in which they were made: signing out, and any other
// session, removes them. The service worker, which serves the page then, needs encryption or this machine.
//
// The script of the page, `offline-groceries.js` or `offline-stocktake.js`, starts it with its own part:
// - `noun`: the word for the page
// - `take(form)`: whether a submitted form waits here; if so, the part has let it wait
// - `fields(entry)`: the fields to send
// - `phrase(entry)`: what waits, in words
// - `mark(waiting)`: shows in the rows of the page what waits
// - `answered(known, answer, entry, note)`: whether the entry is done; `note` tells what became of it until that is read

// In milliseconds: how long an answer may take, when it is tried again, and when the page says that something waits.
const patience = 5000
const pause = 10_000
const slow = 1000
// Bytes of a photograph for which each millisecond is allowed.
const pace = 20
// Lines that are shown.
const most = 50

const box = document.querySelector("[data-offline]")
if (box) box.start = (part) => start(box, part)
else if (performance.getEntriesByType("navigation")[0]?.responseStatus === 404) forgetDeleted()

const signIn = document.querySelector("[data-signed-out]")
if (signIn) signOut(signIn).then((lost) => { if (lost) tell(`${changes(lost)} not sent: you are signed out now.`) })
else remind()
document.addEventListener("submit", ({ target }) => {
  if (target.getAttribute("action")?.endsWith("/sign-out")) signOut(target)
})

// Removes everything, and counts for the next page what was not sent.
async function signOut(form) {
  try {
    const key = "homeowner.lost"
    const lost = Number(sessionStorage.getItem(key)) + forgetWaiting(folder(form.action))
    sessionStorage.setItem(key, form === signIn ? 0 : lost)
    await forgetPages(folder(form.action))
    return lost
  } catch {
    // Then nothing was kept either.
    return 0
  }
}

function folder(address) {
  return new URL(".", new URL(address, location)).pathname
}

// Whether a name is that of a kept page below a folder: `homeowner.groceries /groceries`.
function isBelow(root, name) {
  const [, kind, path] = name.match(/^homeowner\.(\w+) (.+)/) ?? []
  return path?.startsWith(root + kind)
}

// The session of the kept page, the changes that wait, and what became of others.
function load(name) {
  return { session: null, waiting: [], told: [], ...JSON.parse(localStorage.getItem(name) ?? "{}") }
}

// Removes what waits in other sessions than this one, or in any. Returns how much of it was lost.
function forgetWaiting(root, session = null) {
  let lost = 0
  for (const name of Object.keys(localStorage).filter((name) => isBelow(root, name))) {
    const state = load(name)
    const isOurs = session && (state.session ?? session) === session
    // Changes before the first answer belong to the session.
    const own = isOurs ? state.waiting.filter((entry) => (entry.session ??= session) === session) : []
    for (const entry of state.waiting.filter((entry) => !own.includes(entry))) {
      dropPhoto(name, entry)
      lost += 1
    }
    if (isOurs) localStorage.setItem(name, JSON.stringify({ ...state, session, waiting: own }))
    else localStorage.removeItem(name)
  }
  return lost
}

// The bytes of photographs are in the cache of their page.
function photoPath(name, { id }) {
  return `${name.split(" ")[1]}?photo=${id}`
}

function dropPhoto(name, entry) {
  if (entry.size) caches.open(name).then((cache) => cache.delete(photoPath(name, entry)))
}

async function forgetPages(root, session = null) {
  for (const name of (await caches.keys()).filter((name) => isBelow(root, name))) {
    if (!session || load(name).session !== session) await caches.delete(name)
  }
}

// Removes what was kept of a page that is gone.
async function forgetDeleted() {
  const name = Object.keys(localStorage).find((name) => /^homeowner\.\w+ /.test(name) && name.endsWith(` ${location.pathname}`))
  if (!name) return
  const lost = load(name).waiting.length
  localStorage.removeItem(name)
  await caches.delete(name)
  if (lost > 0) tell(`${changes(lost)} not sent: it was deleted.`)
}

// Only its page sends what waits, so every other page leads there.
function remind() {
  try {
    for (const name of Object.keys(localStorage)) {
      const [, path] = name.match(/^homeowner\.\w+ (.+)/) ?? []
      const count = path && path !== box?.dataset.list ? load(name).waiting.length : 0
      if (count > 0) tell(`${waits(count)} to be sent.`, { path, label: "Send" })
    }
  } catch {
    // Then nothing was kept either.
  }
}

function start(box, part) {
  const { kind, list } = box.dataset
  const name = `homeowner.${kind} ${list}`
  const root = folder(box.dataset.session)
  let isPossible = isSecureContext && navigator.serviceWorker !== undefined
  // The session of this page; null until the server was reached.
  let session = null
  let isReached = navigator.onLine
  let isSending = false
  let timer
  // The notices of what became of entries, by their texts.
  const notices = new Map()

  const read = () => load(name)
  const queue = { read, change, wait, tell, keepPhoto, isPossible: () => isPossible }
  open()
  return queue

  async function open() {
    // A page of something closed has only to tell what became of what waited.
    if (box.dataset.closed !== undefined && !localStorage.getItem(name)) return
    document.addEventListener("submit", (event) => {
      if (!isPossible || !part.take(event.target, event.submitter)) return
      event.preventDefault()
      event.stopPropagation()
      send()
    }, { capture: true })
    try {
      if (!isPossible) throw new Error("not encrypted")
      await navigator.serviceWorker.register(box.dataset.offline, { scope: root + kind })
      localStorage.setItem("homeowner.test", "")
      localStorage.removeItem("homeowner.test")
    } catch (error) {
      isPossible = false
      return tellOnce(box, part.noun, error)
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
  }

  function change(body) {
    const state = read()
    body(state)
    localStorage.setItem(name, JSON.stringify(state))
    show()
  }

  function wait(entry) {
    change((state) => state.waiting.push({ ...entry, at: Date.now(), session: session ?? state.session }))
    send()
  }

  async function keepPhoto(id, photo) {
    await (await caches.open(name)).put(photoPath(name, { id }), new Response(photo))
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
    const lost = forgetWaiting(root, session)
    await forgetPages(root, session)
    if (lost > 0) tell(`${changes(lost)} not sent: you are signed ${session ? "in differently" : "out"} now.`)
    if (!session) return false
    change((state) => { state.session = session })
    return true
  }

  // Returns whether the next one can be sent.
  async function sendOne(entry) {
    const answer = await ask(entry.path, { method: "POST", body: await form(entry) }, entry.size)
    if (!answer || [408, 425, 429].includes(answer.status) || answer.status >= 500) return false
    if ([401, 403].includes(answer.status) && !await learn()) return false
    change(({ waiting, told }) => {
      // It may be gone: removed, or sent by another tab.
      const known = waiting.find(({ id }) => id === entry.id)
      const note = (text, label) => {
        const labels = label === undefined ? [] : [label]
        const same = told.find((other) => other.text === text)
        if (same) same.labels.push(...labels)
        else told.push({ text, labels })
      }
      if (known && part.answered(known, answer, entry, note)) remove(waiting, known)
    })
    return true
  }

  function remove(waiting, entry) {
    waiting.splice(waiting.findIndex(({ id }) => id === entry.id), 1)
    dropPhoto(name, entry)
  }

  async function form(entry) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...part.fields(entry), session: entry.session })) form.append(name, value)
    if (!entry.size) return new URLSearchParams(form)
    const photo = await caches.match(photoPath(name, entry))
    if (photo) form.append("photo", await photo.blob(), "photo")
    return form
  }

  // The status and document of an answer; null if it does not arrive whole, or is not the program's.
  async function ask(path, options = {}, size = 0) {
    try {
      const headers = { Accept: "application/json" }
      const signal = AbortSignal.timeout(patience + size / pace)
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
      if (response.status === 404) return forgetClosed()
      if (!response.ok || response.redirected) return
      const page = new DOMParser().parseFromString(await response.clone().text(), "text/html")
      if (page.querySelector("[data-closed]")) return forgetClosed()
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
      await part.keep?.(cache)
      for (const { url } of await cache.keys()) {
        const { pathname, search } = new URL(url)
        if (search.startsWith("?v=") && !paths.has(pathname + search)) await cache.delete(url)
      }
    } catch {
      // The network is gone again. What was kept before stays.
    }
    // Another tab may have signed out meanwhile.
    if (read().session !== kept) await caches.delete(name)
  }

  // Removes what is closed or deleted, once nothing is left to tell of it.
  async function forgetClosed() {
    const { waiting, told } = read()
    if (waiting.length > 0) return
    await caches.delete(name)
    if (told.length === 0) localStorage.removeItem(name)
  }

  // Shows on the page what waits, and what became of the rest until that is read.
  function show() {
    const { waiting, told } = read()
    box.hidden = isReached || waiting.length === 0
    box.querySelector("[data-waiting-heading]").textContent = `${waits(waiting.length)} for the network`
    box.querySelector("[data-waiting-list]").replaceChildren(...waiting.slice(-most).map(line))
    part.mark(waiting)
    for (const { text, labels } of told) {
      if (!notices.get(text)?.isConnected) notices.set(text, tell("", { read: () => forgetTold(text) }))
      const rest = labels.length > most ? ` and ${labels.length - most} more` : ""
      const names = labels.slice(0, most).map((label) => `“${label}”`).join(", ")
      const whole = names ? `${text} ${names}${rest}` : text
      // A screen reader announces what changes.
      const content = notices.get(text).firstChild
      if (content.data !== whole) content.data = whole
    }
  }

  function forgetTold(text) {
    change((state) => { state.told = state.told.filter((other) => other.text !== text) })
  }

  function line(entry) {
    const item = document.createElement("li")
    const text = document.createElement("span")
    text.dir = "auto"
    text.textContent = part.phrase(entry)
    const button = document.createElement("button")
    Object.assign(button, { type: "button", className: "button button--small", textContent: "Remove" })
    button.setAttribute("aria-label", `Do not: ${text.textContent}`)
    button.addEventListener("click", () => change(({ waiting }) => remove(waiting, entry)))
    item.append(text, button)
    return item
  }
}

function changes(count) {
  return count === 1 ? "1 change was" : `${count} changes were`
}

function waits(count) {
  return count === 1 ? "1 change waits" : `${count} changes wait`
}

// Without a service worker the page needs the network, as without this file. It says so once, if that lasts.
function tellOnce(box, noun, error) {
  const isRefused = error.name === "SecurityError"
  if (isSecureContext && navigator.serviceWorker && !isRefused) return
  const isUntrusted = isRefused && location.protocol === "https:"
  const text = isUntrusted
    ? `This browser does not trust the certificate of this server, so the ${noun} needs the network.`
    : `The ${noun} needs the network here.`
  const key = `homeowner.${box.dataset.kind}.told`
  try {
    if (localStorage.getItem(key) === text) return
    localStorage.setItem(key, text)
  } catch {
    return
  }
  tell(text, { path: box.dataset.help, label: isUntrusted ? "How to trust it" : "Why" })
}

// Adds a notice. Of good ones, only the last one stays. `read` is called when it is dismissed.
function tell(text, { path, label, isGood = false, read } = {}) {
  const notice = document.createElement("p")
  notice.className = isGood ? "notice" : "notice notice--warning"
  notice.append(text)
  if (path) {
    const link = document.createElement("a")
    Object.assign(link, { href: path, textContent: label })
    notice.append(" ", link)
  }
  if (isGood) {
    document.getElementById("line-added")?.remove()
    notice.id = "line-added"
  }
  notice.addEventListener("click", ({ target }) => { if (target.closest(".notice__off")) read?.() })
  document.querySelector("[data-notices]").append(notice)
  return notice
}
