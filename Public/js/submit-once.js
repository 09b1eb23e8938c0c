// A form (`data-submit-once`) is sent once, however often its button is pressed.

document.addEventListener("submit", (event) => {
  const form = event.target
  if (!form.matches("[data-submit-once]")) return

  if (form.dataset.sent) {
    event.preventDefault()
    return
  }
  form.dataset.sent = "true"
  // A disabled button would not be sent along, so it is only shown as busy.
  event.submitter?.setAttribute("aria-busy", "true")
})

// A page that comes back from the browser's memory can be sent again.
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-submit-once]")) {
    delete form.dataset.sent
    for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy")
  }
})
