// A form (`data-backup`) whose response is a download shows the progress of the server.

for (const form of document.querySelectorAll("[data-backup]")) {
  const status = form.querySelector("[data-backup-status]")
  const units = ["bytes", "kB", "MB", "GB", "TB"]
  let timer
  let hasBegun = false

  form.addEventListener("submit", (event) => {
    if (timer) return event.preventDefault()
    hasBegun = false
    status.textContent = "The records are being copied…"
    timer = setTimeout(look, 500)
  })

  async function look() {
    const response = await fetch(form.dataset.backup, { cache: "no-store" }).catch(() => null)
    const download = response?.ok ? (await response.json()).download : null
    if (download) {
      hasBegun = true
      if (download.phase === "writing" && download.total > 0) {
        const percent = Math.floor((100 * download.bytes) / download.total)
        status.textContent = `${percent} % of ${text(download.total)}`
      }
      timer = setTimeout(look, 1000)
    } else {
      timer = undefined
      status.textContent = hasBegun
        ? "The server has finished. Your browser shows where the file is."
        : ""
    }
  }

  function text(bytes) {
    let unit = 0
    while (bytes >= 1000 && unit < units.length - 1) {
      bytes /= 1000
      unit += 1
    }
    return `${unit > 0 && bytes < 10 ? bytes.toFixed(1) : Math.round(bytes)} ${units[unit]}`
  }
}
