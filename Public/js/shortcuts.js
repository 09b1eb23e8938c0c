// One key for one control: `data-shortcut="n"` on a link, a button or a field. Off while typing, and if the
// user switches them off. `?` opens the list of the page's keys (`data-shortcuts`).

const dialog = document.querySelector("[data-shortcuts]")
const opener = document.querySelector("[data-shortcuts-open]")
const areOn = dialog.querySelector("[data-shortcuts-on]")
const storeKey = "homeowner.shortcuts"

// A browser may refuse to store anything; then they are on.
try { areOn.checked = localStorage.getItem(storeKey) !== "off" } catch { areOn.checked = true }

areOn.addEventListener("change", () => {
  try { localStorage.setItem(storeKey, areOn.checked ? "on" : "off") } catch { /* They are on the next time. */ }
})

opener.hidden = false
opener.addEventListener("click", open)

document.addEventListener("keydown", (event) => {
  if (!areOn.checked || dialog.open || event.defaultPrevented) return
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return

  const control = event.key === "?" ? opener : shown().find((element) => element.dataset.shortcut === event.key)
  if (!control) return

  event.preventDefault()
  if (control.matches("input, textarea, select")) {
    // Focusing a visible field must not scroll the page.
    const { top, bottom } = control.getBoundingClientRect()
    control.focus({ preventScroll: top >= 0 && bottom <= innerHeight })
    control.select?.()
  } else {
    control.click()
  }
})

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && event.target.matches?.("[data-shortcut]") && isTyping(event.target)) {
    event.target.blur()
  }
})

function shown() {
  return [...document.querySelectorAll("[data-shortcut]")].filter((element) => element.checkVisibility())
}

function open() {
  const rows = shown().map((control) => [control.dataset.shortcut, name(control)])
  rows.push(["?", "Show these keys"])
  if (document.querySelector("[data-reorder]")) rows.push(["Alt ↑", "Move the row up"], ["Alt ↓", "Move the row down"])
  dialog.querySelector("[data-shortcuts-list]").replaceChildren(...rows.flatMap(([key, text]) => {
    const term = document.createElement("dt")
    const description = document.createElement("dd")
    const cap = document.createElement("kbd")
    cap.textContent = key
    term.append(cap)
    description.textContent = text
    return [term, description]
  }))
  dialog.showModal()
}

function name(control) {
  return (control.labels?.[0] ?? control).textContent.trim()
}

function isTyping(element) {
  return element instanceof Element
    && (element.isContentEditable || element.matches("input:not([type=checkbox]), textarea, select"))
}
