// A field for a product (`data-product`) suggests products while a name, a number or a barcode is typed, with number,
// price and stock, and marks the matching part. Arrows choose; Enter takes the chosen one, or the only match; Escape closes
// the list. A scanner is a keyboard that ends with Enter: if no field has the focus, its code goes into the next blank line.
// Without this script, there is the browser's own list of names, and a page with choices.

for (const form of document.querySelectorAll("[data-sale-form]")) attach(form)

function attach(form) {
  const state = { field: null, found: [], active: -1, latest: 0 }
  // A scanner may be in the next line before its code is looked up.
  const timers = new WeakMap()
  const list = document.createElement("ul")
  list.className = "product-list"
  list.id = "product-list"
  list.setAttribute("role", "listbox")
  list.setAttribute("aria-label", "Products")
  list.hidden = true
  const status = document.createElement("p")
  status.className = "visually-hidden"
  status.setAttribute("role", "status")
  form.append(list, status)

  // The first field already has the focus.
  for (const field of form.querySelectorAll("[data-product]")) prepare(field, list)
  form.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-product]")) prepare(event.target, list)
    else close()
  })
  form.addEventListener("input", (event) => {
    if (event.target.matches("[data-product]")) {
      forgetUnknown(event.target)
      look(event.target)
    }
  })
  // Before the handler of the lines, so that it continues with the chosen product.
  form.addEventListener("keydown", key, true)
  list.addEventListener("mousedown", (event) => event.preventDefault())
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]")
    if (option) take(state.found[Number(option.dataset.index)])
  })
  document.addEventListener("click", (event) => {
    if (!list.contains(event.target) && event.target !== state.field) close()
  })
  scan(form)

  function look(field) {
    clearTimeout(timers.get(field))
    const text = field.value.trim()
    if (text === "") return close()
    timers.set(field, setTimeout(async () => {
      const number = ++state.latest
      const address = new URL(form.dataset.products, location)
      address.searchParams.set("q", text)
      address.searchParams.set("perPage", "8")
      const response = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null)
      if (!response?.ok) return
      const { records } = await response.json()
      // After a scan, the next line already has the focus.
      const coded = records.find((product) => isCode(product, text))
      if (coded && field.value.trim() === text) return countUp(form, field, coded) || fill(field, coded)
      if (records.length === 0 && looksLikeBarcode(text) && field.value.trim() === text) return tellUnknown(form, field, text)
      if (number === state.latest && document.activeElement === field && field.value.trim() === text) {
        show(field, records.filter((product) => !product.retiredAt), text)
      }
    }, 120))
  }

  function show(field, products, text) {
    Object.assign(state, { field, found: products, active: -1 })
    list.replaceChildren(...products.map((product, index) => option(product, index, text)))
    if (products.length === 0) return close()
    list.hidden = false
    place(field, list)
    field.setAttribute("aria-expanded", "true")
    status.textContent = products.length === 1 ? "One product" : `${products.length} products`
  }

  function key(event) {
    if (event.target !== state.field || list.hidden) return
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault()
      const count = state.found.length
      const step = event.key === "ArrowDown" ? 1 : -1
      activate(state.active < 0 && step < 0 ? count - 1 : (state.active + step + count) % count)
    } else if (event.key === "Escape") {
      event.preventDefault()
      event.stopPropagation()
      close()
    } else if (event.key === "Enter") {
      const product = state.found[state.active] ?? (state.found.length === 1 ? state.found[0] : null)
      if (product) take(product)
      else hide()
    } else if (event.key === "Tab") {
      close()
    }
  }

  function activate(index) {
    state.active = index
    for (const [place, element] of [...list.children].entries()) {
      element.setAttribute("aria-selected", String(place === index))
      if (place === index) element.scrollIntoView({ block: "nearest" })
    }
    state.field.setAttribute("aria-activedescendant", `product-list-${index}`)
  }

  function take(product) {
    const field = state.field
    close()
    if (field && product) fill(field, product)
  }

  function close() {
    if (state.field) clearTimeout(timers.get(state.field))
    hide()
  }

  // A code whose last digits were just typed is looked up still.
  function hide() {
    list.hidden = true
    if (!state.field) return
    state.field.setAttribute("aria-expanded", "false")
    state.field.removeAttribute("aria-activedescendant")
    Object.assign(state, { field: null, found: [], active: -1 })
    status.textContent = ""
  }
}

// The server finds an article number (`gtin`) in any scanned form; the text has its digits without leading zeros.
function isCode(product, text) {
  const code = text.toLocaleLowerCase()
  const digits = product.gtin?.replace(/^0+/, "")
  return [product.sku, product.barcode].some((known) => known?.toLocaleLowerCase() === code)
    || (digits !== undefined && text.replace(/\D/g, "").includes(digits))
}

