// A button copies a text: its value (`data-copy`) or that of an element (`data-copy-from` has the id).
// The buttons are hidden in the page, because without this file they would do nothing.

for (const button of document.querySelectorAll("[data-copy], [data-copy-from]")) {
  const label = button.innerHTML
  let waiting
  button.hidden = !navigator.clipboard
  button.addEventListener("click", async () => {
    const text = await copy(button)
    clearTimeout(waiting)
    button.textContent = text
    waiting = setTimeout(() => { button.innerHTML = label }, 1500)
  })
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copyFrom)
  try {
    await navigator.clipboard.writeText(source ? source.textContent : button.dataset.copy)
    return "Copied"
  } catch {
    return "Not allowed"
  }
}
