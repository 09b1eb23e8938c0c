// A form for many photos (`data-photos-drop`) accepts dropped and pasted files, and sends itself.

for (const form of document.querySelectorAll("[data-photos-drop]")) {
  form.classList.add("drop--ready")
  for (const hint of form.querySelectorAll("[data-photos-drop-hint]")) hint.hidden = false

  form.addEventListener("dragover", (event) => {
    event.preventDefault()
    form.classList.add("drop--over")
  })
  form.addEventListener("dragleave", (event) => {
    if (!form.contains(event.relatedTarget)) form.classList.remove("drop--over")
  })
  form.addEventListener("drop", (event) => {
    event.preventDefault()
    form.classList.remove("drop--over")
    send(form, event.dataTransfer.files)
  })
  document.addEventListener("paste", (event) => {
    const pictures = [...event.clipboardData.files].filter((file) => file.type.startsWith("image/"))
    if (pictures.length > 0) send(form, pictures)
  })
}

function send(form, files) {
  if (files.length === 0) return
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  form.querySelector("input[type=file]").files = transfer.files
  form.requestSubmit()
}
