// A form that is sent by GET (`data-omit-empty`) leaves out its empty fields, so that addresses stay short.

document.addEventListener("submit", (event) => {
  const form = event.target
  if (!form.matches("[data-omit-empty]")) return

  const empty = [...form.elements].filter((field) => field.name && field.value === "" && !field.disabled)
  for (const field of empty) field.disabled = true
  // The fields are restored for a user who returns to this page.
  setTimeout(() => { for (const field of empty) field.disabled = false })
})
