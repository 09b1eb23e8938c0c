// A button copies a text: its own (`data-copy`) or that of an element (`data-copy-from` holds its id).
// The buttons are hidden in the page, because without this file they would do nothing.

for (const button of document.querySelectorAll("[data-copy], [data-copy-from]")) {
  button.hidden = !navigator.clipboard
  button.addEventListener("click", () => copy(button))
}

async function copy(button) {
  const source = document.getElementById(button.dataset.copyFrom)
  const label = button.innerHTML
  try {
    await navigator.clipboard.writeText(source ? source.textContent : button.dataset.copy)
    button.textContent = "Copied"
  } catch {
    button.textContent = "Not allowed"
  }
  setTimeout(() => { button.innerHTML = label }, 1500)
}
