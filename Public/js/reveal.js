// Adds a button under each password field that shows the password. It is made here, because without this file it
// would do nothing.

for (const field of document.querySelectorAll("input[type=password]")) {
  const button = document.createElement("button")
  const show = (isShown) => {
    field.type = isShown ? "text" : "password"
    button.textContent = isShown ? "Hide the password" : "Show the password"
  }
  button.type = "button"
  button.className = "link-button reveal"
  button.setAttribute("aria-controls", field.id)
  button.addEventListener("click", () => {
    show(field.type === "password")
    field.focus()
  })
  show(false)
  field.after(button)
  // Sent as a password, so that no browser suggests it in text fields.
  field.form?.addEventListener("submit", () => show(false))
}
