// The form of a sale (`data-sale-form`) gets a new line when the last one has a text, and shows the sums. The server
// does the same on “Add a line” and “Save”. The form of a return (`data-return-total`) shows the repayment while it is
// filled in.

for (const form of document.querySelectorAll("[data-sale-form]")) attach(form)
for (const total of document.querySelectorAll("[data-return-total]")) attachReturn(total)

function attach(form) {
  const list = form.querySelector("[data-lines]")
  const known = new Map()
  for (const option of form.querySelectorAll("datalist option")) {
    remember(known, { name: option.value, price: option.dataset.price, taxRate: option.dataset.tax })
  }
  // The list of products writes prices in the same way.
  form.writePrice = (price) => money(form, cents(price))
  form.querySelector("[data-add-line]").addEventListener("click", (event) => {
    event.preventDefault()
    addLine(list).querySelector("[data-product]").focus()
  })
  list.addEventListener("input", (event) => {
    const line = event.target.closest("[data-line]")
    if (event.target.matches("[data-product]")) {
      choose(form, line, known)
    }
    if (line === list.lastElementChild && event.target.value) addLine(list)
    addUp(form, known)
  })
  // A code that no product has.
  list.addEventListener("change", () => addUp(form, known))
  // A product that was chosen from the list, or scanned.
  list.addEventListener("product", (event) => {
    remember(known, event.detail)
    const line = event.target.closest("[data-line]")
    choose(form, line, known)
    if (line === list.lastElementChild) addLine(list)
    addUp(form, known)
  })
  form.addEventListener("keydown", (event) => {
    // Enter goes from line to line; in a blank line it saves.
    if (event.key !== "Enter" || !event.target.matches("[data-line] input") || event.ctrlKey || event.metaKey) return
    const line = event.target.closest("[data-line]")
    const isBlank = [...line.querySelectorAll("input:not([type=hidden])")].every((field) => !field.value)
    if (isBlank) return
    event.preventDefault()
    line.nextElementSibling?.querySelector("[data-product]").focus()
  })
  form.addEventListener("input", (event) => {
    if (event.target.matches("[data-sale-discount], [data-payment-amount], [data-payment-kind], [name=taxRate]")) addUp(form, known)
  })
  for (const line of list.children) choose(form, line, known)
  addUp(form, known)
}

function remember(known, product) {
  known.set(product.name.toLocaleLowerCase(), product)
}

// An empty copy of the last line.
function addLine(list) {
  const last = list.lastElementChild
  const index = Number(last.querySelector("[data-product]").name.match(/\d+/)[0])
  const line = last.cloneNode(true)
  for (const other of line.querySelectorAll(".field__fault, .line__fault, .product-list")) other.remove()
  for (const field of line.querySelectorAll(".field--fault")) field.classList.remove("field--fault")
  for (const element of line.querySelectorAll("[id], [name], [for], [aria-describedby]")) {
    for (const name of ["id", "name", "for"]) {
      const value = element.getAttribute(name)
      if (value) element.setAttribute(name, value.replace(`lines[${index}]`, `lines[${index + 1}]`))
    }
    element.removeAttribute("aria-describedby")
    element.removeAttribute("aria-invalid")
  }
  for (const field of line.querySelectorAll("input[type=hidden]")) field.remove()
  for (const field of line.querySelectorAll("input")) field.value = ""
  for (const text of line.querySelectorAll(".line__number, label .visually-hidden")) {
    text.textContent = text.textContent.replace(index + 1, index + 2)
  }
  line.querySelector("[data-amount]").textContent = ""
  line.querySelector("[data-unit-price]").placeholder = "its price"
  list.append(line)
  return line
}

function choose(form, line, known) {
  const product = known.get(line.querySelector("[data-product]").value.trim().toLocaleLowerCase())
  const plain = form.dataset.places === "0" ? product?.price.replace(/\.00$/, "") : product?.price
  const price = plain?.replace(".", styleOf(form).decimalMark)
  line.querySelector("[data-unit-price]").placeholder = price ?? "its price"
}

// The cents as an integer, so that sums are exact; null for a text that only the server can read, such as `1.234`.
function cents(text) {
  const amount = text.trim().replace(/^[^\d.,-]{1,4}|[^\d.,-]{1,4}$/g, "")
  const match = amount.match(/^(\d{1,12})(?:[.,](\d{1,2}))?$/)
    ?? amount.match(/^(\d{1,3}(?:[.'’\s]\d{3}){1,3}),(\d{1,2})$/) ?? amount.match(/^(\d{1,3}(?:[,'’\s]\d{3}){1,3})\.(\d{1,2})$/)
  return match ? Number(match[1].replace(/\D/g, "")) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null
}