// Another scan of a product in a line increases its quantity. Returns whether there was such a line.
function countUp(form, field, product) {
  const name = product.name.toLocaleLowerCase()
  const same = [...form.querySelectorAll("[data-product]")].find(
    (other) => other !== field && !other.readOnly && other.value.trim().toLocaleLowerCase() === name)
  const quantity = same?.closest("[data-line]").querySelector("[data-quantity]")
  const count = quantity?.value.trim() || "1"
  // Products by weight or measure have a line for each quantity.
  if (!quantity || !/^\d{1,6}$/.test(count)) return false
  quantity.value = String(Number(count) + 1)
  field.value = ""
  field.focus()
  quantity.dispatchEvent(new Event("input", { bubbles: true }))
  return true
}

// Eight digits or more, as they are printed under the bars.
function looksLikeBarcode(text) {
  return /^\d{8}$|^\d{12,14}$/.test(text)
}

// The check digit of an EAN or a UPC: from the right, the other digits count three times and once in turn.
function hasRightCheckDigit(code) {
  const digits = [...code].reverse().map(Number)
  const sum = digits.reduce((sum, digit, index) => sum + digit * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

// An unknown code is reported at its line, which has no amount until it has a price.
function tellUnknown(form, field, code) {
  forgetUnknown(field)
  const text = document.createElement("p")
  text.className = "field__fault"
  text.setAttribute("role", "alert")
  text.dataset.unknown = ""
  if (hasRightCheckDigit(code)) {
    const address = new URL(form.dataset.products.replace(/\.json$/, "/new"), location)
    address.searchParams.set("barcode", code)
    const link = document.createElement("a")
    Object.assign(link, { href: address, target: "_blank", textContent: "Add it" })
    text.append("No product has this barcode. ", link)
  } else {
    text.append("The check digit is wrong. Scan it again.")
  }
  field.parentElement.append(text)
  field.dispatchEvent(new Event("change", { bubbles: true }))
}

function forgetUnknown(field) {
  field.parentElement.querySelector("[data-unknown]")?.remove()
}

// Notifies the lines as if the name had been typed.
function fill(field, product) {
  field.value = product.name
  field.dispatchEvent(new CustomEvent("product", { bubbles: true, detail: product }))
}

function prepare(field, list) {
  field.removeAttribute("list")
  field.setAttribute("role", "combobox")
  field.setAttribute("aria-autocomplete", "list")
  field.setAttribute("aria-controls", list.id)
  field.setAttribute("aria-expanded", "false")
}

function place(field, list) {
  field.parentElement.append(list)
}

function option(product, index, text) {
  const element = document.createElement("li")
  element.id = `product-list-${index}`
  element.className = "product-list__option"
  element.dataset.index = index
  element.setAttribute("role", "option")
  element.setAttribute("aria-selected", "false")
  const name = document.createElement("span")
  name.className = "product-list__name"
  name.dir = "auto"
  name.append(...marked(product.name, text))
  const details = document.createElement("span")
  details.className = "product-list__details"
  const price = document.querySelector("[data-sale-form]").writePrice(product.price)
  const stock = product.stock === null || product.stock === undefined ? null : `${product.stock} left`
  details.append(...marked([product.sku, price, stock].filter(Boolean).join(" · "), text))
  element.append(name, details)
  return element
}

// A text with each word of the search marked, whatever its case.
function marked(text, search) {
  const words = search.split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  if (words.length === 0) return [text]
  return text.split(new RegExp(`(${words.join("|")})`, "i")).map((part, index) => {
    if (index % 2 === 0) return part
    const mark = document.createElement("mark")
    mark.textContent = part
    return mark
  })
}

// Codes from a scanner, whose keys come faster than typing, outside of fields, and end with Enter; or from a camera
// (`scan.js`). Each goes into the next blank line.
function scan(form) {
  form.enterCode = (code) => {
    const fields = [...form.querySelectorAll("[data-product]")]
    const field = fields.find((field) => field.value.trim() === "") ?? fields.at(-1)
    field.focus()
    field.value = code
    field.dispatchEvent(new Event("input", { bubbles: true }))
  }
  let code = ""
  let last = 0
  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.("input, select, textarea, [contenteditable]")) return
    const isFast = event.timeStamp - last < 60
    last = event.timeStamp
    if (event.key.length === 1) code = (isFast ? code : "") + event.key
    if (event.key !== "Enter" || !isFast || code.length < 4) return
    event.preventDefault()
    form.enterCode(code)
    code = ""
  })
}
