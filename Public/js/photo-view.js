// The page of a photo (`data-photo`) is turned by the arrow keys and by swipes, and records that the photo was
// viewed (`data-record-view`). Without this file there are links and a button.

const photo = document.querySelector("[data-photo]")
if (photo) {
  turnByKeys()
  turnBySwipes()
  recordView()
}

function turn(direction) {
  document.querySelector(`.photo__turns a[rel=${direction}]`)?.click()
}

function turnByKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (event.target.closest("input, textarea, select, [contenteditable], details[open]")) return
    if (event.key === "ArrowLeft") turn("prev")
    if (event.key === "ArrowRight") turn("next")
  })
}

function turnBySwipes() {
  let start = null
  document.addEventListener("touchstart", (event) => {
    // During the transition between pages, touches belong to neither. Two fingers zoom.
    const isOnPhoto = photo.contains(event.target) || event.target === document.documentElement
    start = isOnPhoto && event.touches.length === 1 ? event.touches[0] : null
  }, { passive: true })
  document.addEventListener("touchend", (event) => {
    if (!start || visualViewport?.scale > 1) return
    const end = event.changedTouches[0]
    const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY]
    start = null
    if (Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? "next" : "prev")
  }, { passive: true })
}

async function recordView() {
  const form = document.querySelector("[data-record-view]")
  if (!form || document.prerendering) return
  try {
    const answer = await fetch(form.action, { method: "POST", headers: { Accept: "application/json" } })
    form.hidden = answer.ok
  } catch {
    // The button stays, for another attempt.
  }
}