// The quantity in thousandths; null for a text that only the server can read, such as `1,234` without a region.
function thousandths(text, form) {
  const match = text.trim().match(/^(\d{1,7})(?:([.,])(\d{1,3}))?$/)
  if (!match) return null
  const [, whole, mark, part = ""] = match
  const { decimalMark } = form.dataset
  if (part.length === 3 && whole[0] !== "0" && mark !== decimalMark) {
    const isGroupMark = decimalMark && mark === styleOf(form).groupMark
    const isGroup = whole.length <= 3
    if (isGroup && isGroupMark) return Number(whole + part) * 1000
    if (isGroup ? decimalMark || mark === "," || part === "000" : isGroupMark && mark === ",") return null
  }
  return Number(whole) * 1000 + Number(part.padEnd(3, "0"))
}

// A part of some cents in the units of a currency, rounded as the server rounds: half a unit up.
function share(cents, part, whole, unit) {
  const [product, divisor] = [BigInt(cents) * BigInt(part) * 2n, BigInt(whole) * BigInt(unit)]
  return Number((product + divisor) / (2n * divisor)) * unit
}

// Quantity times price.
function times(cents, thousandths, unit) {
  return share(cents, thousandths, 1000, thousandths % 1000 === 0 ? 1 : unit)
}

// The discount on some cents, by percentage or amount, rounded like the server; null for a text that only the server
// can read.
function less(text, whole, unit) {
  if (text.trim() === "") return 0
  const rate = text.trim().match(/^(\d{1,3})(?:[.,](\d{1,3}))?\s*%$/)
  if (!rate) return cents(text)
  const percent = Number(rate[1]) * 1000 + Number((rate[2] ?? "").padEnd(3, "0"))
  return share(whole, percent, 100000, unit)
}

function addUp(form, known) {
  const lines = []
  let isKnown = true
  const step = form.dataset.places === "0" ? 100 : 1
  for (const line of form.querySelectorAll("[data-line]")) {
    const price = line.querySelector("[data-unit-price]")
    const quantity = line.querySelector("[data-quantity]").value.trim() || "1"
    const hasProduct = line.querySelector("[data-product]").value.trim() !== ""
    const unit = cents(price.value.trim() || price.placeholder)
    const count = thousandths(quantity, form)
    const gross = count !== null && unit !== null ? times(unit, count, step) : null
    const discount = gross === null ? null : less(line.querySelector("[data-discount]").value, gross, step)
    const amount = discount === null || discount > gross ? null : gross - discount
    line.querySelector("[data-amount]").textContent = hasProduct && amount !== null ? money(form, amount) : ""
    const isUnknown = line.querySelector("[data-unknown]") !== null && price.value.trim() === ""
    if (!hasProduct || isUnknown) continue
    if (amount === null) isKnown = false
    else lines.push({ amount, rate: rateOf(form, line, known) })
  }
  const whole = lines.reduce((sum, line) => sum + line.amount, 0)
  const discount = less(form.querySelector("[data-sale-discount]")?.value ?? "", whole, step)
  if (discount === null || discount > whole) isKnown = false
  const taxes = isKnown ? taxesOf(lines, whole, discount, step) : { included: 0, added: 0 }
  const total = isKnown ? whole - discount + taxes.added : 0
  form.querySelector("[data-sale-total]").textContent = total > 0 ? `Total ${money(form, total)}` : ""
  const tax = taxes.included + taxes.added
  form.querySelector("[data-sale-tax]").textContent =
    total === 0 || form.dataset.taxes === "" ? "" : tax === 0 ? "No tax" : `Tax ${money(form, tax)}`
  showChange(form, isKnown ? total : null)
}

// The tax of a line: the one chosen for the sale, or that of its product, or the default; null for no tax.
function rateOf(form, line, known) {
  const chosen = form.querySelector("select[name=taxRate]")?.value ?? ""
  if (chosen === "none" || (chosen === "" && line.querySelector("[name$='[itemKey]']"))) return null
  const product = known.get(line.querySelector("[data-product]").value.trim().toLocaleLowerCase())
  const number = chosen || String(product?.taxRate || form.dataset.shopTax)
  const rates = form.dataset.taxes.split(",").map((text) => text.split(" "))
  const rate = number === "" ? null : rates.find((rate) => rate[0] === number)
  return rate ? { percent: Math.round(Number(rate[1]) * 1000), isAdded: rate[2] === "added" } : null
}

