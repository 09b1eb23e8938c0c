// A photo field (`data-photo-field`) accepts dropped and pasted pictures, and shows the chosen one.
// Camera and file chooser are separate inputs with one name, of which only one has a file.

for (const field of document.querySelectorAll("[data-photo-field]")) attach(field)

document.addEventListener("paste", (event) => {
  const file = picture(event.clipboardData)
  const field = document.querySelector("[data-photo-field]")
  if (file && field?.checkVisibility()) take(field, file)
})

function attach(field) {
  field.classList.add("drop--ready")

  field.addEventListener("dragover", (event) => {
    event.preventDefault()
    field.classList.add("drop--over")
  })
  field.addEventListener("dragleave", (event) => {
    if (!field.contains(event.relatedTarget)) field.classList.remove("drop--over")
  })
  field.addEventListener("drop", (event) => {
    event.preventDefault()
    field.classList.remove("drop--over")
    const file = event.dataTransfer.files[0]
    if (file) take(field, file)
  })
  field.addEventListener("change", (event) => {
    if (!event.target.matches("input[type=file]")) return
    for (const other of inputs(field)) {
      if (other !== event.target) other.value = ""
    }
    show(field, event.target.files[0])
  })
}

function inputs(field) {
  return [...field.querySelectorAll("input[type=file]")]
}

function picture(data) {
  return [...(data?.files ?? [])].find((file) => file.type.startsWith("image/"))
}

// Puts a file into the last input, as if it had been chosen there.
function take(field, file) {
  const input = inputs(field).at(-1)
  const transfer = new DataTransfer()
  transfer.items.add(file)
  input.files = transfer.files
  input.dispatchEvent(new Event("change", { bubbles: true }))
}

function show(field, file) {
  field.querySelector(".drop__preview")?.remove()
  if (!file) return

  const preview = document.createElement("div")
  preview.className = "drop__preview"
  preview.setAttribute("role", "status")
  const image = document.createElement("img")
  image.className = "thumb"
  image.alt = ""
  image.width = image.height = 56
  image.src = URL.createObjectURL(file)
  image.onload = () => URL.revokeObjectURL(image.src)
  // Some browsers cannot show every format that the server accepts (HEIC).
  image.onerror = () => image.remove()
  const name = document.createElement("p")
  name.dir = "auto"
  name.textContent = `${file.name || "Picture"}, ${size(file.size)}`
  preview.append(image, name, field.matches("[data-submit-on-change]") ? sending() : removal(field))
  field.prepend(preview)
}

// The form of an item's page is sent as soon as a picture is chosen.
function sending() {
  const text = document.createElement("p")
  text.textContent = "Sending…"
  return text
}

function removal(field) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "button button--small"
  button.textContent = "Remove"
  button.addEventListener("click", () => {
    for (const input of inputs(field)) input.value = ""
    show(field)
    inputs(field).at(-1).focus()
  })
  return button
}

function size(bytes) {
  return bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`
}
