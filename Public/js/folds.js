// A fold of a form (`data-remembered`) is open if it was left open the last time in this browser. A fold that the
// server has opened, because of a text or a fault in it, is open anyway.

for (const fold of document.querySelectorAll("details[data-remembered]")) {
  const name = `fold-${fold.dataset.remembered}`
  if (kept(name) === "open") fold.open = true
  // A click comes before the fold toggles. Only clicks count, and not the state set by the server.
  fold.querySelector("summary").addEventListener("click", () => keep(name, fold.open ? "closed" : "open"))
}

// A browser may refuse to store anything.
function kept(name) {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function keep(name, state) {
  try {
    localStorage.setItem(name, state)
  } catch {
    // Then the state is not remembered.
  }
}