// The taxes of lines, each after its share of the discount, calculated like the server.
function taxesOf(lines, whole, discount, step) {
  const taxes = { included: 0, added: 0 }
  let [sum, given] = [0, 0]
  for (const { amount, rate } of lines) {
    sum += amount
    const part = whole === 0 ? 0 : share(discount, sum, whole, step) - given
    given += part
    if (!rate) continue
    const base = rate.isAdded ? 100000 : 100000 + rate.percent
    taxes[rate.isAdded ? "added" : "included"] += share(amount - part, rate.percent, base, step)
  }
  return taxes
}

// The change, or the unpaid amount.
function showChange(form, total) {
  const text = form.querySelector("[data-change]")
  if (!text) return
  const given = [...form.querySelectorAll("[data-payment-amount]")].map((field) => cents(field.value)).filter(Boolean)
  const rest = (total ?? 0) - given.reduce((sum, amount) => sum + amount, 0)
  const isKnown = total !== null && total > 0 && given.length > 0
  if (!isKnown || rest === 0) text.textContent = ""
  else text.textContent = rest < 0 ? `Change ${money(form, -rest)}` : `${money(form, rest)} still to be paid`
}

// The format of amounts, learned from the samples 12345678.90, with all separators, and 1234.
function styleOf(form) {
  const [, before, digits, after] = form.dataset.amount.match(/^(\D*)(.*\d)(\D*)$/)
  const groups = digits.split(/\D+/)
  const marks = digits.split(/\d+/).slice(1, -1)
  const hasPlaces = form.dataset.places !== "0"
  if (hasPlaces) groups.pop()
  return {
    before, after, hasPlaces, groupMark: marks[0], decimalMark: hasPlaces ? marks.at(-1) : ".",
    last: groups.at(-1).length, others: groups.at(-2)?.length,
    fewest: form.dataset.smallAmount.includes(marks[0]) ? 4 : 5,
  }
}

// An amount in the format of the server, in the currency of the form.
function money(form, amount) {
  const style = styleOf(form)
  let whole = String(Math.floor(amount / 100))
  if (whole.length >= style.fewest) {
    const parts = []
    for (let size = style.last; whole.length > size; size = style.others) {
      parts.unshift(whole.slice(-size))
      whole = whole.slice(0, -size)
    }
    whole = [whole, ...parts].join(style.groupMark)
  }
  const hasCents = style.hasPlaces || amount % 100 !== 0
  const places = hasCents ? `${style.decimalMark}${String(amount % 100).padStart(2, "0")}` : ""
  return `${style.before}${whole}${places}${style.after}`
}

function attachReturn(total) {
  const form = total.closest("form")
  const fields = [...form.querySelectorAll("[data-return-figures]")]
  const unit = form.dataset.places === "0" ? 100 : 1
  form.addEventListener("input", addUp)
  addUp()

  function addUp() {
    const amounts = fields.map((field) => returnAmount(field, unit, form))
    const sum = amounts.includes(null) ? 0 : amounts.reduce((sum, cents) => sum + cents, 0)
    // What is due of the sale is lowered first.
    const back = sum - Number(total.dataset.returnTotal)
    total.textContent = back > 0 ? `To give back ${money(form, back)}` : ""
  }
}

// The repayment for the quantity in a field, in hundredths; null for a text that only the server can read. The whole
// rest gives the whole amount paid, and a part no more than that.
function returnAmount(field, unit, form) {
  const text = field.value.trim()
  const taken = text === "" ? 0 : thousandths(text, form)
  if (taken === 0 || taken === null || field.dataset.returnFigures === "") return taken === 0 ? 0 : null
  const [price, left, list, discount, discountShare, tax] = field.dataset.returnFigures.split(" ").map(Number)
  const paid = list - discount - discountShare + tax
  if (taken >= left) return taken === left ? paid : null
  const [off, offShare, added] = [discount, discountShare, tax].map((cents) => share(cents, taken, left, unit))
  return Math.min(Math.max(Math.min(times(price, taken, unit), list) - off - offShare + added, 0), paid)
}
