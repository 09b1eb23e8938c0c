// A fold of a form (`data-remembered`) is open if somebody left it open the last time, on this machine. What the
// server has unfolded, because something in it is known or wrong, is open anyway.

for (const fold of document.querySelectorAll("details[data-remembered]")) {
  const name = `fold-${fold.dataset.remembered}`
  if (kept(name) === "open") fold.open = true
  // A click comes before the fold has moved; one that was open from the start is nobody's wish.
  fold.querySelector("summary").addEventListener("click", () => keep(name, fold.open ? "closed" : "open"))
}

// A browser may keep nothing at all.
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
    // It is forgotten, which is all that is lost.
  }
}
