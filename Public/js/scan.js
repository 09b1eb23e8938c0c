// A form that reads codes (`data-scan`) is one button: it takes a photo, which the server reads. Where the browser reads
// codes itself (BarcodeDetector, on HTTPS or on this machine), the camera stays open instead. On the form of a sale each
// code goes into the next line, in a stocktake each is noted; elsewhere the first one leads on.

const formats = ["qr_code", "ean_13", "ean_8", "upc_a", "upc_e", "code_128"]
// How long a code that stays in view counts as the same one, in milliseconds.
const pause = 2000

for (const form of document.querySelectorAll("[data-scan]")) attach(form)

function attach(form) {
  const input = form.querySelector("input[type=file]")
  const sale = document.querySelector("[data-sale-form]")
  form.classList.add("scan--ready")
  form.querySelector("label").classList.add("button")
  const status = document.createElement("p")
  status.className = "scan__status"
  status.setAttribute("role", "status")
  form.append(status)

  // A page that is left may be shown again.
  addEventListener("pageshow", () => { status.textContent = "" })
  form.addEventListener("submit", (event) => {
    status.textContent = "Reading…"
    if (!sale) return
    event.preventDefault()
    readPhoto(form, sale, status)
  })
  if (!("BarcodeDetector" in window) || !isSecureContext || !navigator.mediaDevices) return
  input.addEventListener("click", async (event) => {
    if (form.dataset.scan === "photo") return
    event.preventDefault()
    try {
      await openCamera(form, (code, status) => {
        const taker = sale ?? form
        if (taker.enterCode) taker.enterCode(code, status)
        else enter(form, input, code)
      })
    } catch {
      // There is no camera, or it is not allowed: the next click takes a photo.
      form.dataset.scan = "photo"
      status.textContent = "The camera cannot be used here. Press the button again to take a photo."
    }
  })
}

async function readPhoto(form, sale, status) {
  const body = new FormData(form)
  form.querySelector("input[type=file]").value = ""
  const response = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } })
    .catch(() => null)
  const answer = await response?.json().catch(() => null)
  status.textContent = response?.ok ? "" : answer?.detail ?? "The server does not answer. Try again."
  for (const text of new Set(answer?.codes?.map((code) => code.text))) sale.enterCode(text)
}

// The server looks the code up, and leads on.
function enter(form, input, code) {
  const field = document.createElement("input")
  Object.assign(field, { type: "hidden", name: "code", value: code })
  input.disabled = true
  form.append(field)
  form.submit()
}

async function openCamera(form, take) {
  const supported = await BarcodeDetector.getSupportedFormats()
  const detector = new BarcodeDetector({ formats: formats.filter((format) => supported.includes(format)) })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } })
  const dialog = document.createElement("dialog")
  dialog.className = "card scan__camera"
  dialog.setAttribute("aria-label", "Camera")
  const video = Object.assign(document.createElement("video"), { muted: true, playsInline: true, srcObject: stream })
  const status = document.createElement("p")
  status.setAttribute("role", "status")
  status.textContent = "Hold a code in front of the camera."
  const close = Object.assign(document.createElement("button"), { className: "button", textContent: "Close" })
  close.addEventListener("click", () => dialog.close())
  dialog.append(video, status, close)
  dialog.addEventListener("close", () => {
    for (const track of stream.getTracks()) track.stop()
    dialog.remove()
  })
  document.body.append(dialog)
  dialog.showModal()
  await video.play()
  watch(detector, video, dialog, (code) => {
    status.textContent = code
    navigator.vibrate?.(60)
    take(code, status)
  })
}

async function watch(detector, video, dialog, take) {
  const seen = new Map()
  while (dialog.open) {
    const codes = await detector.detect(video).catch(() => [])
    for (const { rawValue } of codes) {
      const isNew = !(performance.now() - seen.get(rawValue) < pause)
      seen.set(rawValue, performance.now())
      if (isNew && dialog.open) take(rawValue)
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
