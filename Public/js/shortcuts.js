// One key for one control: `data-shortcut="n"` on a link, a button or a field. Off while typing.

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return

  const control = [...document.querySelectorAll("[data-shortcut]")]
    .find((element) => element.dataset.shortcut === event.key && element.checkVisibility())
  if (!control) return

  event.preventDefault()
  if (control.matches("input, textarea, select")) {
    control.focus()
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

function isTyping(element) {
  return element instanceof Element
    && (element.isContentEditable || element.matches("input, textarea, select"))
}
