// A form (`data-submit-once`) is sent once, however often its button is pressed, until the response
// arrives or the user stops it.

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

// Browsers report a stopped navigation; older ones only the Escape key.
window.navigation?.addEventListener("navigate", (event) => event.signal.addEventListener("abort", release))
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") release()
})

// A page restored from the back/forward cache can be sent again.
addEventListener("pageshow", release)

function release() {
  for (const form of document.querySelectorAll("[data-submit-once]")) {
    delete form.dataset.sent
    for (const button of form.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy")
  }
}
